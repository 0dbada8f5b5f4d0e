"""Shapes of a scene that belong to no geom of the model."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from thew import _enums
from thew._errors import FatalError
from thew._mju.arguments import read
from thew._mju.quaternions import mju_quat2Mat, mju_quatZ2Vec
from thew._visual.records import MjvGeom

_GEOM = _enums.ENUMS["mjtGeom"]
_ROUND = (_GEOM.mjGEOM_CAPSULE, _GEOM.mjGEOM_CYLINDER)
_ARROWS = (_GEOM.mjGEOM_ARROW, _GEOM.mjGEOM_ARROW1, _GEOM.mjGEOM_ARROW2, _GEOM.mjGEOM_LINE)


def mjv_initGeom(
    geom: MjvGeom, type: int, size: ArrayLike, pos: ArrayLike, mat: ArrayLike, rgba: ArrayLike
) -> None:
    """Sets a geom; what is not given has its default value."""
    values = (read(size, 3, "size"), read(pos, 3, "pos"), read(mat, 9, "mat"), read(rgba, 4, "rgba"))
    geom._set_defaults()
    geom.type = type
    geom.size, geom.pos, geom.mat, geom.rgba = values[0], values[1], values[2].reshape(3, 3), values[3]
    if type == _GEOM.mjGEOM_SPHERE:
        geom.size = values[0][0]
    elif type in _ROUND:
        geom.size = values[0][[0, 0, 1]]


def mjv_connector(
    geom: MjvGeom, type: int, width: float, from_: ArrayLike, to: ArrayLike
) -> None:
    """Makes a geom reach from one point to another."""
    if type not in _ROUND and type not in _ARROWS:
        raise FatalError(f"mjv_connector: invalid geom type {int(type)} for connector")
    start, end = read(from_, 3, "from"), read(to, 3, "to")
    way = end - start
    length = float(np.sqrt(way @ way))
    quat, mat = np.empty(4), np.empty(9)
    mju_quatZ2Vec(quat, way)
    mju_quat2Mat(mat, quat)
    geom.type = type
    geom.mat = mat.reshape(3, 3)
    if type in _ROUND:
        geom.pos, geom.size = (start + end) / 2, (width, width, length / 2)
    else:
        geom.pos, geom.size = start, (width, width, length)
