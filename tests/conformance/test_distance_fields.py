"""Contacts of signed distance fields agree with MuJoCo, in 100 poses of each pair.

Agreement is that of test_pairs: `same` contacts. Distances and gradients differ in the last bits of the elementary
functions and gradients are differences over 1e-8, so that contacts are equal to about 1e-7.
"""

import numpy as np
import pytest
from engines import engine, reference
from test_pairs import contacts, is_same

FORMULAS = ("bolt", "bowl", "gear", "nut", "torus")
CORNERS = "-1 -1 -1  1 -1 -1  -1 1 -1  1 1 -1  -1 -1 1  1 -1 1  -1 1 1  1 1 1"
# Boxes are left out: the first search starts exactly in a corner of the box, where rounding decides which face is near.
PAIRS = [
    *[(kind, "torus") for kind in ("sphere", "capsule", "ellipsoid", "cylinder", "mesh", "torus")],
    *[("sphere", kind) for kind in ("bolt", "bowl", "gear", "nut", "octree")],
    *[("bolt", "nut"), ("gear", "gear"), ("mesh", "octree"), ("mesh", "gear")],
]


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


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_pair(pair):
    xml = model(pair)
    worlds = []
    for module in (reference, engine):
        compiled = module.MjModel.from_xml_string(xml)
        worlds.append((module, compiled, module.MjData(compiled)))
    random = np.random.default_rng(3)
    touching = same = 0
    for _ in range(100):
        qpos = random.normal(size=14)
        qpos[:3], qpos[7:10] = 0, random.uniform(-0.7, 0.7, 3)
        for quat in (qpos[3:7], qpos[10:]):
            quat /= np.linalg.norm(quat)
        found = []
        for module, compiled, data in worlds:
            data.qpos[:] = qpos
            module.mj_kinematics(compiled, data)
            found.append(contacts(module, compiled, data))
        if len(found[0]) or len(found[1]):
            touching += 1
            same += is_same(found[1], found[0], 0, 0.2)
    assert touching > 30
    assert same >= 0.95 * touching, f"{same} of {touching}"
