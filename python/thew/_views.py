"""Named access: `model.body("torso").mass`, `data.joint("hip").qpos`.

An object of the model is shown by a view. A view has one attribute for each field of the objects of
its kind, named like the field without its prefix; its value is a NumPy view of the object's rows.
"""

from collections.abc import Callable
from dataclasses import dataclass, field


import numpy as np

from thew import _text, _thew
from thew._enums import ENUMS

_OBJECTS = ENUMS["mjtObj"]


@dataclass(frozen=True)
class Rows:
    """Which rows of a table belong to an object: `count` from `first` on."""

    first: int
    count: int = 1
    flat: bool = True  # a single row loses its first dimension

    def of(self, table: np.ndarray) -> np.ndarray:
        if self.flat and self.count == 1 and table.ndim > 1:
            return table[self.first]
        return table[self.first : self.first + self.count]


# Given the model and the number of the object, the rows in tables of each size ("nbody", "nv"...).
RowsOf = Callable[[_thew.MjModel, int], dict[str, Rows]]


@dataclass(frozen=True)
class Kind:
    """A kind of object and how its fields are found."""

    title: str  # in the names of the view classes
    accessors: tuple[str, ...]
    type: int  # mjtObj
    rows: RowsOf
    prefixes: tuple[str, ...]  # of fields, in the order in which they win over one another
    data_prefixes: tuple[str, ...] = ()
    names: dict[str, str] = field(default_factory=dict)  # attributes whose field has another name
    special: dict[str, Callable] = field(default_factory=dict)  # computed from (store, rows)


def _single(size: str) -> RowsOf:
    return lambda model, i: {size: Rows(i)}


def _joint_rows(model, i):
    sizes = {0: (7, 6), 1: (4, 3), 2: (1, 1), 3: (1, 1)}  # mjtJoint: (coordinates, dofs)
    nq, nv = sizes[int(model.jnt_type[i])]
    plastic = int(model.jnt_plasticadr[i])
    return {
        "njnt": Rows(i),
        "nq": Rows(int(model.jnt_qposadr[i]), nq, flat=False),
        "nv": Rows(int(model.jnt_dofadr[i]), nv, flat=False),
        "nplastic": Rows(plastic, nq) if plastic >= 0 else Rows(0, 0),
    }


def _actuator_rows(model, i):
    act = int(model.actuator_actadr[i])
    return {
        "nactuator": Rows(i),
        "nu": Rows(int(model.actuator_ctrladr[i]), int(model.actuator_ctrlnum[i])),
        "nout": Rows(int(model.actuator_outadr[i]), int(model.actuator_outnum[i])),
        "na": Rows(act, int(model.actuator_actnum[i])) if act >= 0 else Rows(0, 0),
    }


def _tendon_rows(model, i):
    plastic = int(model.tendon_plasticadr[i])
    return {
        "ntendon": Rows(i),
        "nJten": Rows(int(model.ten_J_rowadr[i]), int(model.ten_J_rownnz[i])),
        "nplastic": Rows(plastic, 2) if plastic >= 0 else Rows(0, 0),
    }


def _spans(size: str, data_size: str, address: str, count: str) -> RowsOf:
    def rows(model, i):
        first, number = getattr(model, address)[i], getattr(model, count)[i]
        return {size: Rows(i), data_size: Rows(int(first), int(number))}

    return rows


def _moment(store, rows: dict[str, Rows]) -> np.ndarray:
    """The rows of the transmission's moment arms: dense, and a copy."""
    out = rows["nout"]
    dense = np.zeros((out.count, len(store.get("qvel"))))
    numbers = store.get("moment_rownnz"), store.get("moment_rowadr")
    for row, i in zip(dense, range(out.first, out.first + out.count)):
        count, first = (int(x[i]) for x in numbers)
        columns = store.get("moment_colind")[first : first + count]
        row[columns] = store.get("actuator_moment")[first : first + count]
    dense.flags.writeable = False
    return dense[0] if out.count == 1 else dense


def _grid(store, rows: dict[str, Rows]) -> np.ndarray:
    i = rows["nhfield"].first
    shape = int(store.get("hfield_nrow")[i]), int(store.get("hfield_ncol")[i])
    first = int(store.get("hfield_adr")[i])
    return store.get("hfield_data")[first : first + shape[0] * shape[1]].reshape(shape)


def _pixels(store, rows: dict[str, Rows]) -> np.ndarray:
    i = rows["ntex"].first
    shape = tuple(int(store.get(f"tex_{n}")[i]) for n in ("height", "width", "nchannel"))
    first = int(store.get("tex_adr")[i])
    return store.get("tex_data")[first : first + shape[0] * shape[1] * shape[2]].reshape(shape)


def _kind(title: str, accessors: str, prefix: str, rows, **more) -> Kind:
    names = tuple(accessors.split())
    kind = "mjOBJ_" + {"Keyframe": "KEY"}.get(title, title.upper())
    prefixes = tuple(prefix.split())
    rows = _single(rows) if isinstance(rows, str) else rows
    return Kind(title, names, int(_OBJECTS[kind]), rows, prefixes, **more)


_SENSOR = _spans("nsensor", "nsensordata", "sensor_adr", "sensor_dim")
_NUMERIC = _spans("nnumeric", "nnumericdata", "numeric_adr", "numeric_size")
_TUPLE = _spans("ntuple", "ntupledata", "tuple_adr", "tuple_size")

MODEL_KINDS = [
    _kind("Body", "body", "body_", "nbody"),
    _kind("Joint", "joint jnt", "jnt_ dof_", _joint_rows, names={"bodyid": "dof_bodyid"}),
    _kind("Geom", "geom", "geom_", "ngeom"),
    _kind("Site", "site", "site_", "nsite"),
    _kind("Camera", "camera cam", "cam_", "ncam"),
    _kind("Light", "light", "light_", "nlight"),
    _kind("Mesh", "mesh", "mesh_", "nmesh"),
    _kind("Skin", "skin", "skin_", "nskin"),
    _kind("Hfield", "hfield", "hfield_", "nhfield", special={"data": _grid}),
    _kind("Texture", "texture tex", "tex_", "ntex", special={"data": _pixels}),
    _kind("Material", "material mat", "mat_", "nmat"),
    _kind("Pair", "pair", "pair_", "npair"),
    _kind("Exclude", "exclude", "exclude_", "nexclude"),
    _kind("Equality", "equality eq", "eq_", "neq"),
    # The reference leaves a letter of the prefix: `_limited` stands beside `limited`.
    _kind("Tendon", "tendon", "tendon ten_ tendon_", _tendon_rows),
    _kind("Actuator", "actuator", "actuator_", _actuator_rows),
    _kind("Sensor", "sensor", "sensor_", _SENSOR),
    _kind("Numeric", "numeric", "numeric_", _NUMERIC),
    _kind("Tuple", "tuple", "tuple_", _TUPLE),
    _kind("Keyframe", "key keyframe", "key_", "nkey"),
]
DATA_KINDS = [
    _kind("Body", "body", "body_", "nbody"),
    _kind("Joint", "joint jnt", "jnt_ dof_", _joint_rows),
    _kind("Geom", "geom", "geom_", "ngeom"),
    _kind("Site", "site", "site_", "nsite"),
    _kind("Camera", "camera cam", "cam_", "ncam"),
    _kind("Light", "light", "light_", "nlight"),
    _kind("Tendon", "tendon ten", "ten_ tendon_", _tendon_rows),
    _kind("Actuator", "actuator", "actuator_", _actuator_rows, special={"moment": _moment}),
    _kind("Sensor", "sensor", "sensor_", _SENSOR, names={"data": "sensordata"}),
]


def _attributes(kind: Kind, table, sizes: set[str], data: bool) -> dict[str, tuple[str, str]]:
    """{attribute: (field, size of its table)}"""
    found: dict[str, tuple[str, str]] = {}
    for prefix in reversed(kind.prefixes):
        for name, _, rows, *_ in table:
            if rows in sizes and name.startswith(prefix):
                found[name.removeprefix(prefix)] = name, rows
    for name, type_, rows, _, _, _, _, arena, *_ in table:
        # Fields without a prefix keep their whole name: `qpos0`, `xpos`, `qvel`.
        whole = not arena and type_ == "Real" if data else rows == "nq"
        if rows in sizes and whole and not name.startswith(kind.prefixes):
            found.setdefault(name, (name, rows))
    sizes_of = {name: rows for name, _, rows, *_ in table}
    for attribute, name in kind.names.items():
        found[attribute] = name, sizes_of[name]
    return found


class View:
    """An object of a model; made by the accessors of MjModel and MjData."""

    _fields: dict[str, tuple[str, str]] = {}
    _moving: frozenset[str] = frozenset()  # those that lie elsewhere after the next step
    _special: dict[str, Callable] = {}

    def __init__(self, store, rows: dict[str, Rows], number: int, name: str) -> None:
        self.__dict__.update(_store=store, _rows=rows, id=number, name=name)

    def __getattr__(self, name: str):
        """Called for what is not there yet: makes the array and keeps it."""
        if name in self._special:
            made = self._special[name](self._store, self._rows)
            if not made.flags.writeable:
                return made  # a copy, of this moment only
        elif name in self._fields:
            field_name, size = self._fields[name]
            made = self._rows[size].of(self._store.get(field_name))
            if name in self._moving:
                return made
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.__dict__[name] = made
        return made

    def __setattr__(self, name: str, value) -> None:
        if name in ("id", "name"):
            raise AttributeError(
                f"property {name!r} of {type(self).__name__!r} object has no setter"
            )
        array = getattr(self, name)
        if not array.flags.writeable:
            field_name = self._fields.get(name, (name,))[0]
            model = isinstance(self._store, _thew.ModelStore)
            hint = "change the XML and load it again" if model else "the engine computes it"
            raise AttributeError(f"{field_name} can only be read: {hint}")
        array[...] = value

    def __dir__(self) -> list[str]:
        return sorted({*self._fields, *self._special, "id", "name"})

    def __repr__(self) -> str:
        return _text.describe(type(self).__name__, dir(self), lambda name: getattr(self, name))


def _sizes(kind: Kind, data: bool) -> set[str]:
    """The sizes that the kind's rows come in, without a model at hand."""

    class Anything:
        def __getattr__(self, name):
            return np.zeros(1, int)

    sizes = set(kind.rows(Anything(), 0))
    if not data:
        sizes -= {"nplastic", "na"}
    return sizes


def _view_class(owner: str, kind: Kind, table) -> type[View]:
    data = owner == "Data"
    attributes = _attributes(kind, table, _sizes(kind, data), data)
    for name in kind.special:
        attributes.pop(name, None)
    arena = {name for name, *_, in_arena, _, _ in table if data and in_arena}
    members = {
        "_fields": attributes,
        "_moving": frozenset(name for name, (field_name, _) in attributes.items() if field_name in arena),
        "_special": kind.special,
        "__doc__": View.__doc__,
    }
    return type(f"_Mj{owner}{kind.title}Views", (View,), members)


def _find(model, kind: Kind, key) -> int:
    """The number of the object; raises what MuJoCo raises when there is none."""
    count = _thew.object_count(model, kind.type)
    if isinstance(key, str):
        number = _thew.mj_name2id(model, kind.type, key) if key else -1
        if number < 0:
            names = (_thew.mj_id2name(model, kind.type, i) for i in range(count))
            valid = sorted(name for name in names if name)
            raise KeyError(f"Invalid name '{key}'. Valid names: {valid}")
        return number
    try:
        number = key.__index__()
    except AttributeError:
        raise TypeError(f"expected a name or a number, not {key!r}") from None
    if not 0 <= number < count:
        raise IndexError(f"Invalid index {number}. Valid indices from 0 to {count - 1}")
    return number


def _accessor(kind: Kind, view_class: type[View], model_of) -> Callable:
    def get(self, name: str | int = "") -> View:
        key = kind.title, name
        view = self._parts.get(key)
        if view is None:
            model = model_of(self)
            number = _find(model, kind, name)
            by_number = kind.title, number
            view = self._parts.get(by_number)
            if view is None:
                text = _thew.mj_id2name(model, kind.type, number) or ""
                view = view_class(self._store, kind.rows(model, number), number, text)
                self._parts[by_number] = view
            self._parts[key] = view
        return view

    get.__name__ = get.__qualname__ = kind.accessors[0]
    get.__doc__ = f"The {kind.title.lower()} with this name or number."
    return get


def _install(owner: type, title: str, kinds: list[Kind], table, model_of) -> None:
    for kind in kinds:
        accessor = _accessor(kind, _view_class(title, kind, table), model_of)
        for name in kind.accessors:
            setattr(owner, name, accessor)


def install() -> None:
    """Gives MjModel and MjData their accessors."""
    _install(_thew.MjModel, "Model", MODEL_KINDS, _thew.model_fields(), lambda self: self)
    _install(_thew.MjData, "Data", DATA_KINDS, _thew.data_fields(), lambda self: self.model)
