"""Bands, factors, eigenvectors, quadratic programs, pyramids and conversions against MuJoCo's."""

import mujoco
import numpy as np
import pytest

import thew

SEEDS = range(12)


def both(name: str, outputs, *inputs, tolerance: float = 1e-12):
    """The value and outputs of ours, after comparing them with MuJoCo's."""
    results = []
    for engine in (thew, mujoco):
        made = [np.array(output) for output in outputs]
        results.append((getattr(engine, name)(*made, *inputs), made))
    (ours, our_outputs), (theirs, their_outputs) = results
    for mine, reference in zip(our_outputs, their_outputs):
        np.testing.assert_allclose(mine, reference, rtol=tolerance, atol=tolerance, err_msg=name)
    assert type(ours) is type(theirs)
    if theirs is not None:
        assert ours == pytest.approx(theirs, rel=tolerance, abs=tolerance)
    return ours, our_outputs


def definite(random, n: int) -> np.ndarray:
    a = random.normal(size=(n, n))
    return a @ a.T + np.eye(n)


@pytest.mark.parametrize("seed", SEEDS)
def test_bands(seed):
    random = np.random.default_rng(seed)
    ndense = int(random.integers(0, 4))
    ntotal = ndense + int(random.integers(1, 6))
    nband = int(random.integers(1, ntotal - ndense + 1))
    shape = ntotal, nband, ndense
    size = (ntotal - ndense) * nband + ndense * ntotal
    full = definite(random, ntotal)
    _, (band,) = both("mju_dense2Band", [np.full(size, 7.0)], full, *shape)
    for symmetric in (True, False):
        both("mju_band2Dense", [np.ones((ntotal, ntotal))], band, *shape, symmetric)
        vector = random.normal(size=(ntotal, 1))
        _, (product,) = both("mju_bandMulMatVec", [np.zeros((ntotal, 1))], band, vector, *shape, 1, symmetric)
        twice = np.zeros((2, ntotal))  # MuJoCo's Python function takes one vector only
        thew.mju_bandMulMatVec(twice, band, [vector, 2 * vector], *shape, 2, symmetric)
        np.testing.assert_allclose(twice, [product[:, 0], 2 * product[:, 0]])
    for i in range(ntotal):
        assert thew.mju_bandDiag(i, *shape) == mujoco.mju_bandDiag(i, *shape)
    _, (factor,) = both("mju_cholFactorBand", [band], *shape, 0.3, 0.2, tolerance=1e-10)
    both("mju_cholSolveBand", [np.zeros(ntotal)], factor, random.normal(size=ntotal), *shape, tolerance=1e-10)
    negative = band.copy()
    negative[thew.mju_bandDiag(0, *shape)] = -1
    assert thew.mju_cholFactorBand(negative.copy(), *shape, 0, 0) == 0
    for call in (
        lambda e: e.mju_dense2Band(np.zeros(size + 1), full, *shape),
        lambda e: e.mju_band2Dense(np.zeros((ntotal + 1, ntotal)), band, *shape, True),
        lambda e: e.mju_cholSolveBand(np.zeros(ntotal + 1), band, np.zeros(ntotal), *shape),
    ):
        for engine in (thew, mujoco):
            with pytest.raises(TypeError):
                call(engine)


@pytest.mark.parametrize("seed", SEEDS)
def test_cholesky(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 8))
    a, x = definite(random, n), random.normal(size=n)
    rank, (factor,) = both("mju_cholFactor", [a], 1e-10)
    assert rank == n
    both("mju_cholSolve", [np.zeros(n)], factor, x, tolerance=1e-10)
    for plus in (1, 0):
        both("mju_cholUpdate", [factor, 0.1 * x], plus, tolerance=1e-10)
    lower = random.normal(size=(n, max(1, n - 2)))  # of lower rank
    ours, _ = both("mju_cholFactor", [lower @ lower.T], 1e-3, tolerance=1e-6)
    assert ours <= n
    for engine in (thew, mujoco):
        with pytest.raises(TypeError):
            engine.mju_cholFactor(np.zeros((n, n + 1)), 0.0)
        with pytest.raises(TypeError):
            engine.mju_cholSolve(np.zeros(n + 1), factor, x)
        with pytest.raises(TypeError):
            engine.mju_cholUpdate(np.array(factor), np.zeros(n + 1), 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_eigenvectors(seed):
    random = np.random.default_rng(seed)
    a = random.normal(size=(3, 3))
    for mat in (a + a.T, np.diag(random.permutation([1.0, 2.0, 3.0]))):
        results, iterations = [], []
        for engine in (thew, mujoco):
            values, vectors, quat = np.zeros(3), np.zeros(9), np.zeros(4)
            iterations.append(engine.mju_eig3(values, vectors, quat, mat.ravel()))
            results.append(np.concatenate([values, vectors, quat]))
        np.testing.assert_allclose(*results, atol=1e-10)
        assert abs(iterations[0] - iterations[1]) <= 1  # they end by the last digits of what is left


@pytest.mark.parametrize("seed", SEEDS)
def test_rotation_of_a_matrix(seed):
    random = np.random.default_rng(seed)
    quat = random.normal(size=4)
    quat /= np.linalg.norm(quat)
    exact = np.zeros(9)
    mujoco.mju_quat2Mat(exact, quat)
    start = [1.0, 0, 0, 0]
    both("mju_mat2Rot", [start], exact + 0.2 * random.normal(size=9), tolerance=1e-8)


@pytest.mark.parametrize("seed", range(30))
def test_quadratic_programs(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 8))
    hessian, linear = definite(random, n), 3 * random.normal(size=n)
    low, high = -random.random(n), random.random(n)
    for bounds in ((low, high), (None, high), (low, None), (None, None)):
        results = []
        for engine in (thew, mujoco):
            x, factor, index = random.normal(size=n) * 0, np.zeros((n, n + 7)), np.zeros(n, np.int32)
            free = engine.mju_boxQP(x, factor, index, hessian, linear, *bounds)
            lower = np.tril(factor.ravel()[: free * free].reshape(free, free))
            results.append((free, x, lower, index[:free]))
        (free, x, factor, index), (their_free, their_x, their_factor, their_index) = results
        assert free == their_free
        np.testing.assert_allclose(x, their_x, atol=1e-7)
        np.testing.assert_allclose(factor, their_factor, atol=1e-10)
        np.testing.assert_array_equal(index, their_index)


def test_quadratic_programs_that_have_no_minimum():
    for engine in (thew, mujoco):
        assert engine.mju_boxQP(np.zeros(3), np.zeros((3, 10)), None, -np.eye(3), np.ones(3), None, None) == -1
        with pytest.raises(TypeError):
            engine.mju_boxQP(np.zeros(3), np.zeros((3, 3)), None, np.eye(3), np.ones(3), None, None)
        with pytest.raises(TypeError):
            engine.mju_boxQP(np.zeros(3), np.zeros((3, 10)), np.zeros(2, np.int32), np.eye(3), np.ones(3), None, None)


@pytest.mark.parametrize("directions", [1, 2, 3, 5])
def test_pyramids(directions):
    """Against the definition: MuJoCo's Python functions leave out the last direction."""
    random = np.random.default_rng(directions)
    mu = 0.1 + random.random(directions)
    force = np.array([5.0, *random.uniform(-0.5, 0.5, directions) * mu * 5 / directions])
    pyramid, back = np.zeros(2 * directions), np.zeros(directions + 1)
    thew.mju_encodePyramid(pyramid, force, mu)
    thew.mju_decodePyramid(back, pyramid, mu)
    np.testing.assert_allclose(back, force, atol=1e-12)
    np.testing.assert_allclose(pyramid.sum(), force[0])
    assert (pyramid >= 0).all()
    if directions > 1:  # all but the last: what MuJoCo does with one direction less
        theirs = np.zeros(2 * directions)
        mujoco.mju_decodePyramid(back, pyramid, mu)
        np.testing.assert_allclose(back[1:directions], force[1:directions], atol=1e-12)
        assert theirs.sum() == 0
    with pytest.raises(TypeError):
        thew.mju_encodePyramid(pyramid, force, mu[:-1])


@pytest.mark.parametrize("seed", SEEDS)
def test_spatial_vectors(seed):
    random = np.random.default_rng(seed)
    quat = random.normal(size=4)
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, quat / np.linalg.norm(quat))
    vector, new, old = random.normal(size=6), random.normal(size=3), random.normal(size=3)
    for force in (0, 1):
        both("mju_transformSpatial", [np.zeros(6)], vector, force, new, old, rotation)


@pytest.mark.parametrize("seed", SEEDS)
def test_derivatives_of_quaternions(seed):
    random = np.random.default_rng(seed)
    velocity, scale = random.normal(size=3), random.random()
    if seed < 3:
        velocity *= 10.0 ** -(3 * seed + 3)
    results = []
    for engine in (thew, mujoco):
        made = np.zeros(9), np.zeros(9), np.zeros(3)
        engine.mjd_quatIntegrate(velocity, scale, *made)
        results.append(np.concatenate(made))
    np.testing.assert_allclose(*results, atol=1e-9)
    a = random.normal(size=4)
    b = a + 10.0 ** -(seed % 4) * random.normal(size=4)
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    results = []
    for engine in (thew, mujoco):
        made = np.zeros((3, 3)), np.zeros((3, 3))
        engine.mjd_subQuat(a, b, *made)
        results.append(np.concatenate(made))
    np.testing.assert_allclose(*results, atol=1e-8)


@pytest.mark.parametrize(("kp", "kv"), [(3, 4), (30, 4), (4, 4), (0, 2), (5, 0)])
def test_spring_damper(kp, kv):
    for dt in (0.0, 0.1, 2.0):
        ours = thew.mju_springDamper(1, 2, kp, kv, dt)
        assert ours == pytest.approx(mujoco.mju_springDamper(1, 2, kp, kv, dt), rel=1e-10)


def test_conversions():
    values = np.random.default_rng(0).normal(size=7)
    both("mju_n2d", [np.zeros(7)], values)
    both("mju_d2n", [np.zeros(7)], values)
    both("mju_f2n", [np.zeros(7)], values.astype(np.float32))
    both("mju_n2f", [np.zeros(7, np.float32)], values)
    both("mju_insertionSort", [values])
    both("mju_insertionSortInt", [np.array([3, -1, 2, 2], np.int32)])
    for engine in (thew, mujoco):
        with pytest.raises(TypeError):
            engine.mju_n2f(np.zeros(3, np.float32), np.zeros(4))


def test_numbers_of_bytes():
    for n in (0, 1, 1023, 1024, 1025, 1 << 20, (1 << 20) + 1, 5 << 30, 3 << 40, 1 << 60):
        assert thew.mju_writeNumBytes(n) == mujoco.mju_writeNumBytes(n)


def test_texts_of_warnings():
    for warning in range(-1, 8):
        text = thew.mju_warningText(warning, 5)
        known = 0 <= warning < 7
        assert ("5" in text and "unknown" not in text) if known else "unknown" in text
    for warning, name in ((3, "QPOS"), (4, "QVEL"), (5, "QACC"), (6, "CTRL")):
        assert name in thew.mju_warningText(warning, 0)


def test_normal_numbers():
    values = [thew.mju_standardNormal(None) for _ in range(20000)]
    assert abs(np.mean(values)) < 0.03 and abs(np.std(values) - 1) < 0.03
    with pytest.raises(TypeError):
        thew.mju_standardNormal()


def test_printed_matrices(capsys):
    thew.mju_printMat(np.array([[1, 2.5], [-3, 1e9]]))
    assert capsys.readouterr().out.split() == "1.00000000 2.50000000 -3.00000000 1000000000.00000000".split()
    thew.mju_printMatSparse([1.0, 2.0, 3.0], [1, 2], [0, 1], [1, 0, 2])
    assert capsys.readouterr().out.split() == "(0 1): 1.000000 (1 0): 2.000000 (1 2): 3.000000".split()


def test_types_from_bytes():
    for text in ("joint", b"joint", "nothing", b"xbody"):
        assert thew.mju_str2Type(text) == mujoco.mju_str2Type(text)
    with pytest.raises(TypeError):
        thew.mju_str2Type(3)
