"""Names of what draws: each raises NotImplementedError until there is a viewer."""

from __future__ import annotations

_FILL = (
    "mjv_addGeoms mjv_makeLights mjv_updateScene mjv_updateSkin mjv_select mj_printScene "
    "mj_printFormattedScene"
).split()
_DRAW = (
    "mjr_addAux mjr_blitAux mjr_blitBuffer mjr_changeFont mjr_drawPixels mjr_figure "
    "mjr_finish mjr_getError mjr_getRendererInfo mjr_label mjr_maxViewport mjr_overlay "
    "mjr_readPixels mjr_rectangle mjr_render mjr_resizeOffscreen mjr_restoreBuffer mjr_setAux "
    "mjr_setBuffer mjr_text mjr_uploadHField mjr_uploadMesh mjr_uploadTexture"
).split()


def _missing(name: str, what: str):
    def missing(*args, **kwargs):
        raise NotImplementedError(f"{name}: thew does not {what} yet")

    missing.__name__ = missing.__qualname__ = name
    missing.__doc__ = f"Thew does not {what} yet: raises NotImplementedError."
    return missing


globals().update({name: _missing(name, "fill scenes") for name in _FILL})
globals().update({name: _missing(name, "draw pictures") for name in _DRAW})


def mjr_findRect(x: int, y: int, nrect: int, rect) -> int:
    """The number of the rectangle that holds a point, or -1."""
    rects = [rect] if hasattr(rect, "left") else list(rect)
    for i, r in enumerate(rects[:nrect]):
        if r.left <= x < r.left + r.width and r.bottom <= y < r.bottom + r.height:
            return i
    return -1
