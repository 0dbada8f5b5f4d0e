"""Which files a model may read, how much it may ask for, and binary models."""

import pickle

import numpy as np
import pytest

import thew

MODEL = '<mujoco model="m"><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody></mujoco>'
INCLUDES = '<mujoco><include file="part.xml"/></mujoco>'
PART = "<m><option timestep='0.5'/></m>"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "part.xml").write_text(PART)
    (tmp_path / "model" / "part.xml").write_text(PART)
    (tmp_path / "model" / "inside.xml").write_text(INCLUDES)
    (tmp_path / "model" / "outside.xml").write_text(INCLUDES.replace("part", "../part"))
    return tmp_path / "model"


def test_files_of_a_root_folder(folder):
    assert thew.MjModel.from_xml_path(folder / "inside.xml", root=folder).opt.timestep == 0.5
    assert thew.MjModel.from_xml_path(folder / "outside.xml").opt.timestep == 0.5
    with pytest.raises(thew.Error, match="lies outside of the folder"):
        thew.MjModel.from_xml_path(folder / "outside.xml", root=folder)


def test_no_files(folder):
    absolute = INCLUDES.replace("part.xml", str(folder / "part.xml"))
    assert thew.MjModel.from_xml_string(absolute).opt.timestep == 0.5
    with pytest.raises(thew.Error, match="only those that were given"):
        thew.MjModel.from_xml_string(absolute, allow_files=False)
    given = thew.MjModel.from_xml_string(INCLUDES, {"part.xml": PART.encode()}, allow_files=False)
    assert given.opt.timestep == 0.5


def test_limits():
    assert thew.MjModel.from_xml_string(MODEL, limits={"elements": 100}).nbody == 2
    with pytest.raises(thew.Error, match="limits.elements"):
        thew.MjModel.from_xml_string(MODEL, limits={"elements": 2})
    with pytest.raises(thew.Error, match="limits.nesting"):
        thew.MjModel.from_xml_string(MODEL, limits={"nesting": 2})
    with pytest.raises(ValueError, match='no limit "size"; limits are elements, nesting'):
        thew.MjModel.from_xml_string(MODEL, limits={"size": 2})
    with pytest.raises(TypeError):
        thew.MjModel.from_xml_string(MODEL, limits=3)


def test_limits_of_specs():
    plate = '<mujoco><asset><mesh name="m" builtin="plate" params="9 9"/></asset></mujoco>'
    spec = thew.MjSpec.from_string(plate, limits={"points": 50})
    with pytest.raises(ValueError, match="limits.points permits more: limits="):
        spec.compile()
    assert spec.copy().limits == {"points": 50}
    spec.limits = {"points": 100}
    assert spec.compile().nmesh == 1
    with pytest.raises(ValueError, match="limits.elements"):
        thew.MjSpec.from_string(MODEL, limits={"elements": 2})


@pytest.mark.parametrize("name", ["model.thew", "model.mjb"])
def test_saved_models(tmp_path, name):
    model = thew.MjModel.from_xml_string(MODEL)
    path = tmp_path / name
    thew.mj_saveModel(model, str(path))
    for again in (thew.MjModel.from_binary_path(path), thew.MjModel.from_xml_path(path)):
        assert thew._thew.first_difference(model, again) is None
        assert again.joint("j").id == 0
    content = path.read_bytes()
    assert thew.MjModel.from_binary_path("m", {"m": content}).nbody == 2
    path.write_bytes(content[:-8])
    with pytest.raises(thew.Error, match=name):
        thew.MjModel.from_binary_path(path)


def test_bytes_are_those_of_the_file(tmp_path):
    model = thew.MjModel.from_xml_string(MODEL)
    path = tmp_path / "model.thew"
    thew.mj_saveModel(model, str(path))
    buffer = np.zeros(thew.mj_sizeModel(model), np.uint8)
    thew.mj_saveModel(model, None, buffer)
    assert buffer.tobytes() == path.read_bytes()
    assert thew._thew.first_difference(model, pickle.loads(pickle.dumps(model))) is None
