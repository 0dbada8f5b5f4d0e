"""Cameras: where they look from, what they see, and how the mouse moves them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _enums
from thew._constants import mjMINVAL
from thew._errors import FatalError
from thew._mju.arguments import Out, out, read
from thew._visual.records import MjvCamera, MjvGLCamera, MjvScene

_CAMERA, _MOUSE = _enums.ENUMS["mjtCamera"], _enums.ENUMS["mjtMouse"]
_FREE, _TRACKING = _CAMERA.mjCAMERA_FREE, _CAMERA.mjCAMERA_TRACKING
_FIXED, _USER = _CAMERA.mjCAMERA_FIXED, _CAMERA.mjCAMERA_USER
ORTHOGRAPHIC_SCALE = 0.15  # of what the mouse moves under an orthographic camera
_ORTHOGRAPHIC = int(_enums.ENUMS["mjtProjection"].mjPROJ_ORTHOGRAPHIC)


def _unit(vector: np.ndarray) -> np.ndarray:
    length = math.sqrt(vector @ vector)
    return vector / length if length >= mjMINVAL else np.eye(vector.size)[0]


def _directions(azimuth: float, elevation: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Forward, up and right of a camera that looks at a point."""
    a, e = math.radians(azimuth), math.radians(elevation)
    forward = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    up = np.array([-math.sin(e) * math.cos(a), -math.sin(e) * math.sin(a), math.cos(e)])
    return forward, up, np.array([math.sin(a), -math.cos(a), 0.0])


def _fixed_id(m, cam: MjvCamera, caller: str) -> int:
    if not 0 <= cam.fixedcamid < m.ncam:
        raise FatalError(f"{caller}: fixed camera id is outside valid range")
    return cam.fixedcamid


def _tracked(d, cam: MjvCamera, caller: str) -> np.ndarray:
    """Where the subtree is that a camera follows."""
    if not 0 <= cam.trackbodyid < d.model.nbody:
        raise FatalError(f"{caller}: track body id is outside valid range")
    return d.subtree_com[cam.trackbodyid]


def _frame(d, cam: MjvCamera):
    """Position, forward, up and right."""
    if cam.type in (_FREE, _TRACKING):
        forward, up, right = _directions(cam.azimuth, cam.elevation)
        centre = cam.lookat if cam.type == _FREE else _tracked(d, cam, "mjv_cameraFrame")
        return centre - cam.distance * forward, forward, up, right
    if cam.type != _FIXED:
        raise FatalError("mjv_cameraFrame: unknown camera type")
    i = _fixed_id(d.model, cam, "mjv_cameraFrame")
    x, y, z = d.cam_xmat[i].reshape(3, 3).T
    return d.cam_xpos[i].copy(), -z, y, x


def mjv_cameraFrame(headpos: Out, forward: Out, up: Out, right: Out, d, cam: MjvCamera) -> None:
    """Where a camera is, and its axes."""
    targets = [out(t, 3, "result") for t in (headpos, forward, up, right)]
    for target, value in zip(targets, _frame(d, cam)):
        target[:] = value


def _is_orthographic(m, cam: MjvCamera) -> bool:
    if cam.type == _FIXED:
        return m.cam_projection[cam.fixedcamid] == _ORTHOGRAPHIC
    return bool(cam.orthographic)


def _frustum(m, cam: MjvCamera):
    """Extents at the near plane: (up, down), (left, right); distances (near, far)."""
    extent = m.stat.extent
    near, far = m.vis.map.znear * extent, m.vis.map.zfar * extent
    if cam.type == _FIXED:
        i = _fixed_id(m, cam, "mjv_cameraFrustum")
        fovy = m.cam_fovy[i]
        if m.cam_sensorsize[i].any():
            focal, principal = m.cam_intrinsic[i, :2], m.cam_intrinsic[i, 2:]
            half = m.cam_sensorsize[i] / 2
            low, high = near / focal * (half - principal), near / focal * (half + principal)
            return (low[1], high[1]), (low[0], high[0]), (near, far)
    elif cam.type in (_FREE, _TRACKING):
        fovy = m.vis.global_.fovy
    else:
        raise FatalError("mjv_cameraFrustum: unknown camera type")
    half = fovy / 2 if _is_orthographic(m, cam) else near * math.tan(math.radians(fovy) / 2)
    return (half, half), (0.0, 0.0), (near, far)


def mjv_cameraFrustum(
    zver: NDArray[np.float32],
    zhor: NDArray[np.float32],
    zclip: NDArray[np.float32],
    m,
    cam: MjvCamera,
) -> None:
    """What a camera sees: extents at the near plane, distances of near and far plane."""
    for target, value in zip((zver, zhor, zclip), _frustum(m, cam)):
        target[:] = value


def mjv_camera2GLCamera(m, d, cam: MjvCamera) -> MjvGLCamera:
    """The camera as OpenGL has it."""
    made = MjvGLCamera()
    (up, down), (left, right), (near, far) = _frustum(m, cam)
    made.pos, made.forward, made.up, _ = _frame(d, cam)
    made.frustum_top, made.frustum_bottom = up, -down
    made.frustum_center, made.frustum_width = (right - left) / 2, (left + right) / 2
    made.frustum_near, made.frustum_far = near, far
    made.orthographic = int(_is_orthographic(m, cam))
    return made


def mjv_updateCamera(m, d, cam: MjvCamera, scn: MjvScene) -> None:
    """Puts the two eyes of a camera into a scene; a tracking one looks at its body from then on."""
    if cam.type == _USER:
        return
    if cam.type == _TRACKING:
        cam.lookat = _tracked(d, cam, "mjv_updateCamera")
    view = mjv_camera2GLCamera(m, d, cam)
    pos, _, _, right = _frame(d, cam)
    apart = m.cam_ipd[cam.fixedcamid] if cam.type == _FIXED else m.vis.global_.ipd
    for eye, side in zip(scn.camera, (-0.5, 0.5)):
        for name in view._dtype.names:
            setattr(eye, name, getattr(view, name))
        eye.pos = pos + side * apart * right


def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """The camera in the middle of two."""
    if cam1.orthographic != cam2.orthographic:
        raise FatalError("mjv_averageCamera: cannot average perspective and orthographic cameras")
    made = MjvGLCamera()
    for name in made._dtype.names:
        middle = (np.float64(getattr(cam1, name)) + np.float64(getattr(cam2, name))) / 2
        setattr(made, name, int(middle) if name == "orthographic" else middle)
    forward = _unit(made.forward.astype(float))
    up = made.up.astype(float)
    made.forward = forward
    made.up = _unit(up - forward * (forward @ up))
    return made


def mjv_alignToCamera(res: Out, vec: ArrayLike, forward: ArrayLike) -> None:
    """Turns a vector in the horizontal plane as a camera that looked along y is turned."""
    target, (x, y, z) = out(res, 3), read(vec, 3)
    a, b = _unit(read(forward, 3, "forward")[:2])
    target[:] = (x * b + y * a, y * b - x * a, z)


def mjv_defaultFreeCamera(m, cam: MjvCamera) -> None:
    """Sets a free camera that sees the whole model."""
    view = m.vis.global_
    cam.type, cam.fixedcamid, cam.trackbodyid = int(_FREE), -1, -1
    cam.lookat = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation = view.azimuth, view.elevation
    cam.orthographic = int(view.orthographic)


def _shift(m, action: int, dx: float, dy: float, cam: MjvCamera) -> np.ndarray:
    """How far the mouse moves the point that is looked at."""
    forward, up, right = _directions(cam.azimuth, cam.elevation)
    if action == _MOUSE.mjMOUSE_MOVE_V_REL:
        return dx * right + dy * up
    if action == _MOUSE.mjMOUSE_MOVE_H_REL:
        return dx * right + dy * forward
    fovy = m.vis.global_.fovy
    # Parts of the window's height become lengths at the distance of the point.
    height = ORTHOGRAPHIC_SCALE * fovy if cam.orthographic else 2 * math.tan(math.radians(fovy) / 2)
    ahead = np.array([-right[1], right[0], 0.0])
    other = np.array([0.0, 0.0, 1.0]) if action == _MOUSE.mjMOUSE_MOVE_V else ahead
    return cam.distance * height * (dy * other - dx * right)


def _turn(action: int, dx: float, dy: float, cam: MjvCamera) -> None:
    """Looks elsewhere from the same place."""
    head = cam.lookat - cam.distance * _directions(cam.azimuth, cam.elevation)[0]
    if action == _MOUSE.mjMOUSE_TURN_H:
        cam.azimuth -= 180 * dx
    else:
        cam.elevation -= 180 * dy
    _limit_angles(cam)
    cam.lookat = head + cam.distance * _directions(cam.azimuth, cam.elevation)[0]


def _move_lookat(m, action: int, dx: float, dy: float, cam: MjvCamera) -> None:
    if action in (_MOUSE.mjMOUSE_TURN_V, _MOUSE.mjMOUSE_TURN_H):
        _turn(action, dx, dy, cam)
    else:
        cam.lookat += _shift(m, action, dx, dy, cam)


def _limit_angles(cam: MjvCamera) -> None:
    while cam.azimuth > 180:
        cam.azimuth -= 360
    while cam.azimuth < -180:
        cam.azimuth += 360
    cam.elevation = min(max(cam.elevation, -89.0), 89.0)


def mjv_moveCamera(m, action: int, reldx: float, reldy: float, cam: MjvCamera) -> None:
    """Moves a camera with the mouse; dx and dy are parts of the height of the window."""
    if cam.type == _FIXED:
        return
    extent = m.stat.extent
    if action in (_MOUSE.mjMOUSE_ROTATE_V, _MOUSE.mjMOUSE_ROTATE_H):
        cam.azimuth -= 180 * reldx
        cam.elevation -= 180 * reldy
    elif action == _MOUSE.mjMOUSE_ZOOM:
        cam.distance -= 9 * extent * reldy * math.log(1 + cam.distance / extent / 3)
    elif not _MOUSE.mjMOUSE_MOVE_V <= action <= _MOUSE.mjMOUSE_TURN_H:
        raise FatalError(f"mjv_moveCamera: unexpected action {int(action)}")
    elif cam.type == _USER:
        raise FatalError("mjv_cameraFrame: unknown camera type")
    elif cam.type != _TRACKING:
        _move_lookat(m, action, reldx, reldy, cam)
    _limit_angles(cam)
    cam.distance = min(max(cam.distance, 0.01 * extent), 100 * extent)


def _seen(scn: MjvScene, caller: str) -> MjvGLCamera:
    camera = mjv_averageCamera(*scn.camera)
    if min(c.frustum_near for c in scn.camera) < mjMINVAL:
        raise FatalError(f"{caller}: mjvScene frustum_near too small")
    return camera


def mjv_frustumHeight(scn: MjvScene) -> float:
    """How high the view is at a distance of 1 (or anywhere, of an orthographic camera)."""
    camera = _seen(scn, "mjv_frustumHeight")
    height = camera.frustum_top - camera.frustum_bottom
    return height if camera.orthographic else height / camera.frustum_near


def room_camera(scn: MjvScene, caller: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position, forward and up of the middle of the two eyes."""
    camera = _seen(scn, caller)
    return tuple(getattr(camera, name).astype(float) for name in ("pos", "forward", "up"))


def mjv_cameraInRoom(headpos: Out, forward: Out, up: Out, scn: MjvScene) -> None:
    """The camera of a scene, in the room that the model stands in."""
    targets = [out(t, 3, "result") for t in (headpos, forward, up)]
    for target, value in zip(targets, room_camera(scn, "mjv_cameraInRoom")):
        target[:] = value
