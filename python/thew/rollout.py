"""Open-loop trajectories from many initial states, with the calls of `mujoco.rollout`: `rollout.rollout(model, data, states, controls)`.

Worlds step together as in `thew.Batch`. Models in a list may differ in all numbers that worlds may own, and step together all the same; others
are stepped apart. The data are not touched: their number is that of the threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _enums, _thew
from thew._batch import Batch

_State = _enums.ENUMS["mjtState"]
_FULL = int(_State.mjSTATE_FULLPHYSICS)
_USER = int(_State.mjSTATE_USER)


class Rollout:
    """Rolls out on `nthread` threads; on the calling one if that is 0."""

    def __init__(self, *, nthread: int | None = None) -> None:
        self.nthread = nthread or 0
        self._open = True

    def __enter__(self) -> Rollout:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        self._open = False

    def rollout(
        self,
        model,
        data,
        initial_state: ArrayLike,
        control: ArrayLike | None = None,
        *,
        control_spec: int = int(_State.mjSTATE_CTRL),
        skip_checks: bool = False,
        nstep: int | None = None,
        initial_warmstart: ArrayLike | None = None,
        state: NDArray | None = None,
        sensordata: NDArray | None = None,
        chunk_size: int | None = None,
    ) -> tuple[NDArray, NDArray]:
        """States (nbatch, nstep, nstate) and measurements (nbatch, nstep, nsensordata) after every step.

        initial_state is (nbatch or 1, nstate) of mjSTATE_FULLPHYSICS; control (nbatch or 1, nstep or 1, ncontrol) of control_spec;
        initial_warmstart (nbatch or 1, nv), zero if not given. A world that fails keeps its last state until the end. chunk_size is accepted
        and has no meaning here.
        """
        if not self._open:
            raise RuntimeError("rollout requested after thread pool shutdown")
        self._check_data(data)
        models = [model] if isinstance(model, _thew.MjModel) else list(model)
        _check_arguments(control_spec, nstep, chunk_size)
        if not skip_checks:
            shapes = _Shapes(models, control_spec, nstep)
            initial_state, initial_warmstart = (
                shapes.rows(name, value)
                for name, value in (("initial_state", initial_state), ("initial_warmstart", initial_warmstart))
            )
            control, state, sensordata = (
                shapes.sequences(name, value)
                for name, value in (("control", control), ("state", state), ("sensordata", sensordata))
            )
            shapes.infer(initial_state=initial_state, initial_warmstart=initial_warmstart, control=control, state=state,
                         sensordata=sensordata)  # fmt: skip
            nstep = shapes.steps
            if state is None:
                state = np.empty((shapes.worlds, nstep, shapes.width["state"]))
            if sensordata is None:
                sensordata = np.empty((shapes.worlds, nstep, shapes.width["sensordata"]))
        worlds = next(len(x) for x in (state, sensordata, initial_state) if x is not None)
        models = models * worlds if len(models) == 1 else models[:worlds]
        for base, rows, own in _groups(models):
            batch = Batch(base, len(rows), threads=max(1, self.nthread), outputs=["sensordata"], restart=False)
            for name, values in own.items():
                batch.own(name)[...] = values
            batch.reset_all()
            batch.set_state(_of_worlds(initial_state, rows), _FULL)
            if initial_warmstart is not None:
                batch.qacc_warmstart[...] = _of_worlds(initial_warmstart, rows)
            for i in range(nstep):
                if control is not None:
                    batch.set_state(_of_worlds(control, rows)[:, min(i, control.shape[1] - 1)], control_spec)
                batch.step()
                if state is not None:
                    state[rows, i] = batch.state(_FULL)
                if sensordata is not None:
                    sensordata[rows, i] = batch.sensordata
        return state, sensordata

    def _check_data(self, data) -> None:
        datas = data if isinstance(data, (list, tuple)) else [data]
        if not datas:
            raise ValueError("The list of data instances is empty")
        for i, one in enumerate(datas):
            if one.threadpool > 0:
                raise ValueError(f"data[{i}] has a thread pool (mju_threadpool): a rollout has threads of its own")
        if self.nthread == 0 and len(datas) > 1:
            raise ValueError("More than one data instance passed but rollout is configured to run on main thread")
        if self.nthread > 0 and len(datas) != self.nthread:
            raise ValueError(f"Length of data: {len(datas)} not equal to nthread: {self.nthread}")


def _of_worlds(values: NDArray, rows: NDArray) -> NDArray:
    return values[rows] if len(values) > 1 else np.broadcast_to(values, (len(rows), *values.shape[1:]))


def _groups(models: Sequence) -> Iterator[tuple[object, NDArray, dict[str, NDArray]]]:
    """Models that differ in no more than numbers that worlds may own: the first of each group, its rows, and these numbers."""
    groups: list[tuple[object, list[int], set[str]]] = []
    known: dict[int, list[int]] = {}
    for row, model in enumerate(models):
        if id(model) in known:
            known[id(model)].append(row)
            continue
        for base, rows, names in groups:
            different = _thew.differing_numbers(base, model)
            if different is not None:
                names.update(different)
                break
        else:
            rows = []
            groups.append((model, rows, set()))
        rows.append(row)
        known[id(model)] = rows
    for base, rows, names in groups:
        own = {name: np.stack([_number(models[row], name) for row in rows]) for name in names}
        yield base, np.array(rows), own


def _number(model, name: str) -> NDArray:
    return np.asarray(getattr(model.opt if name in ("gravity", "wind") else model, name))


def _check_arguments(control_spec: int, nstep, chunk_size) -> None:
    if control_spec & ~_USER:
        raise ValueError("control_spec can only contain bits in mjSTATE_USER")
    for name, value in (("nstep", nstep), ("chunk_size", chunk_size)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, np.integer))):
            raise ValueError(f"{name} must be an integer")
    if nstep is not None and nstep < 0:
        raise ValueError("nstep must be non-negative")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("chunk_size must be a positive integer")


class _Shapes:
    """How many worlds, steps and numbers there are: what is 1 in one array is as in the others."""

    def __init__(self, models: Sequence, control_spec: int, nstep: int | None) -> None:
        sizes = {self._sizes(model, control_spec) for model in models}
        if len(sizes) > 1:
            raise ValueError("models are not compatible")
        state, control, warmstart, sensordata = sizes.pop()
        self.width = {"initial_state": state, "state": state, "control": control, "initial_warmstart": warmstart,
                      "sensordata": sensordata}  # fmt: skip
        self.models = len(models)
        self.worlds = 1
        self.steps = 1 if nstep is None else int(nstep)

    @staticmethod
    def _sizes(model, control_spec: int) -> tuple[int, int, int, int]:
        return _thew.mj_stateSize(model, _FULL), _thew.mj_stateSize(model, control_spec), model.nv, model.nsensordata

    def _array(self, name: str, value, dimensions: int):
        if value is None:
            return None
        if not isinstance(value, (np.ndarray, float)):
            raise ValueError(f"{name} must be a numpy array or float")
        if np.ndim(value) > dimensions:
            raise ValueError(f"{name} can have at most {dimensions} dimensions")
        array = np.asarray(value, np.float64)
        return array.reshape((1,) * (dimensions - array.ndim) + array.shape)

    def rows(self, name: str, value):
        return self._array(name, value, 2)

    def sequences(self, name: str, value):
        return self._array(name, value, 3)

    def infer(self, **arrays) -> None:
        given = {name: array for name, array in arrays.items() if array is not None}
        self.worlds = self._infer(0, self.worlds, given)
        if self.models > 1 and self.worlds == 1:
            self.worlds = self.models
        if self.models > 1 and self.models != self.worlds:
            raise ValueError(f"nbatch inferred as {self.worlds} but model is length {self.models}")
        self.steps = self._infer(1, self.steps, {n: a for n, a in given.items() if a.ndim == 3})
        for name, array in given.items():
            if array.shape[-1] != self.width[name]:
                raise ValueError(f"trailing dimension of {name} must be {self.width[name]}, got {array.shape[-1]}")

    @staticmethod
    def _infer(axis: int, value: int, arrays: dict[str, NDArray]) -> int:
        for name, array in arrays.items():
            size = array.shape[axis]
            if value == 1:
                value = size
            elif size not in (1, value):
                raise ValueError(f"dimension {axis} inferred as {value} but {name} has {size}")
        return value


_persistent: Rollout | None = None


def shutdown_persistent_pool() -> None:
    """Closes what `rollout(persistent_pool=True)` keeps."""
    global _persistent
    if _persistent is not None:
        _persistent.close()
    _persistent = None


def rollout(model, data, initial_state: ArrayLike, control: ArrayLike | None = None, *, persistent_pool: bool = False, **options):
    """As Rollout.rollout, on as many threads as there are data."""
    global _persistent
    threads = len(data) if isinstance(data, (list, tuple)) and len(data) > 1 else 0
    if not persistent_pool:
        return Rollout(nthread=threads).rollout(model, data, initial_state, control, **options)
    if _persistent is None or _persistent.nthread != threads:
        _persistent = Rollout(nthread=threads)
    return _persistent.rollout(model, data, initial_state, control, **options)
