"""Derivatives of a step: `transition(model, data)` near a state, `vjp` and `rollout_vjp` backwards, and checks of both.

The state is x = (tangent of `qpos`, `qvel`, `act`), 2 nv + na numbers, the input u is `ctrl`, s is `sensordata`:
x_next = A x + B u, s = C x + D u. Forces and numbers of the model are inputs where asked for. docs/derivatives.md says what is in closed form and what the numbers mean where contacts switch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _enums, _thew

_INTEGRATION = int(_enums.ENUMS["mjtState"].mjSTATE_INTEGRATION)
_METHODS = ("analytic", "hybrid", "differences")


@dataclass(frozen=True)
class DerivativeConfig:
    """How derivatives are found, and by what.

    `eps` is the length of what is left to differences; `forces` asks for F, by `qfrc_applied`; `numbers` of the model asks for P and E:
    pairs of a field's name and an index into its array, as ("body_mass", 3) or ("geom_friction", (0, 1)). `smoothing` blends both sides of switches of
    constraints over so much acceleration [m/s^2]. `threads` share the columns of differences of whole steps.
    """

    method: Literal["analytic", "hybrid", "differences"] = "analytic"
    eps: float = 1e-7
    centred: bool = True
    sensors: bool = True
    forces: bool = False
    numbers: Sequence[tuple[str, int | tuple[int, ...]]] = ()
    smoothing: float = 0.0
    threads: int = 1

    def __post_init__(self) -> None:
        if self.method not in _METHODS:
            raise ValueError(f"method should be one of {', '.join(_METHODS)}, not {self.method!r}")

    def _how(self) -> tuple[int, float, bool, float, int]:
        return _METHODS.index(self.method), self.eps, self.centred, self.smoothing, self.threads

    def _places(self, model) -> tuple[list[str], list[int]]:
        """The fields of `numbers`, and the places in these as flat arrays."""
        return [name for name, _ in self.numbers], [_place(model, name, index) for name, index in self.numbers]


_DEFAULT = DerivativeConfig()


def _place(model, name: str, index: int | tuple[int, ...]) -> int:
    owner = model.opt if name in ("gravity", "wind") else model
    shape = getattr(owner, name).shape if hasattr(owner, name) else (0,)
    index = index if isinstance(index, tuple) else (index,)
    if len(index) != len(shape):
        raise ValueError(f"{name} has {len(shape)} indices, not {len(index)}")
    return int(np.ravel_multi_index(index, shape)) if all(0 <= i < n for i, n in zip(index, shape)) else -1


@dataclass(eq=False)
class Transition:
    """x_next = A x + B u (+ F f + P p), s = C x + D u (+ E p). Unpacks as A, B, C, D."""

    A: NDArray
    B: NDArray
    C: NDArray
    D: NDArray
    F: NDArray | None = None
    P: NDArray | None = None
    E: NDArray | None = None
    method: str = "analytic"  # what the model and the state allowed
    reason: str = ""  # why it is not what was asked for

    def __iter__(self) -> Iterator[NDArray]:
        return iter((self.A, self.B, self.C, self.D))


@dataclass(eq=False)
class Gradient:
    """Gradients by the state (in its tangent), by the controls, by `qfrc_applied` and by the numbers of the model that were asked for."""

    x: NDArray
    u: NDArray
    f: NDArray
    p: NDArray
    method: str = "analytic"


def transition(model, data, config: DerivativeConfig | None = None) -> Transition:
    """The derivative of a step from the state of `data`, which stays as it is."""
    config = config or _DEFAULT
    nv, nu, ns = model.nv, model.nu, model.nsensordata
    nx = 2 * nv + model.na
    A, B, C, D = np.empty((nx, nx)), np.empty((nx, nu)), np.zeros((ns, nx)), np.zeros((ns, nu))
    F = np.empty((nx, nv)) if config.forces else None
    P, E = (np.zeros((nx, len(config.numbers))), np.zeros((ns, len(config.numbers)))) if config.numbers else (None, None)
    sensors = (C, D, E) if config.sensors and ns else (None, None, None)
    method, reason = _thew._transition(model, data, *config._how(), A, B, *sensors[:2], F, *config._places(model), P, sensors[2])
    return Transition(A, B, C, D, F, P, E, _METHODS[method], reason)


def vjp(model, data, cotangent: ArrayLike, config: DerivativeConfig | None = None) -> Gradient:
    """A' c, B' c, F' c and P' c for the gradient c of a number by the next state, without the matrices."""
    config = config or _DEFAULT
    x, u, f, p = (np.empty(n) for n in (2 * model.nv + model.na, model.nu, model.nv, len(config.numbers)))
    method, _ = _thew._vjp(model, data, *config._how(), np.asarray(cotangent, float), x, u, f, *config._places(model), p)
    return Gradient(x, u, f, p, _METHODS[method])


def smooth_velocity(model, data) -> NDArray:
    """d `qfrc_smooth` / d `qvel` at the state of `data`, whatever its integrator, nv x nv; fills `qDeriv`, in which terms between branches of a tree have no place."""
    _thew._smooth_velocity(model, data)
    matrix = np.zeros((model.nv, model.nv))
    rows = np.repeat(np.arange(model.nv), model.D_rownnz)
    matrix[rows, model.D_colind] = data.qDeriv
    return matrix


class _State:
    """Everything a step starts from, as one vector."""

    def __init__(self, model, data) -> None:
        self.spec = _INTEGRATION
        self.model = model
        self.values = np.empty(_thew.mj_stateSize(model, self.spec))
        _thew.mj_getState(model, data, self.values, self.spec)

    def put(self, data) -> None:
        _thew.mj_setState(self.model, data, self.values, self.spec)


def rollout_vjp(
    model, data, ctrl: ArrayLike, cotangents: ArrayLike, config: DerivativeConfig | None = None
) -> tuple[NDArray, NDArray] | tuple[NDArray, NDArray, NDArray]:
    """Gradients by the first state, by all controls and, if the config has some, by numbers of the model, of a rollout of T steps from
    the state of `data`.

    `ctrl` is T x nu. `cotangents` are gradients of a number by the states after each step, T x nx, or by the last one alone, nx. Only
    every sqrt(T)-th state is kept, and the others are stepped to once more: 2 sqrt(T) states in memory. `data` ends after the rollout.
    """
    ctrl = np.asarray(ctrl, float).reshape(-1, model.nu) if model.nu else np.zeros((len(ctrl), 0))
    steps, nx = len(ctrl), 2 * model.nv + model.na
    by_state = np.asarray(cotangents, float)
    if by_state.shape == (nx,):
        by_state = np.concatenate([np.zeros((steps - 1, nx)), by_state[None]])
    if by_state.shape != (steps, nx):
        raise ValueError(f"cotangents should be of shape {(steps, nx)} or {(nx,)}, not {by_state.shape}")
    every = max(1, int(np.ceil(np.sqrt(steps))))
    kept = {}
    for t in range(steps):
        if t % every == 0:
            kept[t] = _State(model, data)
        data.ctrl[:] = ctrl[t]
        _thew.mj_step(model, data)
    last = _State(model, data)
    by_ctrl, by_x, by_numbers = np.zeros((steps, model.nu)), np.zeros(nx), np.zeros(len(config.numbers) if config else 0)
    for first in sorted(kept, reverse=True):
        end = min(first + every, steps)
        kept[first].put(data)
        part = []
        for t in range(first, end):
            data.ctrl[:] = ctrl[t]
            part.append(_State(model, data))
            if t + 1 < end:
                _thew.mj_step(model, data)
        for t in reversed(range(first, end)):
            part[t - first].put(data)
            data.ctrl[:] = ctrl[t]
            gradient = vjp(model, data, by_x + by_state[t], config)
            by_x, by_ctrl[t] = gradient.x, gradient.u
            by_numbers += gradient.p
    last.put(data)
    return (by_x, by_ctrl, by_numbers) if by_numbers.size else (by_x, by_ctrl)


def max_relative_error(got: ArrayLike, expected: ArrayLike) -> float:
    """The largest difference of two arrays, relative to the largest number of the second, or to 1 if that is larger."""
    got, expected = np.asarray(got, float), np.asarray(expected, float)
    if expected.size == 0:
        return 0.0
    return float(np.abs(got - expected).max() / max(1.0, np.abs(expected).max()))


@dataclass(frozen=True)
class Comparison:
    """Largest relative error of each matrix, and the entries that disagree: (matrix, row, column, value, expected)."""

    errors: dict[str, float]
    disagreements: list[tuple[str, str, str, float, float]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.disagreements

    def __str__(self) -> str:
        lines = [f"{name}: {error:.1e}" for name, error in self.errors.items()]
        lines += [f"  d {row} / d {column} ({name}): {got:.9g}, expected {want:.9g}" for name, row, column, got, want in self.disagreements]
        return "\n".join(lines)


def _state_names(model) -> list[str]:
    dofs = [f"{i} ({model.joint(int(model.dof_jntid[i])).name})" for i in range(model.nv)]
    return [f"qpos {dof}" for dof in dofs] + [f"qvel {dof}" for dof in dofs] + [f"act {i}" for i in range(model.na)]


def _compare(model, got: Transition, expected: Transition, tolerance: float) -> Comparison:
    x, u, s = _state_names(model), [f"ctrl {i}" for i in range(model.nu)], [f"sensordata {i}" for i in range(model.nsensordata)]
    names = {"A": (x, x), "B": (x, u), "C": (s, x), "D": (s, u)}
    errors, found = {}, []
    for (name, (rows, columns)), value, want in zip(names.items(), got, expected):
        errors[name] = max_relative_error(value, want)
        if errors[name] <= tolerance:
            continue
        limit = tolerance * max(1.0, np.abs(want).max())
        for i, k in np.argwhere(~(np.abs(value - want) <= limit)):
            found.append((name, rows[i], columns[k], float(value[i, k]), float(want[i, k])))
    return Comparison(errors, found)


def _differences(model, data, eps: float) -> Transition:
    return transition(model, data, DerivativeConfig("differences", eps=eps))


def validate_analytical_vs_fd(
    model, data, config: DerivativeConfig | None = None, eps: float = 1e-6, tolerance: float = 1e-6, verbose: bool = True
) -> Comparison:
    """Compares a derivative with centred differences of steps, extrapolated after Richardson, and prints what disagrees."""
    far, near = _differences(model, data, eps), _differences(model, data, eps / 2)
    expected = Transition(*((4 * b - a) / 3 for a, b in zip(far, near)))
    got = transition(model, data, config)
    if got.C is not None:
        # Differences by velocities leave out sensors of positions, and MuJoCo counts the kinetic energy among these.
        kinetic = model.sensor_adr[model.sensor_type == int(_enums.mjtSensor.mjSENS_E_KINETIC)]
        expected.C[kinetic, model.nv : 2 * model.nv] = got.C[kinetic, model.nv : 2 * model.nv]
    result = _compare(model, got, expected, tolerance)
    if verbose and not result.ok:
        print(result)
    return result


def fd_convergence_check(model, data, eps: float = 1e-5, tolerance: float = 1e-5, verbose: bool = True) -> Comparison:
    """Compares differences of length eps with those of eps / 10: columns that disagree cross a switch, or eps is too long."""
    result = _compare(model, _differences(model, data, eps), _differences(model, data, eps / 10), tolerance)
    if verbose and not result.ok:
        print(result)
    return result
