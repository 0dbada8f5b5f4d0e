"""MjOption, MjStatistic, MjVisual; contacts, warnings and timers."""

import copy
import pickle

import numpy as np
import pytest
import samples

import thew


@pytest.fixture
def model():
    return thew.MjModel.from_xml_string(samples.SMOOTH)


def test_defaults():
    option = thew.MjOption()
    assert option.timestep == 0.002
    np.testing.assert_array_equal(option.gravity, [0, 0, -9.81])
    assert thew.MjVisual().global_.offwidth == 640


def test_assignment_copies_into_the_model(model):
    gravity = model.opt.gravity
    option = thew.MjOption()
    option.timestep, option.gravity = 0.001, (0, 0, -1)
    model.opt = option
    assert model.opt == option
    np.testing.assert_array_equal(gravity, [0, 0, -1])
    option.timestep = 0.5
    assert model.opt.timestep == 0.001
    with pytest.raises(TypeError):
        model.opt = thew.MjStatistic()
    with pytest.raises(TypeError):
        model.opt = 3


def test_assignment_of_visual(model):
    fog = model.vis.rgba.fog
    visual = copy.copy(model.vis)
    visual.rgba.fog = (0.1, 0.2, 0.3, 0.4)
    visual.global_.fovy = 75
    assert model.vis.global_.fovy == 50
    model.vis = visual
    assert model.vis == visual and model.vis.global_.fovy == 75
    np.testing.assert_allclose(fog, [0.1, 0.2, 0.3, 0.4], rtol=1e-6)
    headlight = copy.copy(model.vis.headlight)
    headlight.diffuse = 0.5
    model.vis.headlight = headlight
    np.testing.assert_allclose(model.vis.headlight.diffuse, 0.5)


@pytest.mark.parametrize(
    ("kind", "attribute"),
    [
        (thew.MjOption, "tolerance"),
        (thew.MjStatistic, "extent"),
        (thew.MjContact, "dist"),
        (thew.MjWarningStat, "number"),
        (thew.MjTimerStat, "number"),
        (thew.MjSolverStat, "neval"),
    ],
)
def test_equality_copy_print(kind, attribute):
    one, other = kind(), kind()
    setattr(one, attribute, 1)
    assert one != other
    setattr(other, attribute, 1)
    assert one == other and one != 3
    with pytest.raises(TypeError):
        hash(one)
    assert repr(one).startswith(f"<{kind.__name__}\n") and f"  {attribute}: 1" in repr(one)
    for made in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert made == one and made is not one
        setattr(made, attribute, 2)
        assert getattr(one, attribute) == 1


def test_printing_shows_nested_groups(model):
    text = repr(model.vis)
    assert text.startswith("<MjVisual\n  global_: <Global\n    azimuth:")


@pytest.mark.parametrize("field", ["gravity", "wind"])
@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1e300])
def test_nothing_moves_with_options_that_are_not_finite(model, field, bad):
    """Written through the view, where nothing can be refused."""
    data, other = thew.MjData(model), thew.MjData(model)
    data.qvel[:] = other.qvel[:] = 0.1
    warning = data.warning[thew.mjtWarning.mjWARN_BADQACC]
    for step in (thew.mj_step, lambda m, d: (thew.mj_step1(m, d), thew.mj_step2(m, d))):
        thew.mj_step(model, data)
        thew.mj_step(model, other)
        before, good = (data.time, *data.qpos, *data.qvel), getattr(model.opt, field)[1]
        getattr(model.opt, field)[1] = bad
        step(model, data)
        assert (data.time, *data.qpos, *data.qvel) == before
        assert warning.number > 0
        getattr(model.opt, field)[1] = good
        warning.number = 0
    thew.mj_step(model, data)
    thew.mj_step(model, other)
    assert warning.number == 0
    np.testing.assert_array_equal(data.qpos, other.qpos)


def test_warnings_are_views(model):
    data = thew.MjData(model)
    warnings = data.warning
    bad = thew.mjtWarning.mjWARN_BADQPOS
    assert len(warnings) == thew.mjtWarning.mjNWARNING
    data.qpos[0] = float("nan")
    thew.mj_checkPos(model, data)
    assert warnings[bad].number == 1
    assert warnings.number[bad] == 1
    warnings[bad].number = 0
    assert data.warning_number[bad] == 0
    with pytest.raises(IndexError):
        warnings[len(warnings)]
    with pytest.raises(IndexError):
        warnings[-1]
    assert len(list(warnings)) == len(warnings) and len(warnings[1:3]) == 2


def test_contact_types():
    contact = thew.MjContact()
    contact.frame[0] = 1
    assert contact.frame.shape == (9,) and contact.geom.dtype == np.int32
    with pytest.raises(TypeError):
        contact.dim = 1.5
    with pytest.raises(TypeError):
        contact.dist = "far"


def test_no_contacts(model):
    data = thew.MjData(model)
    thew.mj_forward(model, data)
    assert len(data.contact) == data.ncon == 0
    assert data.contact.pos.shape == (0, 3)
    assert data.contact == thew.MjData(model).contact != data.warning
