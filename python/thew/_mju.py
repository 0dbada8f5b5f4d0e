"""MuJoCo's small mathematics: vectors, matrices, quaternions (w x y z) and poses.

As in MuJoCo, results go into an argument: a writable, contiguous array of float64 of the right size.
Inputs are anything that NumPy makes an array of. What does not fit raises TypeError.
"""

import math

import numpy as np

from thew._constants import mjMAXVAL, mjMINVAL
from thew._errors import FatalError



def _out(array, size: int | None = None, name: str = "res") -> np.ndarray:
    """The values of an output argument in one dimension."""
    fits = (
        isinstance(array, np.ndarray)
        and array.dtype == np.float64
        and array.flags.carray
        and (size is None or array.size == size)
    )
    if not fits:
        numbers = "" if size is None else f" of {size} numbers"
        raise TypeError(f"{name} should be a writable, contiguous float64 array{numbers}")
    return array.reshape(-1)


def _in(values, size: int | None = None, name: str = "vec") -> np.ndarray:
    try:
        array = np.ascontiguousarray(values, np.float64).reshape(-1)
    except ValueError as error:
        raise TypeError(f"{name}: {error}") from None
    if size is not None and array.size != size:
        raise TypeError(f"{name} should have {size} numbers, not {array.size}")
    return array


def _matrix(values, name: str = "mat") -> np.ndarray:
    array = np.asarray(values, np.float64)
    if array.ndim != 2:
        raise TypeError(f"{name} should have two dimensions")
    return array


def _out_matrix(array, name: str = "res") -> np.ndarray:
    _out(array, None, name)
    return _matrix(array, name)


def _need(condition: bool, complaint: str) -> None:
    if not condition:
        raise TypeError(complaint)


# --- vectors ---------------------------------------------------------------------------------------


def _pair(res, vec, what: str = "vec"):
    target, source = _out(res), _in(vec)
    _need(target.size == source.size, f"res and {what} should have the same size")
    return target, source


def mju_zero(res) -> None:
    """res = 0."""
    _out(res)[:] = 0


def mju_fill(res, val: float) -> None:
    """res = val."""
    _out(res)[:] = val


def mju_copy(res, vec) -> None:
    """res = vec."""
    target, source = _pair(res, vec, "data")
    target[:] = source


def mju_scl(res, vec, scl: float) -> None:
    """res = vec * scl."""
    target, source = _pair(res, vec)
    np.multiply(source, scl, out=target)


def mju_add(res, vec1, vec2) -> None:
    """res = vec1 + vec2."""
    target, a = _pair(res, vec1, "vec1")
    np.add(a, _pair(res, vec2, "vec2")[1], out=target)


def mju_sub(res, vec1, vec2) -> None:
    """res = vec1 - vec2."""
    target, a = _pair(res, vec1, "vec1")
    np.subtract(a, _pair(res, vec2, "vec2")[1], out=target)


def mju_addTo(res, vec) -> None:
    """res += vec."""
    target, source = _pair(res, vec)
    target += source


def mju_subFrom(res, vec) -> None:
    """res -= vec."""
    target, source = _pair(res, vec)
    target -= source


def mju_addToScl(res, vec, scl: float) -> None:
    """res += vec * scl."""
    target, source = _pair(res, vec)
    target += source * scl


def mju_addScl(res, vec1, vec2, scl: float) -> None:
    """res = vec1 + vec2 * scl."""
    target, a = _pair(res, vec1, "vec1")
    target[:] = a + _pair(res, vec2, "vec2")[1] * scl


def mju_sum(vec) -> float:
    """The sum of the numbers."""
    return float(_in(vec).sum())


def mju_L1(vec) -> float:
    """The sum of the absolute values."""
    return float(np.abs(_in(vec)).sum())


def mju_dot(vec1, vec2) -> float:
    """vec1 . vec2."""
    a, b = _in(vec1), _in(vec2)
    _need(a.size == b.size, "vec1 and vec2 should have the same size")
    return float(a @ b)


def mju_norm(res) -> float:
    """The length of the vector."""
    return float(np.sqrt(mju_dot(res, res)))


def mju_normalize(res) -> float:
    """Scales to length 1, gives the length it had; (1, 0, ...) when that was 0."""
    vector = _out(res)
    length = mju_norm(vector)
    if length < mjMINVAL:
        vector[:] = 0
        vector[:1] = 1
    else:
        vector /= length
    return length


def mju_isZero(vec) -> int:
    """1 when all numbers are 0."""
    return int(not _in(vec).any())


def mju_cross(res, a, b) -> None:
    """res = a x b."""
    _out(res, 3)[:] = np.cross(_in(a, 3, "a"), _in(b, 3, "b"))


def mju_dist3(pos1, pos2) -> float:
    """The distance of two points."""
    return mju_norm(_in(pos1, 3) - _in(pos2, 3))


def _sized(function, name: str, size: int):
    """The same function for vectors of one size only."""

    def wrapper(*args, **kwargs):
        for value in (*args, *kwargs.values()):
            if np.ndim(value) > 0:
                _in(value, size)
        return function(*args, **kwargs)

    wrapper.__name__ = wrapper.__qualname__ = name
    wrapper.__doc__ = function.__doc__
    wrapper.__wrapped__ = function
    return wrapper


mju_zero3 = _sized(mju_zero, "mju_zero3", 3)
mju_zero4 = _sized(mju_zero, "mju_zero4", 4)
mju_copy3 = _sized(lambda res, data: mju_copy(res, data), "mju_copy3", 3)
mju_copy4 = _sized(lambda res, data: mju_copy(res, data), "mju_copy4", 4)
mju_scl3 = _sized(mju_scl, "mju_scl3", 3)
mju_add3 = _sized(mju_add, "mju_add3", 3)
mju_sub3 = _sized(mju_sub, "mju_sub3", 3)
mju_addTo3 = _sized(mju_addTo, "mju_addTo3", 3)
mju_subFrom3 = _sized(mju_subFrom, "mju_subFrom3", 3)
mju_addToScl3 = _sized(mju_addToScl, "mju_addToScl3", 3)
mju_addScl3 = _sized(mju_addScl, "mju_addScl3", 3)
mju_dot3 = _sized(mju_dot, "mju_dot3", 3)
mju_norm3 = _sized(lambda vec: mju_norm(vec), "mju_norm3", 3)
mju_normalize3 = _sized(lambda vec: mju_normalize(vec), "mju_normalize3", 3)
mju_normalize4 = _sized(lambda vec: mju_normalize(vec), "mju_normalize4", 4)


# --- matrices --------------------------------------------------------------------------------------


def mju_mulMatVec(res, mat, vec) -> None:
    """res = mat vec."""
    target, a, x = _out(res), _matrix(mat), _in(vec)
    _need(target.size == a.shape[0], "size of res should equal the number of rows in mat")
    _need(x.size == a.shape[1], "size of vec should equal the number of columns in mat")
    target[:] = a @ x


def mju_mulMatTVec(res, mat, vec) -> None:
    """res = mat' vec."""
    target, a, x = _out(res), _matrix(mat), _in(vec)
    _need(target.size == a.shape[1], "size of res should equal the number of columns in mat")
    _need(x.size == a.shape[0], "size of vec should equal the number of rows in mat")
    target[:] = a.T @ x


def mju_mulMatVec3(res, mat, vec) -> None:
    """res = mat vec, 3 x 3."""
    _out(res, 3)[:] = _in(mat, 9, "mat").reshape(3, 3) @ _in(vec, 3)


def mju_mulMatTVec3(res, mat, vec) -> None:
    """res = mat' vec, 3 x 3."""
    _out(res, 3)[:] = _in(mat, 9, "mat").reshape(3, 3).T @ _in(vec, 3)


def mju_mulVecMatVec(vec1, mat, vec2) -> float:
    """vec1' mat vec2."""
    a, m, b = _in(vec1), _matrix(mat), _in(vec2)
    _need(m.shape == (a.size, b.size), "mat should be of shape (size of vec1, size of vec2)")
    return float(a @ m @ b)


def _multiply(res, a: np.ndarray, b: np.ndarray, complaint: str) -> None:
    target = _out_matrix(res)
    _need(a.shape[1] == b.shape[0], complaint)
    _need(target.shape == (a.shape[0], b.shape[1]), "res should have the shape of the product")
    target[:] = a @ b


def mju_mulMatMat(res, mat1, mat2) -> None:
    """res = mat1 mat2."""
    complaint = "#columns in mat1 should equal #rows in mat2"
    _multiply(res, _matrix(mat1, "mat1"), _matrix(mat2, "mat2"), complaint)


def mju_mulMatMatT(res, mat1, mat2) -> None:
    """res = mat1 mat2'."""
    complaint = "#columns in mat1 should equal #columns in mat2"
    _multiply(res, _matrix(mat1, "mat1"), _matrix(mat2, "mat2").T, complaint)


def mju_mulMatTMat(res, mat1, mat2) -> None:
    """res = mat1' mat2."""
    complaint = "#rows in mat1 should equal #rows in mat2"
    _multiply(res, _matrix(mat1, "mat1").T, _matrix(mat2, "mat2"), complaint)


def mju_sqrMatTD(res, mat, diag) -> None:
    """res = mat' diag mat; no diagonal when diag is None."""
    a = _matrix(mat)
    scale = 1 if diag is None else _in(diag, a.shape[0], "diag")[:, None]
    _multiply(res, a.T, scale * a, "#rows in res should equal #columns in mat")


def mju_transpose(res, mat) -> None:
    """res = mat'."""
    target, source = _out_matrix(res), _matrix(mat)
    _need(target.shape[0] == source.shape[1], "#rows in res should equal #columns in mat")
    _need(target.shape[1] == source.shape[0], "#columns in res should equal #rows in mat")
    target[:] = source.T.copy()


def mju_symmetrize(res, mat) -> None:
    """res = (mat + mat') / 2."""
    target, source = _out_matrix(res), _matrix(mat)
    _need(source.shape[0] == source.shape[1], "mat should be square")
    _need(target.shape == source.shape, "res and mat should have the same shape")
    target[:] = 0.5 * (source + source.T)


def mju_eye(mat) -> None:
    """mat = identity."""
    target = _out_matrix(mat, "mat")
    _need(target.shape[0] == target.shape[1], "mat should be square")
    target[:] = np.eye(len(target))


def _sparse_rows(rownnz, rowadr, colind):
    return zip(np.asarray(rownnz).tolist(), np.asarray(rowadr).tolist()), np.asarray(colind)


def mju_sparse2dense(res, mat, rownnz, rowadr, colind) -> None:
    """res = the matrix whose rows have `rownnz` values from `rowadr` on, in columns `colind`."""
    target, values = _out_matrix(res), _in(mat, None, "mat")
    _need(len(rownnz) == len(target), "size of rownnz should equal #rows in res")
    _need(len(rowadr) == len(target), "size of rowadr should equal #rows in res")
    rows, columns = _sparse_rows(rownnz, rowadr, colind)
    target[:] = 0
    for row, (count, first) in zip(target, rows):
        row[columns[first : first + count]] = values[first : first + count]


def mju_sym2dense(res, mat, rownnz, rowadr, colind) -> None:
    """The same for a symmetric matrix of which the lower triangle is given."""
    target = _out_matrix(res)
    _need(target.shape[0] == target.shape[1], "res should be a square matrix")
    mju_sparse2dense(res, mat, rownnz, rowadr, colind)
    target += np.tril(target, -1).T


def mju_dense2sparse(res, mat, rownnz, rowadr, colind) -> int:
    """The inverse of mju_sparse2dense; 1 when there is not enough room."""
    values, source = _out(res), _matrix(mat)
    _need(values.size == len(colind), "res and colind should have the same size")
    columns = [np.flatnonzero(row) for row in source]
    rownnz[:] = [len(c) for c in columns]
    rowadr[:] = np.cumsum(rownnz) - rownnz
    total = int(np.sum(rownnz))
    if total > values.size:
        return 1
    if total > 0:
        colind[:total] = np.concatenate(columns)
        values[:total] = source[source != 0]
    return 0


# --- quaternions and poses -------------------------------------------------------------------------


def _quat(values, name: str = "quat") -> list[float]:
    return _in(values, 4, name).tolist()


def _product(a: list[float], b: list[float]) -> list[float]:
    return [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]


def _conjugate(q: list[float]) -> list[float]:
    return [q[0], -q[1], -q[2], -q[3]]


def _rotate(v: list[float], q: list[float]) -> list[float]:
    """v + 2 u x (w v + u x v) for q = (w, u)."""
    w, x, y, z = q
    if not (x or y or z):
        return v
    t = [
        w * v[0] + y * v[2] - z * v[1],
        w * v[1] + z * v[0] - x * v[2],
        w * v[2] + x * v[1] - y * v[0],
    ]
    return [
        v[0] + 2 * (y * t[2] - z * t[1]),
        v[1] + 2 * (z * t[0] - x * t[2]),
        v[2] + 2 * (x * t[1] - y * t[0]),
    ]


def _from_axis_angle(axis, angle: float) -> list[float]:
    if angle == 0:
        return [1.0, 0.0, 0.0, 0.0]
    s = math.sin(angle / 2)
    return [math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s]


def _unit(vector: np.ndarray) -> float:
    return mju_normalize(vector)


def _to_velocity(q: list[float], dt: float) -> np.ndarray:
    axis = np.array(q[1:])
    angle = 2 * math.atan2(_unit(axis), q[0])
    if angle > math.pi:
        angle -= 2 * math.pi  # the shorter way round
    return axis * (angle / dt)


def mju_unit4(res) -> None:
    """res = the quaternion of no rotation."""
    _out(res, 4)[:] = (1, 0, 0, 0)


def mju_rotVecQuat(res, vec, quat) -> None:
    """res = vec rotated by quat."""
    target = _out(res, 3)
    target[:] = _rotate(_in(vec, 3).tolist(), _quat(quat))


def mju_negQuat(res, quat) -> None:
    """res = the inverse rotation."""
    _out(res, 4)[:] = _conjugate(_quat(quat))


def mju_mulQuat(res, quat1, quat2) -> None:
    """res = quat1 quat2."""
    _out(res, 4)[:] = _product(_quat(quat1, "quat1"), _quat(quat2, "quat2"))


def mju_mulQuatAxis(res, quat, axis) -> None:
    """res = quat (0, axis)."""
    _out(res, 4)[:] = _product(_quat(quat), [0.0, *_in(axis, 3, "axis").tolist()])


def mju_axisAngle2Quat(res, axis, angle: float) -> None:
    """res = the rotation about a unit axis."""
    _out(res, 4)[:] = _from_axis_angle(_in(axis, 3, "axis"), angle)


def mju_quat2Vel(res, quat, dt: float) -> None:
    """res = the angular velocity that makes this rotation in dt."""
    _out(res, 3)[:] = _to_velocity(_quat(quat), dt)


def mju_subQuat(res, qa, qb) -> None:
    """res = the rotation from qb to qa as a vector in the frame of qb."""
    _out(res, 3)[:] = _to_velocity(_product(_conjugate(_quat(qb, "qb")), _quat(qa, "qa")), 1.0)


def mju_quat2Mat(res, quat) -> None:
    """res = the rotation matrix."""
    w, x, y, z = _quat(quat)
    _out(res, 9)[:] = (
        w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z,
    )  # fmt: skip


def mju_mat2Quat(quat, mat) -> None:
    """quat = the rotation of a matrix; computed from its largest component."""
    target = _out(quat, 4, "quat")
    m = _in(mat, 9, "mat").reshape(3, 3)
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    if trace > 0:
        w = 0.5 * math.sqrt(1 + trace)
        q = [w, m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]
        q[1:] = [0.25 * v / w for v in q[1:]]
    else:
        i = int(np.argmax(np.diag(m)))
        j, k = (i + 1) % 3, (i + 2) % 3
        u = 0.5 * math.sqrt(1 + m[i, i] - m[j, j] - m[k, k])
        q = [0.25 * (m[k, j] - m[j, k]) / u, 0.0, 0.0, 0.0]
        q[1 + i] = u
        q[1 + j] = 0.25 * (m[j, i] + m[i, j]) / u
        q[1 + k] = 0.25 * (m[k, i] + m[i, k]) / u
    target[:] = q
    _unit(target)


def mju_derivQuat(res, quat, vel) -> None:
    """res = the time derivative of quat for an angular velocity in world axes."""
    product = _product([0.0, *_in(vel, 3, "vel").tolist()], _quat(quat))
    _out(res, 4)[:] = [0.5 * x for x in product]


def mju_quatIntegrate(quat, vel, scale: float) -> None:
    """quat turns with an angular velocity in its own axes for the time `scale`."""
    target = _out(quat, 4, "quat")
    axis = _in(vel, 3, "vel").copy()
    angle = scale * _unit(axis)
    target[:] = _product(target.tolist(), _from_axis_angle(axis, angle))
    _unit(target)


def mju_quatZ2Vec(quat, vec) -> None:
    """quat = the shortest rotation from the z axis to vec."""
    target = _out(quat, 4, "quat")
    direction = _in(vec, 3).copy()
    target[:] = (1, 0, 0, 0)
    if _unit(direction) < mjMINVAL:
        return
    axis = np.array([-direction[1], direction[0], 0.0])
    sine = _unit(axis)
    if sine < 1e-10:
        if direction[2] < 0:
            target[:] = (0, 1, 0, 0)
        return
    target[:] = _from_axis_angle(axis, math.atan2(sine, direction[2]))


def mju_euler2Quat(quat, euler, seq: str) -> None:
    """quat = rotations about three axes in turn: x y z move with the frame, X Y Z do not."""
    target = _out(quat, 4, "quat")
    if len(seq) != 3:
        raise FatalError("mju_euler2Quat: seq must contain exactly 3 characters")
    q = [1.0, 0.0, 0.0, 0.0]
    for i, angle in enumerate(_in(euler, 3, "euler").tolist()):
        axis = "xyz".find(seq[i].lower())
        if axis < 0:
            raise FatalError(
                f"mju_euler2Quat: seq[{i}] is '{seq[i]}', should be one of x, y, z, X, Y, Z"
            )
        turn = [math.cos(angle / 2), 0.0, 0.0, 0.0]
        turn[1 + axis] = math.sin(angle / 2)
        q = _product(q, turn) if seq[i].islower() else _product(turn, q)
    target[:] = q


def mju_mulPose(posres, quatres, pos1, quat1, pos2, quat2) -> None:
    """(posres, quatres) = pose 1 followed by pose 2 in its frame."""
    q1, q2 = _quat(quat1, "quat1"), _quat(quat2, "quat2")
    moved = _rotate(_in(pos2, 3, "pos2").tolist(), q1)
    position = _in(pos1, 3, "pos1") + moved
    _out(posres, 3, "posres")[:] = position
    target = _out(quatres, 4, "quatres")
    target[:] = _product(q1, q2)
    _unit(target)


def mju_negPose(posres, quatres, pos, quat) -> None:
    """(posres, quatres) = the inverse pose."""
    inverse = _conjugate(_quat(quat))
    moved = _rotate(_in(pos, 3, "pos").tolist(), inverse)
    _out(posres, 3, "posres")[:] = [-x for x in moved]
    _out(quatres, 4, "quatres")[:] = inverse


def mju_trnVecPose(res, pos, quat, vec) -> None:
    """res = a point of the pose's frame in the outer frame."""
    _out(res, 3)[:] = _in(pos, 3, "pos") + _rotate(_in(vec, 3).tolist(), _quat(quat))


# --- numbers and names -----------------------------------------------------------------------------


def mju_min(a: float, b: float) -> float:
    """The smaller number."""
    return float(min(a, b))


def mju_max(a: float, b: float) -> float:
    """The larger number."""
    return float(max(a, b))


def mju_clip(x: float, min: float, max: float) -> float:
    """The number of the interval that is nearest to x."""
    return float(min if x < min else max if x > max else x)


def mju_sign(x: float) -> float:
    """-1, 0 or 1."""
    return float((x > 0) - (x < 0))


def mju_round(x: float) -> int:
    """The nearest integer; halves go away from zero."""
    return int(math.copysign(math.floor(abs(x) + 0.5), x))


def mju_isBad(x: float) -> int:
    """1 for numbers that no simulation survives."""
    return int(not -mjMAXVAL <= x <= mjMAXVAL)


def mju_sigmoid(x: float) -> float:
    """From 0 at 0 to 1 at 1, with two continuous derivatives."""
    x = min(max(x, 0.0), 1.0)
    return x**3 * (6 * x**2 - 15 * x + 10)


def mju_Halton(index: int, base: int) -> float:
    """Element `index` of the Halton sequence of a base."""
    result, weight = 0.0, 1.0
    while index > 0:
        index, digit = divmod(index, base)
        weight /= base
        result += weight * digit
    return result


_TYPES = {
    **dict(enumerate(
        "body xbody joint dof geom site camera light flex mesh skin hfield texture material pair "
        "exclude equality tendon actuator sensor numeric text tuple key plugin".split(), start=1,
    )),
    100: "frame",
}  # fmt: skip
_NUMBERS = {name: number for number, name in _TYPES.items()}


def mju_type2Str(type: int) -> str | None:
    """The name of an mjtObj, or None."""
    return _TYPES.get(int(type))


def mju_str2Type(str: str) -> int:
    """The mjtObj with this name, or 0."""
    return _NUMBERS.get(str, 0)
