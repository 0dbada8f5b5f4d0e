"""The console script `thew`: hands over to the command line tool inside the package."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Replaces this process by the command line tool, with the same arguments."""
    tool = Path(__file__).parent / "bin" / "thew"
    os.environ.setdefault("THEW_PYTHON", sys.executable)  # `thew diff` comes back to this one
    os.execv(tool, [str(tool), *sys.argv[1:]])
