"""Two shapes in many poses: models of one pair of geoms, and states in which the two are near one another.

Faces that are parallel to the last bit are other poses than such that nearly are. So poses have the same bits on every machine: nothing here
calls a library whose kernels are chosen by the processor, as those of `numpy.linalg` and of products of matrices are.
"""

import math
import zlib
from dataclasses import dataclass

import mujoco
import numpy as np

POSES = 2000  # per pair
SIZES = 20  # models per pair: sizes, meshes and margins differ
KINDS = "plane hfield sphere capsule ellipsoid cylinder box mesh".split()  # in the order of geom types
# The narrow phase never sees two of {plane, hfield}.
PAIRS = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[max(i, 2) :]]

_CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


def _mesh_points(number, rng):
    """Corners of a convex mesh of about unit size: block, wedge, tetrahedron, rock, prism, or a fine ball."""
    number %= 6
    if number == 0:
        return _CUBE * rng.uniform(0.4, 1, 3)
    if number == 1:
        triangle = [[0, 1], [-0.8, -0.6], [0.9, -0.5]]
        return np.array([[x, y, z] for z in (-0.4, 0.4) for x, y in triangle])
    if number == 2:
        return np.array([[0, 0, 1], [1, 0, -0.5], [-0.6, 0.8, -0.5], [-0.6, -0.8, -0.4]])
    if number == 3:
        points = rng.normal(size=(24, 3))
        return points / np.linalg.norm(points, axis=1, keepdims=True) * [1, 0.7, 0.5]
    if number == 4:
        angles = np.arange(12) * (2 * np.pi / 12)
        return np.array([[math.cos(a), math.sin(a), z] for z in (-0.5, 0.5) for a in angles])
    points = rng.normal(size=(200, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def _numbers(values):
    return " ".join(f"{v:.17g}" for v in np.ravel(values))


def _asset(kind, name, scale, number, rng):
    if kind == "mesh":
        return f'<mesh name="{name}" vertex="{_numbers(scale * _mesh_points(number, rng))}"/>'
    if kind == "hfield":
        rows, columns = rng.integers(3, 9, 2)
        height = rng.uniform(0, 1, (rows, columns)) if number % 3 else np.ones((rows, columns))
        size = [2 * scale, 3 * scale, (0.1 + 0.4 * rng.uniform()) * scale, 0.2 * scale]
        return (
            f'<hfield name="{name}" nrow="{rows}" ncol="{columns}" size="{_numbers(size)}" '
            f'elevation="{_numbers(height)}"/>'
        )
    return ""


def _geom(kind, name, scale, margin, rng):
    words = f'type="{kind}" margin="{margin:.17g}"'
    if kind in ("mesh", "hfield"):
        return f'<geom {words} {kind}="{name}"/>'
    size = scale * rng.uniform(0.3, 1, 3)
    if kind == "plane":
        quat = rng.normal(size=4) if rng.uniform() < 0.7 else [1, 0, 0, 0]
        return f'<geom {words} size="0 0 1" pos="{_numbers(rng.normal(size=3))}" quat="{_numbers(quat)}"/>'
    return f'<geom {words} size="{_numbers(size)}"/>'


def _scales(number, rng):
    """Sizes of the two shapes [m]: alike, or one up to 1000 times the other."""
    if number % 4 != 3:
        return rng.uniform(0.2, 0.6, 2)
    ratio = 10 ** -rng.uniform(1, 3)
    return np.array([1, ratio])[:: rng.choice([-1, 1])]


@dataclass
class Scene:
    """A pair of geoms in one file; the second one is on a free body, the first one too where it may move."""

    pair: tuple
    xml: str
    scales: np.ndarray
    margin: float
    movable: int  # free bodies
    seed: int


def scenes(pair):
    """The models of a pair, always the same."""
    for number in range(SIZES):
        seed = zlib.crc32(f"{pair} {number}".encode())
        rng = np.random.default_rng(seed)
        scales = _scales(number, rng)
        fixed = pair[0] in ("plane", "hfield")
        if fixed:
            scales[0] = max(scales)
        margin = 0.05 * min(scales) * (number % 2)
        free = "<freejoint/>"
        bodies = [
            f"<body>{'' if kind in ('plane', 'hfield') else free}{_geom(kind, name, scale, margin / 2, rng)}</body>"
            for kind, name, scale in zip(pair, "ab", scales)
        ]
        if fixed:
            bodies[0] = bodies[0].removeprefix("<body>").removesuffix("</body>")
        assets = "".join(
            _asset(kind, name, scale, number + offset, rng)
            for kind, name, scale, offset in zip(pair, "ab", scales, (0, number // 6))
        )
        xml = f"<mujoco><asset>{assets}</asset><worldbody>{''.join(bodies)}</worldbody></mujoco>"
        yield Scene(pair, xml, scales, margin, 2 - fixed, seed)


def _right_angles(rng):
    """One of the 24 rotations of a cube, as a matrix."""
    matrix = np.eye(3)[rng.permutation(3)] * rng.choice([-1, 1], (3, 1))
    matrix[0] *= np.linalg.det(matrix)
    return matrix


def _random_rotation(rng):
    quat, matrix = rng.normal(size=4), np.zeros(9)
    mujoco.mju_normalize4(quat)
    mujoco.mju_quat2Mat(matrix, quat)
    return matrix.reshape(3, 3)


def _product(*matrices):
    result = matrices[0]
    for matrix in matrices[1:]:
        left, result = result, np.zeros((3, 3))
        mujoco.mju_mulMatMat(result, left, matrix)
    return result


def _about_z(angle):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _quat(matrix):
    q = np.zeros(4)
    mujoco.mju_mat2Quat(q, np.ravel(matrix))
    return q


ORIENTATIONS = ("random", "parallel", "aligned", "turned")


def _orient(kind, base, rng):
    """World rotations of the two shapes; `base` is the first one's where it cannot move."""
    if base is None:
        base = _right_angles(rng) if kind == "aligned" else _random_rotation(rng)
    if kind == "random":
        return base, _random_rotation(rng)
    relative = _right_angles(rng)
    if kind == "turned":  # one face or axis in common
        relative = _product(relative, _about_z(rng.uniform(0, 2 * np.pi)), _right_angles(rng))
    return base, _product(base, relative)


def _gap(number, scene, rng):
    """Wanted distance of the surfaces: near, grazing, within the margin, deep."""
    small = min(scene.scales)
    return (
        rng.uniform(-0.05, 0.02) * small,
        rng.choice([-1, 1]) * 1e-6 * small,
        rng.uniform(0, 1) * max(scene.margin, 1e-3 * small),
        -rng.uniform(0, 0.6) * small,
    )[number % 4]


def poses(scene, model, data):
    """States (qpos) of the reference model and data; the same every time."""
    rng = np.random.default_rng(scene.seed + 1)
    first = 7 * (scene.movable - 1)
    geom = [0, 1]
    for number in range(POSES // SIZES):
        kind = ORIENTATIONS[number // 4 % len(ORIENTATIONS)]
        qpos = data.qpos.copy()
        base = None if scene.movable == 2 else model_rotation(model)
        rotation1, rotation2 = _orient(kind, base, rng)
        direction = _random_rotation(rng)[0]
        if kind != "random":  # face to face, most often overlapping sideways
            direction = rotation1 @ np.eye(3)[rng.integers(3)] * rng.choice([-1, 1])
        if scene.movable == 2:
            qpos[:3] = rng.normal(size=3)
            qpos[3:7] = _quat(rotation1)
            origin = qpos[:3].copy()
        else:
            origin = model.geom_pos[0].copy()
            up = rotation1[:, 2]
            direction = up if scene.pair[0] == "plane" or rng.uniform() < 0.9 else direction
        sideways = rng.uniform(-1, 1, 3) * (rng.uniform() < 0.8)
        sideways -= direction * np.sum(direction * sideways)
        reach = 2.5 * scene.scales.sum() + scene.scales.max()
        shift = scene.scales.max() if scene.pair[0] != "hfield" else 2 * scene.scales.max()
        qpos[first : first + 3] = origin + direction * reach * 1.5 + sideways * 0.5 * shift
        qpos[first + 3 :] = _quat(rotation2)
        if number % 50 == 49:  # one centre
            qpos[first : first + 3] = origin
        else:
            _bring_to(_gap(number, scene, rng), qpos, first, model, data, geom)
        yield qpos


def model_rotation(model):
    """World rotation of the first geom of a scene in which it cannot move."""
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, model.geom_quat[0])
    return matrix.reshape(3, 3)


def _bring_to(gap, qpos, first, model, data, geom):
    """Moves the second shape along the line of the nearest points until they are `gap` apart."""
    ends = np.zeros(6)
    data.qpos[:] = qpos
    mujoco.mj_kinematics(model, data)
    distance = mujoco.mj_geomDistance(model, data, *geom, 1e3, ends)
    line = ends[3:] - ends[:3]
    length = math.sqrt(np.sum(line * line))
    if length > 0 and distance > 0:
        qpos[first : first + 3] -= line / length * (distance - gap)
