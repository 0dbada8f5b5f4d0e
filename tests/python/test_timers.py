"""data.timer counts and times the parts of steps as MuJoCo does, by its own clock or the user's."""

import subprocess
import sys

import mujoco
import numpy as np
import pytest

import thew

MODEL = """<mujoco><option integrator="{integrator}"/><worldbody><geom type="plane" size="1 1 1"/>
<body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
CALLS = [
    "mj_step", "mj_step1", "mj_step2", "mj_forward", "mj_inverse", "mj_fwdPosition", "mj_fwdVelocity", "mj_fwdActuation",
    "mj_fwdAcceleration", "mj_fwdConstraint", "mj_collision", "mj_kinematics", "mj_Euler", "mj_makeConstraint",
]  # fmt: skip
PROJECT = int(mujoco.mjtTimer.mjTIMER_POS_PROJECT)


def count(module, integrator, call):
    model = module.MjModel.from_xml_string(MODEL.format(integrator=integrator))
    data = module.MjData(model)
    assert data.timer[0].number == 0  # which times what follows
    module.mj_step(model, data)
    before = [timer.number for timer in data.timer]
    getattr(module, call)(model, data)
    return [timer.number - number for timer, number in zip(data.timer, before)]


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicitfast"])
@pytest.mark.parametrize("call", CALLS)
def test_parts_are_counted(call, integrator):
    ours, theirs = count(thew, integrator, call), count(mujoco, integrator, call)
    if call == "mj_inverse":  # which projects here, too
        ours[PROJECT] = theirs[PROJECT]
    assert ours == theirs


def test_times_add_up():
    model = thew.MjModel.from_xml_string(MODEL.format(integrator="Euler"))
    data = thew.MjData(model)
    assert data.timer[0].number == 0  # timed from here on
    for _ in range(1000):
        thew.mj_step(model, data)
    part = {name: data.timer[int(value)].duration for name, value in thew.mjtTimer.__members__.items() if "NTIMER" not in name}
    assert 1e-5 < part["mjTIMER_STEP"] < 10
    assert part["mjTIMER_STEP"] > part["mjTIMER_FORWARD"] + part["mjTIMER_ADVANCE"]
    assert part["mjTIMER_FORWARD"] > sum(part[f"mjTIMER_{name}"] for name in ("POSITION", "VELOCITY", "ACTUATION", "CONSTRAINT"))
    assert part["mjTIMER_POS_COLLISION"] > part["mjTIMER_COL_BROAD"] + part["mjTIMER_COL_NARROW"] > 0
    thew.mj_resetData(model, data)
    assert all(timer.duration == timer.number == 0 for timer in data.timer)


def test_a_clock_of_the_user():
    ticks = iter(np.arange(1e6))
    model = thew.MjModel.from_xml_string(MODEL.format(integrator="Euler"))
    data = thew.MjData(model)
    assert thew.get_mjcb_time() is None and mujoco.get_mjcb_time() is None

    def tick():
        return next(ticks)

    thew.set_mjcb_time(tick)
    try:
        assert thew.get_mjcb_time() is tick
        thew.mj_fwdVelocity(model, data)
        assert (data.timer[4].duration, data.timer[4].number) == (1, 1)
        thew.mj_step(model, data)
        assert data.timer[0].duration == int(data.timer[0].duration) > 10
        thew.set_mjcb_time(lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            thew.mj_forward(model, data)
    finally:
        thew.set_mjcb_time(None)
    thew.mj_step(model, data)
    assert 0 < data.timer[0].duration % 1 < 1  # its own clock again


def test_nothing_is_timed_for_nobody():
    code = """
import thew
model = thew.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>")
data = thew.MjData(model)
thew.mj_step(model, data)
assert data.timer[0].number == 0
thew.mj_step(model, data)
assert data.timer[0].number == 1
"""
    subprocess.run([sys.executable, "-c", code], check=True)
