"""What the mouse does to bodies."""

from __future__ import annotations

import math

import numpy as np

from thew import _enums, _thew
from thew._constants import mjMINVAL
from thew._errors import FatalError
from thew._mju.quaternions import (
    mju_axisAngle2Quat,
    mju_mulPose,
    mju_mulQuat,
    mju_negPose,
    mju_subQuat,
)
from thew._mju.vectors import mju_normalize
from thew._visual.cameras import ORTHOGRAPHIC_SCALE, mjv_frustumHeight
from thew._visual.records import MjvPerturb, MjvScene
from thew._visual.transforms import VERTICAL, mjv_cameraInModel

_MOUSE = _enums.ENUMS["mjtMouse"]
_PERTURB = _enums.ENUMS["mjtPertBit"]

Pose = tuple[np.ndarray, np.ndarray]


def _product(a: Pose, b: Pose) -> Pose:
    pos, quat = np.empty(3), np.empty(4)
    mju_mulPose(pos, quat, *a, *b)
    return pos, quat


def _inverse(a: Pose) -> Pose:
    pos, quat = np.empty(3), np.empty(4)
    mju_negPose(pos, quat, *a)
    return pos, quat


def _inertial(m, d, body: int) -> Pose:
    """The frame of a body's inertia in the world."""
    quat = np.empty(4)
    mju_mulQuat(quat, d.xquat[body], m.body_iquat[body])
    return d.xipos[body].copy(), quat


def _selected(m, pert: MjvPerturb) -> int | None:
    return pert.select if 0 < pert.select < m.nbody else None


def _selected_point(d, pert: MjvPerturb) -> np.ndarray:
    body = pert.select
    return d.xpos[body] + d.xmat[body].reshape(3, 3) @ pert.localpos


def _mass_at(m, d, point: np.ndarray, body: int) -> float:
    """How heavy the point is to pull: 3 / trace(J M^-1 J'), or 1 where it cannot be moved."""
    jacobian, solved = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    _thew.mj_jac(m, d, jacobian, None, point, body)
    if m.nv:
        _thew.mj_solveM(m, d, solved, jacobian)
    trace = float((jacobian * solved).sum())
    return 3 / trace if trace > mjMINVAL else 1.0


def mjv_initPerturb(m, d, scn: MjvScene, pert: MjvPerturb) -> None:
    """Takes hold of the selected body where it is; sets how far the mouse moves it."""
    body = _selected(m, pert)
    if body is None:
        return
    pert.refpos, pert.refquat = _inertial(m, d, body)
    pert.refselpos = _selected_point(d, pert)
    pert.localmass = _mass_at(m, d, pert.refselpos, body)
    head, forward, up = (np.empty(3) for _ in range(3))
    mjv_cameraInModel(head, forward, up, scn)
    height = mjv_frustumHeight(scn) * (ORTHOGRAPHIC_SCALE if scn.camera[0].orthographic else 1)
    pert.scale = height * float(forward @ (pert.refselpos - head))


def _directions(scn: MjvScene) -> tuple[np.ndarray, np.ndarray]:
    """To the right and ahead of the camera, level."""
    head, forward, up = (np.empty(3) for _ in range(3))
    mjv_cameraInModel(head, forward, up, scn)
    ahead = np.array([forward[0], forward[1], 0.0])
    mju_normalize(ahead)
    return np.array([ahead[1], -ahead[0], 0.0]), ahead


def _limited(quat: np.ndarray, present: np.ndarray) -> np.ndarray:
    """A rotation, but no more than a quarter of a turn away from the present one."""
    away = np.empty(3)
    mju_subQuat(away, quat, present)
    if mju_normalize(away) <= math.pi / 2:
        return quat
    turn, limited = np.empty(4), np.empty(4)
    mju_axisAngle2Quat(turn, away, math.pi / 2)
    mju_mulQuat(limited, present, turn)
    return limited


def mjv_movePerturb(
    m, d, action: int, reldx: float, reldy: float, scn: MjvScene, pert: MjvPerturb
) -> None:
    """Moves what the mouse holds the body at."""
    right, ahead = _directions(scn)
    other = np.array([0.0, 0.0, 1.0]) if action in VERTICAL else ahead
    if action in (_MOUSE.mjMOUSE_ROTATE_V, _MOUSE.mjMOUSE_ROTATE_H):
        axis = reldx * other + reldy * right
        angle = 2 * math.pi * mju_normalize(axis)
        turn, quat = np.empty(4), np.empty(4)
        mju_axisAngle2Quat(turn, axis, angle)
        mju_mulQuat(quat, turn, pert.refquat)
        mju_normalize(quat)
        pert.refquat = _limited(quat, _inertial(m, d, pert.select)[1])
    elif action in (_MOUSE.mjMOUSE_MOVE_V, _MOUSE.mjMOUSE_MOVE_H):
        _shift(pert, pert.scale * (reldx * right - reldy * other))
    elif action in (_MOUSE.mjMOUSE_MOVE_V_REL, _MOUSE.mjMOUSE_MOVE_H_REL):
        vertical = action == _MOUSE.mjMOUSE_MOVE_V_REL
        way = np.array([0.0, reldx, reldy] if vertical else [reldy, reldx, 0.0])
        _shift(pert, pert.scale * d.xmat[pert.select].reshape(3, 3) @ way)
    elif action != _MOUSE.mjMOUSE_ZOOM:
        raise FatalError(f"mjv_movePerturb: unexpected mouse action {int(action)}")


def _shift(pert: MjvPerturb, way: np.ndarray) -> None:
    pert.refpos += way
    pert.refselpos += way


def mjv_applyPerturbPose(m, d, pert: MjvPerturb, flg_paused: int) -> None:
    """Puts the selected body where the mouse holds it: a mocap body, or a free tree when paused."""
    body = _selected(m, pert)
    if body is None or not (pert.active | pert.active2):
        return
    wanted: Pose = (pert.refpos.copy(), pert.refquat.copy())
    mocap = int(m.body_mocapid[body])
    if mocap >= 0:
        inertial = m.body_ipos[body], m.body_iquat[body]
        d.mocap_pos[mocap], d.mocap_quat[mocap] = _product(wanted, _inverse(inertial))
        return
    root = int(m.body_rootid[body])
    joint = int(m.body_jntadr[root])
    free = _enums.ENUMS["mjtJoint"].mjJNT_FREE
    if flg_paused and m.body_jntnum[root] == 1 and m.jnt_type[joint] == free:
        first = int(m.jnt_qposadr[joint])
        pose = d.qpos[first : first + 3], d.qpos[first + 3 : first + 7]
        to_root = _product(_inverse(_inertial(m, d, body)), pose)
        d.qpos[first : first + 3], d.qpos[first + 3 : first + 7] = _product(wanted, to_root)


def mjv_applyPerturbForce(m, d, pert: MjvPerturb) -> None:
    """Pulls and turns the selected body by a damped spring towards where the mouse holds it."""
    body = _selected(m, pert)
    active = pert.active | pert.active2
    if body is None or not active:
        return
    velocity = np.empty(6)
    _thew.mj_objectVelocity(m, d, int(_enums.ENUMS["mjtObj"].mjOBJ_BODY), body, velocity, 0)
    spin = velocity[:3]
    weight = float(m.body_invweight0[body, 1])
    inertia = 1 / max(mjMINVAL, weight) if weight > 0 else 1.0
    stiffness = float(m.vis.map.stiffnessrot)
    force, torque = np.zeros(3), np.zeros(3)
    if active & _PERTURB.mjPERT_TRANSLATE:
        force, torque = _pull(m, d, pert, velocity)
        way = pert.refselpos - _selected_point(d, pert)
        mju_normalize(way)
        torque = torque - inertia * math.sqrt(stiffness) * (spin @ way) * way
    if active & _PERTURB.mjPERT_ROTATE:
        quat, turn = _inertial(m, d, body)[1], np.empty(3)
        mju_subQuat(turn, pert.refquat, quat)
        rotation = d.ximat[body].reshape(3, 3)
        torque = torque + inertia * (stiffness * rotation @ turn - math.sqrt(stiffness) * spin)
    d.xfrc_applied[body] = (*force, *torque)


def _pull(m, d, pert: MjvPerturb, velocity: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Force at the centre of mass and torque of a spring and damper at the selected point."""
    point = _selected_point(d, pert)
    arm = point - d.xipos[pert.select]
    speed = velocity[3:] + np.cross(velocity[:3], arm)
    stiffness = float(m.vis.map.stiffness)
    force = pert.localmass * (
        stiffness * (pert.refselpos - point) - math.sqrt(stiffness) * speed
    )
    return force, np.cross(arm, force)
