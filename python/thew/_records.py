"""Tables whose rows are objects: contacts, warnings, timers, solver statistics."""

import operator

import numpy as np

from thew import _text, _thew

_DTYPES = {"Real": np.float64, "Int": np.int32}


def _number(dtype, value):
    if dtype == np.int32:
        return operator.index(value)
    if isinstance(value, (str, bytes)):
        raise TypeError(f"expected a number, not {value!r}")
    return float(value)


def _property(name: str, dtype, count: int) -> property:
    if count == 1:

        def get(self):
            return self._row[name][0].item()

        def set_(self, value):
            self._row[name][0] = _number(dtype, value)

    else:

        def get(self):
            return self._row[name]

        def set_(self, value):
            self._row[name][...] = value

    return property(get, set_)


class Record:
    """One row of a table: a view of it, or numbers of its own when made by a user."""

    __slots__ = ("_row",)
    _columns: dict[str, tuple[type, int]] = {}

    def __init__(self, _row=None) -> None:
        self._row = _row or {n: np.zeros(k, dtype) for n, (dtype, k) in self._columns.items()}

    def __init_subclass__(cls) -> None:
        for name, (dtype, count) in cls.__dict__.get("_columns", {}).items():
            setattr(cls, name, _property(name, dtype, count))

    def __eq__(self, other) -> bool:
        if not isinstance(other, Record) or other._columns is not self._columns:
            return NotImplemented
        return all(np.array_equal(self._row[name], other._row[name]) for name in self._columns)

    __hash__ = None

    def __copy__(self):
        return type(self)({name: value.copy() for name, value in self._row.items()})

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return type(self), ({name: value.copy() for name, value in self._row.items()},)

    def __repr__(self) -> str:
        return _text.describe(type(self).__name__, sorted(self._columns), self.__getattribute__)


class MjContact(Record):
    """A contact between two geoms."""

    __slots__ = ()
    _columns = {
        name: (_DTYPES[kind], int(columns)) for name, kind, _, columns, *_ in _thew.contact_fields()
    }


class MjWarningStat(Record):
    """How often a warning was raised, and what the last one was about."""

    __slots__ = ()
    _columns = {"lastinfo": (np.int32, 1), "number": (np.int32, 1)}


class MjTimerStat(Record):
    """How long a stage took in total, and how often it ran."""

    __slots__ = ()
    _columns = {"duration": (np.float64, 1), "number": (np.int32, 1)}


class MjSolverStat(Record):
    """One iteration of the constraint solver."""

    __slots__ = ()
    _columns = {
        "gradient": (np.float64, 1),
        "improvement": (np.float64, 1),
        "lineslope": (np.float64, 1),
        "nactive": (np.int32, 1),
        "nchange": (np.int32, 1),
        "neval": (np.int32, 1),
        "nupdate": (np.int32, 1),
    }


class RecordList:
    """A table: its columns are arrays, its rows records."""

    __slots__ = ("_source",)
    _record: type[Record]

    def __init__(self, source) -> None:
        self._source = source  # gives a column by its name

    def __init_subclass__(cls) -> None:
        def column(name):
            return property(lambda self: self._source(name))

        for name in cls._record._columns:
            setattr(cls, name, column(name))

    def __len__(self) -> int:
        return len(self._source(next(iter(self._record._columns))))

    def __getitem__(self, index):
        if isinstance(index, slice):
            columns = {name: self._source(name)[index] for name in self._record._columns}
            return type(self)(columns.__getitem__)
        i = operator.index(index)
        if not 0 <= i < len(self):
            raise IndexError(f"index {i} is out of range: there are {len(self)} rows")
        row = {}
        for name, (_, count) in self._record._columns.items():
            column = self._source(name)
            row[name] = column[i : i + 1] if count == 1 else column[i]
        return self._record(row)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __eq__(self, other) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        names = self._record._columns
        return all(np.array_equal(self._source(n), other._source(n)) for n in names)

    __hash__ = None

    def __repr__(self) -> str:
        return _text.describe(type(self).__name__, sorted(self._record._columns), self._source)


class _MjContactList(RecordList):
    __slots__ = ()
    _record = MjContact


class _MjWarningStatList(RecordList):
    __slots__ = ()
    _record = MjWarningStat


class _MjTimerStatList(RecordList):
    __slots__ = ()
    _record = MjTimerStat


class _MjSolverStatList(RecordList):
    __slots__ = ()
    _record = MjSolverStat


def solver_statistics(numbers, counts) -> _MjSolverStatList:
    """A row for each iteration of each island, mjNSOLVER to an island."""
    columns = dict(zip(("improvement", "gradient", "lineslope"), numbers.T))
    columns |= zip(("nactive", "nchange", "neval", "nupdate"), counts.T)
    return _MjSolverStatList(columns.__getitem__)
