"""Quaternions (w x y z) and poses."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from thew._constants import mjMINVAL
from thew._errors import FatalError
from thew._mju.arguments import Out, out, read
from thew._mju.vectors import mju_normalize


def _quat(values, name: str = "quat") -> list[float]:
    return read(values, 4, name).tolist()


def _product(a: list[float], b: list[float]) -> list[float]:
    return [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]


def _conjugate(q: list[float]) -> list[float]:
    return [q[0], -q[1], -q[2], -q[3]]


def _rotate(v: list[float], q: list[float]) -> list[float]:
    """v + 2 u x (w v + u x v) for q = (w, u)."""
    w, x, y, z = q
    if not (x or y or z):
        return v
    t = [
        w * v[0] + y * v[2] - z * v[1],
        w * v[1] + z * v[0] - x * v[2],
        w * v[2] + x * v[1] - y * v[0],
    ]
    return [
        v[0] + 2 * (y * t[2] - z * t[1]),
        v[1] + 2 * (z * t[0] - x * t[2]),
        v[2] + 2 * (x * t[1] - y * t[0]),
    ]


def _from_axis_angle(axis, angle: float) -> list[float]:
    if angle == 0:
        return [1.0, 0.0, 0.0, 0.0]
    s = math.sin(angle / 2)
    return [math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s]


def _to_velocity(q: list[float], dt: float) -> np.ndarray:
    axis = np.array(q[1:])
    angle = 2 * math.atan2(mju_normalize(axis), q[0])
    if angle > math.pi:
        angle -= 2 * math.pi  # the shorter way round
    return axis * (angle / dt)


def mju_unit4(res: Out) -> None:
    """res = the quaternion of no rotation."""
    out(res, 4)[:] = (1, 0, 0, 0)


def mju_rotVecQuat(res: Out, vec: ArrayLike, quat: ArrayLike) -> None:
    """res = vec rotated by quat."""
    target = out(res, 3)
    target[:] = _rotate(read(vec, 3).tolist(), _quat(quat))


def mju_negQuat(res: Out, quat: ArrayLike) -> None:
    """res = the inverse rotation."""
    out(res, 4)[:] = _conjugate(_quat(quat))


def mju_mulQuat(res: Out, quat1: ArrayLike, quat2: ArrayLike) -> None:
    """res = quat1 quat2."""
    out(res, 4)[:] = _product(_quat(quat1, "quat1"), _quat(quat2, "quat2"))


def mju_mulQuatAxis(res: Out, quat: ArrayLike, axis: ArrayLike) -> None:
    """res = quat (0, axis)."""
    out(res, 4)[:] = _product(_quat(quat), [0.0, *read(axis, 3, "axis").tolist()])


def mju_axisAngle2Quat(res: Out, axis: ArrayLike, angle: float) -> None:
    """res = the rotation about a unit axis."""
    out(res, 4)[:] = _from_axis_angle(read(axis, 3, "axis"), angle)


def mju_quat2Vel(res: Out, quat: ArrayLike, dt: float) -> None:
    """res = the angular velocity that makes this rotation in dt."""
    out(res, 3)[:] = _to_velocity(_quat(quat), dt)


def mju_subQuat(res: Out, qa: ArrayLike, qb: ArrayLike) -> None:
    """res = the rotation from qb to qa as a vector in the frame of qb."""
    out(res, 3)[:] = _to_velocity(_product(_conjugate(_quat(qb, "qb")), _quat(qa, "qa")), 1.0)


def mju_quat2Mat(res: Out, quat: ArrayLike) -> None:
    """res = the rotation matrix."""
    w, x, y, z = _quat(quat)
    out(res, 9)[:] = (
        w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z,
    )  # fmt: skip


def mju_mat2Quat(quat: Out, mat: ArrayLike) -> None:
    """quat = the rotation of a matrix; computed from its largest component."""
    target = out(quat, 4, "quat")
    m = read(mat, 9, "mat").reshape(3, 3)
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    if trace > 0:
        w = 0.5 * math.sqrt(1 + trace)
        q = [w, m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]
        q[1:] = [0.25 * v / w for v in q[1:]]
    else:
        i = int(np.argmax(np.diag(m)))
        j, k = (i + 1) % 3, (i + 2) % 3
        u = 0.5 * math.sqrt(1 + m[i, i] - m[j, j] - m[k, k])
        q = [0.25 * (m[k, j] - m[j, k]) / u, 0.0, 0.0, 0.0]
        q[1 + i] = u
        q[1 + j] = 0.25 * (m[j, i] + m[i, j]) / u
        q[1 + k] = 0.25 * (m[k, i] + m[i, k]) / u
    target[:] = q
    mju_normalize(target)


def mju_derivQuat(res: Out, quat: ArrayLike, vel: ArrayLike) -> None:
    """res = the time derivative of quat for an angular velocity in world axes."""
    product = _product([0.0, *read(vel, 3, "vel").tolist()], _quat(quat))
    out(res, 4)[:] = [0.5 * x for x in product]


def mju_quatIntegrate(quat: Out, vel: ArrayLike, scale: float) -> None:
    """quat turns with an angular velocity in its own axes for the time `scale`."""
    target = out(quat, 4, "quat")
    axis = read(vel, 3, "vel").copy()
    angle = scale * mju_normalize(axis)
    target[:] = _product(target.tolist(), _from_axis_angle(axis, angle))
    mju_normalize(target)


def mju_quatZ2Vec(quat: Out, vec: ArrayLike) -> None:
    """quat = the shortest rotation from the z axis to vec."""
    target = out(quat, 4, "quat")
    direction = read(vec, 3).copy()
    target[:] = (1, 0, 0, 0)
    if mju_normalize(direction) < mjMINVAL:
        return
    axis = np.array([-direction[1], direction[0], 0.0])
    sine = mju_normalize(axis)
    if sine < 1e-10:
        if direction[2] < 0:
            target[:] = (0, 1, 0, 0)
        return
    target[:] = _from_axis_angle(axis, math.atan2(sine, direction[2]))


def mju_euler2Quat(quat: Out, euler: ArrayLike, seq: str) -> None:
    """quat = rotations about three axes in turn: x y z move with the frame, X Y Z do not."""
    target = out(quat, 4, "quat")
    if len(seq) != 3:
        raise FatalError("mju_euler2Quat: seq must contain exactly 3 characters")
    q = [1.0, 0.0, 0.0, 0.0]
    for i, angle in enumerate(read(euler, 3, "euler").tolist()):
        axis = "xyz".find(seq[i].lower())
        if axis < 0:
            raise FatalError(
                f"mju_euler2Quat: seq[{i}] is '{seq[i]}', should be one of x, y, z, X, Y, Z"
            )
        turn = [math.cos(angle / 2), 0.0, 0.0, 0.0]
        turn[1 + axis] = math.sin(angle / 2)
        q = _product(q, turn) if seq[i].islower() else _product(turn, q)
    target[:] = q


def mju_mulPose(
    posres: Out, quatres: Out, pos1: ArrayLike, quat1: ArrayLike, pos2: ArrayLike, quat2: ArrayLike
) -> None:
    """(posres, quatres) = pose 1 followed by pose 2 in its frame."""
    q1, q2 = _quat(quat1, "quat1"), _quat(quat2, "quat2")
    moved = _rotate(read(pos2, 3, "pos2").tolist(), q1)
    position = read(pos1, 3, "pos1") + moved
    out(posres, 3, "posres")[:] = position
    target = out(quatres, 4, "quatres")
    target[:] = _product(q1, q2)
    mju_normalize(target)


def mju_negPose(posres: Out, quatres: Out, pos: ArrayLike, quat: ArrayLike) -> None:
    """(posres, quatres) = the inverse pose."""
    inverse = _conjugate(_quat(quat))
    moved = _rotate(read(pos, 3, "pos").tolist(), inverse)
    out(posres, 3, "posres")[:] = [-x for x in moved]
    out(quatres, 4, "quatres")[:] = inverse


def mju_trnVecPose(res: Out, pos: ArrayLike, quat: ArrayLike, vec: ArrayLike) -> None:
    """res = a point of the pose's frame in the outer frame."""
    out(res, 3)[:] = read(pos, 3, "pos") + _rotate(read(vec, 3).tolist(), _quat(quat))


def mju_transformSpatial(
    res: Out,
    vec: ArrayLike,
    flg_force: int,
    newpos: ArrayLike,
    oldpos: ArrayLike,
    rotnew2old: ArrayLike | None,
) -> None:
    """A motion or a force (rotation first) seen from another place, in axes turned by rotnew2old."""
    target, rotation, translation = out(res, 6), *np.split(read(vec, 6), 2)
    way = read(newpos, 3, "newpos") - read(oldpos, 3, "oldpos")
    if flg_force:
        rotation = rotation - np.cross(way, translation)
    else:
        translation = translation - np.cross(way, rotation)
    if rotnew2old is not None:
        turn = read(rotnew2old, 9, "rotnew2old").reshape(3, 3).T
        rotation, translation = turn @ rotation, turn @ translation
    target[:] = (*rotation, *translation)


def _cross_matrix(v: np.ndarray) -> np.ndarray:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def _right_jacobian(v: np.ndarray) -> np.ndarray:
    """How exp(v) turns, in its own axes, when v changes: 1 - (1 - cos a)/a^2 V + (a - sin a)/a^3 V^2."""
    angle, cross = math.sqrt(v @ v), _cross_matrix(v)
    if angle < 1e-4:
        return np.eye(3) - cross / 2 + cross @ cross / 6
    first = 2 * (math.sin(angle / 2) / angle) ** 2
    return np.eye(3) - first * cross + (angle - math.sin(angle)) / angle**3 * cross @ cross


def mjd_quatIntegrate(vel: ArrayLike, scale: float, Dquat: Out, Dvel: Out, Dscale: Out) -> None:
    """Derivatives of mju_quatIntegrate by the quaternion (in its tangent), scale * vel, and scale."""
    v = read(vel, 3, "vel")
    targets = out(Dquat, 9, "Dquat"), out(Dvel, 9, "Dvel"), out(Dscale, 3, "Dscale")
    turn, back = np.array([1.0, 0, 0, 0]), np.empty(9)
    mju_quatIntegrate(turn, v, -scale)
    mju_quat2Mat(back, turn)
    targets[0][:] = back
    targets[1][:] = _right_jacobian(scale * v).reshape(-1)
    targets[2][:] = v


def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: Out | None, Db: Out | None) -> None:
    """Derivatives of mju_subQuat by both quaternions, in their tangents; either may be None."""
    difference = np.empty(3)
    mju_subQuat(difference, qa, qb)
    angle, cross = math.sqrt(difference @ difference), _cross_matrix(difference)
    square = 1 / 12 if angle < 1e-4 else (1 - angle / 2 / math.tan(angle / 2)) / angle**2
    inverse = np.eye(3) + cross / 2 + square * cross @ cross  # of the right Jacobian
    for target, value, name in ((Da, inverse, "Da"), (Db, -inverse.T, "Db")):
        if target is not None:
            out(target, 9, name)[:] = value.reshape(-1)
