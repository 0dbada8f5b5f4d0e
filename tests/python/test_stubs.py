"""The types of the package are up to date."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]


def test_stubs_are_up_to_date():
    command = [sys.executable, str(ROOT / "tools" / "make_stubs"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
