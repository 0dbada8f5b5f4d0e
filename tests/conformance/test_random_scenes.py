"""A thousand random scenes with constraints of every kind, moving, agree with MuJoCo row by row.

In a few scenes contacts differ in the last digits that the search for the closest points of convex shapes delivers (1e-6 of the
normal), or come in another order, because rounding decided otherwise: MuJoCo's own contacts jump like that when the state moves by
1e-14. Such scenes are counted and must stay few. Most of them agree row by row from a state so near; of the rest distances and
accelerations agree.
"""

import re
from collections import Counter
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from engines import engine, reference
from random_scenes import INTEGRATORS, SHAPES, random_scene

SEEDS = range(1000)
BATCH = 50  # scenes of one test
STEPS = 40  # at most, of MuJoCo's motion before the state that is compared
STATE = "qpos qvel act ctrl qacc_warmstart".split()
CONTACT = "geom dist pos frame includemargin friction solref solreffriction solimp dim exclude efc_address".split()
ROWS = "ne nf nl nefc efc_type efc_id efc_pos efc_margin efc_vel efc_aref efc_D efc_R efc_diagA efc_frictionloss".split()
DIFFERENT_AT_FIRST, DIFFERENT = 80, 5  # scenes with other contacts, at most
ATTEMPTS = 30
RK4 = 1


def load(seed):
    """Both engines in the same moving state, Newton's method to the last bit."""
    pair = []
    text = random_scene(seed)
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(text)
        pair.append((module, model, module.MjData(model)))
    (_, model, ours), (_, model, theirs) = pair
    rng = np.random.default_rng(seed)
    theirs.ctrl[:] = rng.normal(size=model.nu)
    for _ in range(rng.integers(STEPS)):
        reference.mj_step(model, theirs)
    theirs.qvel[:] += 0.2 * rng.normal(size=model.nv)
    for field in STATE:
        getattr(ours, field)[:] = getattr(theirs, field)
    for _, model, _ in pair:
        model.opt.solver, model.opt.tolerance, model.opt.iterations, model.opt.ls_iterations = 2, 0, 100, 50
    return pair


def error(ours, theirs):
    """Largest difference, relative to entries above 1."""
    ours, theirs = np.asarray(ours, float).ravel(), np.asarray(theirs, float).ravel()
    if ours.shape != theirs.shape:
        return np.inf
    return (np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))).max(initial=0)


def jacobian(module, model, data):
    """efc_J in full."""
    if not module.mj_isSparse(model):
        return data.efc_J[: data.nefc * model.nv].reshape(data.nefc, model.nv)  # of which MuJoCo may reserve more
    full = np.zeros((data.nefc, model.nv))
    row = np.repeat(np.arange(data.nefc), data.efc_J_rownnz)
    full[row, data.efc_J_colind[: row.size]] = data.efc_J[: row.size]
    return full


def same_contacts(ours, theirs):
    return all(error(getattr(ours.contact, field), getattr(theirs.contact, field)) <= 1e-11 for field in CONTACT)


def forward_until_same(pair, seed):
    """Forward passes, from states moved by 1e-14 where the contacts are not the same; how many there were, and whether they are."""
    (_, _, ours), (_, model, theirs) = pair
    start, rng = theirs.qpos.copy(), np.random.default_rng(seed)
    for attempt in range(ATTEMPTS + 1):
        for module, model, data in pair:
            module.mj_forward(model, data)
        if same_contacts(ours, theirs) or attempt == ATTEMPTS:
            return attempt, same_contacts(ours, theirs)
        theirs.qpos[:] = start
        reference.mj_integratePos(model, theirs.qpos, 1e-14 * rng.normal(size=model.nv), 1)
        ours.qpos[:] = theirs.qpos


def sorted_contacts(data):
    """Geoms, distance, position and frame of the contacts, by pair of geoms and distance."""
    contact = data.contact
    order = np.lexsort((contact.dist, *contact.geom.T))
    return np.column_stack([contact.geom[order], contact.dist[order], contact.pos[order], contact.frame[order]])


def impedances(data):
    """efc_KBIP. The slope of an impedance, its last number, is |x|^(power - 1) near x = 0, where the last bit of x decides."""
    numbers = data.efc_KBIP.copy()
    numbers[np.abs(data.efc_pos - data.efc_margin) < 1e-12, 3] = 0
    return numbers


def forces(data, rows):
    """efc_force, but of rows that nothing moves: an equality between bodies that cannot move against each other has a residual of
    rounding, times efc_D = 1e15."""
    return np.where(np.abs(rows).max(axis=1, initial=0) > 1e-12, data.efc_force, 0)


def compare_rows(pair):
    """{field: (error, tolerance)} of the constraints."""
    (_, _, ours), (_, _, theirs) = pair
    rows = [jacobian(*each) for each in pair]
    found = {field: (error(getattr(ours, field), getattr(theirs, field)), 1e-9) for field in ROWS}
    found["efc_J"] = (error(*rows), 1e-9)
    found["efc_KBIP"] = (error(impedances(ours), impedances(theirs)), 1e-9)
    found["efc_force"] = (error(forces(ours, rows[0]), forces(theirs, rows[1])), 1e-7)
    return found | {field: (error(getattr(ours, field), getattr(theirs, field)), 1e-7) for field in ("qfrc_constraint", "qacc")}


def compare_other_contacts(pair):
    """What agrees where contacts are in another order, or have other digits beyond the tolerance of the search, 1e-6 m: distances
    and accelerations. Normals, and with them accelerations, may move by the square root of that tolerance."""
    (_, _, ours), (_, _, theirs) = pair
    mine, other = sorted_contacts(ours), sorted_contacts(theirs)
    limit = 1e-7 if error(mine, other) <= 1e-11 else 1e-3
    qacc = np.abs(ours.qacc - theirs.qacc).max() / np.abs(theirs.qacc).max()
    return {"distances": (error(mine[:, :3], other[:, :3]), 1e-6), "qacc": (qacc, limit)}


def jumps(model, state, fields, seed):
    """{field: how far MuJoCo's own step jumps at most} when the state moves by 1e-14."""
    data, rng, steps = reference.MjData(model), np.random.default_rng(seed), []
    for attempt in range(ATTEMPTS + 1):
        for field, values in state.items():
            getattr(data, field)[:] = values
        reference.mj_integratePos(model, data.qpos, (1e-14 if attempt else 0) * rng.normal(size=model.nv), 1)
        reference.mj_step(model, data)
        steps.append({field: getattr(data, field).copy() for field in fields})
    return {field: max(error(step[field], steps[0][field]) for step in steps) for field in fields}


def compare_step(pair, seed, limit):
    """{field: (error, tolerance)} of a step. The stages of RK4 have contacts of their own, on which rounding decides as it does in
    MuJoCo: a step may be off by twice what MuJoCo's own jumps by when its state moves by rounding."""
    (_, _, ours), (_, model, theirs) = pair
    state, fields = {field: getattr(theirs, field).copy() for field in STATE}, ("qpos", "qvel")
    for module, model, data in pair:
        module.mj_step(model, data)
    found = {field: error(getattr(ours, field), getattr(theirs, field)) for field in fields}
    limits = dict.fromkeys(fields, limit)
    if model.opt.integrator == RK4 and max(found.values()) > limit:
        limits = {field: max(limit, 2 * jump) for field, jump in jumps(model, state, fields, seed).items()}
    return {f"step {field}": (found[field], limits[field]) for field in fields}


class Verdict(NamedTuple):
    attempts: int  # further ones, to have the same contacts
    same: bool  # the contacts, in the end
    wrong: dict  # {field: error} of the fields beyond their tolerance
    kinds: set  # of the rows, and of the contacts by dimension


@cache
def judge(seed):
    pair = load(seed)
    (_, _, ours), (_, model, theirs) = pair
    attempts, same = forward_until_same(pair, seed)
    found = compare_rows(pair) if same else compare_other_contacts(pair)
    kinds = {f"row {kind}" for kind in theirs.efc_type} | {f"contact {dim}" for dim in theirs.contact.dim}
    found |= compare_step(pair, seed, 1e-7 if same else 1e-3)
    return Verdict(attempts, same, {field: gap for field, (gap, limit) in found.items() if not gap <= limit}, kinds)


@pytest.mark.parametrize("first", SEEDS[::BATCH])
def test_scenes(first):
    wrong = {seed: judge(seed).wrong for seed in range(first, first + BATCH)}
    assert not {f"random_scene({seed})": found for seed, found in wrong.items() if found}


def test_contacts_differ_seldom():
    first = [seed for seed in SEEDS if judge(seed).attempts]
    last = [seed for seed in SEEDS if not judge(seed).same]
    print(f"{len(first)} of {len(SEEDS)} scenes have other contacts at first, {len(last)} however the state is moved: {last}")
    assert len(first) <= DIFFERENT_AT_FIRST
    assert len(last) <= DIFFERENT


@pytest.mark.skipif(engine is reference, reason="MuJoCo differs from itself")
def test_newton_with_sparse_rows():
    """MuJoCo's Newton method misses the optimum of this scene with sparse rows, and finds Thew's with dense ones."""
    pair = load(4809)
    found = {}
    for (module, model, data), jacobian in ((pair[0], 1), (pair[1], 0), (pair[1], 1)):
        start = data.qacc_warmstart.copy()
        model.opt.jacobian = jacobian
        module.mj_forward(model, data)
        found[module, jacobian] = data.qacc.copy()
        data.qacc_warmstart[:] = start
    dense = found[reference, 0]
    assert error(found[engine, 1], dense) < 1e-7
    assert error(found[reference, 1], dense) > 1  # else a line of docs/differences.md has to go


def test_the_generator_repeats_itself():
    assert random_scene(5) == random_scene(5) != random_scene(6)


def test_rows_and_contacts_of_every_kind_are_compared():
    seen = Counter(kind for seed in SEEDS if judge(seed).same for kind in judge(seed).kinds)
    wanted = [f"row {kind}" for kind in range(8)] + [f"contact {dim}" for dim in (1, 3, 4, 6)]
    assert {kind: seen[kind] for kind in wanted if seen[kind] < 50} == {}


def test_the_generator_covers_what_it_should():
    """Each feature occurs in at least twenty of the scenes."""
    texts = [random_scene(seed) for seed in SEEDS]
    features = [
        *(f'type="{shape}"' for shape in (*SHAPES, "hinge", "slide", "ball")),
        *(f'integrator="{name}"' for name in INTEGRATORS),
        *(f'{name}="disable"' for name in ("warmstart", "refsafe", "filterparent", "island")),
        *('diagexact="enable"', 'cone="elliptic"', 'cone="pyramidal"', 'jacobian="dense"', 'jacobian="sparse"'),
        *("<connect[^>]* body1=", "<connect[^>]* site1=", "<weld[^>]* body1=", "<weld[^>]* site1=", "relpose=", "torquescale="),
        *("<joint[^>]* joint2=", '<joint[^>]* joint1="\\w+" poly', "<tendon[^>]* tendon2=", '<tendon[^>]* tendon1="\\w+" poly'),
        *("<pair ", "<exclude ", "<spatial", "<fixed", "<motor", "<freejoint", "solreffriction=", "priority=", "solmix=", "gap="),
        *('solref="-', 'solref="0', 'solreflimit="-', 'solreflimit="0', "solimp=", "solimplimit=", "solimpfriction=", "frictionloss="),
        *("<spatial[^>]* range=", "<fixed[^>]* range=", "<joint[^>]* range="),
    ]
    assert not {feature for feature in features if sum(bool(re.search(feature, text)) for text in texts) < 20}
