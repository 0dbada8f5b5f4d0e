"""iLQR: the best controls of a motion, from derivatives of its steps. swing_up, walk_biped and trot_quadruped use it.

Each iteration differentiates every step of the present motion, goes back through time by Riccati's recursion, and tries the controls
that come out of it. Run: python examples/ilqr.py finds the controls of a mass on a rail, which one iteration must give.
"""

from dataclasses import dataclass

import numpy as np
import thew
from thew.derivative import DerivativeConfig

CONFIG = DerivativeConfig(sensors=False)


@dataclass
class Motion:
    """States (qpos, qvel) at T + 1 times, and the T controls between them."""

    qpos: np.ndarray
    qvel: np.ndarray
    ctrl: np.ndarray

    def __len__(self):
        return len(self.ctrl)

    def part(self, first, end):
        return Motion(self.qpos[first : end + 1], self.qvel[first : end + 1], self.ctrl[first:end])


@dataclass
class Cost:
    """Half the sum of x'Qx and u'Ru, x away from the states and u from the controls of a goal; the last x counts by `final`."""

    goal: Motion
    Q: np.ndarray
    final: np.ndarray
    R: np.ndarray

    def weight(self, t):
        return self.final if t == len(self.goal) else self.Q

    def of(self, model, motion):
        total = sum(x @ self.weight(t) @ x for t in range(len(motion) + 1) for x in [away(model, motion, self.goal, t)])
        effort = motion.ctrl - self.goal.ctrl
        return (total + np.einsum("ti,ij,tj", effort, self.R, effort)) / 2


def away(model, motion, other, t):
    """The state of a motion at a time as seen from that of another, in the tangent of positions."""
    x = np.empty(2 * model.nv)
    thew.mj_differentiatePos(model, x[: model.nv], 1, other.qpos[t], motion.qpos[t])
    x[model.nv :] = motion.qvel[t] - other.qvel[t]
    return x


def roll_out(model, data, start, ctrl, reference=None, gains=None):
    """The motion from a state (qpos, qvel); with gains, controls react where it leaves the reference."""
    T = len(ctrl)
    motion = Motion(np.empty((T + 1, model.nq)), np.empty((T + 1, model.nv)), ctrl.copy())
    thew.mj_resetData(model, data)
    data.qpos[:], data.qvel[:] = motion.qpos[0], motion.qvel[0] = start
    for t in range(T):
        if gains is not None:
            motion.ctrl[t] += gains[t] @ away(model, motion, reference, t)
        limited = model.actuator_ctrllimited.astype(bool)
        low, high = model.actuator_ctrlrange.T
        motion.ctrl[t, limited] = np.clip(motion.ctrl[t], low, high)[limited]
        data.ctrl[:] = motion.ctrl[t]
        thew.mj_step(model, data)
        motion.qpos[t + 1], motion.qvel[t + 1] = data.qpos, data.qvel
    return motion


def improve(model, data, motion, cost, damping):
    """Changes of the controls, and gains by which they follow the states."""
    T, nx = len(motion), 2 * model.nv
    steps = []
    for t in range(T):
        data.qpos[:], data.qvel[:], data.ctrl[:] = motion.qpos[t], motion.qvel[t], motion.ctrl[t]
        steps.append(thew.derivative.transition(model, data, CONFIG))

    def search(damping):
        change, gains = np.empty((T, model.nu)), np.empty((T, model.nu, nx))
        curvature = cost.final
        gradient = curvature @ away(model, motion, cost.goal, T)
        for t in reversed(range(T)):
            A, B = steps[t].A, steps[t].B
            by_control = cost.R @ (motion.ctrl[t] - cost.goal.ctrl[t]) + B.T @ gradient
            right = curvature @ np.hstack([A, B])
            cc, cs = cost.R + B.T @ right[:, nx:], B.T @ right[:, :nx]
            both = -np.linalg.solve(cc + damping * np.eye(model.nu), np.column_stack([by_control, cs]))
            change[t], gains[t] = both[:, 0], both[:, 1:]
            back = cc @ gains[t] + cs
            gradient = cost.Q @ away(model, motion, cost.goal, t) + A.T @ gradient + gains[t].T @ (cc @ change[t] + by_control) + cs.T @ change[t]
            curvature = cost.Q + A.T @ right[:, :nx] + gains[t].T @ back + cs.T @ gains[t]
            curvature = (curvature + curvature.T) / 2
        return change, gains

    return search


def solve(model, data, start, ctrl, cost, iterations, damping=1.0, enough=1e-6):
    """The motion with the least cost that is found, and the cost of each iteration."""
    motion = roll_out(model, data, start, ctrl)
    costs = [cost.of(model, motion)]
    for _ in range(iterations):
        search = improve(model, data, motion, cost, damping)
        while damping < 1e8:
            change, gains = search(damping)
            tried = roll_out(model, data, start, motion.ctrl + change, motion, gains)
            now = cost.of(model, tried)
            if now < costs[-1]:
                damping = max(damping / 3, 1e-6)
                break
            damping *= 4
        else:
            break
        motion = tried
        costs.append(now)
        if costs[-2] - now < enough * now:
            break
    return motion, costs


def main():
    model = thew.MjModel.from_xml_string("""<mujoco><option timestep="0.1" gravity="0 0 0"/><worldbody><body>
        <joint name="x" type="slide" axis="1 0 0"/><geom size=".1" mass="2"/></body></worldbody><actuator><motor joint="x"/></actuator></mujoco>""")
    T = 30
    rest = Motion(np.zeros((T + 1, 1)), np.zeros((T + 1, 1)), np.zeros((T, 1)))
    cost = Cost(rest, np.diag([1.0, 0.1]), np.diag([100.0, 10.0]), np.array([[0.1]]))
    motion, costs = solve(model, thew.MjData(model), (np.ones(1), np.zeros(1)), rest.ctrl, cost, 3, damping=1e-9)
    # All controls at once: states are linear in them.
    A, B = np.array([[1, 0.1], [0, 1]]), np.array([0.005, 0.05])[:, None]
    B[0] = 0.1 * B[1]
    powers = [np.linalg.matrix_power(A, n) for n in range(T + 1)]
    H, g = 0.1 * np.eye(T), np.zeros(T)
    for t in range(1, T + 1):
        S = np.column_stack([powers[t - 1 - k] @ B if k < t else np.zeros((2, 1)) for k in range(T)])
        H, g = H + S.T @ cost.weight(t) @ S, g + S.T @ cost.weight(t) @ powers[t] @ [1, 0]
    best = -np.linalg.solve(H, g)
    print(f"cost {costs[0]:.2f} -> {costs[-1]:.4f}; controls differ from the best by {np.abs(motion.ctrl[:, 0] - best).max():.1e}")
    assert np.abs(motion.ctrl[:, 0] - best).max() < 1e-6


if __name__ == "__main__":
    main()
