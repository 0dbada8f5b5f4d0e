"""Cameras: what they see, and how they stand in the room of a scene."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _thew
from thew._constants import mjMINVAL
from thew._errors import FatalError
from thew._mju.arguments import Out, out, read
from thew._visual.records import MjvCamera, MjvGLCamera, MjvScene


def _unit(vector: np.ndarray) -> np.ndarray:
    length = math.sqrt(vector @ vector)
    return vector / length if length >= mjMINVAL else np.eye(vector.size)[0]


def mjv_cameraFrustum(
    zver: NDArray[np.float32],
    zhor: NDArray[np.float32],
    zclip: NDArray[np.float32],
    m,
    cam: MjvCamera,
) -> None:
    """What a camera sees: extents at the near plane, distances of near and far plane."""
    for target, value in zip((zver, zhor, zclip), _thew._camera_frustum(m, cam)):
        target[:] = value


def mjv_camera2GLCamera(m, d, cam: MjvCamera) -> MjvGLCamera:
    """The camera as OpenGL has it."""
    made = MjvGLCamera()
    _thew._gl_camera(m, d, cam, made)
    return made


def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """The camera in the middle of two."""
    made = MjvGLCamera()
    _thew._average_camera(cam1, cam2, made)
    return made


def mjv_alignToCamera(res: Out, vec: ArrayLike, forward: ArrayLike) -> None:
    """Turns a vector in the horizontal plane as a camera that looked along y is turned."""
    target, (x, y, z) = out(res, 3), read(vec, 3)
    a, b = _unit(read(forward, 3, "forward")[:2])
    target[:] = (x * b + y * a, y * b - x * a, z)


def room_camera(scn: MjvScene, caller: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position, forward and up of the middle of the two eyes."""
    camera = mjv_averageCamera(*scn.camera)
    if min(c.frustum_near for c in scn.camera) < mjMINVAL:
        raise FatalError(f"{caller}: mjvScene frustum_near too small")
    return tuple(getattr(camera, name).astype(float) for name in ("pos", "forward", "up"))


def mjv_cameraInRoom(headpos: Out, forward: Out, up: Out, scn: MjvScene) -> None:
    """The camera of a scene, in the room that the model stands in."""
    targets = [out(t, 3, "result") for t in (headpos, forward, up)]
    for target, value in zip(targets, room_camera(scn, "mjv_cameraInRoom")):
        target[:] = value
