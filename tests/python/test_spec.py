"""Models that are built and edited in Python equal those that are written in MJCF, and MuJoCo's MjSpec with the same edits."""

import pathlib
import zipfile

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
    spec.add_actuator(name="motor", target="elbow", trntype=thew.mjtTrn.mjTRN_JOINT, gear=[3, 0, 0, 0, 0, 0])
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
    assert tip.name == "tip" and tip.parent is None and tip.id == -1
    with pytest.raises(ValueError, match="site is not in this model"):
        spec.delete(tip)
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
    spec.geom("l").info = "from the catalogue"
    with pytest.raises(thew.Error, match="size 0 must be positive in geom") as caught:
        spec.compile()
    assert caught.value.element == 'geom "l"' and caught.value.line > 0


def test_example_of_the_page(monkeypatch):
    root = pathlib.Path(__file__).parents[2]
    monkeypatch.chdir(root)
    code = (root / "docs" / "editing.md").read_text().split("```python\n")[1].split("```")[0]
    made = {}
    exec(code, made)
    assert made["model"].nbody == thew.MjModel.from_xml_path("models/quadruped.xml").nbody - 3


# Attaching ----------------------------------------------------------------------------------------------------------


def hand():
    child = MjSpec()
    child.compiler.degree = False
    palm = child.worldbody.add_body(name="palm", euler=[0, 0, 1.5])
    palm.add_joint(name="grip", type=thew.mjtJoint.mjJNT_SLIDE)
    palm.add_geom(name="skin", size=[0.1])
    child.add_actuator(name="pull", trntype=thew.mjtTrn.mjTRN_JOINT, target="grip")
    child.add_key(name="open", qpos=[0.25])
    return child


def test_attached_elements_belong_to_both():
    spec, child = MjSpec.from_string(ARM), hand()
    palm = child.body("palm")
    frame = spec.body("lower").add_frame(pos=[0, 0, 0.4])
    around = spec.attach(child, prefix="left_", frame=frame)
    assert around.frame is frame and palm.name == "left_palm" and palm.parent is spec.body("lower")
    assert spec.actuator("left_pull").target == "left_grip" and child.joints == [spec.joint("left_grip")]
    palm.pos = [0, 0, 0.5]
    model = spec.compile()
    assert model.body("left_palm").pos.tolist() == [0, 0, 0.9]
    np.testing.assert_allclose(model.body("left_palm").quat[3], np.sin(0.75))  # radians, as in the child
    assert model.key("left_open").qpos.tolist() == [0, 0, 0.25]
    for refused in (child.compile, lambda: spec.attach(child, prefix="right_", frame=frame)):
        with pytest.raises(ValueError, match="attached by reference"):
            refused()


def test_copies_are_attached_as_often_as_one_likes():
    spec, child = MjSpec.from_string(ARM), hand()
    spec.copy_during_attach = True
    for side in ("left_", "right_"):
        spec.site("tip").attach_body(child.body("palm"), side)
    spec.body("lower").add_frame().attach_body(spec.body("left_palm"), "third_")
    model = spec.compile()
    assert model.nbody == 6 and model.nu == 4 and child.compile().nbody == 2
    assert [spec.body(name).pos[2] for name in ("left_palm", "third_left_palm")] == [0, 0]


def test_options_of_attached_models_are_settled_or_refused():
    spec, child = MjSpec(), hand()
    spec.compiler.conflict = thew.mjtConflict.mjCONFLICT_MERGE
    spec.option.timestep, child.option.timestep = 0.005, 0.001
    spec.attach(child, prefix="a", frame=spec.worldbody.add_frame())
    assert spec.option.timestep == 0.001
    other = hand()
    spec.option.integrator, other.option.integrator = thew.mjtIntegrator.mjINT_RK4, thew.mjtIntegrator.mjINT_IMPLICIT
    with pytest.raises(ValueError, match="integrator"):
        spec.attach(other, prefix="b", frame=spec.worldbody.add_frame())
    assert spec.body("bpalm") is None and other.parent is None


# State, classes, assets ---------------------------------------------------------------------------------------------


def test_recompiling_keeps_the_state_of_what_is_left():
    spec = MjSpec.from_string(ARM)
    model = spec.compile()
    data = thew.MjData(model)
    data.qpos, data.qvel, data.ctrl, data.time = [0.1, 0.2], [1, 2], [0.5], 3
    data.qfrc_applied, data.xfrc_applied[2] = [3, 4], 1
    spec.delete(spec.joint("shoulder"))
    first = spec.worldbody.add_body(name="new", pos=[3, 0, 0])
    first.add_joint(ref=0.0)
    first.add_geom(size=[0.1])
    model, data = spec.recompile(model, data)
    assert data.qpos.tolist() == [0.2, 0] and data.qvel.tolist() == [2, 0] and data.ctrl[0] == 0.5
    assert data.time == 3 and data.qfrc_applied.tolist() == [4, 0] and data.xfrc_applied[2].tolist() == [1] * 6


def test_classes_are_prototypes():
    spec = MjSpec()
    heavy = spec.add_default("heavy", spec.default)
    heavy.geom.density = 5000
    body = spec.worldbody.add_body()
    body.childclass = "heavy"
    inner = body.add_frame().add_body()
    assert inner.add_geom(size=[0.1]).density == 5000 and body.add_geom(spec.default, size=[0.1]).density == 1000
    assert spec.add_default("heavy") is None and spec.find_default("none") is None
    assert inner.geoms[0].classname is heavy
    text = spec.to_xml()
    assert 'class="heavy"' in text
    assert _thew.first_difference(thew.MjModel.from_xml_string(text), spec.compile()) is None
    spec.delete(heavy)
    assert spec.find_default("heavy") is None and inner.geoms[0].classname is spec.default
    with pytest.raises(ValueError, match="root class"):
        spec.delete(spec.default)


def test_files_are_read_when_the_spec_is_compiled():
    obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    text = '<mujoco><asset><mesh file="a.obj"/></asset><worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>'
    spec = MjSpec.from_string(text)
    with pytest.raises(thew.Error, match="a.obj.* was not found"):
        spec.compile()
    spec.assets = {"a.obj": obj}
    assert spec.compile().nmeshvert == 4
    spec.mesh("a").file = "b.obj"
    spec.assets = {"sub/b.obj": obj}
    spec.meshdir = "sub"
    assert spec.compile().nmeshvert == 4


def test_contents_made_in_code():
    spec = MjSpec()
    mesh = spec.add_mesh(name="m")
    mesh.uservert = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    mesh.userface = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]
    mesh.uservert[3] = 2
    spec.worldbody.add_geom(type=thew.mjtGeom.mjGEOM_MESH, meshname="m")
    spec.add_texture(name="t", type=thew.mjtTexture.mjTEXTURE_2D, width=2, height=1).data = bytes(range(6))
    entries = spec.add_tuple(name="both", objtype=[1], objname=["world"], objprm=[2.5])
    entries.objprm[0] = 3.5
    model = spec.compile()
    corners = np.linalg.norm(model.mesh_vert[1] - model.mesh_vert[0])
    assert corners == pytest.approx(2) and bytes(model.tex_data) == bytes(range(6))
    assert model.tuple_objprm.tolist() == [3.5]


def test_names_are_given_once():
    spec = MjSpec.from_string(ARM)
    with pytest.raises(ValueError, match="repeated name 'u' in geom"):
        spec.worldbody.add_geom(name="u", size=[1])
    assert len(spec.geoms) == 3


def test_archives_are_read_and_written(tmp_path):
    spec = thew.MjSpec.from_string('<mujoco model="ball"><worldbody><geom size="1"/></worldbody></mujoco>')
    thew.to_zip(spec, str(tmp_path / "ball.zip"))
    assert thew.from_zip(str(tmp_path / "ball.zip")).compile().ngeom == 1
    (tmp_path / "no.zip").write_text("no archive")
    with pytest.raises(ValueError, match="not a zip archive"):
        thew.from_zip(str(tmp_path / "no.zip"))


TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def test_archives_are_read_wherever_a_model_is(tmp_path):
    path = tmp_path / "part.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/x.obj", TETRAHEDRON)
        archive.writestr(
            "a/part.xml",
            '<mujoco><asset><mesh file="x.obj"/></asset><worldbody><geom type="mesh" mesh="x"/></worldbody></mujoco>',
        )
    assert thew.MjModel.from_xml_path(path).nmeshvert == 4
    spec = MjSpec.from_file(str(path))
    assert set(spec.assets) == {"x.obj"} and spec.compile().nmeshvert == 4


def test_a_mesh_is_a_spec(tmp_path):
    (tmp_path / "part.obj").write_text(TETRAHEDRON)
    spec = MjSpec.from_file(str(tmp_path / "part.obj"))
    spec.worldbody.add_geom(type=thew.mjtGeom.mjGEOM_MESH, meshname="part")
    assert spec.compile().nmeshvert == 4
    with pytest.raises(ValueError, match="stl_decoder: invalid header"):
        MjSpec.from_file("bad.stl", include={"bad.stl": b"short"})


def test_constraints_on_positions_of_a_flex():
    grid = '<flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01">{}</flexcomp>'
    text = "<mujoco><worldbody><body name='b'>" + grid + "</body></worldbody></mujoco>"
    flex = thew.MjSpec.from_string(text.format("")).flexes[0]
    assert flex.xpbd is None
    spec = thew.MjSpec.from_string(text.format('<xpbd material="rubber"/>'))
    flex = spec.flexes[0]
    assert flex.xpbd["material"] == "rubber" and flex.xpbd["substeps"] == 10
    assert spec.compile().flex_friction[0, 0] == 0.9  # that of rubber
    flex.xpbd = {"material": "paper", "substeps": 4, "coupling": thew.mjtFlexXpbd.mjXPBD_POINTS}
    model = spec.compile()
    assert model.flex_xpbdsubsteps[0] == 4 and model.flex_xpbd[0] == thew.mjtFlexXpbd.mjXPBD_POINTS
    assert model.flex_friction[0, 0] == 0.4
    flex.friction = [0.7, 0.005, 0.0001]
    assert spec.compile().flex_friction[0, 0] == 0.7
    with pytest.raises(ValueError):
        flex.xpbd = {"stiffness": 1}
    with pytest.raises(TypeError):
        flex.xpbd = "rubber"
    flex.xpbd = None
    assert spec.compile().flex_xpbd[0] == 0


def test_a_skin_says_how_it_mixes_bones():
    spec = thew.MjSpec.from_string(
        '<mujoco><worldbody><body name="a"><geom size=".1"/></body></worldbody><deformable><skin name="s" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">'
        '<bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable></mujoco>'
    )
    skin = spec.skins[0]
    assert skin.blend == thew.mjtSkinBlend.mjBLEND_LINEAR
    skin.blend = thew.mjtSkinBlend.mjBLEND_DUAL
    assert spec.compile().skin_blend[0] == 1 and 'blend="dual"' in spec.to_xml()
