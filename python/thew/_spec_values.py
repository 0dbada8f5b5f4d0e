"""Values of elements that are more than numbers: lists that write through, texts, rotations."""

import numpy as np


class Numbers(np.ndarray):
    """A list of numbers of any length. Writing an entry writes the list of the element."""

    def __new__(cls, values, write):
        made = np.asarray(values).view(cls)
        made._write = write
        return made

    def __array_finalize__(self, source):
        self._write = None

    def __setitem__(self, place, value):
        super().__setitem__(place, value)
        if self._write is not None:
            self._write(np.asarray(self))


class Texts:
    """A list of texts, or of the characters of one. Writing an entry writes the list of the element."""

    def __init__(self, read, write):
        self._read = read
        self._write = write

    def __len__(self):
        return len(self._read())

    def __iter__(self):
        return iter(self._read())

    def __getitem__(self, place):
        values = self._read()
        if isinstance(place, slice):
            return values[place]
        return values[self._check(place, values)]

    def __setitem__(self, place, value):
        values = list(self._read())
        values[self._check(place, values)] = value
        self._write(values)

    def __eq__(self, other):
        return list(self) == list(other)

    __hash__ = None

    def __repr__(self):
        return repr(list(self._read()))

    @staticmethod
    def _check(place, values):
        if not 0 <= place < len(values):
            raise IndexError(f"index {place} is not between 0 and {len(values) - 1}")
        return int(place)


def characters(name, value, count, exact=False):
    """The text of a list of characters, or of a text; `exact` where it must not be shorter."""
    if not isinstance(value, str) and any(len(one) != 1 for one in value):
        raise ValueError(f"{name}: list elements must be single characters")
    text = value if isinstance(value, str) else "".join(value)
    if exact and len(text) != count:
        raise ValueError(f"{name} should have length {count}, not {len(text)}")
    if len(text) > count:
        raise ValueError(f"{name} may have at most {count} characters")
    return text


class MjsOrientation:
    """The notations of a rotation beside the quaternion; `type` says which one holds."""

    _FORMS = ("axisangle", "xyaxes", "zaxis", "euler")

    def __init__(self, handle, prefix=""):
        object.__setattr__(self, "_handle", handle)
        object.__setattr__(self, "_prefix", prefix)

    @property
    def type(self):
        from . import mjtOrientation

        return mjtOrientation(self._handle.rotation_form(self._prefix))

    @type.setter
    def type(self, value):
        self._handle.set_rotation_form(self._prefix, int(value))


def _form(name):
    def write(self, value):
        self._handle.set(self._prefix + name, value)

    return property(lambda self: self._handle.get(self._prefix + name), write)


for _name in MjsOrientation._FORMS:
    setattr(MjsOrientation, _name, _form(_name))


class Settings:
    """A group of settings of a spec, by the names of its members."""

    __slots__ = ("_document", "_number")
    _group = ""
    _members: dict = {}

    def __init__(self, document, number=0):
        object.__setattr__(self, "_document", document)
        object.__setattr__(self, "_number", number)

    def __setattr__(self, name, value):
        if not isinstance(getattr(type(self), name, None), property):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        object.__setattr__(self, name, value)
