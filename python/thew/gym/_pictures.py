"""Pictures of the worlds of a vector environment, with the modes, cameras and options of Gymnasium's environments."""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

import thew
import thew.viewer

MODES = ("rgb_array", "depth_array", "rgbd_tuple", "human")
Picture = np.ndarray | tuple[np.ndarray, np.ndarray]


class Pictures:
    """Draws worlds of a batch as they are now; OpenGL and the viewer are asked for when the first one is drawn.

    default_camera_config: fields of MjvCamera, by name. Without a camera of the model (camera_id, camera_name) each world has
    a free one, which looks at the middle of its geoms as they are in its first picture.
    visual_options: flags of MjvOption, by mjtVisFlag.
    """

    def __init__(
        self,
        batch: thew.Batch,
        mode: str | None,
        width: int = 480,
        height: int = 480,
        camera_id: int | None = None,
        camera_name: str | None = None,
        default_camera_config: Mapping[str, Any] | None = None,
        max_geom: int = 1000,
        visual_options: Mapping[int, bool] | None = None,
    ) -> None:
        if mode is not None and mode not in MODES:
            raise ValueError(f"render_mode should be None or one of {', '.join(MODES)}, not {mode!r}")
        if camera_id is not None and camera_name is not None:
            raise ValueError("give camera_id or camera_name, not both")
        if camera_name is not None:
            camera_id = batch.model.camera(camera_name).id
        self._batch, self._mode, self._fixed = batch, mode, -1 if camera_id is None else camera_id
        if not -1 <= self._fixed < batch.model.ncam:
            raise ValueError(f"there is no camera {camera_id}: the model has {batch.model.ncam}")
        self._config, self._max_geom = dict(default_camera_config or {}), max_geom
        self._option = thew.MjvOption()
        for flag, value in (visual_options or {}).items():
            self._option.flags[flag] = value
        self._viewport = thew.MjrRect(0, 0, width, height)
        self._cameras: dict[int, thew.MjvCamera] = {}
        self._model = self._context = self._viewer = None

    # --- what a world looks like ------------------------------------------------------------------

    def _prepare(self) -> None:
        """A model and a data to draw from: worlds may have numbers of their own, and pictures a size of theirs."""
        if self._model is None:
            self._model = copy.copy(self._batch.model)
            self._model.vis.global_.offwidth = self._viewport.width
            self._model.vis.global_.offheight = self._viewport.height
            self._data = thew.MjData(self._model)

    def _put(self, world: int) -> None:
        """The world into the model and the data that are drawn."""
        for name in self._batch.owned:
            values = getattr(self._model, name, None)  # gravity and wind are not seen
            if values is not None:
                values[...] = self._batch.own(name)[world].reshape(values.shape)
        self._batch._batch.extract(world, self._data)
        thew.mj_forward(self._model, self._data)

    def _camera(self, world: int) -> thew.MjvCamera:
        camera = self._cameras.get(world)
        if camera is None:
            camera = self._cameras[world] = thew.MjvCamera()
            camera.lookat[:] = np.median(self._data.geom_xpos, axis=0) if self._model.ngeom else 0
            camera.distance = self._model.stat.extent
            for name, value in self._config.items():
                setattr(camera, name, value)
            kinds = thew.mjtCamera
            camera.type = int(kinds.mjCAMERA_FREE if self._fixed < 0 else kinds.mjCAMERA_FIXED)
            camera.fixedcamid = self._fixed
        return camera

    # --- pictures ---------------------------------------------------------------------------------

    def draw(self) -> tuple[Picture, ...] | None:
        """A picture of each world, or None where people look at the viewer."""
        self._prepare()
        if self._mode == "human":
            return self._show()
        if self._context is None:
            self._scene = thew.MjvScene(self._model, self._max_geom)
            self._context = thew.MjrContext(self._model, int(thew.mjtFontScale.mjFONTSCALE_150))
        return tuple(self._picture(world) for world in range(len(self._batch)))

    def _picture(self, world: int) -> Picture:
        self._put(world)
        camera, scene, viewport = self._camera(world), self._scene, self._viewport
        # Planes without end are laid around the camera of the scene: this world's, not the one before.
        thew.mjv_updateCamera(self._model, self._data, camera, scene)
        everything = int(thew.mjtCatBit.mjCAT_ALL)
        thew.mjv_updateScene(self._model, self._data, self._option, None, camera, everything, scene)
        thew.mjr_render(viewport, scene, self._context)
        size = (viewport.height, viewport.width)
        rgb = None if self._mode == "depth_array" else np.empty((*size, 3), np.uint8)
        depth = None if self._mode == "rgb_array" else np.empty(size, np.float32)
        thew.mjr_readPixels(rgb, depth, viewport, self._context)
        parts = tuple(part[::-1] for part in (rgb, depth) if part is not None)  # rows from the top
        return parts if self._mode == "rgbd_tuple" else parts[0]

    def _show(self) -> None:
        """World 0 in the browser, no faster than the clock."""
        self._put(0)
        if self._viewer is None:
            self._viewer = thew.viewer.launch_passive(self._model, self._data)
            self._clock = time.monotonic() - self._data.time
        wait = self._clock + self._data.time - time.monotonic()
        if 0 < wait < 1:
            time.sleep(wait)
        else:  # an episode has begun, or the program was slower than the clock
            self._clock = time.monotonic() - self._data.time
        self._viewer.sync()

    def close(self) -> None:
        """Gives back what OpenGL holds, and ends the viewer."""
        if self._context is not None:
            self._context.free()
        if self._viewer is not None:
            self._viewer.close()
        self._context = self._viewer = None
