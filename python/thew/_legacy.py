"""Names that MuJoCo once had, so that programs written for older versions still run."""

import numpy as np

from thew import _thew

# Of flexes, which Thew does not simulate yet: (type, columns) of tables without rows.
_MODEL_TABLES = {
    "flex_vertedgeadr": (np.int32, 1),
    "flex_vertedgenum": (np.int32, 1),
    "flex_vertedge": (np.int32, 2),
    "flex_vertmetric": (np.float64, 4),
    "flexvert_J_rownnz": (np.int32, 2),
    "flexvert_J_rowadr": (np.int32, 2),
    "flexvert_J_colind": (np.int32, 2),
}
_DATA_TABLES = {"flexvert_length": (np.float64, 2), "flexvert_J": (np.float64, 2)}


# Counters of MuJoCo's memory, which Thew manages in other ways.
_MEMORY = ("pstack", "pbase", "parena")


def _empty(dtype, columns: int) -> property:
    shape = (0,) if columns == 1 else (0, columns)
    return property(lambda self: np.zeros(shape, dtype))


def _inertia(self) -> np.ndarray:
    """The inertia matrix in the layout before MuJoCo 3.11; a copy, as mj_fullM(m, dst, qM) reads it."""
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
    return packed[:]  # a view: arrays of a data that own their memory are those it has no memory for


def install() -> None:
    """Gives the classes their old attributes."""
    for owner, tables in ((_thew.MjModel, _MODEL_TABLES), (_thew.MjData, _DATA_TABLES)):
        for name, kind in tables.items():
            setattr(owner, name, _empty(*kind))
    _thew.MjData.qM = property(_inertia)
    _thew.MjData.nplugin = property(lambda self: self.model.nplugin)
    for name in _MEMORY:
        setattr(_thew.MjData, name, property(lambda self: 0))
