"""The structures, with MuJoCo's fields and defaults."""

from __future__ import annotations

import numpy as np

from thew import _constants, _thew
from thew._mju.numbers import mju_Halton
from thew._visual.plain import Plain, layout

_LINES, _POINTS = _constants.mjMAXLINE, _constants.mjMAXLINEPNT
_GROUPS = ("u1", 6)
_FIRST_GROUPS = (1, 1, 1, 0, 0, 0)


class MjvCamera(Plain):
    """What the user sees: a free, tracking, fixed or user's camera."""

    __slots__ = ()
    _dtype = layout(
        type="i4", fixedcamid="i4", trackbodyid="i4", lookat=("f8", 3), distance="f8",
        azimuth="f8", elevation="f8", orthographic="i4",
    )  # fmt: skip
    _defaults = {
        "type": 0, "fixedcamid": -1, "trackbodyid": -1, "lookat": 0, "distance": 2,
        "azimuth": 90, "elevation": -45, "orthographic": 0,
    }  # fmt: skip


class MjvGLCamera(Plain):
    """A camera as OpenGL has it."""

    __slots__ = ()
    _dtype = layout(
        pos=("f4", 3), forward=("f4", 3), up=("f4", 3), frustum_center="f4", frustum_width="f4",
        frustum_bottom="f4", frustum_top="f4", frustum_near="f4", frustum_far="f4",
        orthographic="i4",
    )  # fmt: skip


class MjvPerturb(Plain):
    """What the mouse has taken hold of."""

    __slots__ = ()
    _dtype = layout(
        select="i4", flexselect="i4", skinselect="i4", active="i4", active2="i4",
        refpos=("f8", 3), refquat=("f8", 4), refselpos=("f8", 3), localpos=("f8", 3),
        localmass="f8", scale="f8",
    )  # fmt: skip
    _defaults = {
        "select": 0, "flexselect": -1, "skinselect": -1, "active": 0, "active2": 0, "refpos": 0,
        "refquat": (1, 0, 0, 0), "refselpos": 0, "localpos": 0, "localmass": 0, "scale": 1,
    }  # fmt: skip


class MjvOption(Plain):
    """What is shown."""

    __slots__ = ()
    _dtype = layout(
        label="i4", frame="i4", geomgroup=_GROUPS, sitegroup=_GROUPS, jointgroup=_GROUPS,
        tendongroup=_GROUPS, actuatorgroup=_GROUPS, flexgroup=_GROUPS, skingroup=_GROUPS,
        flags=("u1", len(_constants.mjVISSTRING)), bvh_depth="i4", flex_layer="i4",
    )  # fmt: skip
    _defaults = {
        "label": 0, "frame": 0, **{n: _FIRST_GROUPS for n in _dtype.names if n.endswith("group")},
        "flags": [int(on) for _, on, _ in _constants.mjVISSTRING], "bvh_depth": 1, "flex_layer": 0,
    }  # fmt: skip


class MjvGeom(Plain):
    """A shape to be drawn."""

    __slots__ = ()
    _dtype = layout(
        type="i4", dataid="i4", objtype="i4", objid="i4", category="i4", matid="i4", texid="i4",
        texuniform="i4", texcoord="i4", segid="i4", size=("f4", 3), pos=("f4", 3),
        mat=("f4", (3, 3)), rgba=("f4", 4), emission="f4", specular="f4", shininess="f4",
        reflectance="f4", texrepeat=("f4", 2), castshadow="u1", label="S100", camdist="f4",
        modelrbound="f4", transparent="u1",
    )  # fmt: skip
    _defaults = {
        "type": 1001, "dataid": -1, "objtype": 0, "objid": 0, "category": 0, "matid": -1,
        "texid": -1, "texuniform": 0, "texcoord": 0, "segid": 0, "size": 0.1, "pos": 0,
        "mat": np.eye(3), "rgba": (0.5, 0.5, 0.5, 1), "emission": 0, "specular": 0.5,
        "shininess": 0.5, "reflectance": 0, "texrepeat": 0, "castshadow": 1, "label": "",
        "camdist": 0, "modelrbound": 0, "transparent": 0,
    }  # fmt: skip


class MjvLight(Plain):
    """A light of a scene."""

    __slots__ = ()
    _dtype = layout(
        id="i4", pos=("f4", 3), dir=("f4", 3), type="i4", texid="i4", attenuation=("f4", 3),
        cutoff="f4", exponent="f4", ambient=("f4", 3), diffuse=("f4", 3), specular=("f4", 3),
        headlight="u1", castshadow="u1", bulbradius="f4", intensity="f4", range="f4", softness="f4",
    )  # fmt: skip


_LINE_COLORS = (
    (1, 0.3, 0.3), (0.1, 1, 0.1), (0.3, 0.3, 1), (0.1, 1, 1), (1, 0.2, 1), (1, 1, 0.1),
    (1, 0.6, 0.2), (0.6, 0.7, 0.4),
)  # fmt: skip


def _line_colors() -> list:
    """Colours that differ: a few by hand, the others from Halton's sequence."""
    least, width = float(np.float32(0.1)), float(np.float32(0.8))
    more = (
        [least + width * mju_Halton(i, base) for base in (2, 3, 5)]
        for i in range(len(_LINE_COLORS), _LINES)
    )
    return [*_LINE_COLORS, *more]


class MjvFigure(Plain):
    """A plot."""

    __slots__ = ()
    _dtype = layout(
        flg_legend="i4", flg_ticklabel=("i4", 2), flg_extend="i4", flg_barplot="i4",
        flg_selection="i4", flg_symmetric="i4", linewidth="f4", gridwidth="f4", gridsize=("i4", 2),
        gridrgb=("f4", 3), figurergba=("f4", 4), panergba=("f4", 4), legendrgba=("f4", 4),
        textrgb=("f4", 3), linergb=("f4", (_LINES, 3)), range=("f4", (2, 2)), xformat="S20",
        yformat="S20", minwidth="S20", title="S1000", xlabel="S100", linename=("S100", _LINES),
        legendoffset="i4", subplot="i4", highlight=("i4", 2), highlightid="i4", selection="f4",
        linepnt=("i4", _LINES), linedata=("f4", (_LINES, 2 * _POINTS)), xaxispixel=("i4", 2),
        yaxispixel=("i4", 2), xaxisdata=("f4", 2), yaxisdata=("f4", 2),
    )  # fmt: skip
    _defaults = {
        "flg_legend": 1, "flg_ticklabel": 1, "flg_extend": 1, "linewidth": 3, "gridwidth": 1,
        "gridsize": 2, "gridrgb": 0.4, "figurergba": (0, 0, 0, 1), "panergba": (0, 0, 0, 1),
        "legendrgba": (0, 0, 0, 0.3), "textrgb": 1, "linergb": _line_colors(),
        "range": ((0, 1), (0, 1)), "xformat": "%.0f", "yformat": "%.2g", "minwidth": "XXX",
        "highlightid": -1,
    }  # fmt: skip


class MjrRect(Plain):
    """A rectangle of pixels."""

    __slots__ = ()
    _dtype = layout(left="i4", bottom="i4", width="i4", height="i4")

    def __init__(self, left: int, bottom: int, width: int, height: int) -> None:
        super().__init__()
        self.left, self.bottom, self.width, self.height = left, bottom, width, height


class MjLROpt(Plain):
    """How the length range of actuators is found."""

    __slots__ = ()
    _dtype = layout(
        mode="i4", useexisting="i4", uselimit="i4", accel="f8", maxforce="f8", timeconst="f8",
        timestep="f8", inttotal="f8", interval="f8", tolrange="f8",
    )  # fmt: skip


def mj_defaultLROpt(opt: MjLROpt) -> None:
    """Sets the values that a model has unless it says otherwise."""
    opt.mode, opt.useexisting, opt.uselimit = 1, 1, 0
    opt.accel, opt.maxforce, opt.timeconst, opt.timestep = 20.0, 0.0, 1.0, 0.01
    opt.inttotal, opt.interval, opt.tolrange = 10.0, 2.0, 0.05


class MjPreContact(Plain):
    """What a collision function finds, before it becomes a contact."""

    __slots__ = ()
    _dtype = layout(dist="f8", pos=("f8", 3), normal=("f8", 3), tangent=("f8", 3))


class MjrVertexAttribute(Plain):
    """What a number of a vertex is for, and its type."""

    __slots__ = ()
    _dtype = layout(usage="i4", type="i4")

    def __init__(self, usage: int = 0, type: int = 0) -> None:
        super().__init__()
        self.usage, self.type = usage, type


class MjrRendererInfo:
    """Which renderer draws."""

    __slots__ = ("renderer", "backend")

    def __init__(self) -> None:
        self.renderer, self.backend = "classic", ""


_SCENE_ARRAYS = {
    "i4": "geomorder flexedgeadr flexedgenum flexvertadr flexvertnum flexfaceadr flexfacenum "
    "flexfaceused flexedge skinfacenum skinvertadr skinvertnum",
    "f4": "flexvert flexface flexnormal flextexcoord skinvert skinnormal",
}


class MjvScene(Plain):
    """Everything that is drawn: geoms, lights, two cameras. Made empty, with room for maxgeom."""

    __slots__ = ("camera", "lights", "geoms", "_arrays", "_scene")
    _dtype = layout(
        maxgeom="i4", ngeom="i4", nflex="i4", flexvertopt="u1", flexedgeopt="u1", flexfaceopt="u1",
        flexskinopt="u1", nskin="i4", nlight="i4", enabletransform="u1", translate=("f4", 3),
        rotate=("f4", 4), scale="f4", stereo="i4", flags=("u1", len(_constants.mjRNDSTRING)),
        framewidth="i4", framergb=("f4", 3), status="i4",
    )  # fmt: skip
    _defaults = {
        "rotate": (1, 0, 0, 0), "scale": 1,
        "flags": [int(on) for _, on, _ in _constants.mjRNDSTRING],
    }  # fmt: skip

    def __init__(self, model=None, maxgeom: int | None = None) -> None:
        if (model is None) != (maxgeom is None):
            raise TypeError("MjvScene takes no arguments, or a model and maxgeom")
        rows = np.zeros(1, self._dtype)
        self._row = rows[0]
        self._set_defaults()
        self.maxgeom = max(0, maxgeom or 0)
        records = {
            "camera": (MjvGLCamera, 2), "lights": (MjvLight, _constants.mjMAXLIGHT),
            "geoms": (MjvGeom, self.maxgeom),
        }  # fmt: skip
        memory = {name: np.zeros(size, kind._dtype) for name, (kind, size) in records.items()}

        def set_scene(name: str, value) -> None:  # as it is here, whatever a subclass makes of the name
            getattr(MjvScene, name).__set__(self, value)

        for name, (kind, _) in records.items():
            set_scene(name, kind._views(memory[name]))
        scene = _thew._Scene(model, rows, **memory)
        arrays = scene.arrays() | {"geomorder": np.zeros(self._row["maxgeom"], np.int32)}
        self._row["nskin"], self._row["nflex"] = arrays["skinvertnum"].size, arrays["flexvertnum"].size
        set_scene("_scene", scene)
        set_scene("_arrays", arrays)

    def __getattr__(self, name: str):
        if name not in ("_arrays", "_scene") and name in self._arrays:
            return self._arrays[name]
        raise AttributeError(f"'MjvScene' object has no attribute {name!r}")

    def __setattr__(self, name: str, value) -> None:
        if name in ("camera", "lights", "geoms", "_arrays", "_scene"):
            raise AttributeError(f"property {name!r} of 'MjvScene' object has no setter")
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._arrays})

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __copy__(self):
        raise TypeError("an MjvScene cannot be copied")

    __deepcopy__ = __reduce__ = lambda self, *_: self.__copy__()
    __repr__ = object.__repr__


def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Sets the values that a new camera has."""
    _reset(cam, MjvCamera)


def mjv_defaultOption(opt: MjvOption) -> None:
    """Sets the values that new options have."""
    _reset(opt, MjvOption)


def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Sets the values that a new perturbation has."""
    _reset(pert, MjvPerturb)


def mjv_defaultFigure(fig: MjvFigure) -> None:
    """Sets the values that a new figure has."""
    _reset(fig, MjvFigure)


def mjr_defaultRendererInfo(info: MjrRendererInfo) -> None:
    """Sets the values that a new one has."""
    info.renderer, info.backend = "classic", ""


def _reset(value, kind) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, not {type(value).__name__}")
    for name in kind._dtype.names:
        value._row[name] = np.zeros(1, kind._dtype)[0][name]
    value._set_defaults()
