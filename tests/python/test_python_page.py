"""What docs/python.md calls absent is in MuJoCo's package and not in this one."""

import re
from pathlib import Path

import mujoco
import pytest

import thew

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text()


def absent():
    part = PAGE[PAGE.index("are absent:") : PAGE.index("- `thew.mjtIntegrator`")]
    names = re.findall(r"`([\w.]+?)(?:\.\.\.)?`", part)
    return [n for n in names if not n.endswith("_") and n not in ("bind", "signature", "rollout", "mjcb_contactfilter")]


def has(module, name):
    for part in name.split("."):
        if not hasattr(module, part):
            return False
        module = getattr(module, part)
    return True


@pytest.mark.parametrize("name", [*absent(), "MjModel.bind", "MjData.bind", "MjModel.signature", "set_mjcb_contactfilter"])
def test_is_absent(name):
    assert has(mujoco, name) and not has(thew, name)


def test_nothing_begins_with_the_prefixes_of_rendering():
    assert not [name for name in dir(thew) if name.startswith(("mjv_", "mjr_"))]
