"""Enumerations behave as MuJoCo's, and as integers."""

import mujoco
import numpy as np
import pytest

import thew
from thew._enums import ENUMS


OWN = {"mjtFormulation", "mjtFlexXpbd", "mjtSkinBlend"}  # MuJoCo has none like them


@pytest.mark.parametrize("name", sorted(set(ENUMS) - OWN))
def test_members(name):
    ours, theirs = getattr(thew, name).__members__, getattr(mujoco, name).__members__
    reference = {key: int(value.value) for key, value in theirs.items()}
    assert reference.items() <= {key: member.value for key, member in ours.items()}.items()
    extensions = set(ours) - set(reference)
    assert all(ours[key].value >= 100 for key in extensions)


def test_none_is_missing():
    reference = {name for name in dir(mujoco) if hasattr(getattr(mujoco, name), "__members__")}
    assert {name for name in reference if name.startswith("mjt")} <= set(ENUMS)


def test_conversion():
    hinge = thew.mjtJoint.mjJNT_HINGE
    assert thew.mjtJoint(3) is thew.mjtJoint(value=3) is hinge
    assert int(hinge) == hinge.value == hinge == 3 and hinge.name == "mjJNT_HINGE"
    assert str(hinge) == str(mujoco.mjtJoint.mjJNT_HINGE)
    assert repr(hinge) == repr(mujoco.mjtJoint.mjJNT_HINGE)
    for wrong in (1000, -1):
        with pytest.raises(ValueError):
            thew.mjtJoint(wrong)


def test_members_of_different_enumerations_are_not_equal():
    assert thew.mjtJoint.mjJNT_FREE == 0 == thew.mjtGeom.mjGEOM_PLANE
    assert thew.mjtJoint.mjJNT_FREE != thew.mjtGeom.mjGEOM_PLANE
    assert {thew.mjtJoint.mjJNT_FREE: 1}[0] == 1


def test_arithmetic():
    bit = thew.mjtDisableBit.mjDSBL_SPRING
    assert (bit | 1, 33 & bit, bit ^ 33, bit << 1, bit >> 5) == (33, 32, 1, 64, 1)
    seven = thew.mjtObj.mjOBJ_CAMERA
    assert (-seven, seven + 1, 2.75 + seven, seven / 2, seven // 2, -20 // seven) == (
        -7,
        8,
        9.75,
        3.5,
        3,
        -3,
    )
    assert type(seven + 1) is int
    with pytest.raises(ZeroDivisionError):
        1 / thew.mjtJoint.mjJNT_FREE
    assert list("abcd")[thew.mjtJoint.mjJNT_SLIDE] == "c"
    assert np.arange(4)[thew.mjtJoint.mjJNT_SLIDE] == 2


def test_fields_compare_with_members():
    model = thew.MjModel.from_xml_string("<mujoco/>")
    model.opt.integrator = thew.mjtIntegrator.mjINT_RK4
    assert model.opt.integrator == thew.mjtIntegrator.mjINT_RK4
    model.opt.disableflags |= thew.mjtDisableBit.mjDSBL_GRAVITY
    assert model.opt.disableflags == 128
