"""Attributes are views of the engine's memory: cached, written in place, alive while needed."""

import gc
import sys
import weakref

import numpy as np
import pytest
import samples

import thew


@pytest.fixture
def model():
    return thew.MjModel.from_xml_string(samples.SMOOTH)


@pytest.fixture
def data(model):
    return thew.MjData(model)


def test_views_are_cached(model, data):
    assert data.qpos is data.qpos
    assert model.body_mass is model.body_mass
    assert model.opt is model.opt
    assert model.opt.gravity is model.opt.gravity
    assert model.vis.global_ is model.vis.global_
    assert model.names is model.names
    assert data.warning is data.warning
    assert data.contact is data.contact
    assert data.model is model


def test_views_are_written_in_place(data):
    qpos = data.qpos
    data.qpos = 0.5
    assert np.all(qpos == 0.5)
    data.qpos[2] = 3
    assert qpos[2] == 3
    data.qpos = np.arange(len(qpos))
    assert qpos[-1] == len(qpos) - 1
    data.xpos = [1, 2, 3]
    assert np.all(data.xpos == [1, 2, 3])


def test_wrong_shapes_are_refused_as_by_numpy(data):
    with pytest.raises(ValueError, match="could not broadcast"):
        data.qpos = [1, 2]
    with pytest.raises(ValueError, match="could not broadcast"):
        data.xpos = np.zeros(data.xpos.size)
    with pytest.raises(ValueError, match="could not convert"):
        data.qpos = "x"


def test_the_engine_sees_what_is_written(model, data):
    data.qpos[:7] = [1, 2, 3, 1, 0, 0, 0]
    thew.mj_forward(model, data)
    np.testing.assert_array_equal(data.body("base").xpos, [1, 2, 3])
    model.body_pos[model.body("upper").id] = [0, 0, 1]
    thew.mj_forward(model, data)
    np.testing.assert_allclose(data.body("upper").xpos, [1, 2, 4], atol=1e-12)


def test_empty_fields(data):
    pendulum = thew.MjModel.from_xml_string(samples.PENDULUM)
    empty = thew.MjData(pendulum)
    assert empty.act.shape == (0,)
    empty.act[:] = None
    empty.act = None
    assert pendulum.body_user.shape == (2, 0)
    assert pendulum.key_qpos.shape == (0, 1)
    assert data.efc_J.shape == (0,)
    assert data.efc_KBIP.shape == (0, 4)


def test_fields_that_are_not_there_at_this_step_have_neutral_values(model, data):
    assert data.dof_island.shape == (model.nv,)
    assert np.all(data.dof_island == -1)
    assert data.efm_c.shape == (model.nv,)
    assert not data.efm_c.any()
    assert data.efm_c.flags.owndata


def test_numbers(model, data):
    data.time = 2
    assert data.time == 2.0 and isinstance(data.time, float)
    model.opt.timestep = 0.25
    assert model.opt.timestep == 0.25
    model.vis.global_.offwidth = 640
    assert model.vis.global_.offwidth == 640
    model.stat.extent = 2
    assert model.stat.extent == 2.0
    assert model.nq == len(data.qpos) and type(model.nq) is int
    with pytest.raises(TypeError):
        data.time = "now"
    with pytest.raises(TypeError):
        data.time = None
    with pytest.raises(TypeError):
        model.opt.iterations = 1.5
    with pytest.raises(TypeError):
        model.opt.iterations = 2**40


@pytest.mark.parametrize("name", ["nq", "nosuch"])
def test_attributes_that_cannot_be_written(model, name):
    with pytest.raises(AttributeError):
        setattr(model, name, 1)
    with pytest.raises(AttributeError):
        setattr(model.opt, name, 1)


def test_attributes_cannot_be_deleted(data):
    with pytest.raises(AttributeError):
        del data.qpos
    with pytest.raises(AttributeError):
        del data.time


def test_unknown_attributes(model, data):
    for owner in (model, data, model.opt, model.vis, data.contact):
        with pytest.raises(AttributeError, match="nosuch"):
            owner.nosuch


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_bad_timesteps_are_refused(model, value):
    before = model.opt.timestep
    with pytest.raises(ValueError, match="timestep"):
        model.opt.timestep = value
    assert model.opt.timestep == before


@pytest.mark.parametrize("value", [-1, 5, 77, 101])
def test_unknown_integrators_are_refused(model, value):
    before = model.opt.integrator
    with pytest.raises(ValueError, match="integrator"):
        model.opt.integrator = value
    assert model.opt.integrator == before


@pytest.mark.parametrize("value", [0, 4, 100])
def test_known_integrators_are_accepted(model, value):
    model.opt.integrator = value
    assert model.opt.integrator == value


@pytest.mark.parametrize("value", [float("nan"), [0, 0, float("inf")]])
def test_bad_gravity_is_refused(model, value):
    before = model.opt.gravity.copy()
    with pytest.raises(ValueError, match="gravity"):
        model.opt.gravity = value
    np.testing.assert_array_equal(model.opt.gravity, before)


def test_texts_are_bytes(model):
    assert model.names.startswith(b"smooth\0world\0")
    assert model.text_data == b"hello\0"
    start = model.name_geomadr[0]
    assert model.names[start : model.names.find(b"\0", start)] == b"floor"


def test_views_keep_the_memory_alive(model):
    other = thew.MjData(model)
    qpos, mass = other.qpos, other.model.body_mass
    expected = qpos.copy()
    alive = weakref.ref(other)
    del other
    gc.collect()
    assert alive() is None
    junk = [thew.MjData(model) for _ in range(10)]
    np.testing.assert_array_equal(qpos, expected)
    assert mass[1] > 0 and junk


def test_nothing_outlives_its_last_view():
    model = thew.MjModel.from_xml_string(samples.PENDULUM)
    qpos0, spring = model.qpos0, model.qpos_spring
    model.body("pole").mass, model.opt.gravity  # views of views hold no one alive
    del model
    base = qpos0.base
    count = sys.getrefcount(base)
    del spring
    assert sys.getrefcount(base) == count - 1
    del qpos0
    assert sys.getrefcount(base) == count - 2


def test_cycles_are_not_needed_to_free(model):
    gc.collect()
    gc.disable()
    try:
        data = thew.MjData(model)
        data.body("base").xpos, data.contact, data.joint(0).qpos
        alive = weakref.ref(data)
        del data
        assert alive() is None
    finally:
        gc.enable()


def test_data_holds_its_model():
    data = thew.MjData(thew.MjModel.from_xml_string(samples.PENDULUM))
    thew.mj_step(data.model, data)
    model = data.model
    assert sys.getrefcount(model) == 3  # data.model, model, the argument


def test_addresses(model, data):
    other = thew.MjData(model)
    assert len({model._address, data._address, other._address}) == 3


def test_attributes_of_older_versions(model, data):
    assert model.flex_vertedge.shape == (0, 2) and model.flex_vertedgeadr.shape == (0,)
    assert data.flexvert_J.shape == (0, 2)
    thew.mj_forward(model, data)
    assert data.qM.shape == (model.nM,)
    np.testing.assert_array_equal(
        data.qM[model.dof_Madr], data.M[model.M_rowadr + model.M_rownnz - 1]
    )
