"""tools/make_reference: the generated pages are up to date and say what the list says."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = "tools/make_reference"
INPUTS = (SCRIPT, "include/thew/fields.inc", "include/thew/constants.h", "docs/fields.md", "docs/benchmarks.md")


def run(root, *arguments):
    done = subprocess.run([sys.executable, root / SCRIPT, *arguments], capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.fixture
def copy(tmp_path):
    """A tree with all that the script reads."""
    for name in INPUTS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "bench" / "baselines", tmp_path / "bench" / "baselines")
    return tmp_path


def test_pages_of_this_project_are_up_to_date():
    assert run(ROOT, "--check") == (0, "")


def test_every_field_has_its_row(copy):
    text = (copy / "docs" / "fields.md").read_text()
    for row in (
        "| `nq` | length of the position vector qpos; a free joint takes 7 entries, a ball joint 4 |",
        "| `body_mass` | real | nbody | kg |  | how heavy it is | own |",
        "| `body_parentid` | int | nbody |  | `Index(nbody)` | body it is attached to; 0 for bodies attached to the world | structure |",
        "| `gravity` | real | 3 | acceleration of free fall in the world (m/s^2) |",
        "| `xpos` | real | nbody x 3 | m | kinematics | origin of each body's frame in the world |  |",
        "| `actuator_gainprm` | real | nactuator x 10 |",
        "| `headlight.active` | int | 1 | 0: off, 1: on, 2: the viewer decides |",
    ):
        assert row in text, row
    rows = ("THEW_SIZE(", "THEW_FLAG(", "THEW_OPTION(", "THEW_STATISTIC(", "THEW_VISUAL(", "THEW_MODEL(", "THEW_DATA_SCALAR(",
            "THEW_DATA(", "THEW_CONTACT(", "THEW_EXTRA_SIZE(", "THEW_EXTRA_OPTION(", "THEW_EXTRA_MODEL(")  # fmt: skip
    lines = (copy / "include" / "thew" / "fields.inc").read_text().splitlines()
    assert text.count("\n| `") == sum(line.startswith(rows) for line in lines)


def test_a_changed_list_makes_the_page_stale(copy):
    path = copy / "include" / "thew" / "fields.inc"
    path.write_text(path.read_text().replace("how heavy it is", "how heavy it really is"))
    assert run(copy, "--check") == (1, "docs/fields.md is out of date: run tools/make_reference\n")
    assert run(copy) == (0, "")
    assert "how heavy it really is" in (copy / "docs" / "fields.md").read_text()
    assert run(copy, "--check") == (0, "")


def test_a_new_baseline_makes_the_page_stale(copy):
    (copy / "bench" / "baselines" / "toy.csv").write_text("model,nv,ours,mujoco,ratio\narm,9,1234567,1000000,1.235\n")
    assert run(copy, "--check") == (1, "docs/benchmarks.md is out of date: run tools/make_reference\n")
    assert run(copy) == (0, "")
    assert "| arm | 9 | 1,234,567 | 1,000,000 | 1.24 |" in (copy / "docs" / "benchmarks.md").read_text()


def test_a_row_with_missing_arguments_is_refused(copy):
    path = copy / "include" / "thew" / "fields.inc"
    path.write_text(path.read_text() + 'THEW_SIZE(nothing)\n')
    done = subprocess.run([sys.executable, copy / SCRIPT], capture_output=True, text=True)
    assert done.returncode == 1 and "1 arguments, expected 2" in done.stderr
