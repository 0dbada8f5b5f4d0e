"""Functions of MuJoCo's interface that need no kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thew import _constants


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
