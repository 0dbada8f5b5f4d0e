"""Many simulations of one model with the calls of `mujoco.batch`: `batch.Batch(model, nsim)`.

Simulations are the worlds of a `thew.Batch`, which is the shorter way to the same for new programs: here each call copies the
rows of `state` in and out. Model fields that worlds may own step together in lanes; simulations that differ in others (`geom_contype`,
options) are stepped in groups that have them in common. docs/batch.md says what differs from MuJoCo.
"""

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

_Stage = _enums.ENUMS["mjtStage"]
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


def _near(name: str, names: Iterable[str]) -> str:
    found = difflib.get_close_matches(name, list(names), 3)
    return f" (did you mean {', '.join(map(repr, found))}?)" if found else ""


def _hint(name: str, names: Iterable[str]) -> str:
    if name in MODEL_FIELDS:
        return f": it belongs to MjModel, use expand({name!r})"
    if f"opt.{name}" in MODEL_FIELDS:
        return f": it is an option, use expand('opt.{name}')"
    return _near(name, names)


def _not_bound(data: Any, name: str) -> ValueError:
    value = getattr(data, name, None)
    if name not in MODEL_FIELDS and isinstance(value, int):
        return ValueError(f"{name} is not one of the scalars bind() accepts: {', '.join(sorted(_COUNTS))}")
    if name not in MODEL_FIELDS and isinstance(value, np.ndarray):
        return ValueError(f"{name} lies in the arena, where sizes change from step to step, and cannot be bound")
    return ValueError(f"{name} is no array of MjData{_hint(name, DATA_FIELDS)}")


def _not_expanded(model: Any, name: str) -> ValueError:
    if name in DATA_FIELDS:
        return ValueError(f"{name} belongs to MjData: use bind({name!r})")
    if isinstance(getattr(model, name, None), np.ndarray):
        return ValueError(f"{name} is asset data, which all simulations share")
    return ValueError(f"{name} is no field of MjModel that can be expanded{_hint(name, MODEL_FIELDS)}")


def _computed(name: str) -> ValueError:
    return ValueError(f"{name} is computed by every call: write fields of the state, or expand fields of the model")


def _of_model(model: Any, name: str) -> NDArray:
    """A field of a model, or an option, as an array: a view where it is one."""
    if not name.startswith("opt."):
        values = getattr(model, name)
        return values[: _body_boxes(model)] if name == "bvh_aabb" else values
    value = np.asarray(getattr(model.opt, name[4:]))
    return value if value.dtype.kind == "f" else value.astype(np.int32)


def _put(model: Any, name: str, values: NDArray) -> None:
    if name.startswith("opt."):
        setattr(model.opt, name[4:], values if values.ndim else values.item())
        return
    target = _of_model(model, name)
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


def _integers(values: ArrayLike, shape: tuple[int, ...], low: int, high: int, name: str) -> NDArray[np.int32]:
    values = np.asarray(values)
    if values.dtype.kind not in "iu":
        raise ValueError(f"{name} should be integers, not {values.dtype}")
    bad = values[(values < low) | (values >= high)]
    if bad.size:
        raise ValueError(f"{name} should be in [{low}, {high}), got {bad.flat[0]}")
    return np.ascontiguousarray(np.broadcast_to(values, shape), np.int32)


def _exact(array: Any, shape: tuple[int, ...], dtype: Any, name: str, kind: type[Exception] = TypeError) -> NDArray:
    """An array that is used as it is, or an error."""
    good = isinstance(array, np.ndarray) and array.dtype == np.dtype(dtype) and array.dtype.isnative
    if not good or not array.flags.c_contiguous:
        raise kind(f"{name} should be a contiguous array of {np.dtype(dtype)}")
    if array.shape != shape:
        raise ValueError(f"{name} should have shape {shape}, got {array.shape}")
    return array


# --- the engine -----------------------------------------------------------------------------------


class _Group:
    """Simulations that have all but own numbers in common: worlds of one batch."""

    def __init__(self, model: Any, rows: NDArray, own: dict[str, NDArray] | None, engine: _Engine) -> None:
        outputs = [name for name in engine.outputs if name not in _OF_WHOLE + _COUNTS]
        whole = engine.persistent or any(name in _OF_WHOLE + _COUNTS for name in engine.outputs)
        self.model, self.rows, self.own = model, rows, own
        self.batch = _worlds.Batch(
            model, len(rows), threads=engine.nthread, outputs=outputs, restart=False, whole=whole
        )

    def load(self, engine: _Engine, mask: NDArray[np.bool_]) -> None:
        own = self.own
        if own is None:
            own = {name: values[self.rows] for name, values in engine.expanded.items() if name in _OWN}
        for name, values in own.items():
            self.batch.own(name.removeprefix("opt."))[...] = values
        self.batch.terminated[...] = False
        self.batch.truncated[...] = False
        self.batch.set_state(engine.state[self.rows[mask]], mask=mask)

    def store(self, engine: _Engine, mask: NDArray[np.bool_]) -> None:
        rows = self.rows[mask]
        engine.state[rows] = self.batch.state()[mask]
        for name, values in engine.bound.items():
            values[rows] = self.read(name, mask, engine)

    def read(self, name: str, mask: NDArray[np.bool_], engine: _Engine) -> NDArray:
        """A field of all worlds of the mask."""
        if name not in _OF_WHOLE + _COUNTS:
            return getattr(self.batch, name)[mask]
        values = []
        for world in np.flatnonzero(mask):
            self.batch._batch.extract(int(world), engine.scratch)
            values.append(np.array(getattr(engine.scratch, name)))
        return np.array(values)


class _Engine:
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
        self._groups: list[_Group] = []
        self._made_for: Any = None
        self.nthread = self.groups()[0].batch.threads
        self.reset(None, None, 0)

    @property
    def outputs(self) -> list[str]:
        return sorted(set(self.bound) | self.recorded - set(_worlds._STATE))

    # Groups are made anew when what they depend on has changed.
    def groups(self) -> list[_Group]:
        others = {n: v.copy() for n, v in self.expanded.items() if n not in _OWN}
        key = (self.outputs, id(self.models), {name: values.tobytes() for name, values in others.items()})
        if key == self._made_for:
            return self._groups
        everyone = np.arange(self.nsim)
        if self.models is not None:
            models = [self.model_of(i) for i in range(self.nsim)]
            self._groups = [_Group(base, rows, own, self) for base, rows, own in _rollout._groups(models)]
        elif all((values == _of_model(self.model, name)).all() for name, values in others.items()):
            self._groups = [_Group(self.model, everyone, None, self)]
        else:
            self._groups = [_Group(model, rows, None, self) for model, rows in self._variants(others)]
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
                    _put(model, name, values[example])
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

        def work(group: _Group, mask: NDArray[np.bool_]) -> None:
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
            _exact(control, (n, nstep, size), np.float64, "control", ValueError)
        for name, state_spec, out in records:
            _exact(out, *self.recording(name, state_spec, n, nstep), f"record {name or state_spec}", ValueError)
        place = np.zeros(self.nsim, int)  # of a simulation in the arrays of this call
        place[slice(None) if ids is None else ids] = np.arange(n)
        self.recorded = {name for name, _, _ in records if name is not None}

        def work(group: _Group, mask: NDArray[np.bool_]) -> None:
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
            _put(model, name, values[sim])
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
        _exact(body, (n,), np.int32, "body")
        _exact(point, (n, 3), np.float64, "point")
        for name, array in (("jacp", jacp), ("jacr", jacr)):
            if array is not None:
                _exact(array, (n, 3, nv), np.float64, name)
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
            for name in _DERIVED:
                values = _of_model(model, name)
                if name not in self.expanded:
                    if np.array_equal(values, _of_model(self.model, name)):
                        continue
                    self.expand(name)
                self.expanded[name][sim] = values
        return int(np.count_nonzero(self.status))

    def expand(self, name: str) -> NDArray:
        if name not in self.expanded:
            values = _of_model(self.model, name)
            self.expanded[name] = np.repeat(values[None], self.nsim, axis=0)
        return self.expanded[name]

    def error(self, sim: int) -> str:
        return self.messages.get(sim, "")


# What mj_setConst may write: numbers, but no options.
_DERIVED = sorted(
    name
    for name in MODEL_FIELDS
    if not name.startswith("opt.")
    and _of_model(_thew.MjModel.from_xml_string("<mujoco/>"), name).dtype == np.float64
)


# --- what users see -------------------------------------------------------------------------------


class Batch:
    """nsim simulations of a model on nthread threads, 0 for one per processor; see `mujoco.batch.Batch`.

    persistent: keep a whole MjData of each simulation; models that sleep need it.
    """

    def __init__(self, model: Any, nsim: int, nthread: int = 0, persistent: bool = False) -> None:
        self._b = _Engine(model, nsim, nthread, persistent)
        self._expanded: dict[str, NDArray] = {}  # by the user, not by set_const
        self.model = model
        self.state = self._b.state
        self.warning = self._b.warning
        self.status = self._b.status.view()
        self.status.flags.writeable = False

    def __getattr__(self, name: str) -> NDArray:
        if name in DATA_FIELDS:
            return self.bind(name)
        hint = "" if name.startswith("__") else _hint(name, DATA_FIELDS)
        raise AttributeError(f"a Batch has no {name!r}{hint}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in DATA_FIELDS:
            object.__setattr__(self, name, value)
        elif name in _worlds._STATE:
            self.bind(name)[...] = value
        else:
            raise _computed(name)

    nsim = property(lambda self: self._b.nsim)
    nthread = property(lambda self: self._b.nthread)
    nstate = property(lambda self: self._b.nstate)
    persistent = property(lambda self: self._b.persistent)

    def error(self, sim: int) -> str:
        """Why a simulation failed in its last call, or ''."""
        return self._b.error(sim)

    def _check(self, ids: NDArray | None, failed: int) -> None:
        if failed:
            rows = np.flatnonzero(self.status)
            raise SimulationError(rows, self.error(int(rows[0])), self.nsim if ids is None else len(ids))

    # --- fields -----------------------------------------------------------------------------------

    def bind(self, name: str) -> NDArray:
        """A field of MjData of all simulations, (nsim, ...): state is live and writable, others follow each call."""
        if name in _worlds._STATE:
            bit = int(_worlds._STATE[name])
            begin = _thew.mj_stateSize(self.model, _INTEGRATION & (bit - 1))
            if name == "time":
                return self.state[:, begin]
            if name == "contact_warmstart":  # behind the other field of that bit
                begin += self.model.nv
            template = self._b.template(name)
            return self.state[:, begin : begin + template.size].reshape(self.nsim, *template.shape)
        if name not in self._b.bound:
            template = self._b.template(name)
            self._b.bound[name] = np.zeros((self.nsim, *template.shape), template.dtype)
        seen = self._b.bound[name].view()
        seen.flags.writeable = False
        return seen

    def expand(self, name: str) -> NDArray:
        """A field of MjModel ('opt.<name>' for options) of which each simulation has its own, (nsim, ...)."""
        if name not in MODEL_FIELDS:
            raise _not_expanded(self.model, name)
        self._refuse_models("expand")
        self._expanded[name] = self._b.expand(name)
        return self._expanded[name]

    def expanded(self, name: str) -> NDArray | None:
        """The values of a field that was expanded, by `expand` or `set_const`, to be read; None otherwise."""
        if name not in MODEL_FIELDS:
            raise _not_expanded(self.model, name)
        values = self._b.expanded.get(name)
        if values is None:
            return None
        values = values.view()
        values.flags.writeable = False
        return values

    def _refuse_models(self, call: str) -> None:
        if self._b.models is not None:
            raise _errors.FatalError(f"{call}: the models are the caller's (set_models)")

    def set_const(self, ids: ArrayLike | None = None) -> None:
        """Computes what follows from expanded fields, as mj_setConst, one simulation after the other."""
        self._refuse_models("set_const")
        ids = _ids(ids, self.nsim)
        self._check(ids, self._b.set_const(ids))

    def set_models(self, models: Any) -> None:
        """Simulation i has models[i] from now on; one model for all, or None for that of the batch."""
        if models is not None and self._b.expanded:
            raise _errors.FatalError("set_models: fields are expanded, with per-simulation values")
        if models is not None and not isinstance(models, _thew.MjModel):
            models = list(models)
            if len(models) != self.nsim:
                raise ValueError(f"set_models needs a model per simulation, {self.nsim}, not {len(models)}")
        for model in [] if models is None else [models] if isinstance(models, _thew.MjModel) else models:
            if _thew.mj_stateSize(model, _INTEGRATION) != self.nstate or model.nbody != self.model.nbody:
                raise ValueError("the models should have the sizes of that of the batch")
        self._b.models = models

    @property
    def models(self) -> Any:
        models = self._b.models
        return tuple(models) if isinstance(models, list) else models

    def get_model(self, sim: int, model: Any = None) -> Any:
        """A model with the fields of a simulation: a new one, or the one given."""
        base = self._b.model_of(self._index(sim))
        if model is None:
            return self._b.fill_model(sim, copy.copy(base))
        for name in _DERIVED:
            _put(model, name, _of_model(base, name))
        return self._b.fill_model(sim, model)

    def get_data(self, sim: int, data: Any = None) -> Any:
        """An MjData with the state of a simulation; if persistent, with all that its last call computed."""
        sim = self._index(sim)
        data = _thew.MjData(self.model) if data is None else data
        if self.persistent:
            for group in self._b.groups():
                for world in np.flatnonzero(group.rows == sim):
                    group.batch._batch.extract(int(world), data)
        _thew.mj_setState(self.model, data, self.state[sim], _INTEGRATION)
        return data

    def _index(self, sim: int) -> int:
        if not 0 <= sim < self.nsim:
            raise IndexError(f"simulations are in [0, {self.nsim}), got {sim}")
        return int(sim)

    # --- work -------------------------------------------------------------------------------------

    def step(self, ids: ArrayLike | None = None, nstep: int = 1, stage: int = int(_Stage.mjSTAGE_NONE)) -> None:
        """Advances simulations, then computes derived fields of the new state as far as `stage`."""
        ids = _ids(ids, self.nsim)
        self._check(ids, self._b.step(ids, nstep, int(stage)))

    def forward(self, ids: ArrayLike | None = None, stage: int = int(_Stage.mjSTAGE_ACC)) -> None:
        """Computes derived fields of the present state as far as `stage`."""
        ids = _ids(ids, self.nsim)
        self._check(ids, self._b.forward(ids, int(stage)))

    def reset(
        self, ids: ArrayLike | None = None, keyframe: ArrayLike = -1, stage: int = int(_Stage.mjSTAGE_ACC)
    ) -> None:
        """Puts simulations into the initial state, or that of a keyframe, one for all or one for each."""
        ids = _ids(ids, self.nsim)
        n = self.nsim if ids is None else len(ids)
        models = [self._b.model_of(i) for i in range(self.nsim)] if self._b.models is not None else [self.model]
        keys = _integers(keyframe, (n,), -1, max(model.nkey for model in models), "keyframe")
        self._check(ids, self._b.reset(ids, keys, int(stage)))

    def rollout(
        self,
        nstep: int,
        control: ArrayLike | None = None,
        control_spec: int = int(_State.mjSTATE_CTRL),
        record: Sequence[Any] = ("qpos",),
        ids: ArrayLike | None = None,
        out: dict[Any, NDArray] | None = None,
    ) -> dict[Any, NDArray]:
        """Steps along controls, (n, nstep, ...), and records fields or states (mjtState) after each step.

        A simulation with a new warning stops, and repeats what was recorded last.
        """
        ids = _ids(ids, self.nsim)
        n = self.nsim if ids is None else len(ids)
        if control is not None:
            size = _thew.mj_stateSize(self.model, int(control_spec))
            control = np.ascontiguousarray(np.broadcast_to(control, (n, nstep, size)), np.float64)
        result, records = {}, []
        for item in record:
            name, spec = (item, 0) if isinstance(item, str) else (None, int(item))
            shape, dtype = self._b.recording(name, spec, n, nstep)
            array = (out or {}).get(item)
            array = np.empty(shape, dtype) if array is None else _exact(array, shape, dtype, f"out[{item!r}]", ValueError)
            records.append((name, spec, array))
            result[item] = array
        self._check(ids, self._b.rollout(ids, nstep, control, int(control_spec), records))
        return result

    def jac(self, body: ArrayLike, point: ArrayLike, ids: ArrayLike | None = None) -> tuple[NDArray, NDArray]:
        """Jacobians of points of bodies, (n, 3, nv), for translations and for rotations."""
        ids = _ids(ids, self.nsim)
        n = self.nsim if ids is None else len(ids)
        body = _integers(body, (n,), 0, self.model.nbody, "body")
        point = np.ascontiguousarray(np.broadcast_to(point, (n, 3)), np.float64)
        jacp, jacr = np.zeros((n, 3, self.model.nv)), np.zeros((n, 3, self.model.nv))
        self._b.jac(ids, body, point, jacp, jacr)
        return jacp, jacr

    def ray(
        self,
        pnt: ArrayLike,
        vec: ArrayLike,
        geomgroup: ArrayLike | None = None,
        flg_static: bool = True,
        bodyexclude: ArrayLike = -1,
        ids: ArrayLike | None = None,
        normal: bool = False,
    ) -> tuple[NDArray, ...]:
        """Distances to, and numbers of, the geoms that rays hit, (n, nray), as mj_ray; with their normals if asked for."""
        ids = _ids(ids, self.nsim)
        n = self.nsim if ids is None else len(ids)
        pnt, vec = np.atleast_2d(np.asarray(pnt, float)), np.atleast_2d(np.asarray(vec, float))
        rays = np.broadcast_shapes(pnt.shape[:-1], vec.shape[:-1])[-1]
        pnt, vec = (np.ascontiguousarray(np.broadcast_to(x, (n, rays, 3))) for x in (pnt, vec))
        exclude = _integers(bodyexclude, (n, rays), -1, self.model.nbody, "bodyexclude")
        group = None if geomgroup is None else np.ascontiguousarray(geomgroup, np.uint8)
        dist, geomid = np.zeros((n, rays)), np.zeros((n, rays), np.int32)
        normals = np.zeros((n, rays, 3)) if normal else None
        self._b.ray(ids, pnt, vec, group, flg_static, exclude, dist, geomid, normals)
        return (dist, geomid) if normals is None else (dist, geomid, normals)


class _Named:
    """What MjData and MjModel know of an object by its name, of all simulations.

    Reading a field of the model does not expand it; assigning does. What is structure is read only.
    """

    def __init__(self, batch: Batch, kind: str, key: int | str) -> None:
        view = getattr(batch.model, kind)(key)
        data = batch._b.scratch
        known = {"_batch": batch, "_kind": kind, "id": view.id, "name": view.name, "_of_model": view}
        known["_of_data"] = getattr(data, kind)(key) if hasattr(data, kind) else None
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> NDArray:
        return self._find(name, False)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("id", "name") or name.startswith("_"):
            raise AttributeError(f"{name} cannot be set")
        self._find(name, True)[...] = value

    def _find(self, name: str, write: bool) -> NDArray:
        """The part of a field that belongs to the object, (nsim, ...)."""
        if name.startswith("__"):
            raise AttributeError(name)
        batch = self._batch
        computed = (self._kind, name) == ("actuator", "moment")  # by the view itself, from sparse rows
        lost = computed
        for view, whole, names in (
            (self._of_data, batch._b.scratch, DATA_FIELDS),
            (self._of_model, batch.model, MODEL_FIELDS),
        ):
            part = None if computed else getattr(view, name, None)
            if not isinstance(part, np.ndarray):
                continue
            if part.size == 0:
                return _read_only(np.empty((batch.nsim, *part.shape), part.dtype))
            field, begin = _place_of(part, whole, names)
            if field is None:
                lost = True
                continue
            rows = self._of_simulations(field, part, name, write) if whole is batch.model else self._bound(field, write)
            if rows is None:
                return _read_only(np.broadcast_to(part, (batch.nsim, *part.shape)))
            flat = rows.reshape(batch.nsim, -1)
            if flat.shape[1] > part.size:
                flat = flat[:, begin : begin + part.size]
            return flat.reshape(batch.nsim, *part.shape)
        if lost:
            raise AttributeError(f"{self._kind} {name} is not a slice of a field of the batch")
        known = dir(self._of_model) + ([] if self._of_data is None else dir(self._of_data))
        raise AttributeError(f"{name} is not a field of a {self._kind}{_near(name, known)}")

    def _bound(self, field: str, write: bool) -> NDArray:
        if write and field not in _worlds._STATE:
            raise _computed(f"{self._kind} {field}")
        return self._batch.bind(field)

    def _of_simulations(self, field: str, part: NDArray, name: str, write: bool) -> NDArray | None:
        """A field of the model where simulations have their own: all of it, or the part; None where they share it."""
        batch = self._batch
        if batch._b.models is not None:
            if write:
                raise ValueError(f"{field} is that of the caller's models: change them and call set_models again")
            views = (getattr(batch._b.model_of(i), self._kind)(self.id) for i in range(batch.nsim))
            return _read_only(np.stack([getattr(view, name) for view in views]))
        if field in batch._expanded:
            return batch._expanded[field]
        if not write:
            return batch.expanded(field)
        if _structural(field, part):
            raise ValueError(f"{field} is structural: simulations cannot differ in it")
        return batch.expand(field)


def _read_only(array: NDArray) -> NDArray:
    array = array.view()
    array.flags.writeable = False
    return array


def _structural(field: str, values: NDArray) -> bool:
    """Whether a field of the model says how it is built."""
    whole_numbers = values.dtype.kind in "iu"
    return whole_numbers and field.endswith(("adr", "num", "id", "type")) and not field.endswith("contype")


def _place_of(part: NDArray, whole: Any, names: Iterable[str]) -> tuple[str | None, int]:
    """The field of which an array is a part, by its memory, and where it begins there."""
    for name in names:
        if name.startswith("opt."):
            continue
        field = getattr(whole, name, None)
        if not isinstance(field, np.ndarray) or field.dtype != part.dtype or field.size == 0:
            continue
        offset = part.ctypes.data - field.ctypes.data
        if 0 <= offset and offset + part.nbytes <= field.nbytes:
            return name, offset // field.itemsize
    return None, 0


def _named(kind: str) -> Any:
    def find(self: Batch, key: int | str) -> _Named:
        return _Named(self, kind, key)

    find.__doc__ = f"The fields of one {kind}, by name or number, of all simulations."
    return find


for _kind in (
    "actuator", "body", "camera", "equality", "geom", "joint", "keyframe", "light", "material", "numeric", "pair", "sensor",
    "site", "tendon",
):  # fmt: skip
    setattr(Batch, _kind, _named(_kind))
