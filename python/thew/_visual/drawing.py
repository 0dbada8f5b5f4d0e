"""MuJoCo's mjr_ functions: scenes, pixels, and flat things on top of pictures."""

from __future__ import annotations

import numpy as np

from thew import _enums
from thew._errors import FatalError
from thew._visual.contexts import MjrContext, drawer_of, remember
from thew._visual.records import MjrRect, MjrRendererInfo, MjvScene

_GRID, _FONT = _enums.ENUMS["mjtGridPos"], _enums.ENUMS["mjtFont"]
_ZERO_NEAR = int(_enums.ENUMS["mjtDepthMap"].mjDEPTH_ZERONEAR)
_OFFSCREEN = int(_enums.ENUMS["mjtFramebuffer"].mjFB_OFFSCREEN)
_MAIN, _MOST_AUX = -1, 10
_PAD = 5  # around text [pixels]


def _part(rect: MjrRect) -> tuple[int, int, int, int]:
    return rect.left, rect.bottom, rect.width, rect.height


def mjr_render(viewport: MjrRect, scn: MjvScene, con: MjrContext) -> None:
    """Draws a scene, with a frame around it where the scene has one."""
    drawer = drawer_of(con, "mjr_render")
    drawer.draw(scn, _part(viewport))
    width = min(scn.framewidth, viewport.width, viewport.height)
    if width <= 0:
        return
    left, bottom, across, up = _part(viewport)
    for edge in (
        (left, bottom, across, width), (left, bottom + up - width, across, width),
        (left, bottom, width, up), (left + across - width, bottom, width, up),
    ):  # fmt: skip
        drawer.fill(edge, (*map(float, scn.framergb), 1.0))


def _buffer(array, name: str, count: int, dtype) -> np.ndarray | None:
    """The first pixels of a user's array."""
    if array is None:
        return None
    array = np.asanyarray(array)
    if array.dtype != dtype:
        raise TypeError(f"{name} buffer should hold {np.dtype(dtype)}, not {array.dtype}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} buffer must be C-contiguous")
    if array.size < count:
        raise ValueError(f"{name} buffer is too small: {count} numbers are needed, it has {array.size}")
    return array.reshape(-1)[:count]


def _buffers(rgb, depth, viewport: MjrRect):
    if viewport.width < 0 or viewport.height < 0:
        raise ValueError("width and height of the viewport should be non-negative")
    count = viewport.width * viewport.height
    return _buffer(rgb, "rgb", 3 * count, np.uint8), _buffer(depth, "depth", count, np.float32)


def mjr_readPixels(rgb, depth, viewport: MjrRect, con: MjrContext) -> None:
    """Copies colours and depths out of the picture, row by row from the bottom. Depths are as
    con.readDepthMap says: 0 at the near plane and 1 at the far one, or the other way round."""
    colors, depths = _buffers(rgb, depth, viewport)
    drawer = drawer_of(con, "mjr_readPixels")
    drawer.select(_MAIN)
    drawer.read(_part(viewport), colors, depths)
    if depths is not None and con.readDepthMap == _ZERO_NEAR:
        np.subtract(1, depths, out=depths)


def mjr_drawPixels(rgb, depth, viewport: MjrRect, con: MjrContext) -> None:
    """Copies colours into the picture, row by row from the bottom; depths stay as they are."""
    colors, _ = _buffers(rgb, depth, viewport)
    drawer = drawer_of(con, "mjr_drawPixels")
    if colors is not None:
        drawer.set_colors(_part(viewport), colors)


def mjr_setBuffer(framebuffer: int, con: MjrContext) -> None:
    """Chooses where is drawn: there is no window, so always the picture."""
    drawer_of(con, "mjr_setBuffer").select(_MAIN)
    con.currentBuffer = _OFFSCREEN


def mjr_restoreBuffer(con: MjrContext) -> None:
    """Ends drawing into an aux buffer."""
    drawer_of(con, "mjr_restoreBuffer").select(_MAIN)


def _check_aux(index: int) -> None:
    if not 0 <= index < _MOST_AUX:
        raise FatalError("Invalid aux buffer index")


def mjr_addAux(index: int, width: int, height: int, samples: int, con: MjrContext) -> None:
    """Makes a picture aside, from 0 to 9, in which parts can be prepared."""
    _check_aux(index)
    if width < 1 or height < 1:
        return
    drawer_of(con, "mjr_addAux").add_aside(index, width, height, samples)
    con.auxWidth[index], con.auxHeight[index], con.auxSamples[index] = width, height, samples


def mjr_setAux(index: int, con: MjrContext) -> None:
    """What follows is drawn into a picture aside, until mjr_restoreBuffer."""
    _check_aux(index)
    if con.auxWidth[index] == 0:
        raise FatalError(f"auxFBO {index} does not exist")
    drawer_of(con, "mjr_setAux").select(index)


def mjr_blitAux(index: int, src: MjrRect, left: int, bottom: int, con: MjrContext) -> None:
    """Copies colours of a picture aside into the picture; nothing where there is none."""
    _check_aux(index)
    drawer = drawer_of(con, "mjr_blitAux")
    width, height = min(src.width, drawer.width - left), min(src.height, drawer.height - bottom)
    if con.auxWidth[index] == 0 or width < 1 or height < 1:
        return
    colors = np.empty(3 * width * height, np.uint8)
    drawer.select(index)
    try:
        drawer.read((src.left, src.bottom, width, height), colors, None)
    finally:
        drawer.select(_MAIN)
    drawer.set_colors((left, bottom, width, height), colors)


def mjr_blitBuffer(src: MjrRect, dst: MjrRect, flg_color: int, flg_depth: int, con: MjrContext) -> None:
    """Copies between the picture and the window: there is none, so nothing is done, as in MuJoCo."""
    remember(con)


def mjr_resizeOffscreen(width: int, height: int, con: MjrContext) -> None:
    """Gives the picture another size."""
    drawer_of(con, "mjr_resizeOffscreen").resize(int(width), int(height))
    con._show_sizes()


def mjr_maxViewport(con: MjrContext) -> MjrRect:
    """The whole picture."""
    drawer = drawer_of(con, "mjr_maxViewport")
    return MjrRect(0, 0, drawer.width, drawer.height)


def mjr_uploadTexture(m, con: MjrContext, texid: int) -> None:
    """Takes over a texture that has changed."""
    drawer_of(con, "mjr_uploadTexture").upload_texture(m, texid)


def mjr_uploadMesh(m, con: MjrContext, meshid: int) -> None:
    """Takes over a mesh that has changed."""
    drawer_of(con, "mjr_uploadMesh").upload_mesh(m, meshid)


def mjr_uploadHField(m, con: MjrContext, hfieldid: int) -> None:
    """Takes over a height field that has changed."""
    drawer_of(con, "mjr_uploadHField").upload_hfield(m, hfieldid)


def mjr_changeFont(fontscale: int, con: MjrContext) -> None:
    """Letters keep the size with which the context was made."""
    drawer_of(con, "mjr_changeFont")


def mjr_finish() -> None:
    """Nothing to do: every call waits until OpenGL has done its work."""


def mjr_getError() -> int:
    """Always 0: what goes wrong is raised where it does."""
    return 0


def mjr_getRendererInfo(info: MjrRendererInfo) -> None:
    """Which renderer draws."""
    info.renderer, info.backend = "classic", "opengl"


def mjr_rectangle(viewport: MjrRect, r: float, g: float, b: float, a: float) -> None:
    """Fills a rectangle of the context that was used last."""
    drawer_of(None, "mjr_rectangle").fill(_part(viewport), (r, g, b, a))


def _text(drawer, font: int, text: str, x: float, y: float, rgb) -> None:
    if font == _FONT.mjFONT_SHADOW:
        drawer.text(text, x + 1, y - 1, (0.0, 0.0, 0.0, 0.5))
    drawer.text(text, x, y, (*map(float, rgb), 1.0))


def mjr_text(font: int, txt: str, con: MjrContext, x: float, y: float, r: float, g: float, b: float) -> None:
    """Draws text at a place given as parts of the picture's width and height."""
    drawer = drawer_of(con, "mjr_text")
    _text(drawer, font, txt, x * drawer.width, y * drawer.height, (r, g, b))


def mjr_label(
    viewport: MjrRect, font: int, txt: str, r: float, g: float, b: float, a: float, rt: float, gt: float,
    bt: float, con: MjrContext,
) -> None:  # fmt: skip
    """Draws a rectangle with text in its middle."""
    drawer = drawer_of(con, "mjr_label")
    drawer.fill(_part(viewport), (r, g, b, a))
    width, height = drawer.text_size(txt)
    x = viewport.left + (viewport.width - width) / 2
    _text(drawer, font, txt, x, viewport.bottom + (viewport.height - height) / 2, (rt, gt, bt))


def _decoded(text) -> str:
    text = text.decode() if isinstance(text, bytes) else text or ""
    return text[:-1] if text.endswith("\n") else text


def _column(drawer, font: int, place: int, viewport: MjrRect, skip: int, text: str, rgb) -> int:
    """One column of an overlay; how far it reaches into the picture."""
    width, height = (size + 2 * _PAD for size in drawer.text_size(text))
    right = (_GRID.mjGRID_TOPRIGHT, _GRID.mjGRID_BOTTOMRIGHT, _GRID.mjGRID_RIGHT)
    centred = (_GRID.mjGRID_TOP, _GRID.mjGRID_BOTTOM)
    top = (_GRID.mjGRID_TOPLEFT, _GRID.mjGRID_TOPRIGHT, _GRID.mjGRID_TOP)
    middle = (_GRID.mjGRID_LEFT, _GRID.mjGRID_RIGHT)
    free_x, free_y = viewport.width - width, viewport.height - height
    x = free_x - skip - _PAD if place in right else free_x // 2 - skip if place in centred else skip + _PAD
    y = free_y - _PAD if place in top else free_y // 2 if place in middle else _PAD
    x, y = viewport.left + int(x), viewport.bottom + int(y)
    drawer.fill((x, y, width, height), (0.0, 0.0, 0.0, 0.5))
    line = drawer.text_size("X")[1]
    _text(drawer, font, text, x + _PAD, y + height - _PAD - line, rgb)
    return width


def mjr_overlay(font: int, gridpos: int, viewport: MjrRect, overlay, overlay2, con: MjrContext) -> None:
    """Draws text, in one column or two, at a place of the viewport."""
    if viewport.width <= 0 or viewport.height <= 0:
        return
    drawer = drawer_of(con, "mjr_overlay")
    one, two = _decoded(overlay), _decoded(overlay2)
    gray, white = (0.7, 0.7, 0.7), (1.0, 1.0, 1.0)
    columns = [(one, gray), (two, white)] if two else [(one, white)]
    if gridpos not in (_GRID.mjGRID_TOPLEFT, _GRID.mjGRID_BOTTOMLEFT, _GRID.mjGRID_LEFT):
        columns.reverse()
    skip = 0
    for text, rgb in columns:
        skip += _column(drawer, font, gridpos, viewport, skip, text, rgb)


def mjr_findRect(x: int, y: int, nrect: int, rect) -> int:
    """The number of the rectangle that holds a point, or -1."""
    rects = [rect] if hasattr(rect, "left") else list(rect)
    for i, r in enumerate(rects[:nrect]):
        if r.left <= x < r.left + r.width and r.bottom <= y < r.bottom + r.height:
            return i
    return -1
