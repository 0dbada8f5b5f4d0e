"""Random numbers of worlds that depend on the seed, the world and the element alone."""

from __future__ import annotations

import fnmatch
import zlib

import numpy as np

from thew._device import to_host

_KINDS = {
    "body": "mjOBJ_BODY", "jnt": "mjOBJ_JOINT", "geom": "mjOBJ_GEOM", "site": "mjOBJ_SITE", "cam": "mjOBJ_CAMERA",
    "light": "mjOBJ_LIGHT", "tendon": "mjOBJ_TENDON", "actuator": "mjOBJ_ACTUATOR", "eq": "mjOBJ_EQUALITY",
    "pair": "mjOBJ_PAIR",
}  # fmt: skip


def _mix(x: np.ndarray) -> np.ndarray:
    """The finaliser of SplitMix64: neighbours become strangers."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def uniform(seed: int, field: str, worlds: np.ndarray, elements: np.ndarray, draw: int = 0) -> np.ndarray:
    """Numbers in [0, 1), a row per world and a column per element."""
    with np.errstate(over="ignore"):
        start = _mix(np.array([seed & (2**64 - 1)], np.uint64) + np.uint64(zlib.crc32(field.encode()) + 1))
        start = _mix(start + np.uint64(draw + 1) * np.uint64(0x9E3779B97F4A7C15))
        rows = _mix(start + worlds.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15))
        bits = _mix(rows[:, None] + (elements.astype(np.uint64) + np.uint64(1)) * np.uint64(0xD1B54A32D192ED03))
    return (bits >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _elements(model, field: str, pattern: str, count: int) -> np.ndarray:
    """The numbers of the elements whose names match; of a dof, those of its joint."""
    if not pattern:
        return np.arange(count)
    import thew

    kind = field.split("_")[0]
    if kind == "dof":
        joints = set(_elements(model, "jnt_range", pattern, model.njnt))
        return np.array([i for i in range(model.nv) if int(model.dof_jntid[i]) in joints], int)
    if kind not in _KINDS:
        raise ValueError(f"{field} does not belong to elements with names")
    object_type = getattr(thew.mjtObj, _KINDS[kind])
    names = [thew.mj_id2name(model, object_type, i) or "" for i in range(count)]
    found = [i for i, name in enumerate(names) if fnmatch.fnmatchcase(name, pattern)]
    if not found:
        raise ValueError(f"no name matches {pattern!r} of {field}:{pattern}")
    return np.array(found, int)


def _draw(kind: str, a: float, b: float, u: np.ndarray, v: np.ndarray, old: np.ndarray) -> np.ndarray:
    if kind == "scale":
        return old * (a + (b - a) * u)
    if kind == "log_scale":
        return old * np.exp(np.log(a) + (np.log(b) - np.log(a)) * u)
    if kind == "add":
        return old + (a + (b - a) * u)
    if kind == "set":
        return np.broadcast_to(a + (b - a) * u, old.shape)
    if kind == "normal":
        return old + a + b * np.sqrt(-2 * np.log1p(-u)) * np.cos(2 * np.pi * v)
    raise ValueError(f"unknown distribution {kind!r}: scale, log_scale, add, set or normal")


def apply(batch, seed: int, numbers, mask) -> None:
    worlds = np.arange(len(batch)) if mask is None else np.flatnonzero(to_host(mask, bool))
    for key, (kind, a, b) in numbers.items():
        field, _, pattern = key.partition(":")
        values = batch.own(field)
        model_values = np.asarray(getattr(batch.model.opt if field in ("gravity", "wind") else batch.model, field))
        elements = _elements(batch.model, field, pattern, values.shape[1])
        u, v = (uniform(seed, key, worlds, elements, draw) for draw in (0, 1))
        axes = (slice(None), slice(None)) + (None,) * (values.ndim - 2)
        old = np.broadcast_to(model_values[elements], (len(worlds), len(elements), *values.shape[2:]))
        values[np.ix_(worlds, elements)] = _draw(kind, a, b, u[axes], v[axes], old)
    batch.refresh(mask)
