"""Articulated-body physics with MuJoCo's interface: `import thew as mujoco`."""

# isort: off
from thew import _processor  # first: refuses processors that _thew cannot run on
from thew import _constants, _copying, _enums, _functions, _legacy, _mju, _thew, _views

# isort: on
from thew._errors import Error, FatalError, LoadWarning, UnexpectedError
from thew._records import MjContact, MjSolverStat, MjTimerStat, MjWarningStat
from thew._structs import MjOption, MjStatistic, MjVisual, MjVisualHeadlight, MjVisualRgba
from thew._thew import MjData, MjModel

__version__: str = _thew.__version__
CAPABILITIES = ("constraints", "sensors")  # what comparisons with MuJoCo may look at beyond the smooth stages


def _public(module, *prefixes: str) -> dict:
    return {name: value for name, value in vars(module).items() if name.startswith(prefixes)}


globals().update(
    _public(_constants, "mj", "MJTNUM")
    | _mju.FUNCTIONS
    | _public(_functions, "mj_")
    | _public(_thew, "mj_", "mju_", "set_mjcb_", "get_mjcb_")
    | _enums.ENUMS
)

for _module in (_copying, _legacy, _views):
    _module.install()

__all__ = [name for name in globals() if not name.startswith("_")]
