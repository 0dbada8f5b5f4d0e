"""Seeded random states, moving, controlled and pushed: anywhere on the configuration manifold, or where motion leads."""

import numpy as np

# What a state consists of; other Data fields follow from these.
FIELDS = (
    "time qpos qvel act ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat eq_active history "
    "plastic plugin_state userdata qacc_warmstart"
).split()

FREE, BALL, SLIDE, HINGE = range(4)
DOFS = {FREE: 6, BALL: 3, SLIDE: 1, HINGE: 1}


def random_states(engine, model, count: int, seed: int) -> list[dict[str, np.ndarray]]:
    """`count` states of `model`, a model of `engine`. Positions go a little beyond limits."""
    rng, data = np.random.default_rng(seed), engine.MjData(model)
    return [_random_state(engine, model, data, rng) for _ in range(count)]


def reached_states(engine, model, count: int, seed: int) -> list[dict[str, np.ndarray]]:
    """`count` states along a motion of `engine` under random controls: contacts and limits are as they come."""
    rng, data = np.random.default_rng(seed), engine.MjData(model)
    steps = 40 if model.nv < 150 else 10  # from one state to the next
    put(engine, model, data, start_state(engine, model, seed))
    found = []
    for _ in range(count):
        for step in range(steps):
            if step % 10 == 0:
                data.ctrl[:] = _random_ctrl(model, rng)
            engine.mj_step(model, data)
        state = _snapshot(data)
        state["qvel"] += 0.1 * rng.normal(size=model.nv)
        state |= _random_pushes(model, rng)
        found.append(state)
    return found


def start_state(engine, model, seed: int) -> dict[str, np.ndarray]:
    """Where a trajectory starts: the first keyframe or the reset state, moving gently."""
    rng, data = np.random.default_rng(seed), engine.MjData(model)
    if model.nkey:
        engine.mj_resetDataKeyframe(model, data, 0)
    data.ctrl[:] = _random_ctrl(model, rng)
    data.qvel[:] = 0.1 * rng.normal(size=model.nv)
    return _snapshot(data)


def nudged(engine, model, state: dict[str, np.ndarray], seed: int) -> dict[str, np.ndarray]:
    """The same state moved by 1e-13: what moves with it cannot be demanded of another engine."""
    rng, moved = np.random.default_rng(seed), {k: v.copy() for k, v in state.items()}
    engine.mj_integratePos(model, moved["qpos"], 1e-13 * rng.normal(size=model.nv), 1.0)
    moved["qvel"] *= 1 + 1e-13 * rng.normal(size=model.nv)
    return moved


def put(engine, model, data, state: dict[str, np.ndarray]) -> None:
    """Resets `data` and writes the state into it."""
    engine.mj_resetData(model, data)
    for name, value in state.items():
        if name == "time":
            data.time = float(value)
        elif value.size:
            getattr(data, name)[:] = value


def _random_state(engine, model, data, rng) -> dict[str, np.ndarray]:
    engine.mj_resetData(model, data)
    extent = model.stat.extent
    engine.mj_integratePos(model, data.qpos, _random_move(model, extent, rng), 1.0)
    for joint in np.flatnonzero((model.jnt_type >= SLIDE) & model.jnt_limited.astype(bool)):
        low, high = model.jnt_range[joint]
        data.qpos[model.jnt_qposadr[joint]] = low + (high - low) * rng.uniform(-0.05, 1.05)
    data.qvel[:] = rng.normal(size=model.nv)
    data.act[:] = rng.uniform(size=model.na)
    data.ctrl[:] = _random_ctrl(model, rng)
    for name, value in _random_pushes(model, rng).items():
        getattr(data, name)[:] = value
    data.mocap_pos[:] += 0.05 * extent * rng.normal(size=(model.nmocap, 3))
    data.mocap_quat[:] += 0.2 * rng.normal(size=(model.nmocap, 4))
    data.mocap_quat[:] /= np.linalg.norm(data.mocap_quat, axis=1, keepdims=True)
    return _snapshot(data)


def _random_pushes(model, rng) -> dict[str, np.ndarray]:
    """Forces on the dofs, and on half of the bodies, by about three times their weight."""
    joint = rng.normal(size=model.nv) * model.dof_M0
    pushed = model.body_mass * (rng.random(model.nbody) < 0.5)
    reach = np.array([3.0] * 3 + [0.3 * model.stat.extent] * 3)
    body = rng.normal(size=(model.nbody, 6)) * pushed[:, None] * reach
    body[0] = 0
    return {"qfrc_applied": joint, "xfrc_applied": body}


def _random_move(model, extent: float, rng) -> np.ndarray:
    """A displacement in the tangent space at qpos0: metres scale with the model, angles do not."""
    scale = {
        FREE: [0.05 * extent] * 3 + [0.5] * 3,
        BALL: [0.5] * 3,
        SLIDE: [0.02 * extent],
        HINGE: [1.0],
    }
    scales = [scale[int(kind)] for kind in model.jnt_type]
    return rng.normal(size=model.nv) * np.concatenate([[], *scales])


def _random_ctrl(model, rng) -> np.ndarray:
    """Within the range of each control, now and then a little outside of it."""
    low, high = np.asarray(model.actuator_ctrlrange).reshape(-1, 2).T
    inside = low + (high - low) * rng.uniform(-0.05, 1.05, len(low))
    free = rng.normal(size=len(low))
    limited = np.asarray(model.actuator_ctrllimited).astype(bool)
    return np.where(limited, inside, free)[: model.nu]


def _snapshot(data) -> dict[str, np.ndarray]:
    return {name: np.array(getattr(data, name)) for name in FIELDS if hasattr(data, name)}
