"""Models that are written load again as they were, in Thew bit by bit and in MuJoCo to 1e-9, and are then written as before."""

import json
import sys
import xml.etree.ElementTree as xml

import pytest
from engines import OWN_MODELS, ROOT, ZOO, engine, reference
from rewriting import check, differences, load, rewrite
from thew import _thew

sys.path.append(str(ROOT / "bench" / "scenes"))

import everything  # noqa: E402
import machines  # noqa: E402

pytestmark = pytest.mark.skipif(engine is reference, reason="MuJoCo writes in another way")

INDEX = ZOO / "index.json"
ZOO_MODELS = [entry["path"] for entry in json.loads(INDEX.read_text())] if INDEX.exists() else []
MACHINES = {
    "muscle_arm": machines.muscle_arm,
    "tendon_hand": machines.tendon_hand,
    "drone": machines.drone,
    "sensing_quadruped": lambda: machines.sensing_quadruped(ROOT / "models" / "quadruped.xml"),
}


@pytest.mark.parametrize("path", OWN_MODELS, ids=lambda path: path.stem)
def test_own_model(path):
    check(path)


@pytest.mark.parametrize("name", MACHINES)
def test_scene(name):
    check(xml.tostring(MACHINES[name](), encoding="unicode"), in_both=True)


@pytest.mark.parametrize("text", [everything.BARE, everything.RICH], ids=["bare", "rich"])
def test_everything(text):
    check(text, in_both=True)


@pytest.mark.parametrize("name", ZOO_MODELS)
def test_zoo_model(name):
    try:
        load(engine, ZOO / name)
    except engine.Error:
        pytest.skip("it does not load")
    check(ZOO / name)


CLASSES = """
<mujoco>
  <compiler angle="radian" eulerseq="zyx"/>
  <default>
    <geom size=".1" rgba="1 0 0 1" euler=".1 .2 .3"/>
    <general ctrlrange="-1 1" gainprm="3"/>
    <default class="arm">
      <joint axis="0 1 0" damping="1 .2" range="-1 1"/>
      <geom type="capsule" size=".05 .2" axisangle="1 0 0 .5"/>
      <position kp="20" dampratio="1" forcerange="-5 5"/>
      <default class="hand"><geom type="box" size=".1 .1 .1"/><motor gear="3"/></default>
    </default>
    <default class="blind"><camera fovy="60"/><light type="directional"/><site type="box" size=".1 .2 .3"/></default>
    <default class="tight">
      <pair condim="4" friction=".5"/><equality solref=".03"/><tendon width=".01" stiffness="3"/><material rgba="0 1 0 1"/>
    </default>
  </default>
  <asset><material name="green" class="tight"/><material name="red" class="tight" rgba="1 0 0 1"/></asset>
  <worldbody>
    <geom name="plain"/>
    <body name="upper" childclass="arm" pos="0 0 1">
      <joint name="a"/><joint name="b" axis="1 0 0" damping="3"/>
      <geom name="g1"/><geom name="g2" class="main" quat="1 0 0 0"/><geom name="g3" class="hand" material="green"/>
      <frame childclass="hand" pos="0 0 .3"><geom name="g4"/><site name="s" class="blind"/><site name="t"/></frame>
      <body pos="0 0 .5"><joint name="c" class="main"/><geom name="g5"/><camera class="blind"/><light class="blind"/></body>
    </body>
  </worldbody>
  <contact><pair class="tight" geom1="plain" geom2="g1"/><pair class="tight" geom1="plain" geom2="g2" friction=".1 .2" margin=".01"/></contact>
  <equality><joint class="tight" joint1="a" joint2="b" polycoef="0 .5"/><weld body1="upper" solref=".01 1"/></equality>
  <tendon>
    <fixed class="tight" springlength=".2"><joint joint="a" coef="1"/></fixed>
    <spatial class="tight" springlength="0 .3" range="0 3"><site site="s"/><site site="t"/><pulley divisor="2"/><site site="t"/><site site="s"/></spatial>
  </tendon>
  <actuator>
    <general joint="a"/><motor joint="a"/><motor class="hand" joint="b"/><position class="arm" joint="a"/>
    <position class="hand" joint="a"/><position class="arm" joint="b" kp="5" kv="1"/><position class="arm" joint="a" inheritrange=".5" kp="2"/>
    <velocity class="arm" joint="c" kv="2"/><general class="arm" joint="c" biasprm="0 -1"/><intvelocity joint="a" actrange="-1 1"/>
    <damper class="hand" joint="a" ctrlrange="0 1" kv="2"/><cylinder joint="b" diameter=".1"/><muscle joint="c" lengthrange="0 1" force="10"/>
    <adhesion body="upper" ctrlrange="0 1" gain="3"/><dcmotor joint="a" motorconst=".1" resistance="2"/><pid joint="b" kp="4" ki="1"/>
  </actuator>
</mujoco>
"""


def test_classes_stay_classes():
    written = check(CLASSES, in_both=True)
    assert '<default class="hand">' in written and '<body name="upper" childclass="arm"' in written
    assert '<geom name="g1"/>' in written and '<geom name="g4"/>' in written
    assert '<position class="arm" joint="a"/>' in written and '<pid ' in written
    assert '<motor class="hand" joint="b"/>' in written


TREE = """
<mujoco>
  <worldbody>
    <geom name="0" size=".1"/>
    <frame name="outer" pos="1 0 0" euler="0 0 30">
      <geom name="1" size=".1"/>
      <frame name="inner" quat="1 1 0 0"><geom name="2" size=".1"/><site name="a"/><light name="l"/></frame>
      <frame name="empty"/>
      <body name="p"><frame pos="0 1 0"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><freejoint/></frame></body>
      <geom name="3" size=".1"/>
    </frame>
    <site name="b"/>
    <geom name="4" size=".1"/>
    <replicate count="3" offset=".5 0 0" euler="0 0 10"><body name="r" pos="0 0 1"><joint name="j"/><geom size=".1"/></body></replicate>
    <frame scale="2" scaling="geometry" massscale="3"><body name="s"><joint type="slide"/><geom size=".1"/></body></frame>
  </worldbody>
  <sensor><jointpos joint="j"/></sensor>
</mujoco>
"""


def test_frames_stay_frames():
    written = check(TREE, in_both=True)
    assert written.count("<frame") == 8 and '<frame name="empty"/>' in written
    names = [element.get("name") for element in xml.fromstring(written).iter("geom") if element.get("name")]
    assert names == list("01234")


ROBOT = b"""
<mujoco model="robot">
  <compiler angle="radian" eulerseq="XYZ" autolimits="true"/>
  <default><geom rgba="0 0 1 1"/><default class="leg"><joint damping="2" range="-1 2"/></default></default>
  <asset><material name="m" rgba="1 1 0 1"/><mesh name="t" class="leg" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset>
  <worldbody>
    <frame euler=".3 .4 .5"><body name="b" euler=".1 .2 .3"><freejoint/><geom size=".1" material="m" axisangle="0 1 0 .5"/>
      <body name="l" childclass="leg" pos="0 0 .3"><joint name="j" ref=".1"/><geom type="mesh" mesh="t" euler="1 0 0"/></body></body></frame>
  </worldbody>
  <actuator><position joint="j" kp="3"/></actuator>
  <keyframe><key name="k" qpos="0 0 1 1 0 0 0 .5" ctrl=".2"/></keyframe>
</mujoco>
"""

SCENE = """
<mujoco>
  <compiler angle="degree" autolimits="{autolimits}"/>
  <asset><model name="robot" file="robot.xml"/></asset>
  <worldbody>
    <body name="cart"><joint name="x" type="slide"/><geom size=".2"/></body>
    <body name="goal" mocap="true" pos="1 2 3"/>
    <frame pos="0 1 0"><attach model="robot" prefix="one_"/></frame>
    <attach model="robot" body="b" prefix="two_"/>
  </worldbody>
  <keyframe><key name="own" qpos="{qpos}"/></keyframe>
</mujoco>
"""


@pytest.mark.parametrize("autolimits", ["true", "false"])
def test_attached_models_say_it_by_themselves(autolimits):
    scene = SCENE.format(autolimits=autolimits, qpos="1 " + " ".join(["0"] * 16))
    assets = {"robot.xml": ROBOT}
    written = rewrite(scene, assets)
    model, again = load(engine, scene, assets), load(engine, written)
    # Angles in other units, rotations in another form: numbers that are the same to rounding.
    assert not differences(model, again)
    assert rewrite(written) == written
    assert not differences(load(reference, scene, assets), load(reference, written))
    assert "nan" not in written and "attach" not in written


def test_rules_that_no_element_can_say_are_refused():
    robot = ROBOT.replace(b"<compiler ", b'<compiler balanceinertia="true" ')
    with pytest.raises(engine.Error, match="another balanceinertia"):
        rewrite(SCENE.format(autolimits="true", qpos="1 " + " ".join(["0"] * 16)), {"robot.xml": robot})


def test_files_are_named_from_the_folder(tmp_path):
    folder = tmp_path / "robot"
    (folder / "meshes").mkdir(parents=True)
    (folder / "meshes" / "tetra.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
    path = folder / "robot.xml"
    path.write_text(
        '<mujoco><compiler meshdir="meshes" strippath="true"/><asset><mesh file="there/tetra.obj" scale="2 2 2"/></asset>'
        '<worldbody><geom type="mesh" mesh="tetra"/></worldbody></mujoco>'
    )
    for place in (folder, tmp_path / "elsewhere"):
        place.mkdir(exist_ok=True)
        written = rewrite(path, folder=place)
        assert str(tmp_path) not in written
        (place / "written.xml").write_text(written)
        for module in (engine, reference):
            again = load(module, place / "written.xml")
            assert not differences(load(module, path), again)
    assert 'file="../robot/meshes/tetra.obj"' in written


def test_numbers_keep_their_bits():
    numbers = ["0.1", "1e-17", "123456789.123456789", "-0.30000000000000004", "5e-324", "1e60"]
    text = f'<mujoco><custom><numeric name="n" size="9" data="{" ".join(numbers)}"/><text name="t" data="a &lt;&quot;&amp;&#10;b"/></custom></mujoco>'
    written = rewrite(text)
    assert _thew.first_difference(load(engine, text), load(engine, written)) is None
