"""tools/check_tests on tiny trees."""

import runpy
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "tools" / "check_tests"
TESTED_WITH = runpy.run_path(str(SCRIPT))["TESTED_WITH"]


def check(root, names):
    """Makes empty files and runs the script on them; returns its exit code and lines."""
    listed = [f"src/{stem}.cc" for stem in TESTED_WITH] + [f"tests/{stem}_test.cc" for stem in TESTED_WITH.values()]
    for name in [*names, *listed]:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_kernels_with_tests_pass(tmp_path):
    assert check(tmp_path, ["src/dynamics/com.cc", "tests/dynamics/com_test.cc", "src/io/read.cc"]) == (0, [])


def test_a_kernel_without_a_test_is_named(tmp_path):
    code, lines = check(tmp_path, ["src/constraint/rows/limit.cc", "tests/constraint/limit_test.cc"])
    assert code == 1
    assert len(lines) == 1 and lines[0].startswith("src/constraint/rows/limit.cc: [test] there is no tests/constraint/rows/limit_test.cc")


def test_the_list_names_sources_that_exist(tmp_path):
    check(tmp_path, [])
    gone = next(iter(TESTED_WITH))
    (tmp_path / "src" / f"{gone}.cc").unlink()
    done = subprocess.run([sys.executable, SCRIPT, tmp_path], capture_output=True, text=True)
    assert done.returncode == 1 and gone in done.stdout
