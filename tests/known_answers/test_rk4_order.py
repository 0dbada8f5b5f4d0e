"""Runge-Kutta has its fourth order for every joint type, rotations included."""

import numpy as np
import pytest
from engines import engine

HEAD = '<mujoco><option integrator="RK4"><flag contact="disable"/></option><worldbody>'
TAIL = "</worldbody></mujoco>"
BOX = '<geom type="box" size="0.1 0.05 0.2" pos="0.05 0.02 -0.2"/>'

MODELS = {
    "hinge": f"""{HEAD}<body><joint axis="0 1 0"/>{BOX}
      <body pos="0 0 -0.4"><joint axis="1 0.2 0" stiffness="2"/>{BOX}</body></body>{TAIL}""",
    "slide": f"""{HEAD}<body><joint type="slide" axis="1 0 0.1" stiffness="30"/>{BOX}
      <body pos="0 0 -0.1"><joint axis="0 1 0"/>{BOX}</body></body>{TAIL}""",
    "ball": f"""{HEAD}<body><joint type="ball"/>{BOX}
      <body pos="0 0 -0.4"><joint type="ball" stiffness="1"/>{BOX}</body></body>{TAIL}""",
    "free": f"""{HEAD}<body><freejoint/>{BOX}
      <body pos="0 0 -0.4"><joint type="ball"/>{BOX}</body></body>{TAIL}""",
    "several joints on one body": f"""{HEAD}<body><joint type="slide" axis="1 0 0" stiffness="20"/>
      <joint axis="0 0 1"/><joint type="ball" armature="0.1"/>{BOX}</body>{TAIL}""",
    "actuator with activation": f"""{HEAD}<body><joint name="a" axis="0 1 0"/>{BOX}</body></worldbody>
      <actuator><general joint="a" dyntype="filter" dynprm="0.1" gainprm="3"/></actuator></mujoco>""",
}


def end(model, h):
    """qpos and qvel after 0.32 s of steps h."""
    model.opt.timestep = h
    data = engine.MjData(model)
    data.qvel[:] = np.cos(1 + np.arange(model.nv))
    data.ctrl[:] = 0.7
    engine.mj_step(model, data, nstep=round(0.32 / h))
    return data.qpos.copy(), data.qvel.copy()


def distance(model, a, b):
    """Between two states, positions on the manifold."""
    apart = np.zeros(model.nv)
    engine.mj_differentiatePos(model, apart, 1.0, a[0], b[0])
    return np.linalg.norm(np.concatenate([apart, b[1] - a[1]]))


@pytest.mark.parametrize("name", MODELS)
def test_rk4_has_order_four(name):
    model = engine.MjModel.from_xml_string(MODELS[name])
    exact = end(model, 0.32 / 1024)
    errors = [distance(model, exact, end(model, 0.32 / steps)) for steps in (16, 32, 64)]
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    print(f"{name}: errors {errors}, orders {orders}")
    assert orders[-1] > 3.8


def test_rk4_accelerations_are_those_of_forward_as_the_step_shrinks():
    model = engine.MjModel.from_xml_string(MODELS["free"])
    data = engine.MjData(model)
    data.qvel[:] = np.cos(1 + np.arange(model.nv))
    engine.mj_forward(model, data)
    expected, before, h = data.qacc.copy(), data.qvel.copy(), 1e-5
    model.opt.timestep = h
    engine.mj_step(model, data)
    assert np.allclose((data.qvel - before) / h, expected, rtol=0, atol=1e-2 * np.abs(expected).max())


@pytest.mark.parametrize("name", ["hinge", "ball", "free"])
def test_rk4_at_four_times_the_step_is_as_accurate_as_euler(name):
    model = engine.MjModel.from_xml_string(MODELS[name])
    exact = end(model, 0.32 / 1024)
    slow = distance(model, exact, end(model, 0.32 / 32))
    model.opt.integrator = engine.mjtIntegrator.mjINT_EULER
    assert slow <= distance(model, exact, end(model, 0.32 / 128))
