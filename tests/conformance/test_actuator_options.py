"""What the elements and attributes of actuators compile to, what they inherit, and what is refused."""

import numpy as np
import pytest
from engines import engine, reference

MODEL = """<mujoco>{head}<compiler angle="radian"/><worldbody>
  <body name="b"><joint name="j" type="hinge" axis="0 1 0" range="-1 2"/><geom size=".1" pos=".3 0 0"/><site name="s"/>
    <body pos=".3 0 0"><joint name="k" axis="0 1 .1" damping=".1"/><geom size=".05" pos=".2 0 0"/><site name="t"/></body></body>
  <body pos="0 2 0"><joint name="ball" type="ball"/><geom type="box" size=".1 .2 .05" pos=".1 .1 0"/><site name="u"/></body>
</worldbody><tendon><fixed name="n" range="-.4 .6"><joint joint="j" coef="2"/></fixed></tendon>
<actuator>{actuators}</actuator></mujoco>"""

MOTOR = 'joint="j" motorconst=".5" resistance="2"'
MUSCLE = '<general joint="j" gaintype="muscle" gainprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2" lengthrange="0 1"{}/>'
WRITTEN = [
    '<pid joint="j"/>',
    '<pid joint="j" ki="2" imax=".3"/>',
    '<pid joint="j" imax=".3" slewmax="2"/>',
    '<pid joint="j" input="ff" velrange="-1 1" ffrange="-2 2"/>',
    '<pid joint="j" input="pos vel ff" posrange="-1 1" velrange="-1 1" ffrange="-2 2" ctrlrange="-3 3"/>',
    '<pid joint="j" input="vel" posrange="-1 1"/>',
    '<pid joint="j" kp="3" dampratio="1" inheritrange=".5"/>',
    '<pid tendon="n" kp="3" inheritrange="1.5"/>',
    '<position joint="j" kp="3" inheritrange=".9"/>',
    '<intvelocity tendon="n" kp="3" inheritrange=".9"/>',
    '<general joint="j" gainprm="3" biastype="affine" biasprm="0 -3 0" inheritrange=".7"/>',
    '<general joint="j" gainprm="3" biastype="affine" biasprm="0 -3 0" input="pos"/>',
    '<general joint="j" input="expmap"/>',
    '<muscle joint="j" lengthrange="0 1"/>',
    '<muscle joint="j" lengthrange="0 1" timeconst="-1 .2" range="-1 2"/>',
    '<muscle joint="j" lengthrange="0 1" force="-3" scale="-3" tausmooth=".4"/>',
    MUSCLE.format(""),
    '<adhesion body="b" ctrlrange="0 1"/>',
    '<adhesion body="b" ctrlrange="0 1" gain="4" forcerange="0 3"/>',
    '<orientation joint="ball"/>',
    '<orientation joint="ball" kp="3" dampratio=".7" input="quat" forcerange="0 4"/>',
    '<orientation site="t" refsite="u" kp="3" kv="2" ctrlrange="-1 1"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1 0" input="quat"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1 0" dyntype="integrator" actdim="3" actlimited="true"/>',
    '<general joint="j" dyntype="dcmotor" gaintype="dcmotor" biastype="dcmotor" gainprm="2 .5" dynprm=".1" actearly="true"/>',
    '<general joint="j" dyntype="dcmotor" gaintype="dcmotor" biastype="dcmotor" gainprm="2 .5" dynprm="0" actearly="true" actdim="0"/>',
    '<general joint="j" dyntype="none" gaintype="dcmotor" biastype="dcmotor" gainprm="2 .5" dynprm="0"/>',
    '<general joint="j" dyntype="dcmotor" gaintype="fixed" dynprm=".1" actearly="true"/>',
    '<general site="t" refsite="s" gear="1 2 3 4 5 6"/>',
    '<general cranksite="t" slidersite="s" cranklength="2"/>',
    '<motor joint="j" damping="1 2 3" armature=".4"/>',
    '<dcmotor joint="j" nominal="12 2 100"/>',
    '<dcmotor joint="j" nominal="12 2 100" damping=".001"/>',
    '<dcmotor joint="j" nominal="12 2 100" damping=".001" resistance="2"/>',
    '<dcmotor joint="j" nominal="12 2 100" damping="10" resistance="2"/>',
    '<dcmotor joint="j" nominal="12 2 100" damping="10"/>',
    '<dcmotor joint="j" nominal="12 2 100" motorconst=".2"/>',
    '<dcmotor joint="j" nominal="-12 2 100" motorconst=".2" resistance="1"/>',
    '<dcmotor joint="j" resistance="2" motorconst=".5 .7"/>',
    '<dcmotor joint="j" resistance="2" motorconst="0 .7"/>',
    '<dcmotor joint="j" resistance="2" motorconst="0" input="none"/>',
]  # fmt: skip
WRITTEN += [
    f"<dcmotor {MOTOR} {options}/>"
    for options in (
        'saturation="1 2 3"', 'saturation="0 2"', 'saturation="-1"', 'controller="1 2 3 4 5 6" input="pos"',
        'thermal="1 2 3 .1 20 25"', 'thermal="1 0 3"', 'thermal="0 2 3"', 'thermal="1 2"', 'lugre="1 2 3 4 5"', 'lugre="-1"',
        'cogging="1 2 3"', 'controller="1 0 0 0 0 -3" input="pos"', 'input="pos voltage"',
        'ctrlrange="-1 1" input="pos vel"', 'controller="1 -1 0 -1 -1" input="pos"', 'inductance=".1 3"',
    )
]  # fmt: skip
DC = """<default><dcmotor motorconst=".5 .6" resistance="2" saturation="1 2 3" inductance=".1 0" controller="1 2 3 4 5 6"
  input="pos vel" thermal="1 2 0 .1 20 25" lugre="1 2 3 4 5" cogging="1 2 3"/></default>"""
INHERITED = [
    (DC, f'<dcmotor joint="j" {options}/>')
    for options in (
        "", 'saturation="0"', 'inductance="0"', 'saturation="0 1"', 'motorconst=".7"', 'nominal="12 2 100"', 'thermal="3"',
        'lugre="0"', 'controller="7"', 'input="voltage" controller="0 0 0 0"', 'cogging="0"', 'resistance="3"', 'thermal="0 0"',
    )
]  # fmt: skip
MUSCLES = '<default><muscle range="1 1.2" force="100" timeconst="1 .3"/></default>'
INHERITED += [
    (MUSCLES, '<muscle joint="j" lengthrange="0 1"/>'),
    (MUSCLES, '<muscle joint="j" lengthrange="0 1" force="-1" lmax="1.9"/>'),
    (MUSCLES, '<motor joint="j"/>'),
    (MUSCLES, '<general joint="j" lengthrange="0 1"/>'),
    ('<default><position kp="3" ctrlrange="-1 1"/></default>', '<muscle joint="j" lengthrange="0 1"/>'),
    ('<default><position kp="3" kv="1"/></default>', '<pid joint="j"/>'),
    ('<default><pid kp="3" kv="1" ki="2" imax=".1" slewmax="3" input="pos ff" velrange="-1 1" ffrange="-2 2"/></default>', '<pid joint="j"/>'),
    ('<default><pid kp="3" kv="1" ki="2" input="pos ff"/></default>', '<pid joint="j" ki="0"/>'),
    ('<default><pid kp="3" kv="1"/></default>', '<position joint="j"/>'),
    ('<default><pid kp="3" ki="2"/></default>', '<general joint="j"/>'),
    ('<default><pid kp="3" posrange="-1 1"/></default>', '<pid joint="j" inheritrange=".4"/>'),
    ('<default><pid kp="3" inheritrange=".4"/></default>', '<pid joint="j" posrange="-1 1"/>'),
    ('<default><orientation kp="3" kv="2" input="quat"/></default>', '<orientation joint="ball"/>'),
    ('<default><orientation kp="3" dampratio="1"/></default>', '<orientation joint="ball" kp="1" input="quat"/>'),
    ('<default><general gainprm="5"/></default>', '<adhesion body="b" ctrlrange="0 1"/>'),
    ('<default><adhesion gain="5" ctrlrange="0 2"/></default>', '<adhesion body="b"/>'),
    ('<default><motor gear="5"/></default>', '<adhesion body="b" ctrlrange="0 1"/>'),
    ('<default><general gaintype="dcmotor" gainprm="2 .5" forcerange="-1 1"/></default>', '<dcmotor joint="j"/>'),
    ('<default><general gaintype="dcmotor" gainprm="2 .5" forcerange="-1 1"/></default>', '<dcmotor joint="j" saturation="0 0 2"/>'),
    ('<default><motor nsample="3" delay=".01" interp="cubic"/></default>', '<position joint="j"/>'),
]  # fmt: skip
REFUSED = [
    '<pid joint="j" input="vel pos"/>',
    '<pid joint="j" ki="-1"/>',
    '<pid joint="j" slewmax="-1"/>',
    '<pid joint="j" input="vel" ki="1"/>',
    '<pid joint="j" input="voltage"/>',
    '<pid joint="j" kv="1" dampratio="1"/>',
    '<pid joint="j" posrange="-1 1" inheritrange="1"/>',
    '<general joint="j" gaintype="pid" biastype="affine" dyntype="pid" gainprm="0" dynprm="0 0"/>',
    '<general joint="j" gaintype="pid" biastype="affine" dyntype="pid" gainprm="1" dynprm="0 0" actdim="2"/>',
    '<general joint="j" gaintype="pid" biastype="affine" gainprm="1"/>',
    '<general joint="j" gaintype="pid"/>',
    '<general joint="j" dyntype="pid"/>',
    '<general body="b" gaintype="pid" biastype="affine" gainprm="0"/>',
    '<general joint="j" gaintype="fixed" input="ff"/>',
    MUSCLE.format(' input="pos"'),
    '<muscle joint="j" lengthrange="0 1" tausmooth="-1"/>',
    '<muscle joint="j" lengthrange="0 1" lmin="1.2"/>',
    '<muscle site="s"/>',
    '<adhesion body="b"/>',
    '<adhesion body="b" ctrlrange="0 1" gain="-1"/>',
    '<adhesion body="b" ctrlrange="-1 1"/>',
    '<adhesion ctrlrange="0 1"/>',
    '<orientation joint="j"/>',
    '<orientation site="t"/>',
    '<orientation joint="ball" forcerange="-1 4"/>',
    '<orientation joint="ball" kv="-1"/>',
    '<general joint="ball" gaintype="so3" biastype="so3"/>',
    '<general joint="ball" gaintype="so3" biasprm="0 -1 0"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1 0" dyntype="filter"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1 0" dyntype="integrator" input="quat"/>',
    '<general joint="j" dyntype="dcmotor" gaintype="dcmotor" gainprm="2 .5" dynprm=".1"/>',
    '<general joint="j" gaintype="dcmotor" gainprm="2 .5" dynprm=".1"/>',
    '<general joint="j" dyntype="dcmotor" gaintype="dcmotor" gainprm="2 .5" dynprm=".1" actearly="true" actdim="2"/>',
    '<dcmotor joint="j" resistance="2" motorconst="-1 .5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="0"/>',
    '<dcmotor joint="j" resistance="-2" motorconst="1"/>',
    '<dcmotor joint="j"/>',
    f'<dcmotor {MOTOR} inductance="-1"/>',
    f'<dcmotor {MOTOR} controller="1 2 3"/>',
    f'<dcmotor {MOTOR} controller="1 2 3" input="vel"/>',
    f'<dcmotor {MOTOR} controller="0 0 0 1"/>',
    f'<dcmotor {MOTOR} thermal="0 0 3"/>',
    f'<dcmotor {MOTOR} thermal="-1 2"/>',
    f'<dcmotor {MOTOR} input="none voltage"/>',
    f'<dcmotor {MOTOR} input="none" nsample="3"/>',
    '<motor site="s" damping="1"/>',
    '<motor site="s" armature="1"/>',
    '<motor joint="j" refsite="s"/>',
    '<motor joint="j" slidersite="s"/>',
    '<motor cranksite="t" slidersite="s"/>',
    '<motor cranksite="t" cranklength="1"/>',
    '<motor site="nobody"/>',
    '<position site="s" inheritrange="1"/>',
    '<motor/>',
]


def models(head, actuators):
    text = MODEL.format(head=head, actuators=actuators)
    return [module.MjModel.from_xml_string(text) for module in (engine, reference)]


def assert_same(ours, theirs):
    names = [name for name in dir(theirs) if name.startswith("actuator_")]
    for name in [*names, "nu", "na", "nout", "nactuator", "nhistory", "nJmom", "jnt_actuatorid", "key_ctrl"]:
        found, expected = np.asarray(getattr(ours, name), float), np.asarray(getattr(theirs, name), float)
        assert found.shape == expected.shape, name
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("actuator", WRITTEN)
def test_written(actuator):
    assert_same(*models("", actuator))


@pytest.mark.parametrize("head,actuator", INHERITED)
def test_inherited(head, actuator):
    assert_same(*models(head, actuator))


@pytest.mark.parametrize("actuator", REFUSED)
def test_refused(actuator):
    for module in (engine, reference):
        with pytest.raises(ValueError):
            module.MjModel.from_xml_string(MODEL.format(head="", actuators=actuator))


RULES = [
    "", 'mode="all" tolrange="1"', 'mode="none"', 'mode="muscleuser"', 'useexisting="false"', 'uselimit="true"', 'accel="5"',
    'maxforce=".5"', 'timeconst=".3"', 'timestep=".005"', 'inttotal="5" interval="1"', 'mode="all" uselimit="true" tolrange="1"',
]  # fmt: skip
PULLED = """<muscle name="m" tendon="n"/><muscle name="a" joint="j"/><muscle name="c" joint="j" lengthrange="0 1"/>
<muscle name="d" cranksite="t" slidersite="base" cranklength="3"/><general joint="j" gaintype="user"/><motor joint="j"/>
<general joint="j" biastype="muscle" biasprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2"/>"""


@pytest.mark.parametrize("rule", RULES)
def test_length_range(rule):
    text = MODEL.format(head=f"<compiler><lengthrange {rule}/></compiler>", actuators=PULLED)
    text = text.replace('<joint name="k"', '<joint name="k" range="-2 2"').replace("<worldbody>", '<worldbody><site name="base"/>')
    if 'mode="none"' in rule:
        text = text.replace(' range=".75', ' lengthrange="0 1" range=".75')
    ours, theirs = (module.MjModel.from_xml_string(text) for module in (engine, reference))
    width = np.diff(theirs.actuator_lengthrange)
    # The simulations run into limits, which are soft: both engines settle, but not to the last digit.
    np.testing.assert_allclose(ours.actuator_lengthrange / (width + 1e-9), theirs.actuator_lengthrange / (width + 1e-9), atol=1e-6)


@pytest.mark.parametrize("rule", ['inttotal="1e300"', 'timestep="1e-300"', 'tolrange="0"', 'inttotal="nan"'])
def test_length_range_never_hangs(rule):
    text = MODEL.format(head=f"<compiler><lengthrange {rule}/></compiler>", actuators='<muscle joint="k"/>')
    with pytest.raises(ValueError):
        engine.MjModel.from_xml_string(text)
