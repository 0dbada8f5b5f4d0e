"""Structures that are numbers and nothing else, over rows of NumPy's structured arrays."""

from __future__ import annotations

import operator

import numpy as np

from thew import _text


def _property(name: str, dtype: np.dtype) -> property:
    if dtype.shape or dtype.subdtype:

        def get(self):
            return self._row[name]

        def set_(self, value):
            self._row[name][...] = value

    elif dtype.kind == "S":

        def get(self):
            return self._row[name].decode()

        def set_(self, value):
            if not isinstance(value, (str, bytes)):
                raise TypeError(f"{name} should be text, not {type(value).__name__}")
            self._row[name] = value.encode() if isinstance(value, str) else value

    elif dtype.kind == "f":

        def get(self):
            return self._row[name].item()

        def set_(self, value):
            if isinstance(value, (str, bytes)):
                raise TypeError(f"{name} should be a number, not {value!r}")
            self._row[name] = float(value)

    else:

        def get(self):
            return self._row[name].item()

        def set_(self, value):
            self._row[name] = operator.index(value)

    return property(get, set_)


class Plain:
    """Fields over one row: of its own, or of an array that somebody else has."""

    __slots__ = ("_row",)
    _dtype: np.dtype
    _defaults: dict = {}

    def __init__(self) -> None:
        self._row = np.zeros(1, self._dtype)[0]
        self._set_defaults()

    def __init_subclass__(cls) -> None:
        for name, kind in (cls._dtype.fields or {}).items():
            setattr(cls, name, _property(name, kind[0]))

    def _set_defaults(self) -> None:
        for name, value in self._defaults.items():
            setattr(self, name, value)

    @classmethod
    def _view(cls, row: np.void) -> Plain:
        made = cls.__new__(cls)
        made._row = row
        return made

    @classmethod
    def _views(cls, rows: np.ndarray) -> tuple:
        return tuple(cls._view(row) for row in rows)

    def __eq__(self, other) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        names = self._dtype.names
        return all(np.array_equal(self._row[name], other._row[name]) for name in names)

    __hash__ = None

    def __copy__(self):
        return self._view(np.array([self._row], self._dtype)[0])

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _restore, (type(self), np.array([self._row], self._dtype))

    def __repr__(self) -> str:
        return _text.describe(type(self).__name__, sorted(self._dtype.names), self.__getattribute__)


def _restore(kind, rows):
    return kind._view(rows[0])


def layout(**fields) -> np.dtype:
    """A structured type from `name="f4"` or `name=("f4", shape)`, laid out as C++ does it."""
    named = [(n, k) if isinstance(k, str) else (n, *k) for n, k in fields.items()]
    return np.dtype(named, align=True)
