"""The structures of numbers in a model: MjOption, MjStatistic and MjVisual."""

import numpy as np

from thew import _text, _thew

_NAMES: dict[str, list[str]] = {}
for _group, _name, *_ in _thew.model_scalars():
    _NAMES.setdefault(_group, []).append(_name)


class _Struct(_thew.Struct):
    """Shows a part of a model, or numbers of its own when made by a user."""

    __slots__ = ()
    _kind = ""

    def __init__(self, _store=None) -> None:
        super().__init__(self._kind, _store)

    def __init_subclass__(cls) -> None:
        if "_kind" in cls.__dict__:
            _thew.add_struct_attributes(cls, cls._kind)

    def __eq__(self, other) -> bool:
        if not isinstance(other, _Struct) or other._group != self._group:
            return NotImplemented
        names = _NAMES[self._kind]
        return all(np.array_equal(getattr(self, n), getattr(other, n)) for n in names)

    __hash__ = None

    def __copy__(self):
        made = type(self)()
        made._assign(self)
        return made

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        values = {name: getattr(self, name) for name in _NAMES[self._kind]}
        return _restore, (type(self), values)

    def __repr__(self) -> str:
        return _text.describe(
            type(self).__name__, sorted(_NAMES[self._kind]), self.__getattribute__
        )


def _restore(kind, values):
    made = kind()
    for name, value in values.items():
        setattr(made, name, value)
    return made


class MjOption(_Struct):
    """Physics options."""

    __slots__ = ()
    _kind = "opt"


class MjStatistic(_Struct):
    """Sizes and masses that are typical for a model."""

    __slots__ = ()
    _kind = "stat"


class MjVisual:
    """What viewers need, in groups."""

    class Global(_Struct):
        __slots__ = ()
        _kind = "vis.global_"

    class Quality(_Struct):
        __slots__ = ()
        _kind = "vis.quality"

    class Headlight(_Struct):
        __slots__ = ()
        _kind = "vis.headlight"

    class Map(_Struct):
        __slots__ = ()
        _kind = "vis.map"

    class Scale(_Struct):
        __slots__ = ()
        _kind = "vis.scale"

    class Rgba(_Struct):
        __slots__ = ()
        _kind = "vis.rgba"

    _GROUPS = {
        "global_": Global,
        "quality": Quality,
        "headlight": Headlight,
        "map": Map,
        "scale": Scale,
        "rgba": Rgba,
    }
    __slots__ = ("_groups",)

    def __init__(self, _store=None) -> None:
        self._groups = {name: kind(_store) for name, kind in self._GROUPS.items()}

    def _assign(self, other: "MjVisual") -> None:
        if not isinstance(other, MjVisual):
            raise TypeError(f"expected an MjVisual, not {type(other).__name__}")
        for name, group in self._groups.items():
            group._assign(other._groups[name])

    def __eq__(self, other) -> bool:
        return self._groups == other._groups if isinstance(other, MjVisual) else NotImplemented

    __hash__ = None

    def __copy__(self):
        made = type(self)()
        made._assign(self)
        return made

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _restore, (type(self), self._groups)

    def __repr__(self) -> str:
        return _text.describe(type(self).__name__, self._groups, self._groups.__getitem__)


def _group_property(name: str) -> property:
    def get(self):
        return self._groups[name]

    def set_(self, value):
        self._groups[name]._assign(value)

    return property(get, set_)


for _group in MjVisual._GROUPS:
    setattr(MjVisual, _group, _group_property(_group))

setattr(MjVisual, "global", MjVisual.global_)  # the name that only getattr can say

MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba
