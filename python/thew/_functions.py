"""Functions of MuJoCo's interface that need no kernel."""

import numpy as np

from thew import _constants, _thew


def mj_version() -> int:
    """The version of MuJoCo whose interface this package has."""
    return _constants.mjVERSION_HEADER


def mj_versionString() -> str:
    """The same as text."""
    return _constants.MUJOCO_VERSION


def mj_defaultSolRefImp(solref, solimp) -> None:
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


def _legacy_inertia(self) -> np.ndarray:
    """The inertia matrix in the layout before MuJoCo 4.0; a copy, in the order of mj_fullM."""
    model = self.model
    full = np.empty((model.nv, model.nv))
    _thew.mj_fullM(model, self, full)
    packed = np.empty(model.nM)
    parents = model.dof_parentid.tolist()
    for i, address in enumerate(model.dof_Madr.tolist()):
        j = i
        while j >= 0:
            packed[address] = full[i, j]
            address, j = address + 1, parents[j]
    packed.flags.writeable = False
    return packed


def install() -> None:
    """Gives MjData what older programs expect."""
    _thew.MjData.qM = property(_legacy_inertia)
