"""docs/command_line.md shows what the tool says of itself."""

from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "command_line.md"


@pytest.mark.parametrize("command", ["", "view", "run", "render", "record", "info", "models", "compile", "bench", "diff", "doctor", "version"])
def test_page_has_the_help_text(thew, command):
    text = thew("help", *command.split()).stdout.rstrip()
    assert f"```\n{text}\n```" in PAGE.read_text()


def test_page_has_every_command(thew):
    section = thew("help").stdout.split("Subcommands:")[1].split("\n\n")[0]
    commands = [line.split()[0] for line in section.splitlines() if line.strip()]
    assert len(commands) > 3
    for command in commands:
        assert f"## thew {command}\n" in PAGE.read_text()
