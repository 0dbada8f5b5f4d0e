"""Elements of a spec: the classes Mjs..., made from the members that the extension module lists."""

import weakref

import numpy as np

from . import _thew
from ._spec_values import MjsOrientation, Numbers, Texts, characters

IN_BODIES = [kind for kind, in_bodies in _thew.spec_kinds() if in_bodies]
IN_SPEC = [kind for kind, in_bodies in _thew.spec_kinds() if not in_bodies]
_PLURALS = {"body": "bodies", "mesh": "meshes", "equality": "equalities", "flex": "flexes"}
# MuJoCo's names of members that have another one here.
_RENAMED = {"explicit_inertial": "explicitinertial", "elevation": "userdata"}
_FORMS = ("axisangle", "xyaxes", "zaxis", "euler")
# Lists that may be shorter than they are long, with zeros behind.
_SHORT = {"size", "stiffness", "damping"}
_POSED = ("body", "frame", "geom", "site", "camera", "flexcomp")
# What MuJoCo's structures do not have.
_HIDDEN = {"tendon": {"type"}, "actuator": {"kp", "kv", "dampratio", "timeconst"}, "mesh": {"convex", "builtin", "params"}}

_wrapped: weakref.WeakValueDictionary = weakref.WeakValueDictionary()


def plural(kind):
    return _PLURALS.get(kind, kind + "s")


def wrap(handle):
    """The Python object of an element: the same one as long as somebody holds it."""
    if handle is None:
        return None
    key = handle.key
    made = _wrapped.get(key)
    if made is None:
        made = _wrapped[key] = CLASSES[key[0]](handle)
    return made


class MjsElement:
    """An element of a spec. Attributes are its members, by MuJoCo's names."""

    __slots__ = ("_handle", "__weakref__")
    _kind = ""
    _keywords: dict = {}

    def __init__(self, handle):
        object.__setattr__(self, "_handle", handle)

    def __eq__(self, other):
        return isinstance(other, MjsElement) and self._handle.key == other._handle.key

    def __hash__(self):
        return hash(self._handle.key)

    def __repr__(self):
        return f"<{type(self).__name__} {self.name!r}>"

    def __setattr__(self, name, value):
        if not isinstance(getattr(type(self), name, None), property):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        object.__setattr__(self, name, value)

    @property
    def id(self):
        """Its number in the model that was compiled last; -1 if there is none."""
        return self._handle.id

    @property
    def signature(self):
        """That of the model which the spec was compiled to; another one after edits."""
        return self._handle.document.signature

    @property
    def classname(self):
        """The default class that it was made from."""
        return wrap(_thew.spec_find_class(self._handle.document, self._handle.classname))

    @classname.setter
    def classname(self, default):
        if not isinstance(default, MjsDefault):
            raise TypeError(f"expected an MjsDefault, not {type(default).__name__}")
        self._handle.classname = default.name

    @property
    def compiler(self):
        """The settings of the file or spec that it is from."""
        from .spec import MjsCompiler

        return MjsCompiler(self._handle.document, self._handle.compiler)


class _InBody(MjsElement):
    """An element that stands in a body."""

    __slots__ = ()

    @property
    def parent(self):
        """The body that it stands in; None once it was removed."""
        return wrap(self._handle.parent())

    @property
    def frame(self):
        """The frame of that body that it stands in, or None."""
        return wrap(self._handle.frame())

    def set_frame(self, frame):
        """Puts it into a frame of its body."""
        self._handle.set_frame(frame._handle)


class MjsDefault:
    """A default class: a prototype of each kind of element that has defaults."""

    __slots__ = ("_handle", "__weakref__")
    _KINDS = "actuator camera equality flex geom joint light material mesh pair site tendon texture".split()

    def __init__(self, handle):
        self._handle = handle

    def __eq__(self, other):
        return isinstance(other, MjsDefault) and self._handle.key == other._handle.key

    def __hash__(self):
        return hash(self._handle.key)

    def __repr__(self):
        return f"<MjsDefault {self.name!r}>"

    @property
    def name(self):
        return self._handle.name

    @name.setter
    def name(self, name):
        self._handle.name = name


for _kind in MjsDefault._KINDS:
    setattr(MjsDefault, _kind, property(lambda self, kind=_kind: wrap(self._handle.prototype(kind))))


# --- members -------------------------------------------------------------------------------------


def checked(name, value, count):
    """A list of numbers for a member of so many; raises as MuJoCo does for keywords."""
    if value is None or count <= 0 or isinstance(value, str):
        return value
    given = np.size(value)
    if name == "scale" and np.ndim(value) == 0:
        return np.full(count, value)
    if name in _SHORT and np.ndim(value) <= 1:
        if not 1 <= given <= count:
            raise ValueError(f"{name} should be a list/array of size 1 to {count}.")
        return np.concatenate([np.ravel(value), np.zeros(count - given)])
    if given != count or np.ndim(value) == 0:
        raise ValueError(f"{name} should be a list/array of size {count}.")
    return value


def _member(name, count, shown):
    if count < 0:

        def read(self):
            return Numbers(self._handle.get(name), lambda values: self._handle.set(name, values))

        def write(self, value):
            if isinstance(value, str):
                raise TypeError(f"{shown} should be a list of numbers")
            self._handle.set(name, value)

    else:

        def read(self):
            return self._handle.get(name)

        def write(self, value):
            self._handle.set(name, checked(shown, value, count))

    return property(read, write)


def _text_list(name, count):
    def write(self, values):
        values = list(values)
        if len(values) != count:
            raise ValueError(f"{name} must have exactly {count} elements, got {len(values)}")
        self._handle.set(name, values)

    return property(
        lambda self: Texts(lambda: self._handle.get(name), lambda values: write(self, values)), write
    )


def _gridlayout():
    def write(self, value):
        self._handle.set("gridlayout", characters("gridlayout", value, 12))

    def read(self):
        return Texts(lambda: list(self._handle.get("gridlayout").ljust(12, "\0")), lambda v: write(self, v))

    return property(read, write)


class PluginUse:
    """The plugin of an element: an instance by its name, or none."""

    def __init__(self, handle):
        self._handle = handle

    def _read(self):
        return self._handle.get("plugin")

    def _write(self, place, value):
        use = list(self._read())
        use[place] = value
        if place == 1 and value:
            use[0] = True
        self._handle.set("plugin", tuple(use))

    def _instance(self):
        return _thew.spec_find(self._handle.document, "plugin", self._read()[1])

    active = property(lambda self: self._read()[0], lambda self, value: self._write(0, bool(value)))
    name = property(lambda self: self._read()[1], lambda self, value: self._write(1, value))
    info = property(lambda self: self._read()[3], lambda self, value: self._write(3, value))

    @property
    def plugin_name(self):
        instance = self._instance()
        return self._read()[2] if instance is None else instance.get("plugin_name")

    @plugin_name.setter
    def plugin_name(self, name):
        self._write(2, name)


def _plugin():
    def write(self, plugin):
        own = "" if plugin.name else plugin.plugin_name
        self._handle.set("plugin", (True, plugin.name, own, plugin.info))

    return property(lambda self: PluginUse(self._handle), write)


def _make_class(kind):
    title = {"hfield": "HField"}.get(kind, kind.capitalize())
    base = _InBody if kind in IN_BODIES else MjsElement
    made = type(f"Mjs{title}", (base,), {"__slots__": (), "_kind": kind, "__doc__": f"A {kind} of a spec."})
    keywords = {}
    for name, count in _thew.spec_members(kind):
        shown = _RENAMED.get(name, name)
        keywords[shown] = count
        if name in _HIDDEN.get(kind, ()):
            del keywords[shown]
            continue
        setattr(made, shown, _member(name, count, shown))
    if kind in _POSED:
        made.alt = property(lambda self: MjsOrientation(self._handle))
    if kind == "body":
        made.ialt = property(lambda self: MjsOrientation(self._handle, "i"))
    if "plugin" in keywords:
        made.plugin = _plugin()
    made._keywords = keywords
    return made


CLASSES = {kind: _make_class(kind) for kind in (*IN_BODIES, *IN_SPEC)}
CLASSES["default"] = MjsDefault
CLASSES["material"].textures = _text_list("textures", 10)
CLASSES["texture"].cubefiles = _text_list("cubefiles", 6)
CLASSES["texture"].gridlayout = _gridlayout()


def _materials():
    """The materials of a flex: one for all elements, or one for each."""

    def write(self, value):
        names = [value] if isinstance(value, str) else list(value)
        self._handle.set("material", [name for name in names if name])

    def read(self):
        return list(self._handle.get("material"))

    return property(read, write)


for _kind in ("flex", "flexcomp"):
    CLASSES[_kind].material = _materials()


# --- making elements -----------------------------------------------------------------------------


def assign(element, values):
    """Sets members by keywords, with MuJoCo's rules."""
    kind = element._kind
    given = {name: value for name, value in values.items() if value is not None}
    for prefix in ("", "i"):
        forms = [prefix + form for form in _FORMS]
        if sum(form in given for form in forms) > 1:
            raise ValueError(f"Only one of: {', '.join(forms[:-1])}, or {forms[-1]} can be set.")
    for name, value in given.items():
        count = element._keywords.get(name)
        if count is None and not isinstance(getattr(type(element), name, None), property):
            raise TypeError(f"add_{kind}() got an unexpected keyword argument {name!r}")
        if name == "gridlayout":
            characters(name, value, 12, exact=True)
        if name.removeprefix("i") in _FORMS and kind in _POSED:
            element._handle.set(name, checked(name, value, count))
        else:
            setattr(element, name, value)
    return element


def made(handle, values):
    """A new element with these members; it is gone again if they are no good."""
    element = wrap(handle)
    try:
        return assign(element, values)
    except Exception:
        handle.remove()
        raise


def class_name(default):
    if default is None:
        return ""
    if not isinstance(default, MjsDefault):
        raise TypeError(f"expected an MjsDefault, not {type(default).__name__}")
    return default.name
