"""The simulations of a `thew.batch.Batch`: groups of worlds that have a model in common, and what is checked of calls."""

from __future__ import annotations

import copy
import difflib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _enums, _errors, _thew
from thew import _batch as _worlds
from thew import rollout as _rollout

_State = _enums.ENUMS["mjtState"]
_Warning = _enums.ENUMS["mjtWarning"]
_EnableBit = _enums.ENUMS["mjtEnableBit"]
_INTEGRATION = int(_State.mjSTATE_INTEGRATION)
_USER = int(_State.mjSTATE_USER)

# Numbers of MjData that count what a world has, and fields that lanes do not have of each world.
_COUNTS = ("nA", "nJ", "ncon", "ne", "nefc", "nf", "nidof", "nisland", "nl")
_OF_WHOLE = ("actuator_moment", "moment_colind", "moment_rowadr", "moment_rownnz")
_ASSETS = ("mesh_", "hfield_", "tex_", "skin_", "oct_", "bvh_", "names", "paths", "flex_vertedge", "flexvert_J")


class SimulationError(RuntimeError):
    """Some simulations of a call failed. They kept their states; `ids` are their numbers, the others ran to the end."""

    def __init__(self, ids: NDArray, message: str, ncall: int | None = None) -> None:
        self.ids = ids
        some = ", ".join(map(str, ids[:5])) + (", ..." if len(ids) > 5 else "")
        whole = "" if ncall is None else f" of {ncall}"
        super().__init__(f"{len(ids)}{whole} simulations ({some}); simulation {ids[0]}: {message}")


# --- names ----------------------------------------------------------------------------------------


def _field_names() -> tuple[frozenset[str], frozenset[str]]:
    model = _thew.MjModel.from_xml_string("<mujoco/>")
    data = _thew.MjData(model)
    fixed = {row[0] for row in _thew.data_fields() if not row[7] and hasattr(data, row[0])}
    data_names = fixed - {"plugin", "plugin_data"} | set(_worlds._STATE) | set(_COUNTS)
    arrays = {n for n in dir(model) if not n.startswith("_") and isinstance(getattr(model, n, None), np.ndarray)}
    model_names = {n for n in arrays if not n.startswith(_ASSETS)} | {"bvh_aabb"}
    options = {f"opt.{n}" for n in dir(model.opt) if not n.startswith("_") and not callable(getattr(model.opt, n))}
    return frozenset(data_names), frozenset(model_names | options)


DATA_FIELDS, MODEL_FIELDS = _field_names()
_OWN = frozenset(row[0] for row in _thew.model_fields() if row[7]) | {"opt.gravity", "opt.wind"}


def near(name: str, names: Iterable[str]) -> str:
    found = difflib.get_close_matches(name, list(names), 3)
    return f" (did you mean {', '.join(map(repr, found))}?)" if found else ""


def hint(name: str, names: Iterable[str]) -> str:
    if name in MODEL_FIELDS:
        return f": it belongs to MjModel, use expand({name!r})"
    if f"opt.{name}" in MODEL_FIELDS:
        return f": it is an option, use expand('opt.{name}')"
    return near(name, names)


def _not_bound(data: Any, name: str) -> ValueError:
    value = getattr(data, name, None)
    if name not in MODEL_FIELDS and isinstance(value, int):
        return ValueError(f"{name} is not one of the scalars bind() accepts: {', '.join(sorted(_COUNTS))}")
    if name not in MODEL_FIELDS and isinstance(value, np.ndarray):
        return ValueError(f"{name} lies in the arena, where sizes change from step to step, and cannot be bound")
    return ValueError(f"{name} is no array of MjData{hint(name, DATA_FIELDS)}")


def not_expanded(model: Any, name: str) -> ValueError:
    if name in DATA_FIELDS:
        return ValueError(f"{name} belongs to MjData: use bind({name!r})")
    if isinstance(getattr(model, name, None), np.ndarray):
        return ValueError(f"{name} is asset data, which all simulations share")
    return ValueError(f"{name} is no field of MjModel that can be expanded{hint(name, MODEL_FIELDS)}")


def computed(name: str) -> ValueError:
    return ValueError(f"{name} is computed by every call: write fields of the state, or expand fields of the model")


def of_model(model: Any, name: str) -> NDArray:
    """A field of a model, or an option, as an array: a view where it is one."""
    if not name.startswith("opt."):
        values = getattr(model, name)
        return values[: _body_boxes(model)] if name == "bvh_aabb" else values
    value = np.asarray(getattr(model.opt, name[4:]))
    return value if value.dtype.kind == "f" else value.astype(np.int32)


def put(model: Any, name: str, values: NDArray) -> None:
    if name.startswith("opt."):
        setattr(model.opt, name[4:], values if values.ndim else values.item())
        return
    target = of_model(model, name)
    if target.flags.writeable:
        target[...] = values
    elif not np.array_equal(target, values):
        raise ValueError(f"{name} is part of the structure of the model and cannot differ between simulations")


def _check_masses(model: Any) -> None:
    """What moves has mass: its own, or that of bodies welded to it."""
    mass = np.bincount(model.body_weldid, model.body_mass, model.nbody)
    for body in np.flatnonzero((model.body_dofnum > 0) & ~(mass > 0)):
        raise ValueError(f"body {body} moves and has no mass")


def _body_boxes(model: Any) -> int:
    """How many boxes the hierarchies of bodies have; those of meshes follow."""
    return int((model.body_bvhadr + model.body_bvhnum).max(initial=0)) if model.nbody else 0


# --- arguments ------------------------------------------------------------------------------------


def _ids(ids: ArrayLike | None, nsim: int) -> NDArray[np.int32] | None:
    """Numbers of simulations, from numbers or a mask; None for all."""
    if ids is None:
        return None
    ids = np.asarray(ids)
    if ids.dtype == bool:
        if ids.shape != (nsim,):
            raise ValueError(f"a mask should have the shape ({nsim},)")
        return None if ids.all() else np.flatnonzero(ids).astype(np.int32)
    if ids.ndim != 1:
        raise ValueError("ids should have one dimension")
    if ids.size == 0:
        return np.zeros(0, np.int32)
    if ids.dtype.kind not in "iu":
        raise ValueError(f"ids should be integers, not {ids.dtype}")
    for before, after in zip(ids[:-1], ids[1:]):
        if before >= after:
            raise ValueError(f"ids should rise, got {before} before {after}")
    for bad in (ids[0], ids[-1]):
        if not 0 <= bad < nsim:
            raise ValueError(f"ids should be in [0, {nsim}), got {bad}")
    return ids.astype(np.int32)


def integers(values: ArrayLike, shape: tuple[int, ...], low: int, high: int, name: str) -> NDArray[np.int32]:
    values = np.asarray(values)
    if values.dtype.kind not in "iu":
        raise ValueError(f"{name} should be integers, not {values.dtype}")
    bad = values[(values < low) | (values >= high)]
    if bad.size:
        raise ValueError(f"{name} should be in [{low}, {high}), got {bad.flat[0]}")
    return np.ascontiguousarray(np.broadcast_to(values, shape), np.int32)


def exact(array: Any, shape: tuple[int, ...], dtype: Any, name: str, kind: type[Exception] = TypeError) -> NDArray:
    """An array that is used as it is, or an error."""
    good = isinstance(array, np.ndarray) and array.dtype == np.dtype(dtype) and array.dtype.isnative
    if not good or not array.flags.c_contiguous:
        raise kind(f"{name} should be a contiguous array of {np.dtype(dtype)}")
    if array.shape != shape:
        raise ValueError(f"{name} should have shape {shape}, got {array.shape}")
    return array


# --- the engine -----------------------------------------------------------------------------------


class Group:
    """Simulations that have all but own numbers in common: worlds of one batch."""

    def __init__(self, model: Any, rows: NDArray, own: dict[str, NDArray] | None, engine: Engine) -> None:
        outputs = [name for name in engine.outputs if name not in _OF_WHOLE + _COUNTS]
        whole = engine.persistent or any(name in _OF_WHOLE + _COUNTS for name in engine.outputs)
        self.model, self.rows, self.own = model, rows, own
        self.batch = _worlds.Batch(
            model, len(rows), threads=engine.nthread, outputs=outputs, restart=False, whole=whole
        )

    def load(self, engine: Engine, mask: NDArray[np.bool_]) -> None:
        own = self.own
        if own is None:
            own = {name: values[self.rows] for name, values in engine.expanded.items() if name in _OWN}
        for name, values in own.items():
            self.batch.own(name.removeprefix("opt."))[...] = values
        self.batch.terminated[...] = False
        self.batch.truncated[...] = False
        self.batch.set_state(engine.state[self.rows[mask]], mask=mask)

    def store(self, engine: Engine, mask: NDArray[np.bool_]) -> None:
        rows = self.rows[mask]
        engine.state[rows] = self.batch.state()[mask]
        for name, values in engine.bound.items():
            values[rows] = self.read(name, mask, engine)

    def read(self, name: str, mask: NDArray[np.bool_], engine: Engine) -> NDArray:
        """A field of all worlds of the mask."""
        if name not in _OF_WHOLE + _COUNTS:
            return getattr(self.batch, name)[mask]
        values = []
        for world in np.flatnonzero(mask):
            self.batch._batch.extract(int(world), engine.scratch)
            values.append(np.array(getattr(engine.scratch, name)))
        return np.array(values)


class Engine:
    """Runs simulations. Its arguments are taken as they are: what the user gives is converted by `Batch`."""

    def __init__(self, model: Any, nsim: int, nthread: int, persistent: bool) -> None:
        if model.opt.enableflags & int(_EnableBit.mjENBL_SLEEP) and not persistent:
            raise ValueError("a model that sleeps needs persistent=True")
        self.model, self.nsim, self.nthread, self.persistent = model, nsim, nthread, persistent
        self.scratch = _thew.MjData(model)
        self.nstate = _thew.mj_stateSize(model, _INTEGRATION)
        self.state = np.zeros((nsim, self.nstate))
        self.warning = np.zeros((nsim, int(_Warning.mjNWARNING), 2), np.int32)
        self.status = np.zeros(nsim, np.int32)
        self.messages: dict[int, str] = {}
        self.bound: dict[str, NDArray] = {}
        self.recorded: set[str] = set()
        self.expanded: dict[str, NDArray] = {}
        self.models: Any = None
        self._groups: list[Group] = []
        self._made_for: Any = None
        self.nthread = self.groups()[0].batch.threads
        self.reset(None, None, 0)

    @property
    def outputs(self) -> list[str]:
        return sorted(set(self.bound) | self.recorded - set(_worlds._STATE))

    # Groups are made anew when what they depend on has changed.
    def groups(self) -> list[Group]:
        others = {n: v.copy() for n, v in self.expanded.items() if n not in _OWN}
        key = (self.outputs, id(self.models), {name: values.tobytes() for name, values in others.items()})
        if key == self._made_for:
            return self._groups
        everyone = np.arange(self.nsim)
        if self.models is not None:
            models = [self.model_of(i) for i in range(self.nsim)]
            self._groups = [Group(base, rows, own, self) for base, rows, own in _rollout._groups(models)]
        elif all((values == of_model(self.model, name)).all() for name, values in others.items()):
            self._groups = [Group(self.model, everyone, None, self)]
        else:
            self._groups = [Group(model, rows, None, self) for model, rows in self._variants(others)]
        self._made_for = key
        return self._groups

    # A model for each combination of values that worlds cannot own.
    def _variants(self, others: dict[str, NDArray]) -> Iterator[tuple[Any, NDArray]]:
        rows = np.concatenate([values.reshape(self.nsim, -1).astype(float) for values in others.values()], axis=1)
        _, first, of_row = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        for variant, example in enumerate(first):
            members = np.flatnonzero(of_row.ravel() == variant)
            model = copy.copy(self.model)
            try:
                for name, values in others.items():
                    put(model, name, values[example])
            except ValueError as error:
                self._fail(members, str(error))
                continue
            yield model, members

    def _fail(self, rows: Iterable[int], message: str) -> None:
        for row in rows:
            self.status[row] = 1
            self.messages[int(row)] = message

    def run(self, ids: NDArray | None, work: Any) -> int:
        """Calls work(group, mask) for each group; how many simulations failed."""
        chosen = np.ones(self.nsim, bool) if ids is None else np.zeros(self.nsim, bool)
        if ids is not None:
            if ids.size and not (0 <= ids.min() and ids.max() < self.nsim):
                raise ValueError(f"ids should be in [0, {self.nsim})")
            chosen[ids] = True
        self.status[chosen] = 0
        self._made_for = self._made_for if not self.status.any() else None
        for row in np.flatnonzero(chosen):
            self.messages.pop(int(row), None)
        for group in self.groups():
            mask = chosen[group.rows]
            if not mask.any():
                continue
            before = group.batch.warnings.copy()
            try:
                group.load(self, mask)
                work(group, mask)
            except _errors.FatalError as error:
                self._fail(group.rows[mask], str(error))
                continue
            risen = group.batch.warnings - before
            self.warning[group.rows[mask], :, 1] += np.maximum(risen, 0)[mask]
            group.store(self, mask)
        self.status[~chosen] = 0
        return int(np.count_nonzero(self.status))

    def step(self, ids: NDArray | None, nstep: int, stage: int) -> int:
        return self.run(ids, lambda group, mask: group.batch._batch.step(nstep, mask, stage))

    def forward(self, ids: NDArray | None, stage: int) -> int:
        return self.run(ids, lambda group, mask: group.batch._batch.forward(mask, stage))

    def reset(self, ids: NDArray | None, keys: NDArray | None, stage: int) -> int:
        of_row = np.full(self.nsim, -1)
        if keys is not None:
            of_row[slice(None) if ids is None else ids] = keys
        self.warning[slice(None) if ids is None else ids] = 0

        def work(group: Group, mask: NDArray[np.bool_]) -> None:
            for key in np.unique(of_row[group.rows[mask]]):
                group.batch._batch.reset(mask & (of_row[group.rows] == key), int(key))
            if stage > 0:
                group.batch._batch.forward(mask, stage)

        return self.run(ids, work)

    def rollout(
        self, ids: NDArray | None, nstep: int, control: NDArray | None, spec: int, records: Sequence[tuple]
    ) -> int:
        n = self.nsim if ids is None else len(ids)
        if spec & ~_USER:
            raise ValueError("control_spec should have bits of mjSTATE_USER only")
        if control is not None:
            size = _thew.mj_stateSize(self.model, spec)
            exact(control, (n, nstep, size), np.float64, "control", ValueError)
        for name, state_spec, out in records:
            exact(out, *self.recording(name, state_spec, n, nstep), f"record {name or state_spec}", ValueError)
        place = np.zeros(self.nsim, int)  # of a simulation in the arrays of this call
        place[slice(None) if ids is None else ids] = np.arange(n)
        self.recorded = {name for name, _, _ in records if name is not None}

        def work(group: Group, mask: NDArray[np.bool_]) -> None:
            batch, rows, going = group.batch, place[group.rows[mask]], mask.copy()
            before = batch.warnings.sum(axis=1)
            for k in range(nstep):
                if control is not None and going.any():
                    batch.set_state(control[place[group.rows[going]], k], spec, going)
                if going.any():
                    batch._batch.step(1, going, 0)
                going &= batch.warnings.sum(axis=1) == before
                for name, state_spec, out in records:
                    out[rows, k] = batch.state(state_spec)[mask] if name is None else group.read(name, mask, self)

        failed = self.run(ids, work)
        self.recorded = set()
        return failed

    def recording(self, name: str | None, spec: int, n: int, nstep: int) -> tuple[tuple[int, ...], Any]:
        """The shape and type of what is recorded."""
        if name is None:
            if spec < 0 or spec >= 1 << int(_State.mjNSTATE):
                raise ValueError(f"{spec} is no combination of mjtState")
            return (n, nstep, _thew.mj_stateSize(self.model, spec)), np.float64
        template = self.template(name)
        return (n, nstep, *template.shape), template.dtype

    def template(self, name: str) -> NDArray:
        if name not in DATA_FIELDS:
            raise _not_bound(self.scratch, name)
        if name in _COUNTS:
            return np.zeros((), np.int32)
        return np.asarray(getattr(self.scratch, name))

    # --- one simulation after the other -----------------------------------------------------------

    def model_of(self, sim: int) -> Any:
        """The model of a simulation, without the fields that were expanded."""
        if self.models is None:
            return self.model
        return self.models if isinstance(self.models, _thew.MjModel) else self.models[sim]

    def fill_model(self, sim: int, model: Any) -> Any:
        for name, values in self.expanded.items():
            put(model, name, values[sim])
        return model

    def each(self, ids: NDArray | None) -> Iterator[tuple[int, int, Any]]:
        """Place, number and model of each simulation, with its state and poses in the scratch data."""
        for place, sim in enumerate(range(self.nsim) if ids is None else ids):
            model = self.model_of(sim)
            if self.expanded:
                model = self.fill_model(sim, copy.copy(model))
            _thew.mj_setState(model, self.scratch, self.state[sim], _INTEGRATION)
            _thew.mj_kinematics(model, self.scratch)
            yield place, int(sim), model

    def _checked_ids(self, ids: Any) -> int:
        if ids is None:
            return self.nsim
        if not isinstance(ids, np.ndarray) or ids.dtype != np.int32:
            raise TypeError("ids should be an array of int32")
        if ids.size and not (0 <= ids.min() and ids.max() < self.nsim):
            raise ValueError(f"ids should be in [0, {self.nsim})")
        return len(ids)

    def jac(self, ids: Any, body: Any, point: Any, jacp: Any, jacr: Any) -> int:
        n, nv = self._checked_ids(ids), self.model.nv
        exact(body, (n,), np.int32, "body")
        exact(point, (n, 3), np.float64, "point")
        for name, array in (("jacp", jacp), ("jacr", jacr)):
            if array is not None:
                exact(array, (n, 3, nv), np.float64, name)
        for i, _, model in self.each(ids):
            _thew.mj_comPos(model, self.scratch)
            parts = (None if jac is None else jac[i] for jac in (jacp, jacr))
            _thew.mj_jac(model, self.scratch, *parts, point[i], int(body[i]))
        return 0

    def ray(self, ids: Any, pnt: Any, vec: Any, group: Any, static: bool, exclude: Any, dist: Any, geomid: Any, normal: Any) -> int:
        self._checked_ids(ids)
        hit, up = np.zeros(1, np.int32), np.zeros(3)
        for i, _, model in self.each(ids):
            for k in range(pnt.shape[1]):
                hit[:], up[:] = -1, 0
                dist[i, k] = _thew.mj_ray(
                    model, self.scratch, pnt[i, k], vec[i, k], group, int(static), int(exclude[i, k]), hit, up
                )
                geomid[i, k] = hit[0]
                if normal is not None:
                    normal[i, k] = up
        return 0

    def set_const(self, ids: NDArray | None) -> int:
        self.status[:] = 0
        for sim in range(self.nsim) if ids is None else ids:
            try:
                model = self.fill_model(sim, copy.copy(self.model))
                _check_masses(model)
                _thew.mj_setConst(model, _thew.MjData(model))
            except (_errors.FatalError, ValueError) as error:
                self._fail([sim], str(error))
                continue
            for name in DERIVED:
                values = of_model(model, name)
                if name not in self.expanded:
                    if np.array_equal(values, of_model(self.model, name)):
                        continue
                    self.expand(name)
                self.expanded[name][sim] = values
        return int(np.count_nonzero(self.status))

    def expand(self, name: str) -> NDArray:
        if name not in self.expanded:
            values = of_model(self.model, name)
            self.expanded[name] = np.repeat(values[None], self.nsim, axis=0)
        return self.expanded[name]

    def error(self, sim: int) -> str:
        return self.messages.get(sim, "")


# What mj_setConst may write: numbers, but no options.
DERIVED = sorted(
    name
    for name in MODEL_FIELDS
    if not name.startswith("opt.")
    and of_model(_thew.MjModel.from_xml_string("<mujoco/>"), name).dtype == np.float64
)
