"""Nonlinear least squares between bounds, by Gauss-Newton steps with a growing or shrinking damping.

Interface of `mujoco.minimize`.
"""

from __future__ import annotations

import abc
import dataclasses
import enum
import time
from collections.abc import Callable, Sequence
from typing import TextIO

import numpy as np

from thew._mju.factors import mju_boxQP

_SUFFICIENT = 1e-2  # part of the slope that a step must gain (Armijo)


class Verbosity(enum.Enum):
    """How much is printed; FULLITER also keeps residuals and Jacobians in the trace."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Why the search has ended."""

    FACTORIZATION_FAILED = 1
    NO_IMPROVEMENT = 2
    MAX_ITER = 3
    DX_TOL = 4
    G_TOL = 5


_REASONS = {
    Status.FACTORIZATION_FAILED: "factorization failed",
    Status.NO_IMPROVEMENT: "insufficient reduction",
    Status.MAX_ITER: "maximum iterations reached",
    Status.DX_TOL: "norm(dx) < tol",
    Status.G_TOL: "norm(gradient) < tol",
}


@dataclasses.dataclass(frozen=True)
class IterLog:
    """One iteration: where it began, the objective there, what the step gained, the damping.

    `residual`, `jacobian`, `grad` and `step` are kept with Verbosity.FULLITER only.
    """

    candidate: np.ndarray
    objective: np.float64
    reduction: np.float64
    regularizer: np.float64
    residual: np.ndarray | None = None
    jacobian: np.ndarray | None = None
    grad: np.ndarray | None = None
    step: np.ndarray | None = None


class Norm(abc.ABC):
    """How the size of a residual (a column) is measured."""

    @abc.abstractmethod
    def value(self, r: np.ndarray) -> np.float64:
        """The norm of r."""

    @abc.abstractmethod
    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """proj' g and proj' H proj for the gradient g and the Hessian H of the norm at r."""


class Quadratic(Norm):
    """Half the sum of squares."""

    def value(self, r: np.ndarray) -> np.float64:
        """r' r / 2."""
        return 0.5 * np.float64((r * r).sum())

    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """proj' r and proj' proj."""
        return proj.T @ r, proj.T @ proj


class _Damping:
    """Added to the diagonal of the Hessian: grows by a factor, shrinks faster each time in a row."""

    def __init__(self, least: float, most: float, factor: float) -> None:
        if factor <= 1:
            raise ValueError("mu_factor must be > 1.")
        self.value = np.float64(0.0)
        self.least, self.most, self.factor = least, most, factor
        self._shrunk = 0

    def grow(self) -> None:
        self.value = np.float64(max(self.least, self.factor * self.value))
        self._shrunk = 0

    def shrink(self) -> None:
        smaller = self.value * self.factor ** -(2.0**self._shrunk)
        self.value = np.float64(smaller if smaller >= self.least else 0.0)
        self._shrunk += 1


class _Residual:
    """The user's functions, with a count and the time that they took."""

    def __init__(self, residual, jacobian, eps: float, bounds) -> None:
        self._residual, self._jacobian = residual, jacobian
        self.eps, self.bounds = np.float64(eps), bounds
        self.residuals = self.jacobians = 0
        self.residual_time = self.jacobian_time = 0.0

    def __call__(self, x: np.ndarray) -> np.ndarray:
        start = time.perf_counter()
        value = self._residual(x)
        self.residual_time += time.perf_counter() - start
        self.residuals += x.shape[1]
        return value

    def jacobian(self, x: np.ndarray, r: np.ndarray) -> np.ndarray:
        if self._jacobian is None:
            return jacobian_fd(self, x, r, self.eps, 0, self.bounds)[0]
        start = time.perf_counter()
        value = self._jacobian(x, r)
        self.jacobian_time += time.perf_counter() - start
        self.jacobians += 1
        return value


class _Scale:
    """Units of the variables: fixed, or such that columns of the Jacobian have length 1."""

    def __init__(self, x_scale, n: int, eps: float) -> None:
        self._adaptive = isinstance(x_scale, str)
        self._eps = eps
        if self._adaptive and x_scale != "jac":
            raise ValueError(f"x_scale must be None, 'jac', a number or an array, not {x_scale!r}")
        values = np.asarray(1.0 if x_scale is None or self._adaptive else x_scale, np.float64)
        if values.shape not in ((), (n,)):
            raise ValueError(f"x_scale must have the shape ({n},), not {values.shape}")
        if not (np.isfinite(values).all() and (values > 0).all()):
            raise ValueError("x_scale must be positive and finite")
        self.values = np.broadcast_to(values, (n,)).reshape(n, 1).copy()

    def follow(self, jac: np.ndarray) -> None:
        if self._adaptive:
            lengths = np.sqrt((jac * jac).sum(axis=0))
            self.values = (1 / np.maximum(lengths, self._eps)).reshape(-1, 1)


def _check_bounds(bounds, n: int) -> list[np.ndarray] | None:
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError("bounds must have 2 elements.")
    low, high = bounds
    if low.size != n or high.size != n:
        raise ValueError("bounds must have the same size as x0.")
    if not (np.isfinite(low).all() and np.isfinite(high).all()):
        raise ValueError("bounds must be finite.")
    if not (low < high).all():
        raise ValueError("bounds[0] must be smaller than bounds[1].")
    return [low.reshape(n, 1), high.reshape(n, 1)]


class _Search:
    """One call of least_squares."""

    def __init__(self, x, residual, norm, damping, scale, xtol, gtol, verbose, output) -> None:
        self.x, self.f, self.norm = x, residual, norm
        self.damping, self.scale = damping, scale
        self.xtol, self.gtol = xtol, gtol
        self.verbose, self.output = Verbosity(verbose), output
        self.trace: list[IterLog] = []
        self.r = residual(x)
        if self.r.dtype != np.float64:
            raise ValueError("residual function must return float64 arrays.")

    def say(self, text: str, level: Verbosity = Verbosity.FINAL) -> None:
        if self.verbose.value >= level.value:
            print(text, file=self.output)

    def keeps_all(self) -> bool:
        return self.verbose == Verbosity.FULLITER

    def is_flat(self, gradient: np.ndarray) -> bool:
        """Whether the gradient is zero where no bound holds the variable."""
        if self.f.bounds is not None:
            low, high = self.f.bounds
            held = (self.x == low) & (gradient > 0) | (self.x == high) & (gradient < 0)
            gradient = gradient[~held]
        return bool(np.linalg.norm(gradient) < self.gtol)

    def _solve(self, gradient, hessian, limits) -> np.ndarray | None:
        """The damped Newton step within the limits; damping grows until there is one."""
        n = self.x.size
        step, scratch = np.zeros((n, 1)), np.zeros((n, n + 7))
        while True:
            damped = hessian + self.damping.value * np.eye(n)
            if mju_boxQP(step, scratch, None, damped, gradient, *limits) >= 0:
                return step
            if self.damping.value >= self.damping.most:
                return None
            self.damping.grow()

    def _limits(self):
        if self.f.bounds is None:
            return None, None
        return tuple((bound - self.x) / self.scale.values for bound in self.f.bounds)

    def find_step(self, value: float, gradient, hessian):
        """A step that gains enough, as (step, x, residual, gain); or why there is none."""
        limits = self._limits()
        while True:
            step = self._solve(gradient, hessian, limits)
            if step is None:
                return Status.FACTORIZATION_FAILED
            x = self.x + self.scale.values * step
            if self.f.bounds is not None:
                x = np.clip(x, *self.f.bounds)
            r = self.f(x)
            gain = value - self.norm.value(r)
            if np.isfinite(gain) and gain >= -_SUFFICIENT * float((gradient * step).sum()):
                return step, x, r, gain
            if self.damping.value >= self.damping.most:
                return Status.NO_IMPROVEMENT
            self.damping.grow()

    def _ratio(self, gain: float, step, gradient, hessian) -> float:
        """What a step gained, in parts of what was expected."""
        expected = -float((gradient * step).sum() + 0.5 * (step * (hessian @ step)).sum())
        if expected > 0:
            return gain / expected
        self.say("Zero expected reduction: exact minimum found?")
        return 0.0

    def _adapt(self, ratio: float) -> None:
        """More damping after steps that disappoint, less after good ones (Fletcher 1971)."""
        if ratio > 0.75:
            self.damping.shrink()
        elif ratio < 0.25:
            self.damping.grow()

    def iterate(self, i: int, jac: np.ndarray, iter_callback) -> Status | None:
        """One iteration; why the search ends here, or None."""
        value = self.norm.value(self.r)
        self.scale.follow(jac)
        gradient, hessian = self.norm.grad_hess(self.r, jac * self.scale.values.T)
        if self.is_flat(gradient):
            if not gradient.any():
                self.say("Zero gradient: exact minimum found?")
            return Status.G_TOL
        found = self.find_step(value, gradient, hessian)
        if isinstance(found, Status):
            return found
        step, x, r, gain = found
        ratio = self._ratio(gain, step, gradient, hessian)
        change = self.scale.values * step
        length = float(np.linalg.norm(change))
        mu = self.damping.value
        power = np.log10(mu) if mu > 0 else -np.inf
        self.say(
            f"iter: {i:<3d}  y: {value:<9.4g}  log10mu: {power:>4.1f}  ratio: {ratio:<7.2g}  "
            f"dx: {length:<7.2g}  reduction: {gain:<7.2g}",
            Verbosity.ITER,
        )
        log = IterLog(self.x, value, gain, mu)
        if self.keeps_all():
            true_gradient = gradient / self.scale.values
            log = dataclasses.replace(
                log, residual=self.r, jacobian=jac, grad=true_gradient, step=change
            )
        self._append(log, iter_callback)
        small = length < self.xtol * (self.xtol + float(np.linalg.norm(self.x)))
        self.x, self.r = x, r
        if small:
            return Status.DX_TOL
        self._adapt(ratio)
        return None

    def _append(self, log: IterLog, iter_callback) -> None:
        self.trace.append(log)
        if iter_callback is not None:
            iter_callback(self.trace)

    def finish(self, iterations: int, status: Status, elapsed: float, iter_callback) -> None:
        """The last entry of the trace, and the summary."""
        value = self.norm.value(self.r)
        log = IterLog(self.x, value, np.float64(0.0), self.damping.value)
        if self.keeps_all():
            jac = self.f.jacobian(self.x, self.r)
            gradient = self.norm.grad_hess(self.r, jac)[0]
            log = dataclasses.replace(log, residual=self.r, jacobian=jac, grad=gradient)
        self._append(log, iter_callback)
        jacobians = f", Jacobian evals: {self.f.jacobians}" if self.f.jacobians else ""
        self.say(
            f"Terminated after {iterations} iterations: {_REASONS[status]}. y: {value:<.4g}, "
            f"Residual evals: {self.f.residuals}{jacobians}"
        )
        share = 100 * self.f.residual_time / max(elapsed, 1e-9)
        self.say(f"total time {1000 * elapsed:<.1f}ms of which residual {share:<.1f}%")


def least_squares(
    x0: np.ndarray,
    residual: Callable[[np.ndarray], np.ndarray],
    bounds: Sequence[np.ndarray] | None = None,
    jacobian: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None,
    norm: Norm = Quadratic(),
    eps: float = np.finfo(np.float64).eps ** 0.5,
    mu_min: float = 1e-6,
    mu_max: float = 1e8,
    mu_factor: float = 10.0**0.1,
    xtol: float = 1e-8,
    gtol: float = 1e-8,
    max_iter: int = 100,
    verbose: Verbosity | int = Verbosity.ITER,
    output: TextIO | None = None,
    iter_callback: Callable[[list[IterLog]], None] | None = None,
    check_derivatives: bool = False,
    x_scale: float | np.ndarray | str | None = None,
) -> tuple[np.ndarray, list[IterLog]]:
    """Minimises the norm of a residual.

    Args:
        x0: Where to begin.
        residual: Residuals (columns) at one or more points (columns).
        bounds: Lowest and highest values.
        jacobian: Of the residual, as a function of a point and the residual there; by differences
            when it is None.
        norm: What is minimised.
        eps: Step of differences.
        mu_min, mu_max, mu_factor: Least and greatest damping, and by what factor it changes.
        xtol, gtol: Ends when a step or the gradient is smaller.
        max_iter: Ends after as many iterations.
        verbose: How much is printed, to `output`.
        iter_callback: Called with the trace after each iteration.
        check_derivatives: Compares `jacobian` and `norm` with differences first.
        x_scale: Units of the variables, or 'jac' for those of the Jacobian's columns.

    Returns:
        The best point and an IterLog for each iteration, with one for the end.
    """
    start = time.perf_counter()
    n = x0.size
    x = x0.astype(np.float64).reshape(n, 1)
    scale = _Scale(x_scale, n, eps)
    damping = _Damping(mu_min, mu_max, mu_factor)
    limits = _check_bounds(bounds, n)
    if limits is not None:
        x = np.clip(x, *limits)
    if not np.isfinite(x).all():
        raise ValueError("x0 must be finite.")
    f = _Residual(residual, jacobian, eps, limits)
    search = _Search(x, f, norm, damping, scale, xtol, gtol, verbose, output)
    status, i = Status.MAX_ITER, -1
    for i in range(max_iter):
        jac = f.jacobian(search.x, search.r)
        if i == 0 and check_derivatives:
            _check_derivatives(search, jac, jacobian is not None, output)
        ended = search.iterate(i, jac, iter_callback)
        if ended is not None:
            status = ended
            break
    elapsed = time.perf_counter() - start
    search.finish(i if status != Status.MAX_ITER else max_iter, status, elapsed, iter_callback)
    return search.x.reshape(x0.shape), search.trace


def _check_derivatives(search: _Search, jac, given: bool, output) -> None:
    f = search.f
    if given:
        check_jacobian(f, search.x, search.r, jac, f.eps, 0, f.bounds, output)
    if not isinstance(search.norm, Quadratic):
        check_norm(search.r, search.norm, f.eps, output)


def jacobian_fd(
    residual: Callable[[np.ndarray], np.ndarray],
    x: np.ndarray,
    r: np.ndarray,
    eps: np.float64,
    n_res: int,
    bounds: list[np.ndarray] | None = None,
) -> tuple[np.ndarray, int]:
    """The Jacobian at x by differences towards the middle of the bounds; and n_res + x.size."""
    steps = eps * np.maximum(1.0, np.abs(x))
    if bounds is not None:
        low, high = bounds
        inwards = (x > low / 2 + high / 2) | (x == high)
        steps = np.where(inwards, -steps, steps)
    points = np.repeat(x, x.size, axis=1)
    diagonal = np.diag_indices(x.size)
    points[diagonal] += steps[:, 0]
    if bounds is not None:
        points = np.clip(points, *bounds)
    taken = points[diagonal] - x[:, 0]  # what rounding and bounds left of the steps
    return (residual(points) - r) / taken, n_res + x.size


def check_jacobian(
    residual: Callable[[np.ndarray], np.ndarray],
    x: np.ndarray,
    r: np.ndarray,
    jac: np.ndarray,
    eps: np.float64,
    n_res: int,
    bounds: list[np.ndarray] | None = None,
    output: TextIO | None = None,
    name: str | None = "Jacobian",
) -> int:
    """Raises ValueError unless a Jacobian is that of differences; and the number of evaluations."""
    if not np.isfinite(jac).all():
        raise ValueError(f"User-provided {name} must contain only finite values.")
    other, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    if not np.isfinite(other).all():
        raise ValueError(f"Finite-difference {name} must contain only finite values.")
    total = np.abs(jac).sum() + np.abs(other).sum() + 1e-8
    if (np.abs(jac - other) > 1e-5 * total).any():
        raise ValueError(f"User-provided {name} does not match finite-differences within 1e-5.")
    print(f"User-provided {name} matches finite-differences.", file=output)
    return n_res


def check_norm(
    r: np.ndarray, norm: Norm, eps: np.float64, output: TextIO | None = None
) -> None:
    """Raises ValueError unless the derivatives of a norm are those of differences."""
    eye = np.eye(r.size)
    gradient, hessian = norm.grad_hess(r, eye)
    if not np.isfinite(hessian).all():
        raise ValueError("User-provided norm Hessian must contain only finite values.")
    if not np.allclose(hessian, hessian.T):
        raise ValueError("User-provided norm Hessian is not symmetric.")
    least = float(np.linalg.eigvalsh(hessian).min())
    if least < 0:
        raise ValueError(
            f"User-provided norm Hessian is not positive definite: an eigenvalue is {least:.4g}"
        )

    def values(points):
        return np.array([[norm.value(column[:, None]) for column in points.T]], np.float64)

    def gradients(points):
        return np.hstack([norm.grad_hess(column[:, None], eye)[0] for column in points.T])

    check_jacobian(values, r, values(r), gradient.T, eps, 0, None, output, "norm gradient")
    check_jacobian(gradients, r, gradient, hessian, eps, 0, None, output, "norm Hessian")
