"""From the frame of a model to the room that it is shown in, and back."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from thew import _enums
from thew._constants import mjMINVAL
from thew._errors import FatalError
from thew._mju.arguments import Out, out, read
from thew._mju.quaternions import mju_axisAngle2Quat, mju_mulQuat, mju_negQuat, mju_rotVecQuat
from thew._mju.vectors import mju_normalize, mju_normalize4
from thew._visual.cameras import room_camera
from thew._visual.records import MjvScene

_MOUSE = _enums.ENUMS["mjtMouse"]
VERTICAL = (_MOUSE.mjMOUSE_ROTATE_V, _MOUSE.mjMOUSE_MOVE_V, _MOUSE.mjMOUSE_MOVE_V_REL)


def _transform(scn: MjvScene, caller: str) -> tuple[np.ndarray, np.ndarray, float]:
    """Translation, rotation and scale from the model to the room."""
    if scn.scale < mjMINVAL:
        raise FatalError(f"{caller}: mjvScene scale too small")
    if not scn.enabletransform:
        return np.zeros(3), np.array([1.0, 0, 0, 0]), 1.0
    return scn.translate.astype(float), scn.rotate.astype(float), scn.scale


def _rotated(vector: np.ndarray, quat: np.ndarray) -> np.ndarray:
    made = np.empty(3)
    mju_rotVecQuat(made, vector, quat)
    return made


def _inverse(quat: np.ndarray) -> np.ndarray:
    made = np.empty(4)
    mju_negQuat(made, quat)
    return made


def mjv_model2room(
    roompos: Out, roomquat: Out, modelpos: ArrayLike, modelquat: ArrayLike, scn: MjvScene
) -> None:
    """A pose of the model in the room."""
    translate, rotate, scale = _transform(scn, "mjv_model2room")
    position = translate + scale * _rotated(read(modelpos, 3, "modelpos"), rotate)
    mju_mulQuat(roomquat, rotate, modelquat)
    mju_normalize4(roomquat)
    out(roompos, 3, "roompos")[:] = position


def mjv_room2model(
    modelpos: Out, modelquat: Out, roompos: ArrayLike, roomquat: ArrayLike, scn: MjvScene
) -> None:
    """A pose of the room in the model."""
    translate, rotate, scale = _transform(scn, "mjv_room2model")
    back = _inverse(rotate)
    position = _rotated(read(roompos, 3, "roompos") - translate, back) / scale
    mju_mulQuat(modelquat, back, roomquat)
    mju_normalize4(modelquat)
    out(modelpos, 3, "modelpos")[:] = position


def _turn(scn: MjvScene, vector: np.ndarray) -> None:
    """Turns the model about an axis, by half a turn for a vector of length 1."""
    axis = vector.copy()
    angle = math.pi * mju_normalize(axis)
    turn, result = np.empty(4), np.empty(4)
    mju_axisAngle2Quat(turn, axis, angle)
    mju_mulQuat(result, turn, scn.rotate)
    mju_normalize4(result)
    scn.rotate = result


def mjv_moveModel(
    m, action: int, reldx: float, reldy: float, roomup: ArrayLike, scn: MjvScene
) -> None:
    """Moves the model in its room with the mouse."""
    up = read(roomup, 3, "roomup").copy()
    mju_normalize(up)
    forward = room_camera(scn, "mjv_moveModel")[1]
    right, ahead = np.cross(forward, up), forward - up * (up @ forward)
    mju_normalize(right)
    mju_normalize(ahead)
    other = up if action in VERTICAL else ahead
    if action in (_MOUSE.mjMOUSE_ROTATE_V, _MOUSE.mjMOUSE_ROTATE_H):
        _turn(scn, reldx * other + reldy * right)
    elif action == _MOUSE.mjMOUSE_ZOOM:
        scn.scale += 3 * reldy * math.log(1 + scn.scale / 3)
        scn.scale = min(max(scn.scale, 0.01), 100.0)
    elif _MOUSE.mjMOUSE_MOVE_V <= action <= _MOUSE.mjMOUSE_MOVE_H_REL:
        shift = m.stat.extent * (reldx * right - reldy * other)
        scn.translate = scn.translate + shift
    else:
        raise FatalError(f"mjv_moveModel: unexpected action {int(action)}")
