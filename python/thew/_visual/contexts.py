"""MjrContext and GLContext: what draws, without a display."""

from __future__ import annotations

import weakref

from thew import _enums, _thew
from thew._visual.plain import Plain, layout

_BUFFER = _enums.ENUMS["mjtFramebuffer"]
_SCALES = (50, 100, 150, 200, 250, 300)
_OPENGL_RGB = 0x1907  # what MuJoCo's readPixelFormat holds

_FIELDS = {
    "f4": "lineWidth shadowClip shadowScale fogStart fogEnd",
    "i4": "shadowSize offWidth offHeight offSamples fontScale ntexture rangePlane rangeMesh "
    "rangeHField rangeBuiltin rangeFont nskin charHeight charHeightBig glInitialized "
    "windowAvailable windowSamples windowStereo windowDoublebuffer currentBuffer readPixelFormat "
    "readDepthMap",
    "u4": "offFBO offFBO_r offColor offColor_r offDepthStencil offDepthStencil_r shadowFBO "
    "shadowTex basePlane baseMesh baseHField baseBuiltin baseFontNormal baseFontShadow baseFontBig",
}
_ARRAYS = {
    "fogRGBA": ("f4", 4), "mat_texid": ("i4", 10000), "mat_texuniform": ("i4", 1000),
    "mat_texrepeat": ("f4", 2000), "textureType": ("i4", 1000), "texture": ("u4", 1000),
    "charWidth": ("i4", 127), "charWidthBig": ("i4", 127),
    **{f"aux{name}": ("i4", 10) for name in ("Width", "Height", "Samples")},
    **{f"aux{name}": ("u4", 10) for name in ("FBO", "FBO_r", "Color", "Color_r")},
}  # fmt: skip

_last: weakref.ref | None = None  # the context of functions that name none


class MjrContext(Plain):
    """What OpenGL holds for a model, and the picture that is drawn. Numbers of OpenGL's objects are
    0: it has a context and a thread of its own, and needs no GLContext to be current."""

    __slots__ = ("_drawer", "__weakref__")
    _dtype = layout(
        **{name: kind for kind, names in _FIELDS.items() for name in names.split()}, **_ARRAYS
    )
    skinvertVBO = skinnormalVBO = skintexcoordVBO = skinfaceVBO = property(lambda self: ())

    def __init__(self, model=None, fontscale: int | None = None) -> None:
        if (model is None) != (fontscale is None):
            raise TypeError("MjrContext takes no arguments, or a model and fontscale")
        super().__init__()
        object.__setattr__(self, "_drawer", None)
        if model is None:
            return
        scale = min(_SCALES, key=lambda s: abs(s - int(fontscale)))
        vis = model.vis
        drawer = _thew._Renderer(model, 0, 0, -1, scale)
        object.__setattr__(self, "_drawer", drawer)
        self._show_sizes()
        self.fontScale, self.ntexture, self.nskin = scale, model.ntex, model.nskin
        self.charHeight = drawer.text_size("X")[1]
        self.charWidth = drawer.text_size("X")[0]
        self.shadowSize, self.lineWidth = vis.quality.shadowsize, vis.global_.linewidth
        self.shadowClip = model.stat.extent * vis.map.shadowclip
        self.shadowScale = vis.map.shadowscale
        self.fogStart, self.fogEnd = (model.stat.extent * x for x in (vis.map.fogstart, vis.map.fogend))
        self.fogRGBA = vis.rgba.fog
        self.glInitialized, self.currentBuffer = 1, int(_BUFFER.mjFB_OFFSCREEN)
        self.readPixelFormat = _OPENGL_RGB
        remember(self)

    def _show_sizes(self) -> None:
        drawer = self._drawer
        self.offWidth, self.offHeight, self.offSamples = drawer.width, drawer.height, drawer.samples

    def free(self) -> None:
        """Gives back what OpenGL holds."""
        object.__setattr__(self, "_drawer", None)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __copy__(self):
        raise TypeError("an MjrContext cannot be copied")

    __deepcopy__ = __reduce__ = lambda self, *_: self.__copy__()


def remember(con: MjrContext) -> None:
    """Functions without a context draw into this one from now on."""
    global _last
    _last = weakref.ref(con)


def drawer_of(con: MjrContext | None, caller: str):
    """What draws; raises where there is nothing to draw with."""
    if con is None:
        con = _last() if _last is not None else None
    elif not isinstance(con, MjrContext):
        raise TypeError(f"{caller}: expected MjrContext, not {type(con).__name__}")
    drawer = con._drawer if con is not None else None
    if drawer is None:
        raise RuntimeError(f"{caller}: the MjrContext was freed, or made without a model")
    remember(con)
    return drawer


class GLContext:
    """An OpenGL context, for programs that make one before their MjrContext. There is nothing in it:
    each MjrContext has a context of its own."""

    def __init__(self, max_width: int = 640, max_height: int = 480) -> None:
        self._size = (max_width, max_height)

    def make_current(self) -> None:
        """Nothing to do."""

    def as_current(self):
        """A context manager."""
        return self

    def free(self) -> None:
        """Nothing to do."""

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        pass
