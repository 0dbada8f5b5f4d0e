"""The plugins that MuJoCo ships as libraries are part of Thew: the same models, and the same motion."""

import itertools

import numpy as np
import pytest
from engines import engine, reference
from rewriting import check
from thew.diff import compare

PID = """
<mujoco>
  <option timestep=".004" gravity="0 0 -3"/>
  <extension><plugin plugin="mujoco.pid"><instance name="a">{config}</instance></plugin></extension>
  <worldbody>
    <body><joint name="slide" type="slide" axis="0 0 1" damping=".1"/><geom size=".1"/>
      <body pos=".3 0 0"><joint name="hinge" axis="0 1 0"/><geom size=".08"/></body></body>
  </worldbody>
  <actuator>
    <motor joint="hinge" gear=".1"/>
    <general joint="slide" dyntype="filter" dynprm=".1"/>
    <plugin name="p" joint="slide" plugin="mujoco.pid" instance="a" {attributes}/>
    <plugin name="q" joint="hinge" plugin="mujoco.pid" gear="2"><config key="kp" value="3"/></plugin>
  </actuator>
</mujoco>
"""
SETTINGS = {
    "p": {"kp": 40}, "pd": {"kp": 40, "kd": 4}, "pid": {"kp": 40, "ki": 20, "kd": 4}, "bounded": {"ki": 30, "imax": 0.4},
    "slewed": {"kp": 40, "slewmax": 0.5}, "all": {"kp": 40, "ki": 20, "kd": 4, "imax": 1, "slewmax": 2},
}  # fmt: skip
ATTRIBUTES = {
    "plain": "", "ranges": 'ctrlrange="-.2 .2" forcerange="-8 8"', "filter": 'dyntype="filter" dynprm=".05"',
    "exact": 'dyntype="filterexact" dynprm=".05" actearly="true"', "integrator": 'dyntype="integrator" ctrlrange="-1 1" actearly="true"',
}  # fmt: skip


def pid(setting, attribute):
    values = SETTINGS[setting]
    config = "".join(f'<config key="{key}" value="{value}"/>' for key, value in values.items())
    states = ("ki" in values) + ("slewmax" in values) + ("dyntype" in ATTRIBUTES[attribute])
    return PID.format(config=config, attributes=f'{ATTRIBUTES[attribute]} actdim="{states}"' if states else ATTRIBUTES[attribute])


@pytest.mark.parametrize("setting,attribute", list(itertools.product(SETTINGS, ATTRIBUTES)))
def test_pid(setting, attribute):
    text = pid(setting, attribute)
    report = compare(text, 2, seed=1, steps=100, engine=engine, reference=reference)
    assert report.agree, report.table()
    if engine is not reference:
        check(text, in_both=True)


GRID = """
<mujoco>
  <extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .12" euler="10 5 0">
      <freejoint/><geom type="box" size=".2 .2 .1"/><site name="touch" pos="0 0 .3" euler="20 -10 0"/>
      <body pos="0 0 .2"><geom size=".05"/><site name="other" zaxis="0 0 -1"/></body>
    </body>
    <body pos=".05 0 .4"><freejoint/><geom size=".08" condim="6"/></body>
    <body pos="-.1 .1 .35"><freejoint/><geom size=".06" condim="4"/></body>
  </worldbody>
  <sensor>
    <plugin name="fine" plugin="mujoco.sensor.touch_grid" objtype="site" objname="touch">
      <config key="nchannel" value="6"/><config key="size" value="5 4"/><config key="fov" value="90 80"/><config key="gamma" value=".5"/>
    </plugin>
    <plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="other" cutoff="3">
      <config key="size" value="2 3"/><config key="fov" value="180 90"/><config key="gamma" value="0"/>
    </plugin>
  </sensor>
</mujoco>
"""


def test_touch_grid():
    report = compare(GRID, 3, seed=2, steps=60, engine=engine, reference=reference)
    assert report.agree, report.table()
    if engine is not reference:
        check(GRID, in_both=True)


def test_the_grid_feels_something():
    m = engine.MjModel.from_xml_string(GRID)
    d = engine.MjData(m)
    engine.mj_step(m, d, nstep=100)
    assert np.abs(d.sensordata).max() > 0.1


@pytest.mark.parametrize(
    "config",
    [{"kp": "1", "ki": "1", "imax": "-1"}, {"slewmax": "-1"}, {"nothing": "1"}],
)
def test_wrong_settings_are_refused_by_both(config):
    text = PID.format(config="".join(f'<config key="{key}" value="{value}"/>' for key, value in config.items()), attributes='actdim="1"')
    for module in (engine, reference):
        with pytest.raises(ValueError):
            module.MjModel.from_xml_string(text)


@pytest.mark.parametrize("change", [("5 4", "5"), ("5 4", "0 4"), ("90 80", "190 80"), ('"6"', '"7"'), (".5", "2"), ('objtype="site"', 'objtype="body"')])
def test_wrong_grids_are_refused(change):
    with pytest.raises(ValueError):
        engine.MjModel.from_xml_string(GRID.replace(*change))
