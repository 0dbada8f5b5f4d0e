"""Makes the parts of MjModel and MjData that are objects of their own, at their first use."""

from thew import _records, _structs, _thew


def _fields(prefix: str, store):
    return lambda column: store.get(prefix + column)


def _timers(store):
    _thew._start_timers(store)
    return _records._MjTimerStatList(_fields("timer_", store))


_MAKERS = {
    "opt": _structs.MjOption,
    "stat": _structs.MjStatistic,
    "vis": _structs.MjVisual,
    "contact": lambda store: _records._MjContactList(store.contact),
    "warning": lambda store: _records._MjWarningStatList(_fields("warning_", store)),
    "timer": _timers,
    "solver": lambda store: _records.solver_statistics(*store.solver()),
}


def make_part(name: str, store):
    """The part `name` of the MjModel or MjData with this memory."""
    return _MAKERS[name](store)
