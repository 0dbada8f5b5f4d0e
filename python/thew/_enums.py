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


# Of renderers, which the engine does not know.
_RENDERER = {
    "mjrIndexType": "mjINDEX_TYPE_ U16 U32",
    "mjrMeshPrimitiveType": "mjMESH_PRIMITIVE_TYPE_ TRIANGLES LINES",
    "mjrPixelFormat": "mjPIXEL_FORMAT_ UNKNOWN R8 RGB8 RGBA8 R32F DEPTH32F KTX",
    "mjrVertexAttributeType": "mjVERTEX_ATTRIBUTE_TYPE_ FLOAT2 FLOAT3 FLOAT4 UBYTE4",
    "mjrVertexAttributeUsage": "mjVERTEX_ATTRIBUTE_USAGE_ POSITION NORMAL TANGENTS UV COLOR",
}


def _numbered(text: str) -> dict[str, int]:
    prefix, *names = text.split()
    return {prefix + name: number for number, name in enumerate(names)}


ENUMS = {name: _make(name, members) for name, members in _thew.enumerations().items()}
ENUMS |= {name: _make(name, _numbered(text)) for name, text in _RENDERER.items()}
globals().update(ENUMS)
