"""Symmetric matrices whose lower triangle is a band with some dense rows below it.

The first `ntotal - ndense` rows keep `nband` values each, up to the diagonal; the last `ndense` rows
keep all `ntotal`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from thew._constants import mjMINVAL
from thew._mju.arguments import Out, matrix, need, out, out_matrix, read


def _size(ntotal: int, nband: int, ndense: int) -> int:
    return (ntotal - ndense) * nband + ndense * ntotal


def _check(size: int, ntotal: int, nband: int, ndense: int, name: str) -> None:
    need(
        0 <= ndense <= ntotal and size == _size(ntotal, nband, ndense),
        f"size of {name} should be (ntotal - ndense) * nband + ndense * ntotal",
    )


def _rows(values: np.ndarray, ntotal: int, nband: int, ndense: int):
    """For each row: its first column, and the stored values from there to the diagonal."""
    for i in range(ntotal):
        if i < ntotal - ndense:
            first = max(0, i - nband + 1)
            end = (i + 1) * nband
            yield first, values[end - (i + 1 - first) : end]
        else:
            start = (ntotal - ndense) * nband + (i - ntotal + ndense) * ntotal
            yield 0, values[start : start + i + 1]


def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Where the diagonal entry of row i is stored."""
    above = ntotal - ndense
    if i < above:
        return i * nband + nband - 1
    return above * nband + (i - above) * ntotal + i


def mju_band2Dense(
    res: Out, mat: ArrayLike, ntotal: int, nband: int, ndense: int, flg_sym: bool
) -> None:
    """res = the whole matrix; the upper triangle is zero unless flg_sym."""
    target, values = out_matrix(res), read(mat, None, "mat")
    _check(values.size, ntotal, nband, ndense, "mat")
    need(target.shape == (ntotal, ntotal), "res should be of shape (ntotal, ntotal)")
    target[:] = 0
    for i, (first, row) in enumerate(_rows(values, ntotal, nband, ndense)):
        target[i, first : i + 1] = row
        if flg_sym:
            target[first : i + 1, i] = row


def mju_dense2Band(res: Out, mat: ArrayLike, ntotal: int, nband: int, ndense: int) -> None:
    """The inverse of mju_band2Dense; reads the lower triangle."""
    values, source = out(res), matrix(mat)
    _check(values.size, ntotal, nband, ndense, "res")
    need(source.shape == (ntotal, ntotal), "mat should be of shape (ntotal, ntotal)")
    for i, (first, row) in enumerate(_rows(values, ntotal, nband, ndense)):
        row[:] = source[i, first : i + 1]


def mju_bandMulMatVec(
    res: Out,
    mat: ArrayLike,
    vec: ArrayLike,
    ntotal: int,
    nband: int,
    ndense: int,
    nvec: int,
    flg_sym: bool,
) -> None:
    """res = mat vec for each of nvec vectors; of mat only the lower triangle unless flg_sym."""
    values = read(mat, None, "mat")
    _check(values.size, ntotal, nband, ndense, "mat")
    target, source = out(res, ntotal * nvec), read(vec, ntotal * nvec)
    full = np.empty((ntotal, ntotal))
    mju_band2Dense(full, values, ntotal, nband, ndense, flg_sym)
    target[:] = (source.reshape(nvec, ntotal) @ full.T).reshape(-1)


def mju_cholFactorBand(
    mat: Out, ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float
) -> float:
    """mat = L with L L' = mat + diagadd + diagmul diag(mat); the least diagonal of L, or 0 if there is none."""
    values = out(mat, None, "mat")
    _check(values.size, ntotal, nband, ndense, "mat")
    rows = list(_rows(values, ntotal, nband, ndense))
    least = math.inf
    for i, (first, row) in enumerate(rows):
        for j in range(first, i):
            start, other = rows[j]
            low = max(first, start)
            below = row[low - first : j - first] @ other[low - start : j - start]
            row[j - first] = (row[j - first] - below) / other[-1]
        row[-1] += diagadd + diagmul * row[-1] - row[:-1] @ row[:-1]
        if row[-1] < mjMINVAL:
            return 0.0
        row[-1] = math.sqrt(row[-1])
        least = min(least, float(row[-1]))
    return least


def mju_cholSolveBand(
    res: Out, mat: ArrayLike, vec: ArrayLike, ntotal: int, nband: int, ndense: int
) -> None:
    """Solves L L' res = vec with the factor that mju_cholFactorBand made."""
    values = read(mat, None, "mat")
    _check(values.size, ntotal, nband, ndense, "mat")
    x, source = out(res, ntotal), read(vec, ntotal)
    x[:] = source
    rows = list(_rows(values, ntotal, nband, ndense))
    for i, (first, row) in enumerate(rows):
        x[i] = (x[i] - row[:-1] @ x[first:i]) / row[-1]
    for i, (first, row) in reversed(list(enumerate(rows))):
        x[i] /= row[-1]
        x[first:i] -= row[:-1] * x[i]
