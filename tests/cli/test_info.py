"""thew info and thew models: what they say is what the reference finds in the same file."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODELS = sorted(path.stem for path in (ROOT / "models").glob("*.xml"))


def test_models_are_those_of_the_folder(thew):
    listed = thew.json("models")["models"]
    assert [model["name"] for model in listed] == MODELS
    assert all(model["description"] for model in listed)
    assert thew.json("info", "--list")["models"] == listed
    text = thew("models").stdout
    assert all(f"\n{name} " in text for name in MODELS)


@pytest.mark.parametrize("name", MODELS)
def test_builtin_equals_its_file(thew, name):
    builtin = thew.json("info", name, "--ignore-unsupported")
    file = thew.json("info", ROOT / "models" / f"{name}.xml", "--ignore-unsupported")
    for found in (builtin, file):
        del found["model"], found["load_seconds"], found["warnings"]  # warnings name the file
    assert builtin == file


@pytest.mark.parametrize("name", MODELS)
def test_agrees_with_the_reference(thew, mujoco, name):
    path = ROOT / "models" / f"{name}.xml"
    found = thew.json("info", name, "--ignore-unsupported")
    model = mujoco.MjModel.from_xml_path(str(path))
    for size in ("nq", "nv", "nu", "na", "nbody", "njnt", "ngeom", "nsite", "ntendon", "nactuator", "nM"):
        assert found["sizes"][size] == getattr(model, size), size
    assert found["total_mass"] == pytest.approx(model.body_subtreemass[0], rel=1e-12)
    assert found["options"]["timestep"] == model.opt.timestep
    assert found["options"]["gravity"] == list(model.opt.gravity)
    kinds = {0: "free", 1: "ball", 2: "slide", 3: "hinge"}
    for i, joint in enumerate(found["joints"]):
        assert joint["name"] == model.joint(i).name
        assert joint["type"] == kinds[model.jnt_type[i]]
        assert joint["limited"] == bool(model.jnt_limited[i])
        assert joint["range"] == pytest.approx(list(model.jnt_range[i]), abs=1e-14)
        assert joint["damping"] == model.dof_damping[model.jnt_dofadr[i]]
    for i, actuator in enumerate(found["actuators"]):
        assert actuator["name"] == model.actuator(i).name
        assert actuator["gear"] == list(model.actuator_gear[i])


def test_text(thew):
    text = thew("info", "pendulum", "--ignore-unsupported").stdout
    for word in ("1 qpos", "1 dofs", "kg", "timestep 0.001 s", "load time", "hinge"):
        assert word in text


def test_unnamed_objects_have_numbers(thew):
    xml = "<mujoco><worldbody><body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody></mujoco>"
    text = thew("info", thew.write("plain.xml", xml)).stdout
    assert "#0" in text and "#1" in text
    joint = thew.json("info", "plain.xml")["joints"][0]
    assert joint["name"] == "" and joint["type"] == "hinge"
