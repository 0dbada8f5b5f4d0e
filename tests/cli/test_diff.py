"""thew diff: which interpreter it starts, with which arguments, and what comes back."""

import os
import shutil
import stat

import pytest

# Stands for a Python with the packages: says so when asked, and prints what it is to run.
PYTHON = """#!/bin/sh
if [ "$1" = -c ]; then echo {answer}; exit 0; fi
printf '%s\\n' "$@"
head -c 4 "$3" >/dev/null || exit 9
exit {code}
"""


@pytest.fixture
def fake(tmp_path):
    def make(answer="ok", code=0):
        path = tmp_path / "fake_python"
        path.write_text(PYTHON.format(answer=answer, code=code))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return {"THEW_PYTHON": str(path)}

    return make


def test_arguments_pass_through(thew, fake):
    name = thew.write("m.xml", "<mujoco/>")
    done = thew("diff", name, "--steps", 7, "--ignore-unsupported", "--json", env=fake())
    assert done.stdout.splitlines() == ["-m", "thew.diff", "m.xml", "--json", "--ignore-unsupported", "--steps", "7"]


def test_builtin_is_a_file_for_python(thew, fake):
    path = thew("diff", "pendulum", env=fake()).stdout.splitlines()[2]
    assert path.endswith("/pendulum.xml")
    assert not os.path.exists(path)  # it lives as long as the comparison


@pytest.mark.parametrize("code", [1, 2])
def test_exit_code_is_that_of_the_comparison(thew, fake, code):
    thew("diff", thew.write("m.xml", "<mujoco/>"), env=fake(code=code), code=code)


def test_no_interpreter(thew):
    """A copy outside of the project, an empty PATH: nothing can be found, and that is said."""
    copy = shutil.copy(thew.binary, thew.folder / "thew")
    env = {"PATH": str(thew.folder), "THEW_PYTHON": "/absent/python", "VIRTUAL_ENV": "/absent"}
    done = thew("diff", "pendulum", binary=copy, env=env, code=2)
    assert "no Python with the packages thew and mujoco" in done.stderr
    assert "THEW_PYTHON" in done.stderr


def test_unknown_model(thew, fake):
    assert "did you mean" in thew("diff", "pendulumm", env=fake(), code=2).stderr
