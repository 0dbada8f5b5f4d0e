"""Articulated-body physics with MuJoCo's interface: `import thew as mujoco`."""

import typing as _typing

# isort: off
from thew import _processor  # first: refuses processors that _thew cannot run on
from thew import _binding, _constants, _copying, _enums, _files, _functions, _legacy, _log, _mju
from thew import _printing, _thew, _views, _visual, derivative, gpu, spec

# isort: on
from thew._batch import Batch
from thew._errors import Error, FatalError, LoadWarning, UnexpectedError
from thew._log import MjLogConfig, MjLogMessage
from thew._records import MjContact, MjSolverStat, MjTimerStat, MjWarningStat
from thew._structs import MjOption, MjStatistic, MjVisual, MjVisualHeadlight, MjVisualRgba
from thew._thew import MjData, MjModel, rewrite_path, rewrite_string
from thew._vfs import MjVfs
from thew._visual.contexts import GLContext
from thew.builder import ModelBuilder
from thew.renderer import Renderer
from thew.spec import MjSpec, from_zip, to_zip

__version__: str = _thew.__version__
CAPABILITIES = ("constraints", "sensors")  # what comparisons with MuJoCo may look at beyond the smooth stages


def _public(module, *prefixes: str) -> dict:
    return {name: value for name, value in vars(module).items() if name.startswith(prefixes)}


globals().update(
    _public(_constants, "mj", "MJTNUM")
    | _mju.FUNCTIONS
    | _public(_functions, "mj_", "mju_threadpool")
    | _public(_printing, "mj_")
    | _public(_files, "mj_", "mju_")
    | _public(_log, "mj_", "mju_writeLog", "set_mju_", "get_mju_")
    | _visual.FUNCTIONS
    | _visual.STRUCTURES
    | _public(_thew, "mj_", "mju_", "mjv_", "mjd_", "set_mjcb_", "get_mjcb_")
    | _enums.ENUMS
    | _public(spec, "Mjs")
)

for _module in (_binding, _copying, _legacy, _views):
    _module.install()

MjStruct = _typing.Union[tuple(spec.CLASSES[kind] for kind in (*spec.IN_BODIES, *spec.IN_SPEC))]


def __getattr__(name: str):
    if name.startswith("_"):
        raise AttributeError(f"module 'thew' has no attribute {name!r}")
    raise AttributeError(
        f"module 'thew' has no attribute {name!r}: docs/python.md lists the names of MuJoCo's "
        "package that are there and those that are not"
    )


__all__ = [name for name in globals() if not name.startswith("_")]
