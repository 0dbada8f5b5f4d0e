"""Functions of MuJoCo's interface that need no kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _constants, _enums, _records, _structs, _thew
from thew import _lengthrange as lengthrange
from thew._mju import arguments, quaternions
from thew._visual import records


def mj_version() -> int:
    """The version of MuJoCo whose interface this package has."""
    return _constants.mjVERSION_HEADER


def mj_versionString() -> str:
    """The same as text."""
    return _constants.MUJOCO_VERSION


def mj_defaultSolRefImp(
    solref: NDArray[np.float64] | None, solimp: NDArray[np.float64] | None
) -> None:
    """Writes the default solver parameters; either may be None."""
    defaults = ((solref, (0.02, 1), "solref"), (solimp, (0.9, 0.95, 0.001, 0.5, 2), "solimp"))
    for target, values, name in defaults:
        if target is None:
            continue
        fits = isinstance(target, np.ndarray) and target.dtype == np.float64
        if not fits or target.shape != (len(values),):
            raise TypeError(f"{name} should be a float64 array of {len(values)} numbers")
    for target, values, _ in defaults:
        if target is not None:
            target[:] = values


_SERVO_INPUTS = ((1, "pos"), (2, "vel"), (4, "ff"), (8, "voltage"), (32, "pressure"))


def mj_actuatorInputName(m, id: int, input: int) -> str | None:
    """What an input of an actuator stands for; None where nothing says so."""
    if not 0 <= id < m.nactuator or not 0 <= input < m.actuator_ctrlnum[id]:
        return None
    spec = int(m.actuator_ctrlspec[id])
    if m.actuator_gaintype[id] == int(_enums.ENUMS["mjtGain"].mjGAIN_SO3):
        return ("qw", "qx", "qy", "qz")[input] if spec == 2 else ("rx", "ry", "rz")[input]
    names = [name for bit, name in _SERVO_INPUTS if spec & bit]
    return names[input] if input < len(names) else None


def mj_defaultOption(opt: _structs.MjOption) -> None:
    """Sets the options that a model has unless it says otherwise."""
    opt._assign(_structs.MjOption())


def mj_defaultVisual(vis: _structs.MjVisual) -> None:
    """Sets what viewers need to the values that a model has unless it says otherwise."""
    vis._assign(_structs.MjVisual())


def mj_addM(
    m,
    d,
    dst: NDArray[np.float64],
    rownnz: NDArray[np.int32],
    rowadr: NDArray[np.int32],
    colind: NDArray[np.int32],
) -> None:
    """Adds the lower triangle of M to a sparse matrix that has a place for each of its entries."""
    values = arguments.out(dst, None, "dst")
    counts, starts = arguments.ints(rownnz, m.nv, "rownnz"), arguments.ints(rowadr, m.nv, "rowadr")
    columns = arguments.ints(colind, values.size, "colind")
    for i, (count, start) in enumerate(zip(counts.tolist(), starts.tolist())):
        own = slice(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i])
        row = columns[start : start + count]
        places = np.searchsorted(row, m.M_colind[own])
        arguments.need(
            bool((places < count).all() and (row[places] == m.M_colind[own]).all()),
            f"row {i} of dst has no place for all entries of M",
        )
        values[start + places] += d.M[own]


def mj_addContact(m, d, con: _records.MjContact) -> int:
    """Appends a contact to those of the data; 1 if there is no room for it."""
    return _thew._add_contact(m, d, con._row)


# The most contacts of two geoms, by their types from plane to mesh.
_MAX_CONTACTS = np.array(
    [
        [0, 0, 1, 2, 1, 4, 4, 4],
        [0, 0, 50, 50, 50, 50, 50, 50],
        [1, 50, 1, 1, 1, 1, 1, 1],
        [2, 50, 1, 2, 1, 2, 4, 2],
        [1, 50, 1, 1, 1, 1, 1, 1],
        [4, 50, 1, 2, 1, 4, 4, 4],
        [4, 50, 1, 4, 1, 4, 8, 4],
        [4, 50, 1, 2, 1, 4, 4, 4],
    ]
)
# Those that have one contact where there is no search for more (mjDSBL_MULTICCD).
_SEARCHED = ((3, 5), (3, 7), (5, 5), (5, 6), (5, 7), (6, 7), (7, 7))


def mj_maxContact(m, g1: int, g2: int, has_margin: int) -> int:
    """The most contacts that two geoms can have, in MuJoCo."""
    for geom in (g1, g2):
        if not 0 <= geom < m.ngeom:
            raise IndexError(f"geom id {geom} is out of range: there are {m.ngeom}")
    types = tuple(sorted(int(m.geom_type[g]) for g in (g1, g2)))
    if types[1] >= len(_MAX_CONTACTS):
        return _constants.mjMAXCONPAIR
    without = int(_enums.ENUMS["mjtDisableBit"].mjDSBL_MULTICCD)
    if m.opt.disableflags & without and types in _SEARCHED:
        return 1
    return int(_MAX_CONTACTS[types])


def mj_local2Global(
    d,
    xpos: NDArray[np.float64],
    xmat: NDArray[np.float64],
    pos: ArrayLike,
    quat: ArrayLike,
    body: int,
    sameframe: int,
) -> None:
    """A pose in the frame of a body, in the world; mjtSameFrame says what is known to coincide."""
    frame = _enums.ENUMS["mjtSameFrame"]
    if not 0 <= body < d.model.nbody:
        raise IndexError(f"body id {body} is out of range: there are {d.model.nbody}")
    position, rotation = arguments.out(xpos, 3, "xpos"), arguments.out(xmat, 9, "xmat")
    if sameframe == frame.mjSAMEFRAME_BODY:
        position[:] = d.xpos[body]
    elif sameframe == frame.mjSAMEFRAME_INERTIA:
        position[:] = d.xipos[body]
    else:
        turned = d.xmat[body].reshape(3, 3) @ arguments.read(pos, 3, "pos")
        position[:] = d.xpos[body] + turned
    if sameframe in (frame.mjSAMEFRAME_BODY, frame.mjSAMEFRAME_BODYROT):
        rotation[:] = d.xmat[body]
    elif sameframe in (frame.mjSAMEFRAME_INERTIA, frame.mjSAMEFRAME_INERTIAROT):
        rotation[:] = d.ximat[body]
    else:
        turn = np.empty(4)
        quaternions.mju_mulQuat(turn, d.xquat[body], quat)
        quaternions.mju_quat2Mat(rotation, turn)


def mj_resetCtrl(m, d) -> None:
    """Sets controls to zero, and those that are quaternions to no rotation."""
    d.ctrl[:] = 0
    so3 = int(_enums.ENUMS["mjtGain"].mjGAIN_SO3)
    for i in np.flatnonzero((m.actuator_gaintype == so3) & (m.actuator_ctrlspec == 2)):
        d.ctrl[m.actuator_ctrladr[i]] = 1


# What a reset sets, and so mj_resetDataDebug does not fill.
_INPUTS = {
    "qpos", "qvel", "act", "history", "qacc_warmstart", "ctrl", "qfrc_applied", "xfrc_applied",
    "mocap_pos", "mocap_quat", "qacc", "act_dot", "userdata", "sensordata", "plugin_state",
    "energy", "solver_fwdinv", "timer_duration",
}  # fmt: skip


def mj_resetDataDebug(m, d, debug_value: int) -> None:
    """Resets a data, and fills numbers that are computed with a byte, to show what reads them."""
    _thew.mj_resetData(m, d)
    pattern = np.frombuffer(bytes([debug_value & 255]) * 8, np.float64)[0]
    for name, kind, *rest in _thew.data_fields():
        if kind == "Real" and name not in _INPUTS and isinstance(d, _thew.MjData):
            array = getattr(d, name, None)
            if isinstance(array, np.ndarray) and array.flags.writeable and not array.flags.owndata:
                array[...] = pattern


def mju_threadpool(d, nthread: int) -> None:
    """Lets so many threads, the calling one among them, share the work on a large world when d is stepped; the bits stay."""
    d._set_threads(max(0, int(nthread)))


def mj_setLengthRange(m, d, index: int, opt: records.MjLROpt) -> None:
    """Finds the feasible lengths of an actuator and writes actuator_lengthrange."""
    if not 0 <= index < m.nactuator:
        raise IndexError(f"actuator id {index} is out of range: there are {m.nactuator}")
    lengthrange.set_range(m, index, opt)
