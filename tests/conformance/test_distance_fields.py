"""Contacts of signed distance fields agree with MuJoCo, in 200 poses of each pair.

Agreement is that of test_pairs: `same` contacts. Distances and gradients differ in the last bits of the elementary
functions and gradients are differences over 1e-8, so that contacts are equal to about 1e-7.
"""

import numpy as np
import pytest
from engines import engine, reference
from test_pairs import contacts, is_same

FORMULAS = ("bolt", "bowl", "gear", "nut", "torus")
CORNERS = "-1 -1 -1  1 -1 -1  -1 1 -1  1 1 -1  -1 -1 1  1 -1 1  -1 1 1  1 1 1"
FIELDS = ("octree", *FORMULAS)
SOLIDS = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")
PAIRS = [
    *[(solid, field) for solid in SOLIDS for field in FIELDS],
    *[(first, second) for i, first in enumerate(FIELDS) for second in FIELDS[i:]],
]
POSES = 200


def geom(kind):
    if kind in FORMULAS:
        return f'<geom type="sdf" mesh="{kind}"><plugin instance="{kind}"/></geom>'
    if kind in ("mesh", "octree"):
        return f'<geom type="{"mesh" if kind == "mesh" else "sdf"}" mesh="block"/>'
    return f'<geom type="{kind}" size="0.3 0.25 0.2"/>'


def model(pair):
    formulas = sorted({kind for kind in pair if kind in FORMULAS})
    plugins = "".join(f'<plugin plugin="mujoco.sdf.{k}"><instance name="{k}"/></plugin>' for k in formulas)
    meshes = "".join(f'<mesh name="{k}"><plugin instance="{k}"/></mesh>' for k in formulas)
    return (
        f"<mujoco><extension>{plugins}</extension>"
        f'<asset>{meshes}<mesh name="block" vertex="{CORNERS}" scale="0.5 0.4 0.3"/></asset>'
        '<option sdf_iterations="10" sdf_initpoints="20"/><worldbody>'
        f"<body><freejoint/>{geom(pair[0])}</body><body><freejoint/>{geom(pair[1])}</body></worldbody></mujoco>"
    )


def worlds_of(pair):
    for module in (reference, engine):
        compiled = module.MjModel.from_xml_string(model(pair))
        yield module, compiled, module.MjData(compiled)


def random_qpos(random, reach):
    qpos = random.normal(size=14)
    qpos[:3], qpos[7:10] = 0, random.uniform(-reach, reach, 3)
    for quat in (qpos[3:7], qpos[10:]):
        quat /= np.linalg.norm(quat)
    return qpos


def compare(pair):
    """Counts of poses: touching in either engine, and of these the same."""
    worlds = list(worlds_of(pair))
    random = np.random.default_rng(3)
    touching = same = 0
    for _ in range(POSES):
        qpos = random_qpos(random, 0.7)
        found = []
        for module, compiled, data in worlds:
            data.qpos[:] = qpos
            module.mj_kinematics(compiled, data)
            found.append(contacts(module, compiled, data))
        if len(found[0]) or len(found[1]):
            touching += 1
            same += is_same(found[1], found[0], 0, 0.2)
    return touching, same


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_pair(pair):
    touching, same = compare(pair)
    assert touching > POSES / 5
    assert same >= 0.98 * touching, f"{same} of {touching}"


@pytest.mark.parametrize("kind", FIELDS)
def test_rays(kind):
    worlds = list(worlds_of((kind, "sphere")))
    random = np.random.default_rng(1)
    hits = 0
    for _ in range(200):
        qpos = random_qpos(random, 0.1)
        qpos[7:10] = 100
        origin = 1.5 * random.normal(size=3)
        direction = (0.4 * random.normal(size=3) - origin) * random.uniform(0.2, 3)
        found = []
        for module, compiled, data in worlds:
            data.qpos[:] = qpos
            module.mj_kinematics(compiled, data)
            geom, normal = np.zeros(1, np.int32), np.zeros(3)
            distance = module.mj_ray(compiled, data, origin, direction, None, True, -1, geom, normal)
            found.append((geom[0], distance, normal))
        assert found[0][0] == found[1][0]
        assert abs(found[0][1] - found[1][1]) < 1e-9
        np.testing.assert_allclose(found[0][2], found[1][2], atol=1e-6)
        hits += found[0][1] >= 0
    assert hits > 40


@pytest.mark.parametrize("pair", [("sphere", "torus"), ("torus", "bowl"), ("mesh", "octree")], ids="-".join)
def test_geom_distance(pair):
    worlds = list(worlds_of(pair))
    random = np.random.default_rng(2)
    near = 0
    for _ in range(50):
        qpos = random_qpos(random, 0.7)
        found = []
        for module, compiled, data in worlds:
            data.qpos[:] = qpos
            module.mj_kinematics(compiled, data)
            segment = np.zeros(6)
            found.append((module.mj_geomDistance(compiled, data, 0, 1, 1.0, segment), segment))
        assert abs(found[0][0] - found[1][0]) < 1e-5
        np.testing.assert_allclose(found[0][1], found[1][1], atol=1e-5)
        near += found[0][0] < 1
    assert near > 10
