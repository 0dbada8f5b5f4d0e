"""tools/check_docs on tiny trees."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "check_docs"


def check(root, text):
    (root / "docs").mkdir()
    (root / "docs" / "page.md").write_text(text)
    for name in ("src/math/quat.h", "src/math/quat.cc", "tools/check", "README.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    "text",
    [
        "[start](../README.md#top), [there](https://example.org/x), [here](#section)",
        "`src/math/quat.h`, `math/quat`, `src/math/`, `tools/check`",
        "`tests/<room>/`, `src/*/x.cc`, `build/release/bin/thew`, `a/b`, `x / y`",
        "```\nsrc/gone.cc [gone](gone.md) `src/gone.cc`\n```",
    ],
)
def test_right_page_passes(tmp_path, text):
    assert check(tmp_path, text) == (0, "")


@pytest.mark.parametrize(
    "text, offence",
    [
        ("\n[gone](gone.md)", "docs/page.md:2: link to gone.md, which does not exist\n"),
        ("`src/math/gone.h`", "docs/page.md:1: src/math/gone.h does not exist\n"),
        ("`math/gone`", "docs/page.md:1: src/math/gone does not exist\n"),
        ("`tools/gone`", "docs/page.md:1: tools/gone does not exist\n"),
    ],
)
def test_wrong_page_fails(tmp_path, text, offence):
    assert check(tmp_path, text) == (1, offence)
