"""Numbers, and names of object types."""

from __future__ import annotations

import cmath
import math
import random

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew._constants import mjMAXVAL
from thew._mju.arguments import Out, OutInts, need, out, out_ints, read, text


def mju_min(a: float, b: float) -> float:
    """The smaller number."""
    return float(min(a, b))


def mju_max(a: float, b: float) -> float:
    """The larger number."""
    return float(max(a, b))


def mju_clip(x: float, min: float, max: float) -> float:
    """The number of the interval that is nearest to x."""
    return float(min if x < min else max if x > max else x)


def mju_sign(x: float) -> float:
    """-1, 0 or 1."""
    return float((x > 0) - (x < 0))


def mju_round(x: float) -> int:
    """The nearest integer; halves go away from zero."""
    return int(math.copysign(math.floor(abs(x) + 0.5), x))


def mju_isBad(x: float) -> int:
    """1 for numbers that no simulation survives."""
    return int(not -mjMAXVAL <= x <= mjMAXVAL)


def mju_sigmoid(x: float) -> float:
    """From 0 at 0 to 1 at 1, with two continuous derivatives."""
    x = min(max(x, 0.0), 1.0)
    return x**3 * (6 * x**2 - 15 * x + 10)


def mju_Halton(index: int, base: int) -> float:
    """Element `index` of the Halton sequence of a base."""
    result, weight = 0.0, 1.0
    while index > 0:
        index, digit = divmod(index, base)
        weight /= base
        result += weight * digit
    return result


_TYPES = {
    **dict(enumerate(
        "body xbody joint dof geom site camera light flex mesh skin hfield texture material pair "
        "exclude equality tendon actuator sensor numeric text tuple key plugin".split(), start=1,
    )),
    100: "frame",
}  # fmt: skip
_NUMBERS = {name: number for number, name in _TYPES.items()}


def mju_type2Str(type: int) -> str | None:
    """The name of an mjtObj, or None."""
    return _TYPES.get(int(type))


def mju_str2Type(str: str | bytes) -> int:
    """The mjtObj with this name, or 0."""
    return _NUMBERS.get(text(str, "str"), 0)


def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Where a unit mass on a spring and damper is after dt."""
    root = cmath.sqrt(Kv * Kv - 4 * Kp) / 2
    decay = math.exp(-Kv * dt / 2)
    speed = vel0 + Kv * pos0 / 2
    # sinh(root t) / root, which is t where the two roots meet.
    swing = dt if abs(root) < 1e-8 else (cmath.sinh(root * dt) / root).real
    return decay * (pos0 * cmath.cosh(root * dt).real + speed * swing)


_NORMAL = random.Random(0)


def mju_standardNormal(num2: float | None) -> float:
    """A random number of the normal distribution; num2 is there for MuJoCo's sake."""
    if num2 is not None:
        float(num2)
    return _NORMAL.gauss(0.0, 1.0)


_WARNINGS = (
    "the inertia matrix is close to singular at DOF {}: check masses and armatures",
    "too many contacts for the memory there is (ncon = {})",
    "too many constraint rows for the memory there is ({} bytes)",
    "NaN, Inf or huge number in QPOS at DOF {}: the simulation is unstable",
    "NaN, Inf or huge number in QVEL at DOF {}: the simulation is unstable",
    "NaN, Inf or huge number in QACC at DOF {}: the simulation is unstable",
    "NaN, Inf or huge number in CTRL at actuator {}: the simulation is unstable",
)


def mju_warningText(warning: int, info: int) -> str:
    """What an mjtWarning means."""
    if not 0 <= warning < len(_WARNINGS):
        return f"unknown warning {int(warning)}"
    return _WARNINGS[warning].format(info)


def mju_writeNumBytes(nbytes: int) -> str:
    """A number of bytes as a multiple of the largest power of 1024 that divides it."""
    power = 0
    while nbytes and nbytes % 1024 == 0 and power < 6:
        nbytes, power = nbytes // 1024, power + 1
    return f"{nbytes}{' KMGTPE'[power].strip()}"


def mju_insertionSort(list: Out) -> None:
    """Sorts numbers in place."""
    out(list, None, "list").sort(kind="stable")


def mju_insertionSortInt(list: OutInts) -> None:
    """Sorts integers in place."""
    out_ints(list, np.size(list), "list").sort(kind="stable")


def mju_n2d(res: Out, vec: ArrayLike) -> None:
    """Copies numbers."""
    target, source = out(res), read(vec)
    need(target.size == source.size, "res and vec should have the same size")
    target[:] = source


def mju_d2n(res: Out, vec: ArrayLike) -> None:
    """Copies numbers."""
    mju_n2d(res, vec)


def mju_f2n(res: Out, vec: ArrayLike) -> None:
    """Copies numbers of single precision."""
    mju_n2d(res, np.asarray(vec, np.float32))


def mju_n2f(res: NDArray[np.float32], vec: ArrayLike) -> None:
    """Copies numbers to single precision."""
    fits = isinstance(res, np.ndarray) and res.dtype == np.float32 and res.flags.carray
    need(fits, "res should be a writable, contiguous float32 array")
    source = read(vec)
    need(res.size == source.size, "res and vec should have the same size")
    res.reshape(-1)[:] = source


def mju_encodePyramid(pyramid: Out, force: ArrayLike, mu: ArrayLike) -> None:
    """The force of a contact on the edges of its friction pyramid."""
    edges, f, friction = _pyramid(out(pyramid, None, "pyramid"), read(force), read(mu))
    share = f[0] / friction.size
    along = np.minimum(share, f[1:] / friction)
    edges[0::2], edges[1::2] = (share + along) / 2, (share - along) / 2


def mju_decodePyramid(force: Out, pyramid: ArrayLike, mu: ArrayLike) -> None:
    """The force of a contact from those on the edges of its friction pyramid."""
    edges, f, friction = _pyramid(read(pyramid), out(force, None, "force"), read(mu))
    f[0] = edges.sum()
    f[1:] = (edges[0::2] - edges[1::2]) * friction


def _pyramid(edges, force, friction):
    need(edges.size == 2 * friction.size, "size of pyramid should be twice that of mu")
    need(force.size == friction.size + 1, "size of force should be one more than that of mu")
    need(friction.size > 0, "mu should not be empty")
    return edges, force, friction
