"""Functions of MuJoCo's interface that need no kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thew import _constants, _enums


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
