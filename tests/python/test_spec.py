"""Models that are built and edited in Python equal those that are written in MJCF, and MuJoCo's MjSpec with the same edits."""

import pathlib

import numpy as np
import pytest
import samples  # noqa: F401  (finds the package)

import thew
from thew import _thew
from thew.spec import MjSpec

ARM = """<mujoco model="arm"><worldbody><geom name="floor" type="plane" size="2 2 .1"/>
<body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0" damping=".5"/><geom name="u" type="capsule" size=".05 .2"/>
<body name="lower" pos="0 0 .5"><joint name="elbow" axis="0 1 0" limited="true" range="-90 90"/>
<geom name="l" type="box" size=".05 .05 .2" rgba="1 0 0 1"/><site name="tip" pos="0 0 .2"/></body></body></worldbody>
<actuator><general name="motor" joint="elbow" gear="3"/></actuator>
<sensor><framepos name="where" objtype="site" objname="tip"/></sensor></mujoco>"""


def built():
    """The arm of the text, made by calls."""
    spec = MjSpec()
    spec.modelname = "arm"
    world = spec.worldbody
    world.add_geom(name="floor", type=thew.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1])
    upper = world.add_body(name="upper", pos=[0, 0, 1])
    upper.add_joint(name="shoulder", axis=[0, 1, 0], damping=0.5)
    upper.add_geom(name="u", type=thew.mjtGeom.mjGEOM_CAPSULE, size=[0.05, 0.2])
    lower = upper.add_body(name="lower", pos=[0, 0, 0.5])
    lower.add_joint(name="elbow", axis=[0, 1, 0], limited=1, range=[-90, 90])
    lower.add_geom(name="l", type=thew.mjtGeom.mjGEOM_BOX, size=[0.05, 0.05, 0.2], rgba=[1, 0, 0, 1])
    lower.add_site(name="tip", pos=[0, 0, 0.2])
    spec.add_actuator(name="motor", target="elbow", trntype=thew.mjtTrn.mjTRN_JOINT, gear=[3])
    spec.add_sensor(name="where", type=thew.mjtSensor.mjSENS_FRAMEPOS, objtype=thew.mjtObj.mjOBJ_SITE, objname="tip")
    return spec


def test_built_equals_written():
    assert _thew.first_difference(built().compile(), thew.MjModel.from_xml_string(ARM)) is None


def test_reads_writes_and_compiles_again():
    spec = MjSpec.from_string(ARM)
    geom = spec.geom("l")
    assert geom.size.tolist() == [0.05, 0.05, 0.2] and geom.parent.name == "lower"
    geom.size[0] = 0.1  # a view
    geom.pos = [0, 0.1, 0]
    spec.body("lower").euler = [0, 0, 90]
    model = spec.compile()
    assert model.geom("l").size[0] == 0.1 and model.geom("l").pos[1] == 0.1
    np.testing.assert_allclose(model.body("lower").quat, [np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    spec.joint("elbow").damping = [1.0]
    assert spec.compile().dof_damping.tolist() == [0.5, 1.0]
    assert model.dof_damping.tolist() == [0.5, 0.0]


def test_what_is_not_given_is_nan():
    geom = MjSpec.from_string(ARM).geom("u")
    assert np.isnan(geom.mass) and np.isnan(geom.fromto).all()
    geom.mass = 2
    assert geom.mass == 2
    geom.mass = np.nan
    assert np.isnan(geom.mass)


def test_a_handle_outlives_others_and_says_when_its_element_is_gone():
    spec = MjSpec.from_string(ARM)
    tip, size = spec.site("tip"), spec.geom("l").size
    for i in range(100):
        spec.worldbody.add_body(name=f"b{i}", pos=[i, 0, 3]).add_geom(size=[0.1])
    tip.pos = [0, 0, 0.3]
    assert spec.compile().nbody == 103
    spec.delete(spec.body("upper"))
    with pytest.raises(ValueError, match="this site has been removed from its spec"):
        tip.pos
    size[0] = 5  # memory that a view holds stays
    assert spec.actuators == [] and spec.sensors == [] and spec.joint("elbow") is None
    assert spec.compile().nbody == 101


def test_deletes_as_the_reference_does():
    mujoco = pytest.importorskip("mujoco")
    if not hasattr(mujoco.MjSpec, "from_string"):
        pytest.skip("a stand-in")
    compiled = []
    for kind in (MjSpec, mujoco.MjSpec):
        spec = kind.from_string(ARM)
        spec.delete(spec.geom("u"))
        spec.delete(spec.body("lower"))
        spec.body("upper").add_geom(size=[0.2, 0, 0])
        compiled.append(spec.compile())
    ours, theirs = compiled
    assert (ours.nbody, ours.ngeom, ours.nu, ours.nsensor) == (theirs.nbody, theirs.ngeom, theirs.nu, theirs.nsensor)
    np.testing.assert_allclose(ours.body_mass, theirs.body_mass, rtol=1e-12)


def test_writes_what_was_edited(tmp_path):
    spec = built()
    spec.geom("l").quat = [1, 0, 0, 1]
    spec.to_file(tmp_path / "arm.xml")
    text = (tmp_path / "arm.xml").read_text()
    assert text == spec.to_xml()
    assert _thew.first_difference(thew.MjModel.from_xml_string(text), spec.compile()) is None


def test_copies_are_apart():
    spec = MjSpec.from_string(ARM)
    copy = spec.copy()
    copy.geom("l").size = [1, 1, 1]
    assert spec.geom("l").size[0] == 0.05


def test_wrong_values_raise():
    spec = MjSpec.from_string(ARM)
    with pytest.raises(AttributeError, match="colour"):
        spec.geom("l").colour = 3
    with pytest.raises(ValueError):
        spec.geom("l").pos = [1, 2, 3, 4]
    with pytest.raises(ValueError):
        spec.delete(spec.worldbody)
    spec.geom("l").size = [0, 0, 0]
    with pytest.raises(ValueError, match='geom "l"'):
        spec.compile()


def test_example_of_the_page(monkeypatch):
    root = pathlib.Path(__file__).parents[2]
    monkeypatch.chdir(root)
    code = (root / "docs" / "editing.md").read_text().split("```python\n")[1].split("```")[0]
    made = {}
    exec(code, made)
    assert made["model"].nbody == thew.MjModel.from_xml_path("models/quadruped.xml").nbody - 3
