"""An acrobot swings up: two links, a motor at the elbow alone, controls found by iLQR.

Run: python examples/swing_up.py
"""

import ilqr
import numpy as np
import thew

XML = """
<mujoco model="acrobot">
  <option timestep="0.01"/>
  <worldbody>
    <body name="upper" pos="0 0 2">
      <joint name="shoulder" axis="0 1 0" damping="0.05"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.04" mass="1" contype="0" conaffinity="0"/>
      <body name="lower" pos="0 0 -0.5">
        <joint name="elbow" axis="0 1 0" damping="0.05"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.04" mass="1" contype="0" conaffinity="0"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="elbow" gear="5"/></actuator>
</mujoco>
"""
STEPS = 300


def run(iterations=300):
    """The motion, and the cost of each iteration."""
    model = thew.MjModel.from_xml_string(XML)
    upright = ilqr.Motion(np.tile([np.pi, 0], (STEPS + 1, 1)), np.zeros((STEPS + 1, 2)), np.zeros((STEPS, 1)))
    running, final = np.diag([0.01, 0.01, 1e-3, 1e-3]), np.diag([2000.0, 2000.0, 200.0, 200.0])
    cost = ilqr.Cost(upright, running, final, np.array([[0.02]]))
    guess = 0.1 * np.sin(np.arange(STEPS) / 15)[:, None]
    motion, costs = ilqr.solve(model, thew.MjData(model), (np.zeros(2), np.zeros(2)), guess, cost, iterations)
    return model, motion, costs


def main():
    model, motion, costs = run()
    angle, speed = np.abs(motion.qpos[-1] - [np.pi, 0]).max(), np.abs(motion.qvel[-1]).max()
    torque = np.abs(motion.ctrl).max() * model.actuator_gear[0, 0]
    print(f"cost {costs[0]:.0f} -> {costs[-1]:.3f} in {len(costs) - 1} iterations; at the end {angle:.1e} rad and")
    print(f"{speed:.1e} rad/s from upright; {torque:.1f} N m at most")
    assert max(angle, speed) < 0.1, "it did not get up"


if __name__ == "__main__":
    main()
