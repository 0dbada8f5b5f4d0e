"""Computed torque: an arm follows a path because inverse dynamics says which torques that takes.

1. Forward and inverse dynamics undo one another: the torques that inverse dynamics finds for an
   acceleration are those that produced it.
2. Feeding the torques of a planned path forward keeps the arm on it.
Run: python examples/inverse_dynamics.py
"""

import numpy as np
import thew

XML = """
<mujoco model="three-link arm">
  <option timestep="0.001" integrator="RK4"/>
  <default>
    <geom type="capsule" size="0.04" contype="0" conaffinity="0" density="1000"/>
    <joint type="hinge" damping="0.1"/>
  </default>
  <worldbody>
    <body pos="0 0 1">
      <joint name="turn" axis="0 0 1"/>
      <joint name="shoulder" axis="0 1 0"/>
      <geom fromto="0 0 0 0.4 0 0"/>
      <body pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0"/>
        <geom fromto="0 0 0 0.3 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
AMPLITUDE = np.array([0.8, 0.5, -0.9])  # rad
FREQUENCY = np.array([2.0, 3.0, 4.0])  # rad/s


def path(time):
    """Angles, velocities and accelerations that the joints should have."""
    phase = FREQUENCY * time
    return (
        AMPLITUDE * np.sin(phase),
        AMPLITUDE * FREQUENCY * np.cos(phase),
        -AMPLITUDE * FREQUENCY**2 * np.sin(phase),
    )


def round_trip(model, random):
    """Largest difference between torques and what inverse dynamics makes of their accelerations."""
    data = thew.MjData(model)
    worst = 0.0
    for _ in range(20):
        data.qpos[:], data.qvel[:] = random.normal(size=(2, model.nv))
        data.qfrc_applied[:] = random.normal(size=model.nv)
        thew.mj_forward(model, data)
        thew.mj_inverse(model, data)
        worst = max(worst, np.abs(data.qfrc_inverse - data.qfrc_applied).max())
    return worst


def follow(model, seconds):
    """Largest distance from the path [rad] while its torques are fed forward."""
    arm, plan = thew.MjData(model), thew.MjData(model)
    arm.qpos[:], arm.qvel[:], _ = path(0.0)
    worst = 0.0
    while arm.time < seconds:
        # The torque in the middle of the step stands for the whole of it.
        plan.qpos[:], plan.qvel[:], plan.qacc[:] = path(arm.time + model.opt.timestep / 2)
        thew.mj_inverse(model, plan)
        arm.qfrc_applied[:] = plan.qfrc_inverse
        thew.mj_step(model, arm)
        worst = max(worst, np.abs(arm.qpos - path(arm.time)[0]).max())
    return worst


def main():
    model = thew.MjModel.from_xml_string(XML)
    error = round_trip(model, np.random.default_rng(0))
    print(f"forward then inverse: torques differ by {error:.1e} N m")
    assert error < 1e-10
    error = follow(model, 2.0)
    print(f"2 s along the path: at most {error:.1e} rad away from it")
    assert error < 1e-5


if __name__ == "__main__":
    main()
