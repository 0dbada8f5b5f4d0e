"""Feasible lengths of actuators, by pulling them to both extremes."""

from __future__ import annotations

import math

import numpy as np

from thew import _enums, _thew
from thew._constants import mjMINVAL
from thew._errors import FatalError

_BITS = _enums.ENUMS["mjtDisableBit"]
_OFF = sum(
    int(bit)
    for bit in (
        _BITS.mjDSBL_FRICTIONLOSS, _BITS.mjDSBL_CONTACT, _BITS.mjDSBL_SPRING, _BITS.mjDSBL_DAMPER,
        _BITS.mjDSBL_GRAVITY, _BITS.mjDSBL_ACTUATION,
    )
)  # fmt: skip


def _is_wanted(m, actuator: int, mode: int) -> bool:
    modes, gain, bias = (_enums.ENUMS[n] for n in ("mjtLRMode", "mjtGain", "mjtBias"))
    has_gain, has_bias = m.actuator_gaintype[actuator], m.actuator_biastype[actuator]
    muscle = has_gain == gain.mjGAIN_MUSCLE or has_bias == bias.mjBIAS_MUSCLE
    user = has_gain == gain.mjGAIN_USER or has_bias == bias.mjBIAS_USER
    return (
        mode == modes.mjLRMODE_ALL
        or (mode == modes.mjLRMODE_MUSCLE and muscle)
        or (mode == modes.mjLRMODE_MUSCLEUSER and (muscle or user))
    )


def _limits(m, actuator: int):
    """The range of what the actuator moves, if that has limits."""
    kinds = _enums.ENUMS["mjtTrn"]
    kind, target = m.actuator_trntype[actuator], m.actuator_trnid[actuator, 0]
    if kind in (kinds.mjTRN_JOINT, kinds.mjTRN_JOINTINPARENT) and m.jnt_limited[target]:
        return m.jnt_range[target]
    if kind == kinds.mjTRN_TENDON and m.tendon_limited[target]:
        return m.tendon_range[target]
    return None


def _pull(m, d, output: int, sign: float, opt) -> None:
    """Applies the moment of an output, scaled to the wanted acceleration within the force."""
    moment = np.zeros(m.nv)
    first = d.moment_rowadr[output]
    entries = slice(first, first + d.moment_rownnz[output])
    moment[d.moment_colind[entries]] = d.actuator_moment[entries]
    acceleration = np.empty(m.nv)
    _thew.mj_solveM(m, d, acceleration, moment)
    scale = sign * opt.accel / max(mjMINVAL, float(np.linalg.norm(acceleration)))
    force = abs(scale) * float(np.linalg.norm(moment))
    if 0 < opt.maxforce < force:
        scale *= opt.maxforce / force
    d.qfrc_applied[:] = scale * moment


def _extent(m, d, output: int, sign: float, opt) -> tuple[float, float]:
    """Least and greatest length in the last part of a simulation that pulls in one direction."""
    decay = math.exp(-m.opt.timestep / max(0.01, opt.timeconst))
    low, high = math.inf, -math.inf
    _thew.mj_resetData(m, d)
    while d.time < opt.inttotal:
        d.qvel *= decay
        _thew.mj_step1(m, d)
        _pull(m, d, output, sign, opt)
        _thew.mj_step2(m, d)
        if d.time == 0:
            raise FatalError("mj_setLengthRange: the simulation is unstable")
        if d.time > opt.inttotal - opt.interval:
            length = float(d.actuator_length[output])
            low, high = min(low, length), max(high, length)
    return low, high


def _simulate(m, actuator: int, opt) -> tuple[float, float]:
    d, output = _thew.MjData(m), int(m.actuator_outadr[actuator])
    shortest, longest = (_extent(m, d, output, sign, opt) for sign in (-1.0, 1.0))
    width = longest[1] - shortest[0]
    spread = max(shortest[1] - shortest[0], longest[1] - longest[0])
    if not width > 0 or not spread <= opt.tolrange * width:
        raise FatalError(f"mj_setLengthRange: actuator {actuator} does not come to rest")
    return shortest[0], longest[1]


def set_range(m, actuator: int, opt) -> None:
    """Writes the range of an actuator, if the options ask for it."""
    if not _is_wanted(m, actuator, opt.mode):
        return
    target = m.actuator_lengthrange[m.actuator_outadr[actuator]]
    if opt.useexisting and target[0] < target[1]:
        return
    limits = _limits(m, actuator) if opt.uselimit else None
    if limits is not None:
        target[:] = limits
        return
    flags, timestep = m.opt.disableflags, m.opt.timestep
    try:
        m.opt.disableflags = _OFF
        if opt.timestep > 0:
            m.opt.timestep = opt.timestep
        target[:] = _simulate(m, actuator, opt)
    finally:
        m.opt.disableflags, m.opt.timestep = flags, timestep
