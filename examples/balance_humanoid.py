"""A humanoid balances on one leg while it is pushed: a linear-quadratic regulator about a pose.

Inverse dynamics gives the controls that hold the pose, thew.derivative how a step reacts to a state and to controls that are a
little different, and Riccati's equation the best linear feedback for it.
Run: python examples/balance_humanoid.py
"""

import pathlib

import numpy as np
import thew
import thew.minimize
from thew.minimize import least_squares

MODEL = pathlib.Path(__file__).resolve().parents[1] / "models" / "humanoid.xml"
SECONDS, PUSH = 10.0, 30.0  # PUSH: of the trunk, once a second for a tenth of it [N]
POSE = {"left hip pitch": -0.5, "left knee": 1.0, "left ankle pitch": -0.3, "left shoulder roll": 0.4}  # [rad]


def lean(model, data):
    """The pose nearest to POSE whose centre of mass is above the right foot, with a flat sole."""
    thew.mj_resetDataKeyframe(model, data, model.key("stand").id)
    for name, angle in POSE.items():
        data.joint(name).qpos[:] = angle
    pose, foot, moved = data.qpos.copy(), data.body("right foot"), np.zeros(model.nq)

    def residual(moves):
        rows = []
        for move in moves.T:
            moved[:] = pose
            thew.mj_integratePos(model, moved, np.concatenate([np.zeros(3), move]), 1)
            data.qpos[:] = moved
            thew.mj_fwdPosition(model, data)
            aside = data.subtree_com[0, :2] - foot.xipos[:2]
            tilt = foot.xmat.reshape(3, 3)[:2, 2]
            rows.append(np.concatenate([100 * aside, 100 * tilt, move]))
        return np.transpose(rows)

    move, _ = least_squares(np.zeros(model.nv - 3), residual, verbose=thew.minimize.Verbosity.SILENT)
    thew.mj_integratePos(model, pose, np.concatenate([np.zeros(3), move]), 1)
    return pose


def place(model, data):
    """The pose, at the height at which the floor carries the weight."""
    data.qpos[:] = lean(model, data)
    pose, best = data.qpos.copy(), None
    for height in np.linspace(-0.001, 0.001, 2001) + stance_height(model, data):
        data.qpos[:] = pose
        data.qpos[2] = height
        thew.mj_forward(model, data)
        data.qacc[:] = 0
        thew.mj_inverse(model, data)
        lift = abs(data.qfrc_inverse[2])  # what would have to hold the root up
        if best is None or lift < best[0]:
            best = lift, data.qpos.copy(), data.qfrc_inverse.copy()
    return best[1], best[2]


def stance_height(model, data):
    """Height of the root at which the lowest point touches the floor."""
    thew.mj_forward(model, data)
    soles = [g for g in range(model.ngeom) if "foot" in model.geom(g).name or "sole" in model.geom(g).name]
    lowest = min(thew.mj_geomDistance(model, data, model.geom("floor").id, g, 2.0, None) for g in soles)
    return data.qpos[2] - lowest


def regulator(A, B, Q, R):
    """Gain K of the controls u = -K x that are best for the cost x'Q x + u'R u, by doubling."""
    a, g, h = A, B @ np.linalg.solve(R, B.T), Q
    eye = np.eye(len(A))
    for _ in range(60):
        inverse = np.linalg.inv(eye + g @ h)
        a, g, h, last = a @ inverse @ a, g + a @ inverse @ g @ a.T, h + a.T @ h @ inverse @ a, h
        if np.abs(h - last).max() <= 1e-10 * np.abs(h).max():
            break
    return np.linalg.solve(R + B.T @ h @ B, B.T @ h @ A)


def cost(model, data, foot):
    """Of the state: the centre of mass belongs above the foot, and joints where they were."""
    body, support = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    thew.mj_jacSubtreeCom(model, data, body, model.body("pelvis").id)
    thew.mj_jacBodyCom(model, data, support, None, foot)
    aside = body - support
    joints = np.eye(model.nv)
    joints[:6] = 0
    Q = np.zeros((2 * model.nv, 2 * model.nv))
    Q[: model.nv, : model.nv] = 1000 * aside.T @ aside + 3 * joints
    return Q


def run():
    """Times, how far the root is aside, its heights, and that of the pose."""
    model = thew.MjModel.from_xml_path(str(MODEL))
    data = thew.MjData(model)
    qpos, force = place(model, data)
    data.qpos[:], data.qvel[:] = qpos, 0
    thew.mj_forward(model, data)
    moment = np.zeros((model.nu, model.nv))
    thew.mju_sparse2dense(moment, data.actuator_moment, data.moment_rownnz, data.moment_rowadr, data.moment_colind)
    hold = np.linalg.lstsq(moment.T, force, rcond=None)[0]
    data.ctrl[:] = hold

    A, B, _, _ = thew.derivative.transition(model, data)
    K = regulator(A, B, cost(model, data, model.body("right foot").id), np.eye(model.nu))

    rng, away, times, aside, heights = np.random.default_rng(0), np.zeros(model.nv), [], [], []
    for i in range(round(SECONDS / model.opt.timestep)):
        thew.mj_differentiatePos(model, away, 1, qpos, data.qpos)
        data.ctrl[:] = hold - K @ np.concatenate([away, data.qvel])
        if i % 200 == 0:
            push = PUSH * rng.normal(size=2) / np.sqrt(2)
        data.body("torso").xfrc_applied[:2] = push if i % 200 < 20 else 0
        thew.mj_step(model, data)
        times.append(data.time)
        aside.append(np.hypot(*data.qpos[:2]))
        heights.append(data.qpos[2])
    return np.array(times), np.array(aside), np.array(heights), qpos[2]


def main():
    _, aside, heights, height = run()
    print(f"after {SECONDS:.0f} s: root never below {heights.min():.3f} m of {height:.3f} m, {aside.max():.3f} m aside at most")
    assert heights.min() > 0.9 * height, "it fell"


if __name__ == "__main__":
    main()
