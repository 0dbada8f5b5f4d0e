"""Classes of elements have the members of MuJoCo's, each of the same kind and with the same value to begin with."""

import numpy as np
import pytest

import thew

mujoco = pytest.importorskip("mujoco")

CLASSES = sorted(name for name in dir(mujoco) if name.startswith("Mjs"))
STRUCTURES = sorted(
    name for name in dir(mujoco) if name.startswith("Mj") and not name.startswith("Mjs") and not name.endswith("Vec")
)
ADDERS = "actuator equality exclude flex hfield key material mesh numeric pair plugin sensor skin tendon text texture tuple".split()
NOT_COMPARED = {
    *("classname", "signature"),  # MuJoCo crashes where it looks for those of prototypes
    "id",  # is given by the compiler
    *("fromto", "fullinertia", "ipos"),  # where none is given, MuJoCo says so by a first number that is NaN
    "childclass",  # MuJoCo names the root class where none is given
}
IN_BODIES = "body camera frame geom joint light site".split()


def members(kind):
    return {name for name in dir(kind) if not name.startswith("_")}


@pytest.mark.parametrize("name", CLASSES)
def test_members_of(name):
    assert members(getattr(mujoco, name)) <= members(getattr(thew, name))


def made(module, spec):
    """An element of each kind."""
    elements = {kind: getattr(spec, f"add_{kind}")() for kind in ADDERS}
    elements |= {kind: getattr(spec.worldbody, f"add_{kind}")() for kind in IN_BODIES}
    elements |= {kind: getattr(spec, kind) for kind in ("compiler", "default", "option", "stat", "visual")}
    elements |= {f"default.{kind}": getattr(spec.default, kind) for kind in members(module.MjsDefault) - {"name"}}
    return elements


SPECS = thew.MjSpec(), mujoco.MjSpec()  # MuJoCo's elements do not keep theirs alive
OURS, THEIRS = made(thew, SPECS[0]), made(mujoco, SPECS[1])


def plain(value):
    return np.asarray(value, dtype=float).ravel() if isinstance(value, (int, float, np.ndarray)) else value


@pytest.mark.parametrize("kind", sorted(THEIRS))
def test_values_of(kind):
    """A new element says the same; numbers, lists and texts."""
    for name in sorted(members(THEIRS[kind]) - NOT_COMPARED):
        try:
            expected = getattr(THEIRS[kind], name)
        except (ValueError, NotImplementedError):
            continue
        if callable(expected) or not isinstance(expected, (int, float, str, np.ndarray)):
            continue
        found = getattr(OURS[kind], name)
        if isinstance(expected, str):
            assert str(found) == expected, name
        else:
            np.testing.assert_allclose(plain(found), plain(expected), err_msg=name, equal_nan=True)


def structure(module, name):
    """One of a kind, with all members that only objects have; None where it cannot be made of nothing."""
    spec = module.MjSpec.from_string('<mujoco><worldbody><geom size=".1"/></worldbody></mujoco>')
    model = spec.compile()
    special = {
        "MjModel": lambda: model, "MjData": lambda: module.MjData(model), "MjSpec": lambda: spec,
        "MjOption": lambda: model.opt, "MjStatistic": lambda: model.stat, "MjVisual": lambda: model.vis,
        "MjvScene": lambda: module.MjvScene(model, 10),
    }  # fmt: skip
    try:
        return special.get(name, getattr(module, name))()
    except Exception:
        return None


@pytest.mark.parametrize("name", [name for name in STRUCTURES if name != "MjrContext"])
def test_members_of_structure(name):
    theirs, ours = (structure(module, name) for module in (mujoco, thew))
    if theirs is None:
        theirs, ours = getattr(mujoco, name), getattr(thew, name)
    assert members(theirs) <= members(ours if ours is not None else getattr(thew, name))


def test_an_assigned_member_is_kept():
    flex = thew.MjSpec().add_flex(size=[1, 2, 3], elastic3d=1)
    assert list(flex.size) == [1, 2, 3] and flex.elastic3d == 1
    spec = thew.MjSpec()
    spec.default.flex.young = 5
    assert spec.default.flex.young == 5 and spec.add_flex().young == 0
    assert spec.add_default("c", spec.default).flex.young == 5


def test_a_missing_enumerator_is_none():
    for name in dir(mujoco):
        theirs = getattr(mujoco, name)
        if not name.startswith("mjt") or not hasattr(theirs, "__members__"):
            continue
        ours = getattr(thew, name)
        assert {key: int(value) for key, value in theirs.__members__.items()}.items() <= {
            key: int(value) for key, value in ours.__members__.items()
        }.items(), name
