"""What tests of flexes share: both engines in one state, and comparisons of fields and contacts."""

import numpy as np
from engines import engine, reference
from flex_cases import flexcomp, world

EXACT, SEARCHED = 1e-9, 2e-6  # closed forms; depths by GJK and EPA, whose tolerance is 1e-6
ROWS = "efc_type efc_id efc_pos efc_margin efc_diagA efc_D efc_vel efc_aref".split()


def pair(text):
    """Model and data of both engines; MuJoCo refuses some of the cases."""
    result = []
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(text)
        result.append((module, model, module.MjData(model)))
    return result


def with_option(text, option):
    return text.replace("<mujoco>", f"<mujoco>{option}", 1)


def scatter(engines, rng, position, velocity):
    """One random state for both, near the reference."""
    model = engines[1][1]
    step, speed = position * rng.normal(size=model.nv), velocity * rng.normal(size=model.nv)
    qpos = model.qpos0.copy()
    reference.mj_integratePos(model, qpos, step, 1)
    for module, own, data in engines:
        module.mj_resetData(own, data)
        data.qpos[:], data.qvel[:] = qpos, speed


def gap(ours, theirs):
    """The largest difference, relative to the largest number, or to 1."""
    ours, theirs = np.asarray(ours, float).ravel(), np.asarray(theirs, float).ravel()
    if ours.shape != theirs.shape:
        return np.inf
    return 0.0 if ours.size == 0 else float(np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max()))


def check(engines, fields, bound):
    ours, theirs = engines[0][2], engines[1][2]
    found = {name: gap(getattr(ours, name), getattr(theirs, name)) for name in fields}
    assert {name: value for name, value in found.items() if not value <= bound} == {}


def check_both_ways(engines, tolerance):
    """Accelerations, and the forces that give them, at MuJoCo's."""
    check(engines, ["qacc_smooth", "qacc"], tolerance)
    for module, model, data in engines:
        data.qacc[:] = engines[1][2].qacc
        module.mj_inverse(model, data)
    check(engines, ["qfrc_inverse"], tolerance)



GRID = {
    1: 'type="grid" dim="1" count="6 1 1" spacing=".05 .05 .05"',
    2: 'type="grid" dim="2" count="5 5 1" spacing=".05 .05 .05"',
    3: 'type="grid" dim="3" count="3 3 3" spacing=".06 .06 .06"',
}
MESH = '<asset><mesh name="tet" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset>'
GEOM = {
    "plane": "",
    "sphere": 'type="sphere" size=".04"',
    "capsule": 'type="capsule" size=".03 .05"',
    "box": 'type="box" size=".04 .03 .05"',
    "cylinder": 'type="cylinder" size=".03 .05"',
    "ellipsoid": 'type="ellipsoid" size=".03 .05 .04"',
    "mesh": 'type="mesh" mesh="tet"',
}
SEARCHES = {("cylinder", 1), ("cylinder", 2), ("ellipsoid", 1), ("ellipsoid", 2), ("mesh", 1), ("mesh", 2)} | {
    (kind, 3) for kind in ("box", "cylinder", "ellipsoid", "mesh")
}


def scene(kind, dim, option, inside=""):
    """A geom that flies about a flex, or a plane."""
    contact = f'<contact selfcollide="none" condim="{(3, 4, 6)[dim - 1]}" margin=".003" gap=".002" friction=".7 .01 .002"/>'
    geom = f'<body pos="0 0 .05"><freejoint/><geom {GEOM[kind]} margin=".001" solref=".03 1.1"/></body>'
    if kind == "plane":
        geom = '<geom type="plane" size="1 1 .1" margin=".001"/>'
    return world(geom + flexcomp(GRID[dim], contact + inside), MESH + option)


def contacts(data):
    """By what they are between, in their order."""
    found = {}
    for i in range(data.ncon):
        c = data.contact[i]
        between = tuple(tuple(int(x) for x in ids) for ids in (c.geom, c.flex, c.elem, c.vert))
        found.setdefault(between, []).append(c)
    return found


def compare_contacts(ours, theirs, bound):
    assert list(contacts(ours)) == list(contacts(theirs))
    for between, expected in contacts(theirs).items():
        found = contacts(ours)[between]
        assert len(found) == len(expected), between
        for a, b in zip(found, expected):
            assert (a.dim, a.exclude, a.efc_address) == (b.dim, b.exclude, b.efc_address)
            assert abs(a.dist - b.dist) <= bound, between
            for name in ("includemargin", "friction", "solref", "solimp"):
                assert gap(getattr(a, name), getattr(b, name)) <= EXACT, name
            if bound == EXACT:
                assert gap(a.pos, b.pos) <= bound and gap(a.frame, b.frame) <= bound, between


def jacobian(module, model, data):
    dense = np.zeros((data.nefc, model.nv))
    entries = np.asarray(data.efc_J).ravel()
    if not module.mj_isSparse(model):
        return entries.reshape(dense.shape)
    columns = np.asarray(data.efc_J_colind).ravel()
    for row in range(data.nefc):
        first = data.efc_J_rowadr[row]
        here = slice(first, first + data.efc_J_rownnz[row])
        dense[row, columns[here]] = entries[here]
    return dense
