"""Many worlds of one model that step together: `thew.Batch`."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _enums, _thew
from thew._device import DeviceArray, to_host, wait_for

_State = _enums.ENUMS["mjtState"]
_Warning = _enums.ENUMS["mjtWarning"]

# Fields of the state in the order of their bits in mjtState.
_STATE = {
    "time": _State.mjSTATE_TIME,
    "qpos": _State.mjSTATE_QPOS,
    "qvel": _State.mjSTATE_QVEL,
    "act": _State.mjSTATE_ACT,
    "history": _State.mjSTATE_HISTORY,
    "qacc_warmstart": _State.mjSTATE_WARMSTART,
    "contact_warmstart": _State.mjSTATE_WARMSTART,
    "ctrl": _State.mjSTATE_CTRL,
    "qfrc_applied": _State.mjSTATE_QFRC_APPLIED,
    "xfrc_applied": _State.mjSTATE_XFRC_APPLIED,
    "eq_active": _State.mjSTATE_EQ_ACTIVE,
    "mocap_pos": _State.mjSTATE_MOCAP_POS,
    "mocap_quat": _State.mjSTATE_MOCAP_QUAT,
    "userdata": _State.mjSTATE_USERDATA,
    "plugin_state": _State.mjSTATE_PLUGIN,
    "plastic": _State.mjSTATE_PLASTIC,
}
_INTEGRATION = int(_State.mjSTATE_INTEGRATION)

_ERRORS = {
    1 + int(_Warning.mjWARN_BADQPOS): "a position is not a number of reasonable size",
    1 + int(_Warning.mjWARN_BADQVEL): "a velocity is not a number of reasonable size",
    1 + int(_Warning.mjWARN_BADQACC): "an acceleration is not a number of reasonable size",
    1 + int(_Warning.mjWARN_BADCTRL): "a control is not a number of reasonable size",
}


class Batch:
    """Worlds of one model that step together, in SIMD lanes and on threads.

    Fields of the state and the `outputs` are arrays over all worlds, C-contiguous with a row per world:
    `batch.qpos` is (n, nq), `batch.xpos` (n, nbody, 3). They stay the same arrays for the life of the batch;
    those of the state may be written. Outputs describe the state before the latest step, as MjData does after
    mj_step; `forward` computes them for the present one. Each world has the bits that it would have alone.

    A world is over when it fails, is terminated or has reached the limit of time.

    threads: how many threads work, 0 for one per processor.
    outputs: names of the fields of MjData to keep, besides the state.
    restart: a world that is over begins anew in the next step; otherwise it waits for `reset_where`.
    whole: keep a whole MjData of each world, which steps alone; `data(i)` then has its contacts and rows too.
    seed: of the random numbers of all worlds (`uniform`, `normal`).
    reward, terminated: functions of the batch that give an array with a value for each world, asked after each `step`.
    time_limit: when a world is over in any case [s].
    begin: a function of the batch and a mask that changes the states of worlds that were just reset.
    precision: "double", or "single": arrays are then float32 (but `time` and `history`), and steps are faster.
    device: "cpu", or "cuda" ("cuda:1"...) for an NVIDIA GPU: fields are then arrays in its memory (docs/gpu.md), and work is
        put into its stream without waiting for it. "emulate" runs the kernels of GPUs on the processor, for tests.
    """

    def __init__(
        self,
        model,
        worlds: int,
        *,
        threads: int = 0,
        outputs: Sequence[str] = (),
        restart: bool = True,
        whole: bool = False,
        seed: int = 0,
        reward: Callable[[Batch], ArrayLike] | None = None,
        terminated: Callable[[Batch], ArrayLike] | None = None,
        time_limit: float = np.inf,
        begin: Callable[[Batch, NDArray[np.bool_]], None] | None = None,
        precision: str = "double",
        device: str = "cpu",
    ) -> None:
        if precision not in ("double", "single"):
            raise ValueError(f'precision should be "double" or "single", not {precision!r}')
        self.precision: str = precision
        """ "double" or "single"."""
        single = precision == "single"
        if device != "cpu" and not (reward is None and terminated is None and begin is None):
            raise ValueError(
                "worlds on a device have no functions of Python: compute rewards and ends by PyTorch or JAX and write `terminated`"
            )
        self.device: str = device
        """Where the worlds are: "cpu", "cuda", "cuda:1"... or "emulate"."""
        outputs = list(outputs)
        self._batch = _thew.Batch(model, worlds, threads, outputs, restart, whole, time_limit, seed, single, device)
        self._arrays = {
            name: self._array(self._batch.field(name), name not in _STATE) for name in self._batch.fields
        }
        self._own: dict[str, NDArray[np.float64]] = {}
        self.errors: NDArray[np.int32] = self._array(self._batch.errors(), True)
        """What was wrong in the latest step of each world; 0 for nothing. `error(i)` says it in words."""
        self.warnings: NDArray[np.int32] = self._array(self._batch.warnings(), True)
        """How often each mjtWarning occurred in each world since its reset."""
        self.reward: NDArray[np.float64] = self._array(self._batch.rewards())
        """What each world gained by the latest `step`."""
        self.terminated: NDArray[np.bool_] = self._array(self._batch.terminated())
        """Which worlds are over because they failed or were terminated; may be written."""
        self.truncated: NDArray[np.bool_] = self._array(self._batch.truncated())
        """Which worlds are over because of the limit of time; may be written."""
        if device != "cpu":
            self.began = self._array(self._batch.began(), True)
            """Of worlds on a device: which ones the latest step or reset put into their initial state."""
        self._restart, self._reward, self._terminated, self._begin = restart, reward, terminated, begin
        self._began(np.ones(worlds, bool))

    def _array(self, values, read_only: bool = False) -> NDArray | DeviceArray:
        if isinstance(values, tuple):
            address, dtype, shape = values
            return DeviceArray(self._batch, address, shape, dtype, read_only)
        if read_only:
            values.flags.writeable = False
        return values

    def __len__(self) -> int:
        return self._batch.size

    def __repr__(self) -> str:
        where = f"{self.threads} threads" if self.device == "cpu" else self.device
        return f"<thew.Batch of {len(self)} worlds on {where}>"

    def __getattr__(self, name: str) -> NDArray:
        arrays = self.__dict__.get("_arrays", {})
        if name in arrays:
            return arrays[name]
        near = difflib.get_close_matches(name, arrays, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        if name in (row[0] for row in _thew.data_fields()):
            hint = f"; ask for it when the batch is made: outputs=[{name!r}]"
        raise AttributeError(f"the batch does not keep {name!r}{hint}")

    def __setattr__(self, name: str, value) -> None:
        arrays = self.__dict__.get("_arrays", {})
        if name in arrays:
            arrays[name][...] = value
        else:
            object.__setattr__(self, name, value)

    @property
    def model(self):
        return self._batch.model

    @property
    def threads(self) -> int:
        return self._batch.threads

    @property
    def fields(self) -> list[str]:
        """The names of all arrays."""
        return list(self._arrays)

    @property
    def world_bytes(self) -> int:
        """How much memory a world takes."""
        return self._batch.world_bytes

    # --- worlds on a device -----------------------------------------------------------------------

    @property
    def stream(self) -> int:
        """The CUDA stream into which work is put, as a number; 0 is the default one. May be set, to
        `torch.cuda.current_stream().cuda_stream`; while that is captured, steps become part of its graph."""
        return self._batch.stream

    @stream.setter
    def stream(self, stream: int) -> None:
        self._batch.use_stream(int(stream))

    def upload(self) -> None:
        """Takes over numbers of the model that were written since the batch was made; worlds of the host see them anyway."""
        self._batch.upload()

    def finish(self) -> None:
        """Waits until all work on the device is done."""
        self._batch.finish()

    def error(self, world: int) -> str:
        """What was wrong in the latest step of a world; empty if nothing was."""
        return _ERRORS.get(int(to_host(self.errors)[world]), "")

    # --- stepping ---------------------------------------------------------------------------------

    def step(
        self, n: int = 1, mask: ArrayLike | None = None, progress: Callable[[float], object] | None = None
    ) -> None:
        """Advances all worlds, or those of the mask, by n steps with the same controls.

        progress is called now and then with the part that is done, 0 to 1; what it raises stops the work.
        """
        mask = self._mask(mask)
        if self._reward is None and self._terminated is None and self._begin is None:
            self._batch.step(n, mask, 0, progress)
            return
        over = self.terminated | self.truncated
        meant = np.ones(len(self), bool) if mask is None else np.asarray(mask, bool)
        self._batch.step(n, mask, 0, progress)
        self._judge(meant & ~over & (self.errors == 0))
        if self._restart:
            self._began(meant & over)

    def _mask(self, mask: ArrayLike | DeviceArray | None) -> ArrayLike | None:
        # A mask in the memory of the GPU goes there as it is; that of an emulated one is the host's.
        if isinstance(mask, DeviceArray):
            return mask.numpy() if self.device == "emulate" else mask
        interface = getattr(mask, "__cuda_array_interface__", None)
        if interface is not None:
            wait_for(self._batch, mask, interface)
        return mask

    def _judge(self, stepped: NDArray[np.bool_]) -> None:
        if self._reward is not None:
            self.reward[stepped] = np.broadcast_to(self._reward(self), len(self))[stepped]
        if self._terminated is not None:
            self.terminated[stepped] = np.broadcast_to(self._terminated(self), len(self))[stepped]

    def _began(self, mask: NDArray[np.bool_]) -> None:
        if self._begin is not None and mask.any():
            self._begin(self, mask)

    def forward(self, mask: ArrayLike | None = None) -> None:
        """Computes the outputs from the present states."""
        self._batch.forward(self._mask(mask))

    def reset(self, world: int, keyframe: int = -1) -> None:
        """Puts one world into the initial state, or that of a keyframe."""
        mask = np.zeros(len(self), bool)
        mask[world] = True
        self.reset_where(mask, keyframe)

    def reset_where(self, mask: ArrayLike, keyframe: int = -1, states: ArrayLike | None = None) -> None:
        """Resets the worlds of the mask; `states` (one row for each of them, or one for all) are as for set_state."""
        self._batch.reset(self._mask(mask), keyframe)
        if self._begin is not None:
            self._began(np.asarray(mask, bool))
        if states is not None:
            self.set_state(states, mask=mask)

    def reset_all(self, keyframe: int = -1) -> None:
        """Resets all worlds."""
        self.reset_where(np.ones(len(self), bool), keyframe)

    # --- random numbers ---------------------------------------------------------------------------

    def uniform(self, size: int | tuple[int, ...] = (), mask: ArrayLike | None = None) -> NDArray[np.float64]:
        """Random numbers in [0, 1), (n, *size), of all worlds or those of the mask, each from its own stream.

        The n-th number that a world draws depends on the seed, the world and n alone.
        """
        shape = (size,) if isinstance(size, int) else tuple(size)
        mask = None if mask is None else to_host(mask, bool)
        worlds = len(self) if mask is None else int(np.count_nonzero(mask))
        numbers = np.empty((worlds, *shape))
        self._batch.draw(numbers, int(np.prod(shape, dtype=int)), mask)
        return numbers

    def normal(self, size: int | tuple[int, ...] = (), mask: ArrayLike | None = None) -> NDArray[np.float64]:
        """The same with mean 0 and deviation 1."""
        shape = (size,) if isinstance(size, int) else tuple(size)
        u = self.uniform((2, *shape), mask)
        return np.sqrt(-2 * np.log1p(-u[:, 0])) * np.cos(2 * np.pi * u[:, 1])

    # --- states -----------------------------------------------------------------------------------

    def _parts(self, spec: int) -> Iterable[tuple[NDArray, int]]:
        for name, bit in _STATE.items():
            if spec & int(bit):
                array = self._arrays[name]
                yield array, int(np.prod(array.shape[1:], dtype=int))

    def state(self, spec: int = _INTEGRATION) -> NDArray[np.float64]:
        """The states of all worlds, (n, mj_stateSize): a copy, laid out as by mj_getState."""
        parts = [to_host(array).reshape(len(self), size) for array, size in self._parts(int(spec))]
        return np.concatenate(parts, axis=1, dtype=np.float64)

    def set_state(self, states: ArrayLike, spec: int = _INTEGRATION, mask: ArrayLike | None = None) -> None:
        """Sets the states of all worlds, or of those of the mask: one row for each of them, or one for all."""
        where = slice(None) if mask is None else to_host(mask, bool)
        count = len(self) if mask is None else int(np.count_nonzero(where))
        parts = list(self._parts(int(spec)))
        rows = np.broadcast_to(np.asarray(states, np.float64), (count, sum(size for _, size in parts)))
        begin = 0
        for array, size in parts:
            array[where] = rows[:, begin : begin + size].reshape(count, *array.shape[1:])
            begin += size

    def data(self, world: int):
        """A new MjData with the state of a world."""
        data = _thew.MjData(self.model)
        self._batch.extract(self._index(world), data)
        return data

    def set_data(self, world: int, data) -> None:
        """Gives a world the state of an MjData."""
        self._batch.insert(data, self._index(world))

    def _index(self, world: int) -> int:
        if not -len(self) <= world < len(self):
            raise IndexError(f"there is no world {world} of {len(self)}")
        return world % len(self)

    def rollout(
        self,
        controls: ArrayLike,
        states: ArrayLike | None = None,
        record: Sequence[str] = ("qpos", "qvel"),
        progress: Callable[[float], object] | None = None,
    ) -> dict[str, NDArray]:
        """Steps all worlds along sequences of controls, (n, steps, nu) or (steps, nu) for all of them alike.

        Begins from `states`, as for set_state, or where the worlds are. The result has the fields of `record`
        after every step: arrays (n, steps, ...).
        """
        controls = np.asarray(controls, np.float64)
        if controls.ndim == 2:
            controls = np.broadcast_to(controls, (len(self), *controls.shape))
        if controls.ndim != 3 or controls.shape[0] != len(self) or controls.shape[2] != self.model.nu:
            raise ValueError(f"controls should be ({len(self)}, steps, {self.model.nu}), not {controls.shape}")
        if states is not None:
            self.set_state(states)
        steps = controls.shape[1]
        arrays = {name: getattr(self, name) for name in record}
        result = {name: np.empty((len(self), steps, *a.shape[1:]), a.dtype) for name, a in arrays.items()}
        for i in range(steps):
            self._arrays["ctrl"][...] = controls[:, i]
            self.step()
            for name, array in arrays.items():
                result[name][:, i] = to_host(array)
            if progress is not None:
                progress((i + 1) / steps)
        return result

    # --- own numbers ------------------------------------------------------------------------------

    @property
    def owned(self) -> list[str]:
        """The numbers of the model of which worlds have their own."""
        return self._batch.owned

    def own(self, name: str) -> NDArray[np.float64]:
        """A number of the model of which each world has its own from now on, (n, ...), e.g. own("body_mass").

        Call `refresh` after changing what other numbers follow from: masses, inertias, sizes, poses, qpos0.
        """
        if name not in self._own:
            self._own[name] = self._array(self._batch.own(name))
        return self._own[name]

    def refresh(self, mask: ArrayLike | None = None) -> None:
        """Computes again what follows from each world's own numbers, as mj_setConst does."""
        self._batch.refresh(self._mask(mask))

    def randomise(self, seed: int, numbers: Mapping[str, Callable | tuple], mask: ArrayLike | None = None) -> None:
        """Gives worlds random numbers of their own, by name: `{"body_mass": ("scale", 0.8, 1.2)}`.

        A name may end with the names of elements, which may hold `*`: "geom_friction:foot*". What is drawn is
        ("scale", low, high), ("log_scale", low, high), ("add", low, high), ("set", low, high) or
        ("normal", mean, deviation), which is added; one number for each element. What a world gets depends on the seed,
        its number, the field and the element alone, not on how many worlds there are. `refresh` follows.
        """
        from thew import _randomise

        _randomise.apply(self, seed, numbers, mask)
