"""Pictures of a model: `with thew.Renderer(model, 480, 640) as renderer: ...`."""

from __future__ import annotations

import numpy as np

from thew import _enums, _thew
from thew._visual.contexts import MjrContext
from thew._visual.records import MjrRect, MjvCamera, MjvOption, MjvScene

_CAMERA = _enums.ENUMS["mjtCamera"]
_ALL = int(_enums.ENUMS["mjtCatBit"].mjCAT_ALL)
_CAMERA_OBJECT = int(_enums.ENUMS["mjtObj"].mjOBJ_CAMERA)
_COLOR, _DEPTH, _SEGMENTS = range(3)


class Renderer:
    """Draws a model without a display, with the methods of mujoco.Renderer.

    Pictures are colours (height, width, 3) of uint8 unless depths [m] or segments are asked for."""

    def __init__(
        self, model, height: int = 240, width: int = 320, max_geom: int | None = 10000, font_scale: int = 150
    ) -> None:
        self._mjr_context = None
        limits = model.vis.global_
        for name, size, most in (("width", width, limits.offwidth), ("height", height, limits.offheight)):
            if not 1 <= size <= most:
                raise ValueError(
                    f"{name}: a picture of this model has 1 to {most} pixels, not {size}; the model says so: "
                    f'<visual><global off{name}="{most}"/></visual>, or model.vis.global_.off{name}'
                )
        self._model, self._height, self._width = model, int(height), int(width)
        self._scene = MjvScene(model, 10000 if max_geom is None else max_geom)
        self._option = MjvOption()
        self._mjr_context = MjrContext(model, int(font_scale))
        self._kind = _COLOR

    @property
    def model(self):
        return self._model

    @property
    def scene(self) -> MjvScene:
        """What is drawn; update_scene fills it, and own geoms may follow."""
        return self._scene

    @property
    def height(self) -> int:
        return self._height

    @property
    def width(self) -> int:
        return self._width

    @property
    def device(self) -> str:
        """Who draws, e.g. 'llvmpipe (LLVM 15.0.6, 256 bits)'."""
        return self._drawer().device

    def _drawer(self):
        drawer = self._mjr_context and self._mjr_context._drawer
        if drawer is None:
            raise RuntimeError("the Renderer was closed: nothing can be drawn any more")
        return drawer

    def enable_depth_rendering(self) -> None:
        """From now on pictures are distances from the plane of the camera [m], (height, width)."""
        self._kind = _DEPTH

    def disable_depth_rendering(self) -> None:
        if self._kind == _DEPTH:
            self._kind = _COLOR

    def enable_segmentation_rendering(self) -> None:
        """From now on pictures are the number and type (mjtObj) of the object at each pixel, -1 where
        there is none, (height, width, 2)."""
        self._kind = _SEGMENTS

    def disable_segmentation_rendering(self) -> None:
        if self._kind == _SEGMENTS:
            self._kind = _COLOR

    def _camera(self, camera) -> MjvCamera:
        if isinstance(camera, MjvCamera):
            return camera
        number = camera
        if isinstance(camera, str):
            number = _thew.mj_name2id(self._model, _CAMERA_OBJECT, camera)
            if number < 0:
                raise ValueError(f'The camera "{camera}" does not exist.')
        if not -1 <= number < self._model.ncam:
            raise ValueError(f"The camera id {number} is out of range [-1, {self._model.ncam}).")
        made = MjvCamera()
        if number < 0:
            _thew.mjv_defaultFreeCamera(self._model, made)
        else:
            made.type, made.fixedcamid = int(_CAMERA.mjCAMERA_FIXED), int(number)
        return made

    def update_scene(self, data, camera=-1, scene_option: MjvOption | None = None) -> None:
        """Fills the scene from data. `camera`: -1 for the free camera, number or name of a camera of
        the model, or an MjvCamera."""
        option = scene_option or self._option
        _thew.mjv_updateScene(self._model, data, option, None, self._camera(camera), _ALL, self._scene)

    def render(self, *, out: np.ndarray | None = None) -> np.ndarray:
        """The picture of the scene, as a new array or in `out`."""
        drawer = self._drawer()
        more, dtype = (((3,), np.uint8), ((), np.float32), ((2,), np.int32))[self._kind]
        shape = (self._height, self._width, *more)
        if out is not None and out.shape != shape:
            raise ValueError(f"out: the picture has shape {shape}, not {out.shape}")
        fits = out is not None and out.dtype == dtype and out.flags.carray
        picture = out if fits else np.empty(shape, dtype)
        drawer.picture(self._scene, (0, 0, self._width, self._height), self._kind, picture)
        if out is None or fits:
            return picture
        np.copyto(out, picture, casting="unsafe")
        return out

    def close(self) -> None:
        """Gives back what OpenGL holds."""
        if self._mjr_context is not None:
            self._mjr_context.free()
        self._mjr_context = None

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *_) -> None:
        self.close()
