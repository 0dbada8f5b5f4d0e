"""A quadruped trots while it is pushed: model predictive control at real-time rate on one core.

Every 20 ms iLQR improves a plan of the next 0.2 s by one iteration, from where the robot is now. The plan's model takes longer steps and
has softer feet than the one that is controlled. The sketch of a trot that it follows does not get ahead by itself.
Run: python examples/trot_quadruped.py
"""

import pathlib
import time

import ilqr
import numpy as np
import thew

MODEL = pathlib.Path(__file__).resolve().parents[1] / "models" / "quadruped.xml"
SECONDS, SPEED, STRIDE = 4.0, 0.4, 0.5  # speed [m/s], time of a stride [s]
HORIZON, TICK = 20, 2  # steps of a plan, and those between two plans
PUSH, PUSHES = 60.0, ((1.0, 1.15), (2.5, 2.65))  # sideways, on the trunk [N], and when [s]


def planning_model():
    model = thew.MjModel.from_xml_path(str(MODEL))
    model.opt.timestep = 0.01
    model.opt.impratio = 1
    model.geom_solimp[:, :3] = 0, 0.95, 0.01  # contacts begin with nothing: steps are smooth
    model.geom_solref[:, 0] = 0.03
    return model


def sketch(model, stand, first, count):
    """A trot from step `first` on: diagonal legs swing together, the trunk glides."""
    t = model.opt.timestep * (first + np.arange(count + 1))
    qpos, qvel = np.tile(stand, (count + 1, 1)), np.zeros((count + 1, model.nv))
    qpos[:, 0], qvel[:, 0] = SPEED * t, SPEED
    reach = SPEED * STRIDE / 4 / 0.36
    for leg, phase in enumerate((0, np.pi, np.pi, 0)):
        turn = 2 * np.pi * t / STRIDE + phase
        qpos[:, 8 + 3 * leg] += reach * np.sin(turn) + 0.35 * np.maximum(0, -np.cos(turn))
        qpos[:, 9 + 3 * leg] -= 0.7 * np.maximum(0, -np.cos(turn))
    qvel[:-1, 6:] = np.diff(qpos[:, 7:], axis=0) / model.opt.timestep
    qvel[-1, 6:] = qvel[-2, 6:]
    return ilqr.Motion(qpos, qvel, qpos[1:, 7:].copy())


def run(seconds=SECONDS, plans=True):
    """Times, states and pushes of the motion, and the processor time of each plan [s]."""
    model, plan = thew.MjModel.from_xml_path(str(MODEL)), planning_model()
    data, scratch = thew.MjData(model), thew.MjData(plan)
    thew.mj_resetDataKeyframe(model, data, 0)
    stand = data.qpos.copy()
    Q = np.diag([10.0, 30, 300, 60, 60, 30, *[2.0] * 12, 3, 3, 3, 1, 1, 1, *[0.01] * 12])
    R, inner = 3 * np.eye(model.nu), round(plan.opt.timestep / model.opt.timestep)
    ctrl, spent, states = sketch(plan, stand, 0, HORIZON).ctrl, [], []
    damping = 1.0
    for first in range(0, round(seconds / plan.opt.timestep), TICK):
        goal = sketch(plan, stand, first, HORIZON)
        if plans:
            begin = time.process_time()
            cost = ilqr.Cost(goal, Q, 5 * Q, R)
            motion, costs = ilqr.solve(plan, scratch, (data.qpos.copy(), data.qvel.copy()), ctrl, cost, 1, damping)
            spent.append(time.process_time() - begin)
            ctrl = np.concatenate([motion.ctrl[TICK:], goal.ctrl[-TICK:]])
        else:
            motion = goal
        for step in range(TICK * inner):
            data.ctrl[:] = motion.ctrl[step // inner]
            pushed = any(low <= data.time < high for low, high in PUSHES)
            data.body("trunk").xfrc_applied[1] = PUSH if pushed else 0
            thew.mj_step(model, data)
        states.append(np.concatenate([[data.time], data.qpos[:7], [pushed]]))
    return np.array(states), np.array(spent)


def main():
    states, spent = run()
    upright = 1 - 2 * (states[:, 5] ** 2 + states[:, 6] ** 2)  # how vertical the trunk is
    period = 0.01 * TICK
    print(f"{SECONDS:.0f} s: {states[-1, 1]:.2f} m ahead, {np.abs(states[:, 2]).max():.2f} m aside, height {states[:, 3].min():.2f} m or more")
    print(f"a plan takes {1e3 * np.median(spent):.1f} ms of {1e3 * period:.0f} ms: {period / np.median(spent):.1f} times as fast as real time")
    assert states[-1, 1] > 0.8 and upright.min() > 0.8 and states[:, 3].min() > 0.2, "it fell"
    alone, _ = run(plans=False)
    print(f"the sketch alone: {alone[-1, 1]:.2f} m ahead, {np.abs(alone[:, 2]).max():.2f} m aside")


if __name__ == "__main__":
    main()
