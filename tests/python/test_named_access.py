"""model.body("torso"), data.joint(0) and the like."""

import mujoco
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


def test_by_name_and_by_number(model, data):
    number = thew.mj_name2id(model, thew.mjtObj.mjOBJ_JOINT, "elbow")
    assert model.joint("elbow") is model.joint(number) is model.jnt(np.int32(number))
    assert data.joint("elbow").qpos is data.joint(number).qpos
    assert (model.joint("elbow").id, model.joint("elbow").name) == (number, "elbow")


def test_views_write_through(model, data):
    qpos = data.joint("shoulder").qpos
    address = model.joint("shoulder").qposadr[0]
    data.qpos[address : address + 4] = [1, 2, 3, 4]
    np.testing.assert_array_equal(qpos, [1, 2, 3, 4])
    data.joint("shoulder").qpos = [4, 3, 2, 1]
    np.testing.assert_array_equal(data.qpos[address : address + 4], [4, 3, 2, 1])
    model.geom("trunk").size[:] = 2
    assert np.all(model.geom_size[model.geom("trunk").id] == 2)
    data.actuator("push").ctrl = 0.5
    assert data.ctrl[0] == 0.5


def test_shapes(model, data):
    assert data.joint("root").qpos.shape == (7,)
    assert data.joint("root").cdof.shape == (6, 6)
    assert data.joint("elbow").cdof.shape == (1, 6)
    assert data.body("base").xpos.shape == (3,)
    assert model.body("base").mass.shape == (1,)
    assert model.body("upper").user.shape == (1,) and model.body("upper").user[0] == 7
    assert model.numeric("triple").data.tolist() == [1, 2, 3]
    assert model.key("start").qvel.shape == (model.nv,)
    assert model.tuple("both").objid.shape == (2,)
    assert data.actuator("lazy").act.shape == (1,)


def test_values_are_those_of_mujoco():
    pair = samples.Pair(samples.SMOOTH)
    pair.randomize()
    pair.call("mj_forward")
    for kind, name in (
        ("joint", "shoulder"),
        ("body", "lower"),
        ("site", "hand"),
        ("actuator", "lazy"),
    ):
        ours = getattr(pair.our_data, kind)(name)
        theirs = getattr(pair.their_data, kind)(name)
        for attribute in dir(theirs):
            value = getattr(theirs, attribute)
            if isinstance(value, np.ndarray):
                samples.assert_close(getattr(ours, attribute), value, f"{kind}.{attribute}")


def test_moment_is_a_dense_copy(model, data):
    thew.mj_forward(model, data)
    moment = data.actuator("push").moment
    assert moment.shape == (model.nv,) and not moment.flags.writeable
    assert moment[model.joint("slide").dofadr[0]] == 2


def test_errors_are_those_of_mujoco(model, data):
    reference = mujoco.MjModel.from_xml_string(samples.SMOOTH)
    for key in ("nosuch", "", 99, -1):
        with pytest.raises((KeyError, IndexError)) as theirs:
            reference.geom(key)
        for owner in (model, data):
            with pytest.raises(theirs.type) as ours:
                owner.geom(key)
            assert str(ours.value) == str(theirs.value)
    with pytest.raises(KeyError):
        model.joint()
    with pytest.raises(TypeError):
        model.geom(1.5)
    with pytest.raises(TypeError):
        model.geom(None)


def test_attributes_of_views(model):
    view = model.body("base")
    for name in ("nosuch", "id", "name"):
        with pytest.raises(AttributeError):
            setattr(view, name, 1)
    with pytest.raises(AttributeError, match="_MjModelBodyViews.*nosuch"):
        view.nosuch
    assert {"mass", "id", "name"} <= set(dir(view))


def test_printing(model, data):
    text = repr(data.geom("trunk"))
    assert text.startswith("<_MjDataGeomViews\n  id: ") and "  name: 'trunk'\n" in text
    assert "  xpos: array(" in text and text.endswith("\n>")
    assert "size: array(" in repr(model.geom("trunk"))


def test_views_outlive_their_owner():
    view = thew.MjModel.from_xml_string(samples.PENDULUM).body("pole")
    assert view.mass[0] > 0


def test_names(model):
    reference = mujoco.MjModel.from_xml_string(samples.SMOOTH)
    for kind in (mujoco.mjtObj.mjOBJ_BODY, mujoco.mjtObj.mjOBJ_GEOM, mujoco.mjtObj.mjOBJ_KEY):
        for number in range(-1, 12):
            name = mujoco.mj_id2name(reference, kind, number)
            assert thew.mj_id2name(model, int(kind.value), number) == name
            if name:
                assert thew.mj_name2id(model, int(kind.value), name) == number
    assert thew.mj_name2id(model, thew.mjtObj.mjOBJ_BODY, "nosuch") == -1
    assert thew.mj_name2id(model, 9999, "base") == -1
