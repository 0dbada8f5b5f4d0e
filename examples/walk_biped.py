"""A planar biped walks for 2 s: iLQR turns a rough sketch of a gait into a motion that its dynamics, feet and motors can do.

The sketch moves the hips and knees like pendulums and lets the trunk glide ahead; followed as it is, the biped falls. Contacts get
stiffer from nothing as they get deeper (solimp begins with 0): a foot that comes down is then no jump, and gradients tell the truth.
Run: python examples/walk_biped.py
"""

import ilqr
import numpy as np
import thew

LEG = """
      <body name="{0} thigh" pos="0 0 -0.25">
        <joint name="{0} hip" axis="0 -1 0" damping="1"/>
        <geom class="leg" fromto="0 0 0 0 0 -0.42" size="0.05" mass="4"/>
        <body pos="0 0 -0.42">
          <joint name="{0} knee" axis="0 1 0" damping="1"/>
          <geom class="leg" fromto="0 0 0 0 0 -0.4" size="0.04" mass="2.5"/>
          <body pos="0 0 -0.42">
            <joint name="{0} ankle" axis="0 1 0" damping="1"/>
            <geom class="foot" fromto="-0.06 0 -0.03 0.14 0 -0.03" size="0.03" mass="0.8"/>
          </body>
        </body>
      </body>"""
XML = f"""
<mujoco model="biped">
  <option timestep="0.01" integrator="implicitfast"/>
  <default>
    <geom contype="0" conaffinity="0" type="capsule" friction="0.9" solref="0.03 1" solimp="0 0.95 0.01"/>
    <default class="leg"/>
    <default class="foot"><geom contype="1" condim="3"/></default>
    <position kp="300" kv="10" forcerange="-150 150"/>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1" conaffinity="1"/>
    <body name="trunk" pos="0 0 1.14">
      <joint name="x" type="slide" axis="1 0 0"/>
      <joint name="z" type="slide" axis="0 0 1"/>
      <joint name="pitch" axis="0 1 0"/>
      <geom fromto="0 0 -0.25 0 0 0.25" size="0.08" mass="20"/>{LEG.format("right")}{LEG.format("left")}
    </body>
  </worldbody>
  <actuator>
    <position joint="right hip"/><position joint="right knee"/><position joint="right ankle"/>
    <position joint="left hip"/><position joint="left knee"/><position joint="left ankle"/>
  </actuator>
</mujoco>
"""
STEPS, SPEED, STRIDE = 200, 0.6, 1.0  # steps of 10 ms; speed [m/s], time of a stride [s]


def sketch(model):
    """Legs that swing against one another, a trunk that glides."""
    t = model.opt.timestep * np.arange(STEPS + 1)
    turn = 2 * np.pi * t / STRIDE
    qpos, qvel = np.zeros((STEPS + 1, model.nq)), np.zeros((STEPS + 1, model.nv))
    qpos[:, 0], qvel[:, 0] = SPEED * t, SPEED
    for leg, phase in ((3, 0.0), (6, np.pi)):
        hip, lifts = 0.3 * np.sin(turn + phase) + 0.15, np.maximum(0, np.cos(turn + phase))
        knee = 0.3 + 0.7 * lifts
        qpos[:, leg], qpos[:, leg + 1], qpos[:, leg + 2] = hip, knee, hip - knee
    qpos[:, 1] = -0.03
    qvel[:-1, 3:] = np.diff(qpos[:, 3:], axis=0) / model.opt.timestep
    return ilqr.Motion(qpos, qvel, qpos[1:, 3:].copy())


def run(iterations=40):
    """The motion, what the sketch alone does, and the costs: of the sketch, and of the last iterations."""
    model = thew.MjModel.from_xml_string(XML)
    data, goal = thew.MjData(model), sketch(model)
    Q = np.diag([20.0, 200, 200, *[5.0] * 6, 2, 2, 2, *[0.01] * 6])
    cost = ilqr.Cost(goal, Q, 10 * Q, 2 * np.eye(model.nu))
    start = goal.qpos[0].copy(), goal.qvel[0].copy()
    naive = ilqr.roll_out(model, data, start, goal.ctrl)
    ctrl, costs = goal.ctrl[:0], [cost.of(model, naive)]
    for end in range(20, STEPS + 1, 20):  # further and further: it has not fallen when the next part begins
        part = ilqr.Cost(goal.part(0, end), Q, 10 * Q, cost.R)
        guess = np.concatenate([ctrl, goal.ctrl[len(ctrl) : end]])
        motion, found = ilqr.solve(model, data, start, guess, part, iterations, damping=1.0, enough=1e-3)
        ctrl = motion.ctrl
    return model, motion, naive, costs + found[1:]


def steps_taken(model, motion):
    """How often a foot comes down: contacts of the right foot, then of the left one, and so on."""
    data, order = thew.MjData(model), []
    for qpos in motion.qpos:
        data.qpos[:] = qpos
        thew.mj_forward(model, data)
        feet = {int(model.geom_bodyid[data.contact[i].geom[1]]) for i in range(data.ncon)}
        if len(feet) == 1 and (not order or order[-1] != feet):
            order.append(feet)
    return len(order)


def main():
    model, motion, naive, costs = run()
    ahead, lowest, count = motion.qpos[-1, 0], motion.qpos[:, 1].min(), steps_taken(model, motion)
    print(f"cost {costs[0]:.0f} -> {costs[-1]:.1f} by iLQR")
    print(f"2 s: {ahead:.2f} m ahead in {count} steps, the trunk never more than {-lowest:.3f} m below upright legs")
    print(f"the sketch alone: the trunk sinks by {-naive.qpos[:, 1].min():.2f} m")
    assert ahead > 1.0 and lowest > -0.1 and np.abs(motion.qpos[:, 2]).max() < 0.2, "it does not walk"
    assert count >= 4, "it does not step"


if __name__ == "__main__":
    main()
