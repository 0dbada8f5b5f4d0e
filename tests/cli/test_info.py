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


def test_classic_formulation(thew):
    xml = "<mujoco><option formulation='classic' solver='CG'/><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"
    text = thew("info", thew.write("classic.xml", xml)).stdout
    assert "classic formulation, solver cg" in text.lower()


def test_unnamed_objects_have_numbers(thew):
    xml = "<mujoco><worldbody><body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody></mujoco>"
    text = thew("info", thew.write("plain.xml", xml)).stdout
    assert "#0" in text and "#1" in text
    joint = thew.json("info", "plain.xml")["joints"][0]
    assert joint["name"] == "" and joint["type"] == "hinge"


MACHINE = """
<mujoco>
  <asset>{assets}</asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="base" pos="0 0 1">
      <joint name="slide" type="slide" range="-1 1"/><geom name="block" type="box" size=".1 .1 .1" mass="2"/><site name="top"/>
      <body name="arm"><joint name="hinge" {joint}/><geom name="rod" size=".1" pos=".3 0 0" mass="1"/>{arm}</body>
    </body>
    {world}
  </worldbody>
  <actuator><motor name="lift" joint="slide" ctrlrange="-1 1"/>{actuators}</actuator>
  <sensor><accelerometer name="imu" site="top"/><clock name="clock"/></sensor>
</mujoco>"""


def machine(assets="", joint='range="-90 90"', arm="", world="", actuators=""):
    return MACHINE.format(**locals())


def test_tree(thew):
    text = thew("info", thew.write("machine.xml", machine())).stdout
    assert "    world; 1 geom\n" in text
    assert "    `- base; 2 kg; slide slide [-1, 1]; 1 geom; driven by lift; sensed by imu\n" in text
    assert "       `- arm; 1 kg; hinge hinge [-1.571, 1.571]; 1 geom\n" in text
    assert "    total 3 kg in 2 bodies, 2 dofs, 1 actuators, 2 sensors\n" in text
    assert "suspicious" not in text
    found = thew.json("info", "machine.xml")
    assert [(body["name"], body["parent"], body["mass"], body["subtree_mass"]) for body in found["bodies"]] == [
        ("world", -1, 0, 3), ("base", 0, 2, 3), ("arm", 1, 1, 1)
    ]  # fmt: skip
    assert found["bodies"][1]["actuators"] == ["lift"] and found["bodies"][1]["sensors"] == ["imu"]
    assert [(sensor["name"], sensor["type"], sensor["dim"]) for sensor in found["sensors"]] == [
        ("imu", "accelerometer", 3), ("clock", "clock", 1)
    ]  # fmt: skip
    assert found["suspicious"] == []


OUT = "0 1 2  0 3 1  0 2 3  1 3 2"  # a tetrahedron whose triangles face inwards
SUSPICIOUS = {
    "point": (dict(arm='<body name="p" pos=".2 0 0"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1e-9 1e-9 1e-9"/></body>'),
              "tiny inertia", "body p", "as if it were"),
    "light dof": (dict(arm='<body name="p"><joint name="j"/><inertial pos="0 0 0" mass="1e-6" diaginertia="1e-11 1e-11 1e-11"/></body>'),
                  "tiny inertia", "joint j", "armature"),
    "heavy child": (dict(arm='<body name="anvil"><joint/><geom size=".1" pos="0 0 .3" mass="5000"/></body>'),
                    "mass ratio", "body arm", "5001 kg hang on 2 kg of body base"),
    "falls": (dict(world='<body name="ghost" pos="3 0 0"><freejoint/><geom size=".1" contype="0" conaffinity="0"/></body>'),
              "falls", "body ghost", "for ever"),
    "outside": (dict(joint='range="10 90"'), "joint range", "joint hinge", "starts at 0, outside of its range"),
    "unlimited": (dict(joint="", actuators='<position name="servo" joint="hinge" kp="9" ctrlrange="-1 1"/>'),
                  "unlimited servo", "actuator servo", "joint hinge, which has no limits"),
    "stiff kp": (dict(actuators='<position name="servo" joint="hinge" kp="1e6" ctrlrange="-1 1"/>'),
                 "stiff servo", "actuator servo", "kp is too high"),
    "stiff kv": (dict(actuators='<velocity name="servo" joint="hinge" kv="1000" ctrlrange="-1 1"/>'),
                 "stiff servo", "actuator servo", "implicitfast would be stable"),
    "any control": (dict(actuators='<motor name="a" joint="hinge"/><motor name="b" joint="slide"/>'),
                    "no control range", "actuator a", "as 1 others do"),
    "inside out": (dict(assets=f'<mesh name="tet" inertia="legacy" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="{OUT}"/>',
                        world='<geom type="mesh" mesh="tet" pos="5 0 5"/>'),
                   "inside out", "mesh tet", "they enclose -0.16"),
    "unused": (dict(assets='<material name="gold"/><texture name="sky" type="skybox" builtin="flat" width="8" height="8"/>'),
               "unused", "materials", "nothing uses gold"),
    "overlap": (dict(world='<body pos="0 0 1.15"><freejoint/><geom name="ball" size=".1"/></body>'),
                "overlap", "geom ball of body #3 and geom block of body base", "50 mm deep"),
}  # fmt: skip


@pytest.mark.parametrize("parts, kind, where, what", SUSPICIOUS.values(), ids=SUSPICIOUS.keys())
def test_suspicious(thew, parts, kind, where, what):
    name = thew.write("machine.xml", machine(**parts))
    found = [one for one in thew.json("info", name)["suspicious"] if one["kind"] == kind]
    assert found and found[0]["where"] == where and what in found[0]["what"]
    assert f"{where}: {found[0]['what']} [{kind}]" in thew("info", name).stdout
    assert f"\n  {kind} " in thew("info", "--help").stdout


def test_robot_in_a_package(thew):
    folder = thew.folder / "packages" / "robot_description" / "meshes"
    folder.mkdir(parents=True)
    vertices = ["0 0 0", "1 0 0", "0 1 0", "0 0 1"]
    faces = ["1 3 2", "1 2 4", "1 4 3", "2 3 4"]
    (folder / "part.obj").write_text("".join(f"v {v}\n" for v in vertices) + "".join(f"f {f}\n" for f in faces))
    link = """<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><mesh filename="package://robot_description/meshes/part.obj"/></geometry></collision></link>"""
    robot = f"""<robot name="r">{link.format("a")}{link.format("b")}
    <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
    <transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="j"/>
    <actuator name="m"><mechanicalReduction>5</mechanicalReduction></actuator></transmission></robot>"""
    name = thew.write("robot.urdf", robot)
    found = thew.json("info", name, "--package-path", "elsewhere", "--package-path", "packages", "--transmissions")
    assert found["sizes"]["nmesh"] == 1 and [actuator["target"] for actuator in found["actuators"]] == ["j"]
    assert thew.json("info", name, "--package-path", "packages")["actuators"] == []
    assert "part.obj" in thew("info", name, code=1).stderr



def test_limits(thew):
    name = thew.write("many.xml", '<mujoco><worldbody><replicate count="9"><site/></replicate></worldbody></mujoco>')
    assert thew.json("info", name)["sizes"]["nsite"] == 9
    assert "--limit elements=" in thew("info", name, "--limit", "nesting=9", "--limit", "elements=5", code=1).stderr
    assert "limits are elements, nesting" in thew("info", name, "--limit", "sites=5", code=2).stderr
    assert "is not NAME=NUMBER" in thew("info", name, "--limit", "elements", code=2).stderr


def test_memory_of_a_gpu(thew):
    found = thew.json("info", "humanoid", "--gpu")["memory"]
    double, single = found
    assert (double["precision"], single["precision"]) == ("double", "single")
    assert 0 < single["world_bytes"] < double["world_bytes"]
    assert double["worlds"]["80 GiB"] == (80 * 2**30 - double["model_bytes"]) // double["world_bytes"]
    assert "bytes/world" in thew("info", "humanoid", "--gpu").stdout
