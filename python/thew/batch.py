"""Many simulations of one model with the calls of `mujoco.batch`: `batch.Batch(model, nsim)`.

Simulations are the worlds of a `thew.Batch`, which is the shorter way to the same for new programs: here each call copies the
rows of `state` in and out. Model fields that worlds may own step together in lanes; simulations that differ in others (`geom_contype`,
options) are stepped in groups that have them in common. docs/batch.md says what differs from MuJoCo.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _enums, _errors, _thew
from thew import _batch as _worlds
from thew import _simulations as _sims
from thew._simulations import DATA_FIELDS, MODEL_FIELDS, SimulationError, _ids

_Stage = _enums.ENUMS["mjtStage"]
_State = _enums.ENUMS["mjtState"]
_INTEGRATION = int(_State.mjSTATE_INTEGRATION)


class Batch:
    """nsim simulations of a model on nthread threads, 0 for one per processor; see `mujoco.batch.Batch`.

    persistent: keep a whole MjData of each simulation; models that sleep need it.
    """

    def __init__(self, model: Any, nsim: int, nthread: int = 0, persistent: bool = False) -> None:
        self._b = _sims.Engine(model, nsim, nthread, persistent)
        self._expanded: dict[str, NDArray] = {}  # by the user, not by set_const
        self.model = model
        self.state = self._b.state
        self.warning = self._b.warning
        self.status = self._b.status.view()
        self.status.flags.writeable = False

    def __getattr__(self, name: str) -> NDArray:
        if name in DATA_FIELDS:
            return self.bind(name)
        hint = "" if name.startswith("__") else _sims.hint(name, DATA_FIELDS)
        raise AttributeError(f"a Batch has no {name!r}{hint}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in DATA_FIELDS:
            object.__setattr__(self, name, value)
        elif name in _worlds._STATE:
            self.bind(name)[...] = value
        else:
            raise _sims.computed(name)

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
            raise _sims.not_expanded(self.model, name)
        self._refuse_models("expand")
        self._expanded[name] = self._b.expand(name)
        return self._expanded[name]

    def expanded(self, name: str) -> NDArray | None:
        """The values of a field that was expanded, by `expand` or `set_const`, to be read; None otherwise."""
        if name not in MODEL_FIELDS:
            raise _sims.not_expanded(self.model, name)
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
        for name in _sims.DERIVED:
            _sims.put(model, name, _sims.of_model(base, name))
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
        keys = _sims.integers(keyframe, (n,), -1, max(model.nkey for model in models), "keyframe")
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
            array = np.empty(shape, dtype) if array is None else _sims.exact(array, shape, dtype, f"out[{item!r}]", ValueError)
            records.append((name, spec, array))
            result[item] = array
        self._check(ids, self._b.rollout(ids, nstep, control, int(control_spec), records))
        return result

    def jac(self, body: ArrayLike, point: ArrayLike, ids: ArrayLike | None = None) -> tuple[NDArray, NDArray]:
        """Jacobians of points of bodies, (n, 3, nv), for translations and for rotations."""
        ids = _ids(ids, self.nsim)
        n = self.nsim if ids is None else len(ids)
        body = _sims.integers(body, (n,), 0, self.model.nbody, "body")
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
        exclude = _sims.integers(bodyexclude, (n, rays), -1, self.model.nbody, "bodyexclude")
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
        raise AttributeError(f"{name} is not a field of a {self._kind}{_sims.near(name, known)}")

    def _bound(self, field: str, write: bool) -> NDArray:
        if write and field not in _worlds._STATE:
            raise _sims.computed(f"{self._kind} {field}")
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
