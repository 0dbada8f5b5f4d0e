"""What the functions take: outputs are written, inputs are read, the rest is refused."""

import numpy as np
from numpy.typing import NDArray

Out = NDArray[np.float64]
OutInts = NDArray[np.int32]


def out(array, size: int | None = None, name: str = "res") -> np.ndarray:
    """The values of an output argument in one dimension."""
    fits = (
        isinstance(array, np.ndarray)
        and array.dtype == np.float64
        and array.flags.carray
        and (size is None or array.size == size)
    )
    if not fits:
        numbers = "" if size is None else f" of {size} numbers"
        raise TypeError(f"{name} should be a writable, contiguous float64 array{numbers}")
    return array.reshape(-1)


def read(values, size: int | None = None, name: str = "vec") -> np.ndarray:
    try:
        array = np.ascontiguousarray(values, np.float64).reshape(-1)
    except ValueError as error:
        raise TypeError(f"{name}: {error}") from None
    if size is not None and array.size != size:
        raise TypeError(f"{name} should have {size} numbers, not {array.size}")
    return array


def matrix(values, name: str = "mat") -> np.ndarray:
    array = np.asarray(values, np.float64)
    if array.ndim != 2:
        raise TypeError(f"{name} should have two dimensions")
    return array


def out_matrix(array, name: str = "res") -> np.ndarray:
    out(array, None, name)
    return matrix(array, name)


def need(condition: bool, complaint: str) -> None:
    if not condition:
        raise TypeError(complaint)


def out_ints(array, size: int, name: str) -> np.ndarray:
    """An output of int32 in one dimension."""
    fits = (
        isinstance(array, np.ndarray)
        and array.dtype == np.int32
        and array.flags.carray
        and array.size == size
    )
    need(fits, f"{name} should be a writable, contiguous int32 array of {size} numbers")
    return array.reshape(-1)


def text(value, name: str) -> str:
    """Text, or bytes that hold some."""
    if isinstance(value, bytes):
        return value.decode()
    need(isinstance(value, str), f"{name} should be text, not {type(value).__name__}")
    return value


def ints(values, size: int, name: str) -> np.ndarray:
    """Integers that are read."""
    array = np.asarray(values)
    need(array.dtype.kind in "iu" and array.size == size, f"{name} should have {size} integers")
    return array.reshape(-1)
