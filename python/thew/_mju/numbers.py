"""Numbers, and names of object types."""

from __future__ import annotations

import math


from thew._constants import mjMAXVAL


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


def mju_str2Type(str: str) -> int:
    """The mjtObj with this name, or 0."""
    return _NUMBERS.get(str, 0)
