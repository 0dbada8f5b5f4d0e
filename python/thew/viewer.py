"""The viewer in the browser, with the calls of MuJoCo's `mujoco.viewer`.

    with thew.viewer.launch_passive(model, data) as viewer:
        while viewer.is_running():
            thew.mj_step(model, data)
            viewer.sync()

`launch` steps the world itself and returns when the viewer is closed (Ctrl-C). `launch_batch` shows all worlds of a
`thew.Batch`. All print a link; `url` has it too. See docs/viewer.md.
"""

import contextlib
import json
import time
from typing import NamedTuple

import numpy as np

import thew
from thew import _thew

from ._panels import Panels

PORT = 8012


class Steering(NamedTuple):
    """What pages ask of a program that steps its world itself."""

    paused: bool
    speed: float
    resets: int
    """How often a reset was asked for."""
    key: int
    """Keyframe of the last one; -1: none."""


def say(handle, open_browser):
    """Prints the links, and opens the first where there is a browser."""
    print(f"control: {handle.url}\nlook:    {handle.view_url}", flush=True)
    if open_browser:
        open_link(handle.url)


def open_link(link):
    """Opens a link in the browser of the user; False where there is none."""
    return _thew.open_browser(link)


class Window:
    """What is open in browsers: links, and whether it still is."""

    @property
    def url(self):
        """The link that controls."""
        return self._viewer.control_link

    @property
    def view_url(self):
        """The link for looking only."""
        return self._viewer.view_link

    @property
    def clients(self):
        """How many are looking."""
        return self._viewer.clients

    def is_running(self):
        return self._viewer.is_running

    def close(self):
        self._viewer.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Handle(Window):
    """What `launch_passive` returns: a window on a world that the program steps."""

    def __init__(self, model, data, key_callback, host, port, paced=False, name=""):
        self._model, self._data, self._key_callback = model, data, key_callback
        name = name or getattr(model, "modelname", "") or "model"
        self._viewer = _thew.PassiveViewer(model, data, name, host, port, paced)
        self.cam = thew.MjvCamera()
        thew.mjv_defaultFreeCamera(model, self.cam)
        self._camera = self.cam._row.tobytes()
        self.opt = thew.MjvOption()
        self.pert = thew.MjvPerturb()
        self._user_scn = None
        self._option = self.opt._row.tobytes()
        self._panels = Panels()

    def panel(self, title):
        """A panel of the program's own in the page, with sliders, buttons and texts (docs/viewer.md)."""
        return self._panels.panel(title)

    @property
    def m(self):
        return self._model

    @property
    def d(self):
        return self._data

    @property
    def steering(self):
        """What pages ask for, where the handle was made `paced`: the program should do as it is told."""
        return Steering(*self._viewer.steering())

    def compare(self, report):
        """Shows how the world compares with another engine's (viewer/PROTOCOL.md, "comparison")."""
        self._viewer.compare(json.dumps(report))

    @property
    def user_scn(self):
        """A scene whose first `ngeom` shapes are drawn besides the world."""
        if self._user_scn is None:
            self._user_scn = thew.MjvScene(self._model, maxgeom=1000)
        return self._user_scn

    @contextlib.contextmanager
    def lock(self):
        """While it is held, nothing is drawn: the model may be written."""
        self._viewer.lock()
        try:
            yield
        finally:
            self._viewer.unlock()

    def sync(self, state_only=False, *, ghost=None):  # noqa: ARG002 (MuJoCo's name; all is copied here)
        """Shows the world as it is now, and applies what the mouse does to it. `ghost` is another MjData, drawn besides."""
        if not self.is_running():
            return
        self._exchange_camera()
        self._send_option()
        self._send_shapes()
        self._exchange_panels()
        self._viewer.sync(self._model, self._data, ghost)
        self.pert.select, self.pert.active = self._viewer.pull()
        if self._key_callback is not None:
            for code in self._viewer.keys():
                self._key_callback(code)

    def _exchange_camera(self):
        """What the program wrote into `cam` moves every camera; else `cam` is where somebody has moved theirs."""
        moved = self._viewer.camera()
        if self.cam._row.tobytes() != self._camera:
            self._viewer.set_camera(self.cam._row.tobytes())
        elif moved:
            record = np.frombuffer(moved, self.cam._row.dtype)[0]
            for name in record.dtype.names:
                self.cam._row[name] = record[name]
        self._camera = self.cam._row.tobytes()

    def _exchange_panels(self):
        if not self._panels:
            return
        self._panels.take(json.loads(self._viewer.panel_uses()))
        if self._panels.changed:
            self._viewer.set_panels(json.dumps(self._panels.describe()))

    def _send_option(self):
        """What the program chose in `opt`, when it changes; clients choose for themselves otherwise."""
        now = self.opt._row.tobytes()
        if now != self._option:
            self._viewer.set_option(now)
            self._option = now

    def _send_shapes(self):
        if self._user_scn is None:
            return
        count = self._user_scn.ngeom
        self._viewer.set_shapes(b"".join(geom._row.tobytes() for geom in self._user_scn.geoms[:count]))


class BatchHandle(Window):
    """What `launch_batch` returns: a window on all worlds of a batch that the program steps."""

    def __init__(self, batch, label, range_, host, port):
        self._batch = batch
        self._viewer = _thew.BatchViewer(
            batch._batch, getattr(batch.model, "modelname", "") or "model", host, port, label, range_
        )

    @property
    def opened(self):
        """The world that is looked at alone; -1 while all are."""
        return self._viewer.opened

    def sync(self, values=None, failed=None):
        """Shows the worlds as they are now. `values` colours them (`batch.reward` if left out), `failed` marks them (those whose
        latest step went wrong if left out). Where somebody pulls at a body of the open world, its `xfrc_applied` is written."""
        values = self._batch.reward if values is None else values
        failed = self._batch.errors != 0 if failed is None else failed
        self._viewer.sync(np.ascontiguousarray(values, np.float32), np.ascontiguousarray(failed, bool))


def launch_batch(batch, *, label="reward", range=None, host="127.0.0.1", port=PORT, open_browser=True):  # noqa: A002
    """Shows all worlds of a batch that this program steps; returns at once. `label` says what the values of `sync` are,
    `range` which of them have the first and the last colour."""
    handle = BatchHandle(batch, label, range, host, port)
    say(handle, open_browser)
    return handle


def launch_passive(model, data, *, key_callback=None, show_left_ui=True, show_right_ui=True, host="127.0.0.1", port=PORT,
                   open_browser=True):  # fmt: skip
    """Shows a world that this program steps, or all of a batch; returns at once."""
    if isinstance(data, thew.Batch):
        return launch_batch(data, host=host, port=port, open_browser=open_browser)
    del show_left_ui, show_right_ui  # everybody who looks decides for themselves
    handle = Handle(model, data, key_callback, host, port)
    say(handle, open_browser)
    return handle


def launch(model=None, data=None, *, loader=None, show_left_ui=True, show_right_ui=True, host="127.0.0.1", port=PORT,
           open_browser=True, duration=None):  # fmt: skip
    """Shows a world and runs it until Ctrl-C (or for `duration` seconds); `data` is then what became of it."""
    del show_left_ui, show_right_ui
    if loader is not None:
        model, data = loader()
    if model is None:
        raise ValueError("launch() needs a model, or a loader that gives one")
    if data is None:
        data = thew.MjData(model)
    viewer = _thew.LiveViewer(model, data, getattr(model, "modelname", "") or "model", host, port, False)
    print(f"control: {viewer.control_link}\nlook:    {viewer.view_link}", flush=True)
    if open_browser:
        open_link(viewer.control_link)
    end = None if duration is None else time.monotonic() + duration
    try:
        while end is None or time.monotonic() < end:
            time.sleep(0.05)
    except KeyboardInterrupt:
        pass
    viewer.end()
    viewer.copy_back(data)
