"""Warnings and log files."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable

from thew import _thew
from thew._mju.numbers import mju_warningText


class MjLogConfig:
    """Where messages go, and of which topics (bits of mjtLogTopic)."""

    __slots__ = ("logfile", "logto_console", "logto_file", "topics")

    def __init__(self) -> None:
        self.logfile, self.logto_console, self.logto_file, self.topics = "", False, False, 0

    @staticmethod
    def get() -> MjLogConfig:
        """A copy of what holds now."""
        made = MjLogConfig()
        made._take(_current)
        return made

    def set(self) -> None:
        """Makes it hold."""
        _current._take(self)

    def _take(self, other: MjLogConfig) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))

    def __eq__(self, other) -> bool:
        if not isinstance(other, MjLogConfig):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"<MjLogConfig {fields}>"


_current = MjLogConfig()
_current.logfile, _current.logto_console, _current.logto_file = "MUJOCO_LOG.TXT", True, True


class MjLogMessage:
    """A message: what it is about, where it comes from."""

    __slots__ = ("level", "topic", "timestamp", "file", "func", "line", "subject", "body")

    def __init__(self) -> None:
        self.level = self.topic = self.line = 0
        self.timestamp, self.subject = False, ""
        self.file = self.func = self.body = None


def log(topic: int, subject: str, text: str) -> None:
    """Writes a message of a topic (mjtLogTopic) where the user wants such."""
    if not _current.topics >> (topic - 1) & 1:
        return
    if _current.logto_console:
        print(f"{subject}: {text}", file=sys.stderr)
    if _current.logto_file:
        _write(subject, text)


_TIME_CMP = 2  # mjTOPIC_TIME_CMP


def tell_compile_time(seconds: float) -> None:
    """Called when a model was loaded."""
    log(_TIME_CMP, "compile time", f"{1000 * seconds:.3f} ms")


def _write(kind: str, text: str) -> None:
    with open(_current.logfile, "a", encoding="utf-8") as file:
        file.write(f"{datetime.datetime.now():%c}\n{kind}: {text}\n\n")


def mju_writeLog(type: str, msg: str) -> None:
    """Appends a message to the log file."""
    _write(type, msg)


_user: dict[str, Callable | None] = {"warning": None, "malloc": None, "free": None}


def set_mju_user_warning(fn: Callable[[str], None] | None) -> None:
    """Calls it with the text of the first warning of each kind; None: warnings are only counted."""
    if fn is not None and not callable(fn):
        raise TypeError("callback is not an Optional[Callable]")
    _user["warning"] = fn
    handler = None if fn is None else lambda warning, info: fn(mju_warningText(warning, info))
    _thew._set_warning_handler(handler)


def get_mju_user_warning() -> Callable[[str], None] | None:
    """What was set, or None."""
    return _user["warning"]


def _set_pointer(name: str, fn) -> None:
    if fn is not None and not hasattr(fn, "argtypes"):
        raise TypeError(f"mju_user_{name} must be a C function pointer")
    _user[name] = fn


def set_mju_user_malloc(fn) -> None:
    """Kept for programs that set it; Thew's memory is its own."""
    _set_pointer("malloc", fn)


def set_mju_user_free(fn) -> None:
    """Kept for programs that set it; Thew's memory is its own."""
    _set_pointer("free", fn)


def get_mju_user_malloc():
    """What was set, or None."""
    return _user["malloc"]


def get_mju_user_free():
    """What was set, or None."""
    return _user["free"]


def mj_resetCallbacks() -> None:
    """Removes all functions that the user has set."""
    for name in vars(_thew):
        if name.startswith("set_mjcb_"):
            getattr(_thew, name)(None)
