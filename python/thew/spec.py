"""Models that are edited in Python: MjSpec, and handles to the elements in it.

A handle stays valid while other elements are added or removed; one whose element was removed says so.
"""

import pathlib

from . import _thew

_IN_BODIES = [kind for kind, in_bodies in _thew.spec_kinds() if in_bodies]
_IN_SPEC = [kind for kind, in_bodies in _thew.spec_kinds() if not in_bodies]
_PLURALS = {"body": "bodies", "mesh": "meshes", "equality": "equalities"}
# MuJoCo's names of members that have another one here.
_RENAMED = {"explicitinertial": "explicit_inertial"}


def _plural(kind):
    return _PLURALS.get(kind, kind + "s")


class _Element:
    """An element of a spec. Attributes are its members, by MuJoCo's names."""

    __slots__ = ("_handle",)
    _kind = ""

    def __init__(self, handle):
        object.__setattr__(self, "_handle", handle)

    def __eq__(self, other):
        return isinstance(other, _Element) and self._handle.same(other._handle)

    __hash__ = None

    def __repr__(self):
        return f"<{type(self).__name__} {self.name!r}>"

    def __setattr__(self, name, value):
        name = _RENAMED.get(name, name)
        if isinstance(getattr(type(self), name, None), property):
            return object.__setattr__(self, name, value)
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    @property
    def parent(self):
        """The body that the element stands in."""
        return _wrap(self._handle.parent())

    def _assign(self, values):
        for name, value in values.items():
            setattr(self, name, value)
        return self


def _wrap(handle):
    return None if handle is None else CLASSES[handle.kind](handle)


def _property(name):
    return property(lambda self: self._handle.get(name), lambda self, value: self._handle.set(name, value))


def _make_class(kind):
    title = {"hfield": "HField"}.get(kind, kind.capitalize())
    made = type(f"Mjs{title}", (_Element,), {"__slots__": (), "_kind": kind, "__doc__": f"A {kind} of a spec."})
    for name in _thew.spec_members(kind):
        setattr(made, name, _property(name))
    for theirs, ours in _RENAMED.items():
        if hasattr(made, ours):
            setattr(made, theirs, _property(ours))
    return made


CLASSES = {kind: _make_class(kind) for kind in (*_IN_BODIES, *_IN_SPEC)}


def _class_name(default):
    return "" if default is None else getattr(default, "name", default)


def _make_adder(kind):
    def add(self, default=None, **values):
        return _wrap(self._handle.add(kind, _class_name(default)))._assign(values)

    add.__doc__ = f"Adds a {kind}; keywords are its attributes."
    return add


def _add_freejoint(self, **values):
    """Adds a joint with six degrees of freedom."""
    from . import mjtJoint

    return CLASSES["body"].add_joint(self, type=mjtJoint.mjJNT_FREE, **values)


for _kind in _IN_BODIES:
    setattr(CLASSES["body"], f"add_{_kind}", _make_adder(_kind))
    setattr(
        CLASSES["body"],
        _plural(_kind),
        property(lambda self, kind=_kind: [_wrap(handle) for handle in self._handle.children(kind)]),
    )
CLASSES["body"].add_freejoint = _add_freejoint


class MjSpec:
    """A model as it is written, which can be edited and compiled."""

    def __init__(self, document=None):
        self._document = _thew.spec_new() if document is None else document

    @classmethod
    def from_string(cls, xml, assets=None):
        """Reads the text of an MJCF or URDF file; assets are files by name."""
        return cls(_thew.spec_from_string(xml, assets))

    @classmethod
    def from_file(cls, filename, assets=None):
        """Reads an MJCF or URDF file."""
        return cls(_thew.spec_from_file(filename, assets))

    @property
    def modelname(self):
        return self._document.modelname

    @modelname.setter
    def modelname(self, name):
        self._document.modelname = name

    @property
    def worldbody(self):
        return _wrap(_thew.spec_world(self._document))

    def delete(self, element):
        """Takes an element out, with all that stands in it and all that refers to it."""
        element._handle.remove()

    def copy(self):
        return type(self)(_thew.spec_copy(self._document))

    def compile(self):
        """The compiled model. The spec stays as it is and may be edited and compiled again."""
        return _thew.spec_compile(self._document)


    def to_xml(self):
        """The model as one MJCF text that gives the same model."""
        return _thew.spec_to_xml(self._document, "")

    def to_file(self, filename):
        """Writes the text of to_xml, with files of assets named as seen from its folder."""
        path = pathlib.Path(filename)
        path.write_text(_thew.spec_to_xml(self._document, str(path.parent)))


def _spec_adder(kind):
    def add(self, default=None, **values):
        return _wrap(_thew.spec_add(self._document, kind, _class_name(default)))._assign(values)

    add.__doc__ = f"Adds a {kind}; keywords are its attributes."
    return add


def _finder(kind):
    def find(self, name):
        return _wrap(_thew.spec_find(self._document, kind, name))

    find.__doc__ = f"The {kind} with this name, or None."
    return find


for _kind in (*_IN_BODIES, *_IN_SPEC):
    setattr(MjSpec, _kind, _finder(_kind))
    setattr(
        MjSpec,
        _plural(_kind),
        property(lambda self, kind=_kind: [_wrap(handle) for handle in _thew.spec_all(self._document, kind)]),
    )
for _kind in _IN_SPEC:
    setattr(MjSpec, f"add_{_kind}", _spec_adder(_kind))
MjSpec.bodies = property(lambda self: [self.worldbody, *map(_wrap, _thew.spec_all(self._document, "body"))])
