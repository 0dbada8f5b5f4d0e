"""A model made with ModelBuilder is the same as when it is written in MJCF, field by field, and is the same in MuJoCo."""

import importlib.util

import numpy as np
import pytest
from engines import ROOT, engine, reference
from rewriting import differences
from thew import _thew
from thew.conformance import compare

import thew

# One of everything that the builder has a word for, and the same as MJCF.
MJCF = """
<mujoco model="all of it">
  <compiler angle="radian"/>
  <option timestep="0.001" gravity="0 0 -1.62" integrator="implicitfast" actuatorgroupdisable="30"/>
  <asset><mesh name="wedge" vertex="0 0 0 .3 0 0 0 .2 0 0 0 .1" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset>
  <worldbody>
    <geom name="ground" type="plane" size="0 0 1" pos="0 0 -1" friction="0.7 0.005 0.0001"/>
    <body name="arm" pos="0 0 1" euler="0.1 0.2 0.3">
      <joint name="shoulder" axis="0 1 0" pos="0 0 0.1" range="-1 2" stiffness="3" springref="0.2" damping="0.5"
             frictionloss="0.1" armature="0.01" ref="0.25"/>
      <geom name="bone" type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4" mass="1" rgba="1 0 0 1"/>
      <site name="tip" pos="0 0 -0.4"/>
      <body name="wrist" pos="0 0 -0.4">
        <joint name="wrist_1" axis="1 0 0" range="-0.5 0.5"/>
        <joint name="bend" axis="0 1 1" damping="0.1"/>
        <geom type="box" size="0.05 0.1 0.15" pos="0 0 -0.15" quat="0.6 0.8 0 0" density="500"/>
        <body name="rod">
          <joint name="rod_turn" axis="1 1 0"/>
          <joint name="rod_slide" type="slide" axis="1 1 0" range="0 0.1"/>
          <geom type="cylinder" size="0.02 0.2" contype="0" conaffinity="0"/>
        </body>
        <body name="stump" pos="0.2 0 0"><geom type="ellipsoid" size="0.1 0.2 0.3"/></body>
      </body>
    </body>
    <body name="puck" pos="2 0 0">
      <joint name="puck_x" type="slide" axis="1 0 0" damping="2"/>
      <joint name="puck_y" type="slide" axis="0 1 0"/>
      <joint name="puck_angle" axis="0 0 1"/>
      <geom type="cylinder" size="0.1" fromto="0 0 -0.01 0 0 0.01"/>
    </body>
    <body name="lamp" pos="0 2 1">
      <joint name="lamp" type="ball" range="0 1"/>
      <inertial mass="2" diaginertia="0.1 0.2 0.25" pos="0 0 -0.3"/>
    </body>
    <body name="stone" pos="0 -2 1"><freejoint name="stone"/><geom name="wedge" type="mesh" mesh="wedge"/></body>
    <body name="ball" pos="1 1 1"><freejoint name="flight"/><geom type="sphere" size="0.1"/></body>
  </worldbody>
  <contact><exclude body1="puck" body2="ball"/></contact>
  <equality>
    <joint joint1="puck_angle" joint2="shoulder" polycoef="0.1 -2"/>
    <tendon name="mix" tendon1="mix" solref="0.01 1"/>
    <tendon name="net_1" tendon1="net_1"/>
    <tendon name="net_2" tendon1="net_2"/>
    <connect name="loop" body1="puck" body2="world" anchor="0.1 0 0"/>
  </equality>
  <tendon>
    <fixed name="mix"><joint joint="rod_turn" coef="-2"/><joint joint="wrist_1" coef="0.5"/><joint joint="bend" coef="0.5"/></fixed>
    <fixed name="net_1"><joint joint="shoulder" coef="1"/><joint joint="bend" coef="0.3"/></fixed>
    <fixed name="net_2"><joint joint="puck_x" coef="1"/><joint joint="puck_y" coef="-1"/></fixed>
    <fixed name="cable" stiffness="5" damping="0.1" frictionloss="0.2" range="-1 3"><joint joint="shoulder" coef="0.02"/></fixed>
  </tendon>
  <actuator>
    <position name="shoulder" joint="shoulder" kp="100" kv="20" forcerange="-50 50" ctrlrange="-1 2"/>
    <position name="servo" joint="bend" kp="9" kv="0.5" gear="3"/>
    <velocity name="puck_x" joint="puck_x" kv="7"/>
    <motor name="rod_turn" joint="rod_turn" gear="10" forcerange="-2 2"/>
    <motor name="winch" tendon="cable" group="30"/>
    <velocity name="puck_y" joint="puck_y" kv="0"/>
    <position name="cable" tendon="cable" kp="4" kv="4"/>
  </actuator>
</mujoco>
"""
WEDGE = [[0, 0, 0], [0.3, 0, 0], [0, 0.2, 0], [0, 0, 0.1]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


def everything():
    machine = thew.ModelBuilder("all of it", timestep=0.001, gravity=(0, 0, -1.62)).ground(height=-1, friction=0.7)
    arm = machine.world.add_body("arm", pos=(0, 0, 1), euler=(0.1, 0.2, 0.3))
    arm.hinge(
        name="shoulder", axis=(0, 1, 0), pos=(0, 0, 0.1), range=(-1, 2), stiffness=3, springref=0.2, damping=0.5,
        frictionloss=0.1, armature=0.01, ref=0.25,
    )  # fmt: skip
    arm.capsule(0.04, end=(0, 0, -0.4), name="bone", mass=1, rgba=(1, 0, 0, 1)).site("tip", pos=(0, 0, -0.4))
    arm.position_motor(kp=100, force_limit=50, range=(-1, 2))
    wrist = arm.add_body("wrist", pos=np.array([0, 0, -0.4]))
    wrist.universal({"range": (-0.5, 0.5)}, {"name": "bend", "axis": (0, 1, 1), "damping": 0.1})
    wrist.box((0.1, 0.2, 0.3), pos=(0, 0, -0.15), quat=(0.6, 0.8, 0, 0), density=500)
    wrist.position_motor(9, 0.5, name="servo", joint="bend", gear=3)
    rod = wrist.add_body("rod").cylindrical({"axis": (1, 1, 0)}, {"range": (0, 0.1)}).cylinder(0.02, 0.4, collides=False)
    wrist.add_body("stump", pos=(0.2, 0, 0)).fixed().ellipsoid((0.1, 0.2, 0.3))
    puck = machine.world.add_body("puck", pos=(2, 0, 0)).planar(x={"damping": 2})
    puck.cylinder(0.1, start=(0, 0, -0.01), end=(0, 0, 0.01)).velocity_motor(7, joint="puck_x")
    machine.world.add_body("lamp", pos=(0, 2, 1)).ball(range=(0, 1)).inertial(2, (0.1, 0.2, 0.25), (0, 0, -0.3))
    machine.world.add_body("stone", pos=(0, -2, 1)).free().mesh("wedge", *WEDGE)
    machine.world.add_body("ball", pos=(1, 1, 1)).free("flight").sphere(0.1)
    machine.no_contact("puck", "ball")
    rod.torque_motor(joint="rod_turn", gear=10, force_limit=2)
    machine.gear("puck_angle", "shoulder", -2, 0.1)
    machine.differential("rod_turn", "wrist_1", "bend", 2, name="mix", solref=(0.01, 1))
    machine.tendon_network("net", [{"shoulder": 1, "bend": 0.3}, {"puck_x": 1, "puck_y": -1}])
    machine.connect("puck", "world", (0.1, 0, 0), name="loop")
    machine.tendon("cable", {"shoulder": 0.02}, stiffness=5, damping=0.1, frictionloss=0.2, range=(-1, 3))
    machine.torque_motor(name="winch", tendon="cable", on=False)
    machine.velocity_motor(0, joint="puck_y").position_motor(4, tendon="cable")
    return machine


def example(name):
    """A program of examples/, as a module."""
    path = ROOT / "examples" / f"{name}.py"
    module = importlib.util.module_from_spec(spec := importlib.util.spec_from_file_location(name, path))
    spec.loader.exec_module(module)
    return module


def test_built_equals_written():
    assert _thew.first_difference(everything().build(), thew.MjModel.from_xml_string(MJCF)) is None


def test_same_in_the_reference():
    machine = everything()
    written, ours = (reference.MjModel.from_xml_string(xml) for xml in (machine.to_xml(), MJCF))
    assert differences(written, ours) == []
    report = compare.compare(machine.to_xml(), states=3, engine=engine, reference=reference)
    assert report.agree, report.table()


@pytest.mark.parametrize("name", ["build_cart_pole", "build_rover", "build_gripper"])
def test_machines_of_the_page_agree_with_the_reference(name, monkeypatch):
    made = []
    build = thew.ModelBuilder.build
    monkeypatch.setattr(thew.ModelBuilder, "build", lambda self: made.append(self.to_xml()) or build(self))
    model = example(name).build()
    assert _thew.first_difference(model, thew.MjModel.from_xml_string(made[0])) is None
    # Without a trajectory: a block that is gripped tells the last bits of two engines apart.
    report = compare.compare(made[0], states=3, steps=0, engine=engine, reference=reference)
    assert report.agree, report.table()


def test_a_motor_that_is_off_gives_no_force():
    machine = thew.ModelBuilder()
    machine.world.add_body("arm").hinge().sphere(0.1, pos=(1, 0, 0)).torque_motor(on=False)
    model = machine.build()
    data = thew.MjData(model)
    data.ctrl[0] = 1
    thew.mj_forward(model, data)
    assert data.actuator_force[0] == 0
    model.actuator_group[0] = 0
    thew.mj_forward(model, data)
    assert data.actuator_force[0] == 1


def test_a_spec_holds_what_was_built():
    machine = everything()
    spec = machine.spec()
    spec.add_sensor(name="where", type=thew.mjtSensor.mjSENS_FRAMEPOS, objtype=thew.mjtObj.mjOBJ_SITE, objname="tip")
    assert spec.compile().nsensor == 1 and machine.build().nsensor == 0


WRONG = [
    (lambda m, b: b.hinge(axes=(0, 0, 1)), TypeError, 'no option "axes": there are name, axis, pos'),
    (lambda m, b: b.hinge(axis=(0, 1)), TypeError, r"axis should be 3 numbers, not \(0, 1\)"),
    (lambda m, b: b.hinge(damping="soft"), TypeError, "damping should be a number, not 'soft'"),
    (lambda m, b: b.hinge(name="j", axis=(0, 0, 0)), thew.Error, 'joint "j": axis is zero'),
    (lambda m, b: b.hinge(name="j", range=(1, -1)), thew.Error, "range goes from the lower to the higher"),
    (lambda m, b: b.hinge(), thew.Error, 'a joint named "arm" exists already'),
    (lambda m, b: b.free(), thew.Error, 'joint "arm": a body that is free has no other joint'),
    (lambda m, b: b.fixed(), thew.Error, "has a joint already"),
    (lambda m, b: b.add_body("hand").free(), thew.Error, "only bodies that stand directly in the world"),
    (lambda m, b: b.add_body("arm"), thew.Error, 'a body named "arm" exists already'),
    (lambda m, b: b.add_body("hand").torque_motor(), thew.Error, 'body "hand": it has no joint'),
    (lambda m, b: b.add_body("hand").universal().torque_motor(), thew.Error, "name the joint of the motor"),
    (lambda m, b: b.add_body("hand").ball().torque_motor(), thew.Error, "motors drive hinges, slides and tendons"),
    (lambda m, b: b.torque_motor(kd=1), thew.Error, "only a position motor has kd"),
    (lambda m, b: b.position_motor(-1), thew.Error, "kp cannot be negative"),
    (lambda m, b: b.torque_motor(force_limit=0), thew.Error, "force_limit must be greater than zero"),
    (lambda m, b: m.gear("arm", "leg", 1), thew.Error, r'no joint is named "leg" \(there are arm\)'),
    (lambda m, b: m.gear("arm", "arm", 1), thew.Error, "between two joints"),
    (lambda m, b: m.tendon_network("net", [{}]), thew.Error, "a cable needs a joint"),
    (lambda m, b: m.body("leg"), thew.Error, 'no body is named "leg"'),
    (lambda m, b: m.world.hinge(), thew.Error, "the world does not move"),
    (lambda m, b: b.box((1, 0, 1)), thew.Error, "size must be greater than zero"),
    (lambda m, b: b.sphere(1, mass=0), thew.Error, "mass must be greater than zero"),
    (lambda m, b: b.capsule(0.1), TypeError, "give the length, or start and end"),
    (lambda m, b: b.capsule(0.1, end=(0, 0, 0)), thew.Error, "the same point"),
    (lambda m, b: b.sphere(1, quat=(1, 0, 0, 0), euler=(0, 0, 0)), thew.Error, "not by both"),
    (lambda m, b: b.mesh("m", np.eye(3)), thew.Error, "four vertices or more"),
    (lambda m, b: b.mesh("m", *[WEDGE[0], [[0, 1, 4]]]), thew.Error, "there is no vertex 4"),
    (lambda m, b: b.sphere(float("nan")), thew.Error, "radius is not a finite number"),
    (lambda m, b: thew.ModelBuilder(timestep=0), thew.Error, "timestep must be greater than zero"),
]


@pytest.mark.parametrize("call, kind, message", WRONG, ids=[message for _, _, message in WRONG])
def test_what_makes_no_sense_says_so(call, kind, message):
    machine = thew.ModelBuilder()
    body = machine.world.add_body("arm").hinge().sphere(0.1)
    before = machine.to_xml()
    with pytest.raises(kind, match=message):
        call(machine, body)
    if "hand" not in machine.to_xml():
        assert machine.to_xml() == before


def test_example_of_the_page():
    code = (ROOT / "docs" / "builder.md").read_text().split("```python\n")[1].split("```")[0]
    made = {}
    exec(code, made)
    assert made["model"].nu == 1 and abs(made["data"].qpos[0] - 1) < 0.2
