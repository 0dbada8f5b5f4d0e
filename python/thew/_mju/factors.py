"""Cholesky factors, eigenvectors, rotations of matrices, and quadratic programs in a box."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from thew._constants import mjMINVAL
from thew._mju.arguments import Out, OutInts, matrix, need, out, out_ints, out_matrix, read
from thew._mju.quaternions import mju_axisAngle2Quat, mju_mulQuat, mju_quat2Mat
from thew._mju.vectors import mju_normalize


def _square(array, name: str = "mat") -> np.ndarray:
    need(array.shape[0] == array.shape[1], f"{name} should be a square matrix")
    return array


def mju_cholFactor(mat: Out, mindiag: float) -> int:
    """mat = L with L L' = mat, in the lower triangle, and its rank.

    Where a pivot is below mindiag, mindiag takes its place, with zeros below.
    """
    a = _square(out_matrix(mat, "mat"))
    n = rank = len(a)
    for j in range(n):
        pivot = a[j, j] - a[j, :j] @ a[j, :j]
        if pivot < mindiag:
            a[j, j], rank = math.sqrt(mindiag), rank - 1
            a[j + 1 :, j] = 0
            continue
        a[j, j] = math.sqrt(pivot)
        a[j + 1 :, j] = (a[j + 1 :, j] - a[j + 1 :, :j] @ a[j, :j]) / a[j, j]
    return rank


def mju_cholSolve(res: Out, mat: ArrayLike, vec: ArrayLike) -> None:
    """Solves L L' res = vec with a factor L."""
    factor = _square(matrix(mat))
    x, source = out(res), read(vec)
    need(x.size == len(factor), "size of res should equal #rows in mat")
    need(source.size == len(factor), "size of vec should equal #rows in mat")
    x[:] = source
    for i in range(x.size):
        x[i] = (x[i] - factor[i, :i] @ x[:i]) / factor[i, i]
    for i in reversed(range(x.size)):
        x[i] = (x[i] - factor[i + 1 :, i] @ x[i + 1 :]) / factor[i, i]


def mju_cholUpdate(mat: Out, x: Out, flg_plus: int) -> int:
    """Changes the factor of A to that of A + x x', or A - x x'; x is used up. The rank."""
    factor, v = _square(out_matrix(mat, "mat")), out(x, None, "x")
    need(v.size == len(factor), "size of x should equal #rows in mat")
    sign = 1.0 if flg_plus else -1.0
    rank = v.size
    for k in range(v.size):
        if v[k] == 0:
            continue
        old = factor[k, k]
        square = old * old + sign * v[k] * v[k]
        if square < mjMINVAL:
            square, rank = mjMINVAL, rank - 1
        factor[k, k] = math.sqrt(square)
        cosine, sine = factor[k, k] / old, v[k] / old
        below = factor[k + 1 :, k]
        below[:] = (below + sign * sine * v[k + 1 :]) / cosine
        v[k + 1 :] = cosine * v[k + 1 :] - sine * below
    return rank


_EIGEN_TOLERANCE = 1e-12


def _largest_off_diagonal(d: np.ndarray) -> tuple[int, int]:
    a, b, c = abs(d[0, 1]), abs(d[0, 2]), abs(d[1, 2])
    return (0, 1) if a > b and a > c else (0, 2) if b > c else (1, 2)


def _jacobi_rotation(d: np.ndarray, row: int, column: int) -> list[float]:
    """The rotation, as a quaternion, that clears an entry."""
    tau = (d[column, column] - d[row, row]) / (2 * d[row, column])
    tangent = math.copysign(1, tau) / (abs(tau) + math.sqrt(1 + tau * tau))
    cosine = 1 / math.sqrt(1 + tangent * tangent)
    half = -tangent * cosine / math.sqrt(2 + 2 * cosine)  # sine of half the angle
    axis = 3 - row - column
    rotation = [math.sqrt(1 - half * half), 0.0, 0.0, 0.0]
    rotation[1 + axis] = -half if axis == 1 else half
    return rotation


def mju_eig3(eigval: Out, eigvec: Out, quat: Out, mat: ArrayLike) -> int:
    """Eigenvalues of a symmetric matrix, largest first, and vectors as columns; Jacobi's iterations."""
    values, vectors = out(eigval, 3, "eigval"), out(eigvec, 9, "eigvec").reshape(3, 3)
    q = out(quat, 4, "quat")
    a = read(mat, 9, "mat").reshape(3, 3).copy()
    q[:] = (1, 0, 0, 0)
    for iterations in range(500):
        mju_quat2Mat(vectors, q)
        d = vectors.T @ a @ vectors
        values[:] = np.diag(d)
        row, column = _largest_off_diagonal(d)
        if abs(d[row, column]) < _EIGEN_TOLERANCE:
            break
        _turn(q, _jacobi_rotation(d, row, column))
    else:
        iterations = 500
    for first in (0, 1, 0):
        if values[first] + _EIGEN_TOLERANCE < values[first + 1]:
            values[first], values[first + 1] = values[first + 1], values[first]
            quarter = [math.sqrt(0.5), 0.0, 0.0, 0.0]
            quarter[1 + (first + 2) % 3] = math.sqrt(0.5)
            _turn(q, quarter)
    mju_quat2Mat(vectors, q)
    return iterations


def _turn(quat: np.ndarray, rotation: ArrayLike) -> None:
    mju_mulQuat(quat, quat.copy(), rotation)
    mju_normalize(quat)


def mju_mat2Rot(quat: Out, mat: ArrayLike) -> int:
    """Turns quat until it is the rotation nearest to a matrix; how many iterations that took.

    Mueller et al., "A robust method to extract the rotational part of deformations" (2016).
    """
    q, a = out(quat, 4, "quat"), read(mat, 9, "mat").reshape(3, 3)
    rotation, turn = np.empty((3, 3)), np.empty(4)
    for iterations in range(500):
        mju_quat2Mat(rotation, q)
        turned = np.cross(rotation.T, a.T).sum(axis=0)
        omega = turned / (abs((rotation * a).sum()) + mjMINVAL)
        angle = mju_normalize(omega)
        if angle < 1e-9:
            return iterations
        mju_axisAngle2Quat(turn, omega, angle)
        mju_mulQuat(q, turn, q.copy())
        mju_normalize(q)
    return 500


class _Box:
    """A quadratic function of n numbers between bounds, either of which may be absent."""

    def __init__(self, hessian, gradient, lower, upper) -> None:
        self.hessian = np.tril(hessian) + np.tril(hessian, -1).T
        self.linear = gradient
        self.lower = np.full(gradient.size, -np.inf) if lower is None else lower
        self.upper = np.full(gradient.size, np.inf) if upper is None else upper

    def clip(self, x: np.ndarray) -> np.ndarray:
        return np.minimum(np.maximum(x, self.lower), self.upper)

    def value(self, x: np.ndarray) -> float:
        return float(x @ (0.5 * self.hessian @ x + self.linear))

    def slope(self, x: np.ndarray) -> np.ndarray:
        return self.hessian @ x + self.linear

    def free(self, x: np.ndarray, slope: np.ndarray) -> np.ndarray:
        """The coordinates that are not held at a bound by the slope."""
        held = (x == self.lower) & (slope > 0) | (x == self.upper) & (slope < 0)
        return np.flatnonzero(~held)


def _search(box: _Box, x: np.ndarray, slope: np.ndarray, direction: np.ndarray) -> np.ndarray | None:
    """Armijo's backtracking along the projected direction; None where nothing improves."""
    old, step = box.value(x), 1.0
    while step > 1e-22:
        trial = box.clip(x + step * direction)
        if old - box.value(trial) >= 0.1 * float(slope @ (x - trial)) > 0:
            return trial
        step *= 0.5
    return None


def mju_boxQP(
    res: Out,
    R: Out,
    index: OutInts | None,
    H: ArrayLike,
    g: ArrayLike,
    lower: ArrayLike | None,
    upper: ArrayLike | None,
) -> int:
    """Minimises x' H x / 2 + x' g between bounds, by projected Newton steps from `res`.

    R is the factor of H among the free coordinates `index`. Returns how many are free, or -1 where
    H is not positive definite.
    """
    x, factor, hessian = out(res), out(R, None, "R"), _square(matrix(H, "H"), "H")
    n = x.size
    need(len(hessian) == n, "H should be of shape (n, n)")
    need(factor.size == n * (n + 7), "size of R should be n * (n + 7)")
    bounds = [None if b is None else read(b, n, "bounds") for b in (lower, upper)]
    free_out = None if index is None else out_ints(index, n, "index")
    box = _Box(hessian, read(g, n, "g"), *bounds)
    x[:] = box.clip(x)
    free, lower_factor = np.empty(0, int), np.empty((0, 0))
    for _ in range(100):
        slope = box.slope(x)
        free = box.free(x, slope)
        try:
            lower_factor = np.linalg.cholesky(box.hessian[np.ix_(free, free)])
        except np.linalg.LinAlgError:
            return -1
        if free.size == 0 or float(slope[free] @ slope[free]) < 1e-16:
            break
        direction = np.zeros(n)
        half = np.linalg.solve(lower_factor, slope[free])
        direction[free] = -np.linalg.solve(lower_factor.T, half)
        better = _search(box, x, slope, direction)
        if better is None:
            break
        x[:] = better
    factor[: free.size**2] = lower_factor.reshape(-1)
    if free_out is not None:
        free_out[: free.size] = free
    return int(free.size)
