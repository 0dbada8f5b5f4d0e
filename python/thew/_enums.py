"""MuJoCo's enumerations, made from the table of the extension module."""

import enum

from thew import _thew


class MjEnum(enum.IntEnum):
    """Members are integers; those of different enumerations are never equal."""

    def __eq__(self, other):
        if isinstance(other, MjEnum) and type(other) is not type(self):
            return False
        return int.__eq__(self, other)

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


def _make(name: str, members: dict[str, int]) -> type[MjEnum]:
    return MjEnum(name, members, module="thew")


ENUMS = {name: _make(name, members) for name, members in _thew.enumerations().items()}
globals().update(ENUMS)
