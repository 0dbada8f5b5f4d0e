"""Rays against MuJoCo, and against dense sampling of the surfaces."""

import mujoco
import numpy as np
import pytest

import thew

TETRAHEDRON = "0 0 .4  .4 0 -.2  -.2 .35 -.2  -.2 -.3 -.25"
BLOCK = " ".join(f"{x} {y} {z}" for x in (-0.2, 0.2) for y in (-0.3, 0.3) for z in (-0.1, 0.1))
ELEVATION = " ".join(f"{v:.3f}" for v in np.random.default_rng(7).uniform(0, 1, 7 * 5))
SCENE = f"""
<mujoco>
  <asset>
    <mesh name="tetrahedron" vertex="{TETRAHEDRON}"/>
    <mesh name="block" vertex="{BLOCK}"/>
    <mesh name="ball" builtin="sphere" params="2" scale=".3 .2 .25"/>
    <hfield name="hills" nrow="7" ncol="5" size=".8 .6 .4 .15" elevation="{ELEVATION}"/>
    <material name="clear" rgba="1 1 1 0"/>
    <material name="red" rgba="1 0 0 1"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1" pos="0 0 -2"/>
    <geom name="tile" type="plane" size=".7 .4 1" pos=".5 0 1.7" euler="20 160 0"/>
    <geom name="hills" type="hfield" hfield="hills" pos="-1 .5 -1.2" euler="10 20 30" group="1"/>
    <geom name="wall" type="box" size=".05 1 1" pos="-2 0 0" group="2"/>
    <body pos="0 0 0"><freejoint/><geom type="sphere" size=".25" group="3"/></body>
    <body pos="1 0 0"><freejoint/><geom type="capsule" size=".15 .3" pos=".1 0 .1" group="4"/></body>
    <body pos="0 1 0"><freejoint/><geom type="ellipsoid" size=".15 .3 .2" group="5"/></body>
    <body pos="0 0 1"><freejoint/><geom type="cylinder" size=".2 .25" pos="0 .1 0"/><geom type="box" size=".1 .2 .3" pos=".4 0 0"/></body>
    <body pos="-1 0 0"><freejoint/><geom type="mesh" mesh="tetrahedron"/></body>
    <body pos="0 -1 0"><freejoint/><geom type="mesh" mesh="block"/></body>
    <body pos="-1 -1 1"><freejoint/><geom type="mesh" mesh="ball" material="red" rgba="1 1 1 0"/></body>
    <body pos="1 -1 0"><freejoint/><geom type="sphere" size=".5" rgba="1 1 1 0"/></body>
    <body pos="1 1 0"><freejoint/><geom type="box" size=".5 .5 .5" material="clear"/></body>
  </worldbody>
</mujoco>
"""
ENGINES = (thew, mujoco)


class Scene:
    """The same state in both engines, moved at random."""

    def __init__(self, xml=SCENE):
        self.models = [engine.MjModel.from_xml_string(xml) for engine in ENGINES]
        self.data = [engine.MjData(model) for engine, model in zip(ENGINES, self.models)]

    def move(self, rng, spread=1.0):
        qpos = rng.uniform(-spread, spread, self.models[1].nq)
        for engine, model, data in zip(ENGINES, self.models, self.data):
            data.qpos[:] = qpos
            engine.mj_kinematics(model, data)

    def ray(self, origin, direction, groups=None, static=True, exclude=-1):
        """Distance, geom and normal of both engines."""
        results = []
        for engine, model, data in zip(ENGINES, self.models, self.data):
            geom, normal = np.zeros(1, np.int32), np.zeros(3)
            distance = engine.mj_ray(model, data, origin, direction, groups, static, exclude, geom, normal)
            results.append((distance, geom[0], normal))
        return results


@pytest.fixture(scope="module")
def scene():
    return Scene()


def equal(ours, theirs):
    (distance, geom, normal), (their_distance, their_geom, their_normal) = ours, theirs
    return (
        geom == their_geom
        and abs(distance - their_distance) <= 1e-9 * max(1, their_distance)
        and np.abs(normal - their_normal).max() <= 1e-9
    )


def test_random_rays(scene):
    rng = np.random.default_rng(1)
    hits = set()
    for number in range(200):
        scene.move(rng)
        for _ in range(50):
            origin = rng.uniform(-2, 2, 3)
            direction = rng.normal(size=3) * 10 ** rng.uniform(-3, 3)
            ours, theirs = scene.ray(origin, direction)
            assert equal(ours, theirs), (number, origin, direction, ours, theirs)
            hits.add(int(theirs[1]))
    assert hits == {-1, *range(11)} | {11}, "some geoms were never hit"


def test_rays_from_inside(scene):
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(100):
        scene.move(rng, 3)
        data = scene.data[1]
        for geom in range(2, scene.models[1].ngeom):
            origin = data.geom_xpos[geom] + rng.uniform(-0.1, 0.1, 3)
            ours, theirs = scene.ray(origin, rng.normal(size=3))
            assert equal(ours, theirs), (geom, origin, ours, theirs)
            inside += theirs[1] == geom
    assert inside > 300


@pytest.mark.parametrize("axis", range(3))
def test_axis_parallel_rays(scene, axis):
    """Along the axes of geoms that are not turned: rays parallel to sides and caps."""
    rng = np.random.default_rng(axis)
    for engine, model, data in zip(ENGINES, scene.models, scene.data):
        engine.mj_resetData(model, data)
        engine.mj_kinematics(model, data)
    direction = np.eye(3)[axis] * rng.choice([-1, 1])
    for _ in range(300):
        origin = rng.uniform(-2, 2, 3)
        ours, theirs = scene.ray(origin, direction)
        assert equal(ours, theirs), (origin, ours, theirs)


def test_filters(scene):
    rng = np.random.default_rng(4)
    for _ in range(300):
        scene.move(rng)
        groups = rng.integers(0, 2, 6).astype(np.uint8)
        arguments = (groups if rng.uniform() < 0.8 else None, bool(rng.integers(2)), int(rng.integers(-1, 10)))
        ours, theirs = scene.ray(rng.uniform(-2, 2, 3), rng.normal(size=3), *arguments)
        assert equal(ours, theirs), (arguments, ours, theirs)


def test_transparent_geoms(scene):
    """A material decides before the geom's own colour."""
    for engine, model, data in zip(ENGINES, scene.models, scene.data):
        engine.mj_resetData(model, data)
        engine.mj_kinematics(model, data)
    for body, seen in ((7, True), (8, False), (9, False)):
        origin = scene.models[1].body_pos[body] + [0.03, 0.02, 0.9]
        ours, theirs = scene.ray(origin, np.array([0, 0, -1.0]))
        assert equal(ours, theirs)
        assert (scene.models[0].geom_bodyid[ours[1]] == body) == seen


def multi_ray(engine, model, data, origin, directions, cutoff, groups=None, static=True, exclude=-1):
    n = len(directions)
    geom, distance, normal = np.zeros(n, np.int32), np.zeros(n), np.zeros(3 * n)
    engine.mj_multiRay(
        model, data, origin, directions.ravel(), groups, static, exclude, geom, distance, normal, n, cutoff
    )
    return geom, distance, normal.reshape(n, 3)


def test_multi_ray_is_many_rays(scene):
    rng = np.random.default_rng(5)
    model, data = scene.models[0], scene.data[0]
    for _ in range(20):
        scene.move(rng, 2)
        origin = rng.uniform(-2, 2, 3)
        directions = rng.normal(size=(300, 3)) * 10 ** rng.uniform(-2, 2, (300, 1))
        directions[7] = 0
        groups = rng.integers(0, 2, 6).astype(np.uint8)
        geom, distance, normal = multi_ray(thew, model, data, origin, directions, 1e9, groups, True, 3)
        assert (geom[7], distance[7]) == (-1, -1) and not normal[7].any()
        for i in set(range(300)) - {7}:
            (one, one_geom, one_normal), _ = scene.ray(origin, directions[i], groups, True, 3)
            assert (distance[i], geom[i]) == (one, one_geom)
            assert (normal[i] == one_normal).all()


def test_multi_ray_cutoff(scene):
    """Geoms whose bounding sphere is beyond the cutoff are left out, planes never."""
    rng = np.random.default_rng(6)
    compared = 0
    for _ in range(60):
        scene.move(rng)
        origin = rng.uniform(-2, 2, 3)
        directions = rng.normal(size=(100, 3))
        cutoff = rng.uniform(0, 2)
        results = [multi_ray(e, m, d, origin, directions, cutoff) for e, m, d in zip(ENGINES, scene.models, scene.data)]
        ours, theirs = (list(zip(distance, geom, normal)) for geom, distance, normal in results)
        for a, b in zip(ours, theirs):
            assert equal(a, b), (a, b, cutoff)
            compared += b[1] >= 0
    assert compared > 1000


TYPES = (0, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("kind", TYPES)
def test_primitives(kind):
    rng = np.random.default_rng(kind)
    hits = 0
    for _ in range(2000):
        matrix = np.zeros(9)
        quat = rng.normal(size=4)
        mujoco.mju_quat2Mat(matrix, quat / np.linalg.norm(quat))
        position, size = rng.normal(size=3), rng.uniform(0.1, 1, 3)
        origin = position + rng.uniform(-1.5, 1.5, 3)
        direction = position + 0.5 * rng.normal(size=3) - origin
        normals = np.zeros(3), np.zeros(3)
        ours, theirs = (
            engine.mju_rayGeom(position, matrix, size, origin, direction, kind, normal)
            for engine, normal in zip(ENGINES, normals)
        )
        assert abs(ours - theirs) <= 1e-9 * max(1, theirs)
        assert np.abs(normals[0] - normals[1]).max() <= 1e-9
        hits += theirs >= 0
    assert hits > 250


def test_mesh_and_height_field(scene):
    rng = np.random.default_rng(8)
    hits = 0
    for _ in range(500):
        scene.move(rng)
        for geom, name in ((2, "mj_rayHfield"), (9, "mj_rayMesh"), (10, "mj_rayMesh"), (11, "mj_rayMesh")):
            origin = scene.data[1].geom_xpos[geom] + rng.uniform(-0.8, 0.8, 3)
            direction = scene.data[1].geom_xpos[geom] + rng.uniform(-0.2, 0.2, 3) - origin
            normals = np.zeros(3), np.zeros(3)
            ours, theirs = (
                getattr(engine, name)(model, data, geom, origin, direction, normal)
                for engine, model, data, normal in zip(ENGINES, scene.models, scene.data, normals)
            )
            assert abs(ours - theirs) <= 1e-9 * max(1, theirs), (name, geom, origin, direction)
            assert np.abs(normals[0] - normals[1]).max() <= 1e-9
            hits += theirs >= 0
    assert hits > 1200


def inside(kind, size, p):
    """Whether points are inside a primitive at the origin."""
    x, y, z = np.moveaxis(p, -1, 0)
    if kind == 2:
        return np.linalg.norm(p, axis=-1) <= size[0]
    if kind == 3:
        return x**2 + y**2 + (z - np.clip(z, -size[1], size[1])) ** 2 <= size[0] ** 2
    if kind == 4:
        return ((p / size) ** 2).sum(axis=-1) <= 1
    if kind == 5:
        return (x**2 + y**2 <= size[0] ** 2) & (abs(z) <= size[1])
    return (abs(p) <= size).all(axis=-1)


@pytest.mark.parametrize("kind", TYPES[1:])
def test_primitives_against_sampling(kind):
    """The first change between inside and outside along the ray."""
    rng = np.random.default_rng(10 + kind)
    steps = np.linspace(0, 6, 60001)
    eye = np.eye(3).ravel()
    hits = 0
    for _ in range(100):
        size = rng.uniform(0.2, 1, 3)
        origin = rng.uniform(-2, 2, 3)
        direction = 0.4 * rng.normal(size=3) - origin
        direction /= np.linalg.norm(direction)
        within = inside(kind, size, origin + steps[:, None] * direction)
        changes = np.nonzero(within[1:] != within[0])[0]
        found = thew.mju_rayGeom(np.zeros(3), eye, size, origin, direction, kind)
        if len(changes):
            assert 0 <= found
            assert abs(found - steps[changes[0] + 1]) <= 1.1e-4
            hits += 1
        else:  # shorter chords than the step may be missed by the samples
            assert found < 0 or np.linalg.norm(np.cross(direction, origin)) > 0.9 * size.min()
    assert hits > 50


def test_far_and_small(scene):
    """A small sphere from 1e5 m away: the line still decides to 1e-10 m."""
    for aside, hit in ((0.0999, True), (0.1001, False)):
        found = thew.mju_rayGeom([0, 0, 0], np.eye(3).ravel(), [0.1, 0, 0], [aside, 0, 1e5], [0, 0, -1], 2)
        assert (found > 0) == hit
        if hit:
            assert abs(found - (1e5 - np.sqrt(0.01 - aside**2))) < 1e-9


def test_no_leaks_between_triangles():
    """Rays through edges and corners of a closed mesh hit it."""
    scene = Scene()
    model, data = scene.models[0], scene.data[0]
    thew.mj_kinematics(model, data)
    for geom in (9, 10, 11):
        mesh = model.geom_dataid[geom]
        first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
        vertices = model.mesh_vert[first : first + count].astype(float)
        faces = model.mesh_face[model.mesh_faceadr[mesh] :][: model.mesh_facenum[mesh]]
        rotation, position = data.geom_xmat[geom].reshape(3, 3), data.geom_xpos[geom]
        centre = vertices.mean(axis=0)
        targets = [vertices[f[k]] * (1 - t) + vertices[f[(k + 1) % 3]] * t for f in faces for k in range(3) for t in (0, 0.3, 0.5)]
        for target in targets:
            direction = rotation @ (target - centre)
            found = thew.mj_rayMesh(model, data, geom, position + rotation @ centre, direction)
            assert abs(found - 1) < 1e-6


def test_skin():
    rng = np.random.default_rng(9)
    vertices = rng.normal(size=(20, 3)).astype(np.float32)
    faces = rng.integers(0, 20, (30, 3)).astype(np.int32)
    hits = 0
    for _ in range(300):
        origin = 3 * rng.normal(size=3)
        direction = rng.normal(size=3) - origin
        corners = np.full(1, -1, np.int32), np.full(1, -1, np.int32)
        ours, theirs = (
            engine.mju_raySkin(30, 20, faces, vertices, origin, direction, corner)
            for engine, corner in zip(ENGINES, corners)
        )
        assert abs(ours - theirs) <= 1e-9 * max(1, theirs)
        assert corners[0] == corners[1]
        hits += theirs >= 0
    assert hits > 100


DOWN = np.array([0.0, 0, -1])
ABOVE = np.array([-0.9, 0.4, 3])


@pytest.mark.parametrize("static", [0, 1, 2, 0.0, 1.0, True, False, None, np.bool_(True), np.uint8(0), np.float32(1)])
@pytest.mark.parametrize("groups", [None, [0, 1, 1, 1, 1, 1], np.ones(6, bool), np.ones(6, np.int32), np.ones((6, 1), np.uint8)])
def test_flags_and_groups_of_many_types(scene, static, groups):
    ours, theirs = scene.ray(ABOVE, DOWN, groups, static)
    assert ours[:2] == pytest.approx(theirs[:2])


@pytest.mark.parametrize("shape", [(3,), (3, 1)])
@pytest.mark.parametrize("convert", [np.asarray, np.ndarray.tolist, np.float32])
def test_vectors_of_many_types(scene, shape, convert):
    ours, theirs = scene.ray(convert(ABOVE.reshape(shape)), convert(DOWN.reshape(shape)), static=1)
    assert ours[:2] == pytest.approx(theirs[:2])


@pytest.mark.parametrize("shape", [(6,), (6, 1)])
def test_many_rays_into_arrays_of_many_shapes(scene, shape):
    found = []
    for engine, model, data in zip(ENGINES, scene.models, scene.data):
        columns = shape[1:]
        geom, distance, normal = np.zeros((2, *columns), np.int32), np.zeros((2, *columns)), np.zeros((6, *columns))
        directions = np.tile(DOWN, 2).reshape(shape)
        engine.mj_multiRay(model, data, ABOVE, directions, None, 1, -1, geom, distance, normal, np.int32(2), 100)
        found.append(np.concatenate([np.ravel(x) for x in (geom, distance, normal)]))
    np.testing.assert_allclose(found[0], found[1], atol=1e-12)


@pytest.mark.parametrize("static", ["yes", [1], {}])
def test_flags_without_a_number_are_refused(scene, static):
    for engine, model, data in zip(ENGINES, scene.models, scene.data):
        with pytest.raises(TypeError):
            engine.mj_ray(model, data, ABOVE, DOWN, None, static, -1, np.zeros(1, np.int32), np.zeros(3))


def test_errors(scene):
    model, data = scene.models[0], scene.data[0]
    point, vector = np.zeros(3), np.ones(3)
    with pytest.raises(thew.FatalError, match="too small"):
        thew.mj_ray(model, data, point, np.zeros(3), None, True, -1, None)
    with pytest.raises(thew.FatalError, match="mesh type"):
        thew.mj_rayMesh(model, data, 0, point, vector)
    with pytest.raises(thew.FatalError, match="hfield type"):
        thew.mj_rayHfield(model, data, 0, point, vector)
    with pytest.raises(thew.FatalError, match="geom type"):
        thew.mju_rayGeom(point, np.eye(3).ravel(), vector, point, vector, 7)
    with pytest.raises(IndexError):
        thew.mj_rayMesh(model, data, 99, point, vector)
    with pytest.raises(TypeError, match="geomid"):
        thew.mj_ray(model, data, point, vector, None, True, -1, np.zeros(1))
    with pytest.raises(TypeError, match="vec should be of size 3"):
        thew.mj_multiRay(model, data, point, np.ones(5), None, True, -1, None, None, None, 2, 1.0)
    with pytest.raises(TypeError, match="nray"):
        thew.mj_multiRay(model, data, point, np.ones(6), None, True, -1, np.zeros(2, np.int32), np.zeros(3), None, 2, 1.0)
    with pytest.raises(ValueError):
        thew.mju_raySkin(1, 3, np.array([0, 1, 3], np.int32), np.zeros(9, np.float32), point, vector, None)
    bad = np.array([np.nan, 0, 0])
    assert thew.mj_ray(model, data, bad, vector, None, True, -1, None) == -1
    assert thew.mj_ray(model, data, point, bad, None, True, -1, None) == -1
