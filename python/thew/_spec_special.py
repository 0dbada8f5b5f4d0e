"""What single kinds of elements have besides their members: paths, entries, contents, shortcuts."""

import numpy as np

from . import _thew
from ._spec_elements import CLASSES, wrap
from ._spec_values import Numbers, Texts

# --- tendons -------------------------------------------------------------------------------------


class MjsWrap:
    """One part of the path of a tendon."""

    __slots__ = ("_handle", "_place", "info")

    def __init__(self, handle, place):
        self._handle = handle
        self._place = place
        self.info = ""

    def __eq__(self, other):
        return (
            isinstance(other, MjsWrap)
            and self._handle.key == other._handle.key
            and self._place == other._place
        )

    __hash__ = None

    def _read(self):
        return _thew.spec_wrap(self._handle, self._place)

    @property
    def type(self):
        """What it is; a geom is a sphere or a cylinder, whatever it is at the time."""
        from . import mjtGeom, mjtWrap

        kind = mjtWrap(self._read()[0])
        if kind in (mjtWrap.mjWRAP_SPHERE, mjtWrap.mjWRAP_CYLINDER):
            geom = self.target
            if geom is not None and geom.type == mjtGeom.mjGEOM_CYLINDER:
                return mjtWrap.mjWRAP_CYLINDER
        return kind

    @property
    def target(self):
        """The site, geom or joint; None of a pulley."""
        from . import mjtWrap

        kind, name, *_ = self._read()
        kinds = {mjtWrap.mjWRAP_JOINT: "joint", mjtWrap.mjWRAP_SITE: "site", mjtWrap.mjWRAP_PULLEY: None}
        found = kinds.get(mjtWrap(kind), "geom")
        return None if found is None else wrap(_thew.spec_find(self._handle.document, found, name))

    @property
    def sidesite(self):
        """The site on the side where the path passes a geom, or None."""
        name = self._read()[2]
        return wrap(_thew.spec_find(self._handle.document, "site", name)) if name else None

    @property
    def coef(self):
        """Of a joint."""
        return self._read()[3]

    @property
    def divisor(self):
        """Of a pulley."""
        return self._read()[3]


class MjsTendonPath:
    """The path of a tendon."""

    def __init__(self, handle):
        self._handle = handle

    def __len__(self):
        return _thew.spec_wraps(self._handle)

    def __getitem__(self, place):
        count = len(self)
        if not -count <= place < count:
            raise IndexError(f"the path has {count} parts")
        return MjsWrap(self._handle, place % count)


def _wrap_adder(kind, takes):
    def add(self, target="", second=None):
        from . import mjtWrap

        number = int(getattr(mjtWrap, f"mjWRAP_{kind}"))
        name, side, coef = takes(target, second)
        return MjsWrap(self._handle, _thew.spec_add_wrap(self._handle, number, name, side, coef))

    return add


_TENDON = CLASSES["tendon"]
_TENDON.wrap_site = _wrap_adder("SITE", lambda name, _: (name, "", 0))
_TENDON.wrap_geom = _wrap_adder("SPHERE", lambda name, side: (name, side or "", 0))
_TENDON.wrap_joint = _wrap_adder("JOINT", lambda name, coef: (name, "", coef))
_TENDON.wrap_pulley = _wrap_adder("PULLEY", lambda divisor, _: ("", "", divisor))
_TENDON.path = property(lambda self: MjsTendonPath(self._handle), doc="The parts that were added.")
_TENDON.default = CLASSES["tendon"].classname

# --- tuples, plugins, skins ----------------------------------------------------------------------


def _entries(place, missing):
    """The column of a table of entries: types, names or parameters."""

    def read(self):
        return [entry[place] for entry in _thew.spec_tuple(self._handle)]

    def write(self, values):
        entries = [list(entry) for entry in _thew.spec_tuple(self._handle)]
        entries += [[0, "", 0.0] for _ in range(len(values) - len(entries))]
        for i, entry in enumerate(entries):
            entry[place] = type(missing)(values[i]) if i < len(values) else missing
        _thew.spec_set_tuple(self._handle, [tuple(entry) for entry in entries])

    def show(self):
        if isinstance(missing, str):
            return Texts(lambda: read(self), lambda values: write(self, values))
        return Numbers(read(self), lambda values: write(self, list(values)))

    return property(show, write)


CLASSES["tuple"].objtype = _entries(0, 0)
CLASSES["tuple"].objname = _entries(1, "")
CLASSES["tuple"].objprm = _entries(2, 0.0)

CLASSES["plugin"].config = property(
    lambda self: _thew.spec_config(self._handle),
    lambda self, settings: _thew.spec_set_config(self._handle, dict(settings)),
    doc="The settings, by key.",
)

_BONE = ("", [0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [], [])


def _bones(place, width):
    """A column of the table of bones: flat where each bone has `width` numbers, else a list of lists."""

    def read(self):
        column = [bone[place] for bone in _thew.spec_bones(self._handle)]
        return column if width == 0 else [number for numbers in column for number in numbers]

    def write(self, values):
        values = list(values)
        if width:
            values = np.reshape(values, (-1, width)).tolist()
        bones = [list(bone) for bone in _thew.spec_bones(self._handle)]
        bones += [list(_BONE) for _ in range(len(values) - len(bones))]
        for bone, value in zip(bones, values):
            bone[place] = value if isinstance(value, str) else [type(_BONE[place][0])(x) if _BONE[place] else x for x in value]
        _thew.spec_set_bones(self._handle, [tuple(bone) for bone in bones])

    return property(read, write)


for _place, (_name, _width) in enumerate(
    [("bodyname", 0), ("bindpos", 3), ("bindquat", 4), ("vertid", 0), ("vertweight", 0)]
):
    setattr(CLASSES["skin"], _name, _bones(_place, _width))

# --- contents of assets --------------------------------------------------------------------------


def _mesh_list(name):
    def write(self, values):
        _thew.spec_set_mesh_list(self._handle, name, values)

    return property(
        lambda self: Numbers(_thew.spec_mesh_list(self._handle, name), lambda values: write(self, values)),
        write,
    )


for _name in "uservert usernormal usertexcoord userface userfacenormal userfacetexcoord".split():
    setattr(CLASSES["mesh"], _name, _mesh_list(_name))

CLASSES["texture"].data = property(
    lambda self: _thew.spec_pixels(self._handle),
    lambda self, data: _thew.spec_set_pixels(self._handle, bytes(data)),
    doc="The pixels, row by row.",
)


def _maker(shape, gather):
    def make(self, *arguments, **keywords):
        from . import mjtMeshBuiltin

        self._handle.set("builtin", mjtMeshBuiltin[f"mjMESH_BUILTIN_{shape.upper()}"])
        self._handle.set("params", np.ravel(np.concatenate([np.ravel(x) for x in gather(*arguments, **keywords)])))

    make.__doc__ = f"Makes it the built-in shape {shape}."
    return make


_SHAPES = {
    "sphere": lambda subdivision: (subdivision,),
    "hemisphere": lambda resolution: (resolution,),
    "cone": lambda nedge, radius: (nedge, radius),
    "supersphere": lambda resolution, e, n: (resolution, e, n),
    "supertorus": lambda resolution, radius, s, t: (resolution, radius, s, t),
    "wedge": lambda resolution=(0, 0), fov=(0, 0), gamma=0: (resolution, fov, gamma),
    "plate": lambda resolution=(0, 0): (resolution,),
    "grid": lambda count, spacing, dim=3: (count, spacing, dim),
    "box": lambda count, spacing, dim=3: (count, spacing, dim),
    "cylinder": lambda count, spacing, dim=3: (count, spacing, dim),
    "ellipsoid": lambda count, spacing, dim=3: (count, spacing, dim),
    "square": lambda count, spacing: (count, spacing),
    "disc": lambda count, spacing: (count, spacing),
}
for _shape, _gather in _SHAPES.items():
    setattr(CLASSES["mesh"], f"make_{_shape}", _maker(_shape, _gather))

# --- actuators and sensors -----------------------------------------------------------------------

# The parameters of each shortcut; a value of -1 is not given.
_SHORTCUTS = {
    "motor": "",
    "position": "kp kv dampratio timeconst inheritrange",
    "intvelocity": "kp kv dampratio timeconst inheritrange",
    "velocity": "kv",
    "damper": "kv",
    "cylinder": "timeconst bias area diameter",
    "muscle": "timeconst tausmooth range force scale lmin lmax vmax fpmax fvmax",
    "adhesion": "gain",
    "pid": "kp kv dampratio ki imax slewmax inheritrange ctrlspec",
    "orientation": "kp kv dampratio ctrlspec",
    "dcmotor": "motorconst resistance nominal saturation inductance cogging controller thermal lugre ctrlspec",
}


def _set_to(shortcut, names):
    def set_to(self, *arguments, **keywords):
        from . import mjtActuator

        if len(arguments) > len(names):
            raise TypeError(f"set_to_{shortcut}() takes at most {len(names)} arguments")
        given = {**dict(zip(names, arguments)), **keywords}
        parameters = {}
        for name, value in given.items():
            if name not in names:
                raise TypeError(f"set_to_{shortcut}() got an unexpected keyword argument {name!r}")
            numbers = [float(x) for x in np.ravel(value)]
            if numbers and all(x == -1 for x in numbers):
                continue
            if name in ("inheritrange", "ctrlspec") and not any(numbers):
                continue
            parameters[name] = numbers
        kind = int(getattr(mjtActuator, f"mjACTUATOR_{shortcut.upper()}"))
        _thew.spec_set_shortcut(self._handle, kind, parameters)

    set_to.__name__ = f"set_to_{shortcut}"
    set_to.__doc__ = f"Makes it a {shortcut} actuator ({', '.join(names) or 'no parameters'})."
    return set_to


for _shortcut, _names in _SHORTCUTS.items():
    setattr(CLASSES["actuator"], f"set_to_{_shortcut}", _set_to(_shortcut, _names.split()))


def _get_data_size(self):
    """How many numbers the sensor gives."""
    return _thew.spec_sensor_size(self._handle)


CLASSES["sensor"].get_data_size = _get_data_size
CLASSES["camera"].intrinsic = property(lambda self: np.concatenate([self.focal_length, self.principal_length]))
