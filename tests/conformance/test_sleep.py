"""Sleeping trees agree with MuJoCo: who falls asleep when, with whom, and what wakes them."""

import numpy as np
import pytest
from engines import engine, reference

SCENE = """<mujoco><option timestep=".005"><flag sleep="enable"/></option>
<default><geom size=".1 .1 .1" type="box"/></default>
<worldbody><geom type="plane" size="5 5 .1"/>
  <body name="low" pos="0 0 .1"><freejoint/><geom/></body>
  <body name="high" pos="0 0 .3"><freejoint/><geom/></body>
  <body name="alone" pos="1 0 .1"><freejoint/><geom/></body>
  <body name="ball" pos="-2 0 .1"><freejoint/><geom type="sphere" size=".1"/></body>
  <body name="never" pos="2 0 .1" sleep="never"><freejoint/><geom/></body>
  <body name="first" pos="3 0 .5"><joint name="first" axis="0 1 0" damping="1" range="-10 10" limited="true"/>
    <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body>
  <body name="second" pos="3 1 .5"><joint name="second" axis="0 1 0" damping="1" frictionloss=".1"/>
    <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body>
  <body name="hand" mocap="true" pos="1 2 .1"><geom type="sphere" size=".05"/></body>
</worldbody>
<equality><joint joint1="first" joint2="second" active="false"/></equality></mujoco>"""

TABLES = "tree_asleep tree_awake body_awake ntree_awake nbody_awake nparent_awake nv_awake".split()
LISTS = [("body_awake_ind", "nbody_awake"), ("parent_awake_ind", "nparent_awake"), ("dof_awake_ind", "nv_awake")]


class Pair:
    def __init__(self, xml=SCENE):
        self.worlds = []
        for module in (reference, engine):
            model = module.MjModel.from_xml_string(xml)
            self.worlds.append((module, model, module.MjData(model)))

    def each(self, change):
        for module, model, data in self.worlds:
            change(module, model, data)

    def step(self, count):
        for _ in range(count):
            self.each(lambda module, model, data: module.mj_step(model, data))
            self.check()

    def check(self):
        (_, _, theirs), (_, _, ours) = self.worlds
        for name in TABLES:
            assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
        for name, count in LISTS:
            n = getattr(theirs, count)
            assert np.array_equal(getattr(ours, name)[:n], getattr(theirs, name)[:n]), name
        assert np.abs(ours.qpos - theirs.qpos).max() <= 1e-9
        assert np.abs(ours.qvel - theirs.qvel).max() <= 1e-7

    def asleep(self, name):
        module, model, data = self.worlds[1]
        tree = model.body_treeid[module.mj_name2id(model, module.mjtObj.mjOBJ_BODY, name)]
        return data.tree_asleep[tree] >= 0


@pytest.fixture
def settled():
    pair = Pair()
    pair.step(100)
    assert pair.asleep("low") and pair.asleep("high") and pair.asleep("alone")
    assert not pair.asleep("never")
    return pair


def test_falls_asleep(settled):
    _, model, data = settled.worlds[1]
    assert data.nv_awake < model.nv
    before = data.qpos.copy()
    settled.step(50)
    assert np.array_equal(data.qpos[:21], before[:21])  # not a bit moves


def test_forces_wake(settled):
    settled.each(lambda module, model, data: data.xfrc_applied[1].__setitem__(0, 0.1))
    settled.step(1)
    assert not settled.asleep("low") and not settled.asleep("high")
    assert settled.asleep("alone")


def test_moving_wakes(settled):
    settled.each(lambda module, model, data: data.qpos.__setitem__(7 * 2 + 2, 0.12))
    settled.step(5)
    assert not settled.asleep("alone") and settled.asleep("low")


def test_touching_wakes(settled):
    def throw(module, model, data):
        data.qvel[6 * 3] = 4

    settled.each(throw)
    woke = False
    for _ in range(150):
        settled.step(1)
        woke = woke or not settled.asleep("low")
    assert woke


def test_mocap_wakes(settled):
    settled.each(lambda module, model, data: data.mocap_pos[0].__setitem__(slice(None), [1, 0, 0.24]))
    settled.step(3)
    assert not settled.asleep("alone")


def test_equality_wakes(settled):
    settled.step(200)
    settled.each(lambda module, model, data: data.qvel.__setitem__(-2, 1.0))
    settled.each(lambda module, model, data: data.eq_active.__setitem__(0, 1))
    settled.step(30)
    assert not settled.asleep("second")


def test_flag_off_wakes_all(settled):
    for module, model, _ in settled.worlds:
        model.opt.enableflags &= ~int(module.mjtEnableBit.mjENBL_SLEEP)
    settled.step(2)
    assert settled.worlds[1][2].ntree_awake == settled.worlds[1][1].ntree


def test_begins_asleep():
    pair = Pair(SCENE.replace('name="alone"', 'name="alone" sleep="init"'))
    pair.step(5)
    assert pair.asleep("alone")
    assert not pair.asleep("ball")


STACK = """<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 .1"/>
<body pos="0 0 .1" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body pos="0 0 .3" {second}><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body pos="2 0 1"><freejoint/><geom size=".1"/></body>
<body pos="3 0 .1" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
</worldbody><keyframe><key qpos="0 0 .1 1 0 0 0 0 0 .3 1 0 0 0 2 0 1 1 0 0 0 3 0 .2 1 0 0 0"/></keyframe></mujoco>"""


@pytest.mark.parametrize("second", ["sleep='init'", ""])
@pytest.mark.parametrize("key", [-1, 0])
def test_islands_sleep_at_the_reset(second, key):
    """Where an island has a tree that does not begin asleep, all of it stays awake."""
    pair = Pair(STACK.format(second=second))
    pair.each(lambda module, model, data: module.mj_resetDataKeyframe(model, data, key))
    for _ in range(4):  # after the reset, and after steps
        for name in [*TABLES, *"ncon nefc qacc qacc_smooth xpos M qfrc_bias".split()]:
            theirs, ours = (getattr(data, name) for _, _, data in pair.worlds)
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9, err_msg=name)
        pair.step(1)


def test_every_integrator():
    for integrator in ("Euler", "implicit", "implicitfast"):  # RK4: docs/differences.md
        pair = Pair(SCENE.replace("<option ", f'<option integrator="{integrator}" '))
        pair.step(120)
        assert pair.asleep("low")


@pytest.mark.parametrize(
    "actuator", ['motor site="s" refsite="r"', 'motor site="s"', 'orientation site="s" refsite="r"', 'motor cranksite="s" slidersite="r" cranklength="1"']
)
def test_trees_of_both_sites_of_an_actuator_stay_awake(actuator):
    body = '<body><joint/><geom size=".1"/><site name="{}"/></body>'
    text = f"<mujoco><worldbody>{body.format('s')}{body.format('r')}</worldbody><actuator><{actuator}/></actuator></mujoco>"
    ours, theirs = (module.MjModel.from_xml_string(text).tree_sleep_policy.tolist() for module in (engine, reference))
    assert ours == theirs
