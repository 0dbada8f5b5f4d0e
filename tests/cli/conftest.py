"""Runs the built command line tool: THEW_BIN, or the release build."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BINARY = Path(os.environ.get("THEW_BIN", ROOT / "build" / "release" / "bin" / "thew"))


class Tool:
    """The tool in a folder of its own."""

    binary = BINARY

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *arguments, code=0, env=None, binary=None):
        """Runs it, checks the exit code and returns the finished process."""
        done = subprocess.run(
            [str(binary or BINARY), *map(str, arguments)],
            capture_output=True, text=True, cwd=self.folder, timeout=120,
            env={**os.environ, **(env or {})},
        )  # fmt: skip
        assert done.returncode == code, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    def json(self, *arguments, code=0, **options):
        """The JSON that it prints; nothing else may be printed."""
        done = self(*arguments, "--json", code=code, **options)
        assert done.stderr == ""
        return json.loads(done.stdout)

    def write(self, name, text):
        """Writes a file into the folder; returns its name."""
        (self.folder / name).write_text(text)
        return name


@pytest.fixture
def thew(tmp_path):
    assert BINARY.is_file(), f"{BINARY} is not built"
    return Tool(tmp_path)


@pytest.fixture
def mujoco():
    """The reference package; tests that compare are skipped without it."""
    return pytest.importorskip("mujoco")
