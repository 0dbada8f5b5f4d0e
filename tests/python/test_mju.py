"""The small mathematics against MuJoCo's."""

import inspect
from pathlib import Path

import mujoco
import numpy as np
import pytest

import thew

RANDOM = np.random.default_rng(3)


def unit(size: int) -> np.ndarray:
    vector = RANDOM.normal(size=size)
    return vector / np.linalg.norm(vector)


def compare(name: str, outputs, *inputs) -> None:
    """`outputs` are the values that the output arguments begin with."""
    results = []
    for engine in (thew, mujoco):
        made = [np.array(output, dtype=float) for output in outputs]
        value = getattr(engine, name)(*made, *inputs)
        results.append((made, value))
    (ours, our_value), (theirs, their_value) = results
    for mine, reference in zip(ours, theirs):
        np.testing.assert_allclose(mine, reference, rtol=1e-12, atol=1e-12, err_msg=name)
    if their_value is None:
        assert our_value is None
    else:
        assert type(our_value) is type(their_value)
        assert our_value == pytest.approx(their_value, rel=1e-12, abs=1e-12)


A, B, Q, P = RANDOM.normal(size=3), RANDOM.normal(size=3), unit(4), unit(4)
MATRIX, OTHER, VECTOR = (
    RANDOM.normal(size=(3, 4)),
    RANDOM.normal(size=(4, 2)),
    RANDOM.normal(size=4),
)
O3, O4, O9 = np.zeros(3), np.zeros(4), np.zeros(9)
ROTATION = np.zeros(9)
mujoco.mju_quat2Mat(ROTATION, Q)

CASES = [
    ("mju_zero", [A]), ("mju_zero3", [A]), ("mju_zero4", [Q]), ("mju_fill", [A], 2.0),
    ("mju_copy", [O3], A), ("mju_copy3", [O3], A), ("mju_copy4", [O4], Q),
    ("mju_scl", [O3], A, 2.0), ("mju_scl3", [O3], A, 2.0),
    ("mju_add", [O3], A, B), ("mju_add3", [O3], A, B), ("mju_sub", [O3], A, B), ("mju_sub3", [O3], A, B),
    ("mju_addTo", [A], B), ("mju_addTo3", [A], B), ("mju_subFrom", [A], B), ("mju_subFrom3", [A], B),
    ("mju_addToScl", [A], B, 3.0), ("mju_addToScl3", [A], B, 3.0),
    ("mju_addScl", [O3], A, B, 3.0), ("mju_addScl3", [O3], A, B, 3.0),
    ("mju_sum", [A]), ("mju_L1", [A]), ("mju_isZero", [A]), ("mju_isZero", [O3]),
    ("mju_dot", [], A, B), ("mju_dot3", [], A, B), ("mju_norm", [], A), ("mju_norm3", [], A),
    ("mju_normalize", [A]), ("mju_normalize3", [A]), ("mju_normalize4", [Q * 3]),
    ("mju_normalize", [O4]), ("mju_normalize3", [O3]), ("mju_normalize4", [O4]),
    ("mju_cross", [O3], A, B), ("mju_dist3", [], A, B),
    ("mju_mulMatVec", [O3], MATRIX, VECTOR), ("mju_mulMatTVec", [O4], MATRIX, A),
    ("mju_mulMatVec3", [O3], ROTATION, A), ("mju_mulMatTVec3", [O3], ROTATION, A),
    ("mju_mulVecMatVec", [], A, ROTATION.reshape(3, 3), B),
    ("mju_mulMatMat", [np.zeros((3, 2))], MATRIX, OTHER),
    ("mju_mulMatMatT", [np.zeros((3, 3))], MATRIX, MATRIX),
    ("mju_mulMatTMat", [np.zeros((4, 4))], MATRIX, MATRIX),
    ("mju_sqrMatTD", [np.zeros((4, 4))], MATRIX, A.copy()), ("mju_sqrMatTD", [np.zeros((4, 4))], MATRIX, None),
    ("mju_transpose", [np.zeros((4, 3))], MATRIX),
    ("mju_symmetrize", [np.zeros((3, 3))], ROTATION.reshape(3, 3)), ("mju_eye", [np.ones((3, 3))]),
    ("mju_unit4", [O4]), ("mju_rotVecQuat", [O3], A, Q), ("mju_rotVecQuat", [O3], A, 2 * Q),
    ("mju_rotVecQuat", [O3], A, [1, 0, 0, 0]), ("mju_rotVecQuat", [O3], A, [2, 0, 0, 0]),
    ("mju_rotVecQuat", [O3], O3, Q), ("mju_negQuat", [O4], Q), ("mju_mulQuat", [O4], Q, P),
    ("mju_mulQuatAxis", [O4], Q, A), ("mju_axisAngle2Quat", [O4], unit(3), 0.7),
    ("mju_axisAngle2Quat", [O4], [0, 0, 1], 0.0), ("mju_quat2Vel", [O3], Q, 0.1),
    ("mju_quat2Vel", [O3], -Q, 0.1), ("mju_quat2Vel", [O3], [1, 0, 0, 0], 0.1),
    ("mju_subQuat", [O3], Q, P), ("mju_subQuat", [O3], Q, Q), ("mju_quat2Mat", [O9], Q),
    ("mju_quat2Mat", [O9], 2 * Q), ("mju_derivQuat", [O4], Q, A), ("mju_quatIntegrate", [Q], A, 0.1),
    ("mju_quatIntegrate", [2 * Q], A, 0.1), ("mju_quatIntegrate", [Q], O3, 0.1),
    ("mju_quatZ2Vec", [O4], A), ("mju_quatZ2Vec", [O4], [0, 0, 2]), ("mju_quatZ2Vec", [O4], [0, 0, -2]),
    ("mju_quatZ2Vec", [O4], O3), ("mju_mulPose", [O3, O4], A, Q, B, P), ("mju_negPose", [O3, O4], A, Q),
    ("mju_trnVecPose", [O3], A, Q, B), ("mju_min", [], 1, 2), ("mju_max", [], 1, 2),
    ("mju_clip", [], 1.5, 2.0, 3.0), ("mju_clip", [], 1.5, 0.0, 1.0), ("mju_sign", [], -2.0),
    ("mju_sign", [], 0.0), ("mju_round", [], 2.5), ("mju_round", [], -2.5), ("mju_round", [], 0.4),
    ("mju_isBad", [], float("nan")), ("mju_isBad", [], 1e11), ("mju_isBad", [], 1.0),
    ("mju_sigmoid", [], 0.3), ("mju_sigmoid", [], -1.0), ("mju_sigmoid", [], 2.0),
    ("mju_Halton", [], 13, 3), ("mju_Halton", [], 0, 2),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_value(case):
    compare(*case)


def test_every_function_is_tested():
    functions = {name for name in vars(thew) if name.startswith("mju_")}
    elsewhere = {
        *("mju_mat2Quat", "mju_euler2Quat", "mju_type2Str", "mju_str2Type"),
        *("mju_rayGeom", "mju_raySkin"),
        *("mju_muscleGain", "mju_muscleBias", "mju_muscleDynamics"),  # test_actuators.py
        *("mju_sparse2dense", "mju_sym2dense", "mju_dense2sparse"),
    }
    more = (Path(__file__).parent / "test_mju_factors.py").read_text()
    more += (Path(__file__).parent / "test_names.py").read_text()
    elsewhere |= {name for name in functions if name in more}
    assert functions == {case[0] for case in CASES} | elsewhere


@pytest.mark.parametrize("seed", range(20))
def test_rotation_matrices(seed):
    quat = np.random.default_rng(seed).normal(size=4)
    if seed < 6:  # rotations by half a turn, and close to it
        quat[0] = 1e-9 * (seed % 2)
    quat /= np.linalg.norm(quat)
    mat = np.zeros(9)
    mujoco.mju_quat2Mat(mat, quat)
    compare("mju_mat2Quat", [O4], mat)


@pytest.mark.parametrize("seq", ["xyz", "XYZ", "zyx", "xYz", "ZZZ"])
def test_euler(seq):
    compare("mju_euler2Quat", [O4], A, seq)


def test_euler_errors():
    for seq, text in (("xy", "exactly 3 characters"), ("xYp", r"seq\[2\] is 'p'")):
        with pytest.raises(thew.FatalError, match=text):
            thew.mju_euler2Quat(np.zeros(4), A, seq)


def test_object_types():
    for number in range(-1, 110):
        name = mujoco.mju_type2Str(number)
        assert thew.mju_type2Str(number) == name
        if name:
            assert thew.mju_str2Type(name) == number
    assert thew.mju_str2Type("nosuch") == 0


def test_sparse_matrices():
    dense = np.array([[0.0, 1, 0], [2, 0, 3], [0, 0, 0]])
    results = []
    for engine in (thew, mujoco):
        values, rownnz, rowadr, colind = np.zeros(4), *(np.zeros(n, np.int32) for n in (3, 3, 4))
        assert engine.mju_dense2sparse(values, dense, rownnz, rowadr, colind) == 0
        back = np.ones((3, 3))
        engine.mju_sparse2dense(back, values, rownnz, rowadr, colind)
        np.testing.assert_array_equal(back, dense)
        engine.mju_sym2dense(back, values, rownnz, rowadr, colind)
        results.append([values, rownnz, rowadr, colind, back])
    for ours, theirs in zip(results[0][:4], results[1][:4]):
        np.testing.assert_array_equal(ours, theirs)
    short = np.zeros(2), dense, rownnz, rowadr, colind[:2]
    assert thew.mju_dense2sparse(*short) == mujoco.mju_dense2sparse(*short) == 1
    for engine in (thew, mujoco):
        with pytest.raises(TypeError):
            engine.mju_dense2sparse(np.zeros(2), dense, rownnz, rowadr, colind)


def test_symmetric_matrices():
    values = np.array([1.0, 2, 3, 4, 5, 6])
    rownnz, rowadr = np.array([1, 2, 3], np.int32), np.array([0, 1, 3], np.int32)
    colind = np.array([0, 0, 1, 0, 1, 2], np.int32)
    ours, theirs = np.ones((3, 3)), np.ones((3, 3))
    thew.mju_sym2dense(ours, values, rownnz, rowadr, colind)
    mujoco.mju_sym2dense(theirs, values, rownnz, rowadr, colind)
    np.testing.assert_array_equal(ours, theirs)


def test_outputs_may_be_inputs():
    quat = Q.copy()
    thew.mju_mulQuat(quat, quat, quat)
    expected = np.zeros(4)
    thew.mju_mulQuat(expected, Q, Q)
    np.testing.assert_array_equal(quat, expected)
    vector = A.copy()
    thew.mju_rotVecQuat(vec=vector, quat=Q, res=vector)
    thew.mju_rotVecQuat(expected[:3], A, Q)
    np.testing.assert_array_equal(vector, expected[:3])


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("mju_rotVecQuat", (np.zeros(4), A, Q)),
        ("mju_rotVecQuat", (np.zeros(3), Q, Q)),
        ("mju_rotVecQuat", (np.zeros(3), A, A)),
        ("mju_rotVecQuat", (np.zeros(3, np.int32), A, Q)),
        ("mju_rotVecQuat", (np.zeros(3, np.float32), A, Q)),
        ("mju_rotVecQuat", ([0, 0, 0], A, Q)),
        ("mju_rotVecQuat", (np.zeros(6)[::2], A, Q)),
        ("mju_add", (np.zeros(3), A, Q)),
        ("mju_add3", (np.zeros(4), Q, Q)),
        ("mju_dot", (A, Q)),
        ("mju_dot3", (Q, Q)),
        ("mju_copy", (np.zeros(3), Q)),
        ("mju_mulMatVec", (np.zeros(3), MATRIX, A)),
        ("mju_mulMatMat", (np.zeros((3, 3)), MATRIX, OTHER)),
        ("mju_transpose", (np.zeros((3, 3)), MATRIX)),
        ("mju_eye", (MATRIX.copy(),)),
    ],
)
def test_wrong_arguments(name, args):
    for engine in (thew, mujoco):
        with pytest.raises(TypeError):
            getattr(engine, name)(*args)


def test_documentation():
    for name in vars(thew):
        if name.startswith("mju_") and name[-1] not in "34":
            assert inspect.getdoc(getattr(thew, name)), name
