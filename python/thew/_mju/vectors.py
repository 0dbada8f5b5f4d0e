"""Vectors."""

from __future__ import annotations

import inspect

import numpy as np
from numpy.typing import ArrayLike

from thew._constants import mjMINVAL
from thew._mju.arguments import Out, need, out, read


def _pair(res, vec, what: str = "vec"):
    target, source = out(res), read(vec)
    need(target.size == source.size, f"res and {what} should have the same size")
    return target, source


def mju_zero(res: Out) -> None:
    """res = 0."""
    out(res)[:] = 0


def mju_fill(res: Out, val: float) -> None:
    """res = val."""
    out(res)[:] = val


def mju_copy(res: Out, vec: ArrayLike) -> None:
    """res = vec."""
    target, source = _pair(res, vec, "data")
    target[:] = source


def mju_scl(res: Out, vec: ArrayLike, scl: float) -> None:
    """res = vec * scl."""
    target, source = _pair(res, vec)
    np.multiply(source, scl, out=target)


def mju_add(res: Out, vec1: ArrayLike, vec2: ArrayLike) -> None:
    """res = vec1 + vec2."""
    target, a = _pair(res, vec1, "vec1")
    np.add(a, _pair(res, vec2, "vec2")[1], out=target)


def mju_sub(res: Out, vec1: ArrayLike, vec2: ArrayLike) -> None:
    """res = vec1 - vec2."""
    target, a = _pair(res, vec1, "vec1")
    np.subtract(a, _pair(res, vec2, "vec2")[1], out=target)


def mju_addTo(res: Out, vec: ArrayLike) -> None:
    """res += vec."""
    target, source = _pair(res, vec)
    target += source


def mju_subFrom(res: Out, vec: ArrayLike) -> None:
    """res -= vec."""
    target, source = _pair(res, vec)
    target -= source


def mju_addToScl(res: Out, vec: ArrayLike, scl: float) -> None:
    """res += vec * scl."""
    target, source = _pair(res, vec)
    target += source * scl


def mju_addScl(res: Out, vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None:
    """res = vec1 + vec2 * scl."""
    target, a = _pair(res, vec1, "vec1")
    target[:] = a + _pair(res, vec2, "vec2")[1] * scl


def mju_sum(vec: ArrayLike) -> float:
    """The sum of the numbers."""
    return float(read(vec).sum())


def mju_L1(vec: ArrayLike) -> float:
    """The sum of the absolute values."""
    return float(np.abs(read(vec)).sum())


def mju_dot(vec1: ArrayLike, vec2: ArrayLike) -> float:
    """vec1 . vec2."""
    a, b = read(vec1), read(vec2)
    need(a.size == b.size, "vec1 and vec2 should have the same size")
    return float(a @ b)


def mju_norm(res: ArrayLike) -> float:
    """The length of the vector."""
    return float(np.sqrt(mju_dot(res, res)))


def mju_normalize(res: Out) -> float:
    """Scales to length 1, gives the length it had; (1, 0, ...) when that was 0."""
    vector = out(res)
    length = mju_norm(vector)
    if length < mjMINVAL:
        vector[:] = 0
        vector[:1] = 1
    else:
        vector /= length
    return length


def mju_isZero(vec: ArrayLike) -> int:
    """1 when all numbers are 0."""
    return int(not read(vec).any())


def mju_cross(res: Out, a: ArrayLike, b: ArrayLike) -> None:
    """res = a x b."""
    out(res, 3)[:] = np.cross(read(a, 3, "a"), read(b, 3, "b"))


def mju_dist3(pos1: ArrayLike, pos2: ArrayLike) -> float:
    """The distance of two points."""
    return mju_norm(read(pos1, 3) - read(pos2, 3))


def _sized(function, name: str, size: int, **renamed: str):
    """The same function for vectors of one size only, with some parameters renamed."""
    original = inspect.signature(function)
    parameters = [p.replace(name=renamed.get(p.name, p.name)) for p in original.parameters.values()]
    signature = original.replace(parameters=parameters)

    def wrapper(*args, **kwargs):
        values = signature.bind(*args, **kwargs).args
        for value in values:
            if np.ndim(value) > 0:
                read(value, size)
        return function(*values)

    wrapper.__name__ = wrapper.__qualname__ = name
    wrapper.__doc__ = function.__doc__
    wrapper.__signature__ = signature
    return wrapper


mju_zero3 = _sized(mju_zero, "mju_zero3", 3)
mju_zero4 = _sized(mju_zero, "mju_zero4", 4)
mju_copy3 = _sized(mju_copy, "mju_copy3", 3, vec="data")
mju_copy4 = _sized(mju_copy, "mju_copy4", 4, vec="data")
mju_scl3 = _sized(mju_scl, "mju_scl3", 3)
mju_add3 = _sized(mju_add, "mju_add3", 3)
mju_sub3 = _sized(mju_sub, "mju_sub3", 3)
mju_addTo3 = _sized(mju_addTo, "mju_addTo3", 3)
mju_subFrom3 = _sized(mju_subFrom, "mju_subFrom3", 3)
mju_addToScl3 = _sized(mju_addToScl, "mju_addToScl3", 3)
mju_addScl3 = _sized(mju_addScl, "mju_addScl3", 3)
mju_dot3 = _sized(mju_dot, "mju_dot3", 3)
mju_norm3 = _sized(mju_norm, "mju_norm3", 3, res="vec")
mju_normalize3 = _sized(mju_normalize, "mju_normalize3", 3, res="vec")
mju_normalize4 = _sized(mju_normalize, "mju_normalize4", 4, res="vec")
