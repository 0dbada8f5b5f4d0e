"""Every attribute of MjModel, MjData and their structures has MuJoCo's type, shape and dtype."""

import mujoco
import numpy as np
import pytest
import samples

import thew

def public(instance) -> list[str]:
    return [name for name in dir(instance) if not name.startswith("_")]


# What can only be read: structure, and what the engine computes for itself.
READ_ONLY = {name for table in (thew._thew.model_fields(), thew._thew.data_fields(), thew._thew.contact_fields())
             for name, *_, read_only, _ in table if read_only}  # fmt: skip


def check(ours, theirs, whole=False) -> int:
    """Compares every attribute of `theirs`, a whole model or data or a part; gives how many there are."""
    compared = 0
    for name in public(theirs):
        assert hasattr(ours, name), name
        mine, reference = getattr(ours, name), getattr(theirs, name)
        if isinstance(reference, np.ndarray):
            assert isinstance(mine, np.ndarray), name
            assert (mine.shape, mine.dtype) == (reference.shape, reference.dtype), name
            # Views of one object have short names: what is structure there is protected too.
            assert reference.flags.writeable or not mine.flags.writeable, name
            assert mine.flags.writeable == (reference.flags.writeable and name not in READ_ONLY) or not whole, name
        elif callable(reference):
            assert callable(mine), name
        else:
            assert type(mine).__name__ == type(reference).__name__, name
        compared += 1
    return compared


@pytest.fixture(scope="module", params=["SMOOTH", "PENDULUM"])
def pair(request):
    return samples.Pair(getattr(samples, request.param))


def test_model(pair):
    assert check(pair.ours, pair.theirs, whole=True) > 590


def test_data(pair):
    assert check(pair.our_data, pair.their_data, whole=True) > 210


def test_structures(pair):
    check(pair.ours.opt, pair.theirs.opt)
    check(pair.ours.stat, pair.theirs.stat)
    for group in ("global_", "quality", "headlight", "map", "scale"):
        check(getattr(pair.ours.vis, group), getattr(pair.theirs.vis, group))


def test_rgba_has_all_colours(pair):
    # MuJoCo shows two colours without components.
    for name in public(pair.theirs.vis.rgba):
        assert getattr(pair.ours.vis.rgba, name).shape == (4,), name


def test_records(pair):
    for name in ("MjContact", "MjWarningStat", "MjTimerStat", "MjSolverStat", "MjOption"):
        check(getattr(thew, name)(), getattr(mujoco, name)())
    for name in ("contact", "warning", "timer", "solver"):
        ours, theirs = getattr(pair.our_data, name), getattr(pair.their_data, name)
        assert len(ours) == len(theirs)
        check(ours, theirs)


KINDS = {
    "body": "base", "joint": "root", "jnt": "elbow", "geom": "trunk", "site": "tip", "camera": "eye",
    "cam": "eye", "light": "lamp", "tendon": "link", "ten": "link", "actuator": "lazy",
    "numeric": "triple", "tuple": "both", "key": "start", "keyframe": "start",
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_named_views(kind):
    pair = samples.Pair(samples.SMOOTH)
    compared = 0
    for ours, theirs in ((pair.ours, pair.theirs), (pair.our_data, pair.their_data)):
        if not hasattr(theirs, kind):
            assert not hasattr(ours, kind)
            continue
        mine, reference = getattr(ours, kind)(KINDS[kind]), getattr(theirs, kind)(KINDS[kind])
        assert type(mine).__name__ == type(reference).__name__
        assert (mine.id, mine.name) == (reference.id, reference.name)
        compared += check(mine, reference)
    assert compared > 3


def test_every_public_name_of_the_module_that_is_there_has_the_same_kind():
    shared = set(public(thew)) & set(public(mujoco))
    assert len(shared) > 230
    for name in shared:
        ours, theirs = getattr(thew, name), getattr(mujoco, name)
        assert isinstance(ours, type) == isinstance(theirs, type), name
        assert callable(ours) == callable(theirs), name
        if isinstance(theirs, (int, float, str, tuple)):
            assert ours == theirs, name
