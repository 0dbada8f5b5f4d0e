"""copy, deepcopy and pickle of MjModel and MjData."""

import copy
import gc
import pickle
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
    made = thew.MjData(model)
    made.qvel[:] = np.linspace(-1, 1, model.nv)
    made.ctrl[:] = 0.5
    thew.mj_step(model, made, 3)
    return made


PILE = """<mujoco><worldbody>
  <geom type="plane" size="1 1 .1"/>
  <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 0 .28"><freejoint/><geom type="sphere" size=".1"/></body>
  <body pos=".5 0 .09"><freejoint/><geom type="sphere" size=".1"/></body>
</worldbody></mujoco>"""


def again(value):
    return pickle.loads(pickle.dumps(value))


def assert_same_data(one, other, stepped=False):
    """In all fields; if both have been stepped, not in how long that took."""
    for name, *_ in thew._thew.data_fields():
        if stepped and name == "timer_duration":
            continue
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)
    for _, name, *_ in thew._thew.data_scalars():
        assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, again])
def test_model(model, copier):
    model.opt.timestep = 0.123
    model.body_mass[1] = 42
    made = copier(model)
    assert made is not model and made._address != model._address
    assert thew._thew.first_difference(made, model) is None
    assert made.names == model.names and made.body("base").mass[0] == 42
    made.body_mass[1] = 1
    assert model.body_mass[1] == 42
    assert thew._thew.first_difference(made, model) == "body_mass"


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, again])
def test_data(model, data, copier):
    made = copier(data)
    assert_same_data(made, data)
    assert (made.model is model) == (copier is copy.copy)
    for owner in (data, made):
        thew.mj_step(owner.model, owner, 10)
    assert_same_data(made, data, stepped=True)
    made.qpos[0] += 1
    assert made.qpos[0] != data.qpos[0]


def test_pickling_together_shares_the_model(model, data):
    other_model, other_data = again((model, data))
    assert other_data.model is other_model
    both = copy.deepcopy([data, data.model])
    assert both[0].model is both[1]


def test_unpickled_data_frees_its_model(data):
    made = again(data)
    alive = weakref.ref(made.model.body_mass)
    del made
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("owner", ["model", "data"])
def test_wrong_bytes(model, data, owner):
    make = {
        "model": lambda raw: thew._thew.model_from_bytes(raw),
        "data": lambda raw: thew._thew.data_from_bytes(model, raw),
    }[owner]
    raw = {"model": model, "data": data}[owner]._bytes()
    assert make(raw) is not None
    for wrong in (b"", raw[:7], raw[:-1], raw + b"x", b"x" + raw[1:]):
        with pytest.raises(ValueError):
            make(wrong)


def test_models_compare_by_identity(model):
    assert model == model != copy.copy(model)


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, again])
@pytest.mark.parametrize("solver", ["mjSOL_NEWTON", "mjSOL_PGS"])
def test_data_with_contacts(copier, solver):
    model = thew.MjModel.from_xml_string(PILE)
    model.opt.solver = getattr(thew.mjtSolver, solver)
    data = thew.MjData(model)
    thew.mj_step(model, data, 20)
    made = copier(data)
    assert made.nefc > 0 and made.nisland == 2
    assert_same_data(made, data)
    np.testing.assert_array_equal(made.contact.dist, data.contact.dist)
    for owner in (data, made):
        thew.mj_step(owner.model, owner, 10)
    assert_same_data(made, data, stepped=True)


def test_rows_follow_each_stage():
    """Tables that are filled when they are read show the rows as they are then."""
    model = thew.MjModel.from_xml_string(PILE)
    data = thew.MjData(model)
    thew.mj_forward(model, data)
    jacobian, bias = data.efc_J.copy(), data.efc_b.copy()
    product = np.zeros(data.nefc)
    thew.mj_mulJacVec(model, data, product, data.qacc_smooth)
    np.testing.assert_allclose(bias, product - data.efc_aref, atol=1e-12)
    np.testing.assert_array_equal(data.iacc, data.qacc[data.map_idof2dof[: data.nidof]])
    data.qvel[:] = 0.1
    thew.mj_forward(model, data)
    np.testing.assert_array_equal(data.efc_J, jacobian)
    assert not np.array_equal(data.efc_b, bias)
    np.testing.assert_array_equal(data.iefc_force, data.efc_force[data.map_iefc2efc])


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, again])
def test_model_with_plugins(copier):
    model = thew.MjModel.from_xml_string("""<mujoco><extension><plugin plugin="mujoco.sdf.torus"><instance name="ring">
      <config key="radius1" value=".3"/><config key="radius2" value=".1"/></instance></plugin></extension>
      <asset><mesh name="ring"><plugin instance="ring"/></mesh></asset>
      <worldbody><geom type="plane" size="1 1 .1"/>
      <body pos="0 0 .09"><freejoint/><geom type="sdf" mesh="ring"><plugin instance="ring"/></geom></body></worldbody></mujoco>""")
    made = copier(model)
    worlds = thew.MjData(model), thew.MjData(made)
    for _ in range(20):
        for m, d in zip((model, made), worlds):
            thew.mj_step(m, d)
    assert worlds[0].ncon > 0
    np.testing.assert_array_equal(worlds[0].qpos, worlds[1].qpos)
    np.testing.assert_array_equal(copier(worlds[0]).qpos, worlds[0].qpos)
