"""From the frame of a model to the room that it is shown in, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from thew._constants import mjMINVAL
from thew._errors import FatalError
from thew._mju.arguments import Out, out, read
from thew._mju.quaternions import mju_mulQuat, mju_negQuat, mju_rotVecQuat
from thew._mju.vectors import mju_normalize4
from thew._visual.cameras import room_camera
from thew._visual.records import MjvScene


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


def mjv_cameraInModel(headpos: Out, forward: Out, up: Out, scn: MjvScene) -> None:
    """The camera of a scene, in the frame of the model."""
    targets = [out(t, 3, "result") for t in (headpos, forward, up)]
    translate, rotate, scale = _transform(scn, "mjv_cameraInModel")
    pos, *directions = room_camera(scn, "mjv_cameraInModel")
    back = _inverse(rotate)
    targets[0][:] = _rotated(pos - translate, back) / scale
    for target, direction in zip(targets[1:], directions):
        target[:] = _rotated(direction, back)
