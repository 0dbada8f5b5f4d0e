"""Gradients by positions as numbers and in their tangent space: a quaternion has four numbers and three directions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thew import _enums

_FREE = int(_enums.ENUMS["mjtJoint"].mjJNT_FREE)
_BALL = int(_enums.ENUMS["mjtJoint"].mjJNT_BALL)


def _joints(model):
    """(first position, first dof, how many plain numbers, whether a quaternion follows) of each joint."""
    for j in range(model.njnt):
        kind = int(model.jnt_type[j])
        plain = {_FREE: 3, _BALL: 0}.get(kind, 1)
        yield int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j]), plain, kind in (_FREE, _BALL)


def _turn(quat: NDArray) -> NDArray:
    """4 x 3: how the quaternion changes with a small local rotation, q (0, e_k) / 2."""
    w, x, y, z = quat / max(np.linalg.norm(quat), 1e-15)
    return 0.5 * np.array([[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]])


def chart(model, qpos: NDArray) -> NDArray:
    """nq x nv: d qpos / d tangent."""
    result = np.zeros((model.nq, model.nv))
    for q, v, plain, turns in _joints(model):
        for k in range(plain):
            result[q + k, v + k] = 1
        if turns:
            q, v = q + plain, v + plain
            result[q : q + 4, v : v + 3] = _turn(np.asarray(qpos[q : q + 4], float))
    return result


def inverse_chart(model, qpos: NDArray) -> NDArray:
    """nv x nq: d tangent / d qpos; numbers of a quaternion that only change its length change nothing."""
    result = chart(model, qpos).T
    for _, v, plain, turns in _joints(model):
        if turns:
            result[v + plain : v + plain + 3] *= 4
    return result
