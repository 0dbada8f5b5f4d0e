"""Algorithms that must agree with one another: forward and inverse, composite bodies and Newton-Euler, sparse and dense."""

import itertools

import numpy as np
import pytest
from engines import OWN_MODELS, engine, reference
from random_trees import random_tree
from thew.conformance.states import put, random_states

OWN = [pytest.param(path.read_text(), id=path.stem) for path in OWN_MODELS]
TREES = [pytest.param(random_tree(seed), id=f"random{seed}") for seed in range(1000, 1012)]


def load(module, xml):
    """The model without constraints, and its data."""
    model = module.MjModel.from_xml_string(xml)
    flags = module.mjtDisableBit
    model.opt.disableflags |= int(flags.mjDSBL_CONSTRAINT) | int(flags.mjDSBL_CONTACT)
    return model, module.MjData(model)


def at_random_states(xml, count, seed=5):
    """(model, data) after forward, at each of some random states."""
    model, data = load(engine, xml)
    other, _ = load(reference, xml)
    for state in random_states(reference, other, count, seed):
        put(engine, model, data, state)
        engine.mj_forward(model, data)
        yield model, data


def dense_inertia(model, data):
    """M from its sparse rows (lower triangle)."""
    dense = np.zeros((model.nv, model.nv))
    for row in range(model.nv):
        entries = slice(model.M_rowadr[row], model.M_rowadr[row] + model.M_rownnz[row])
        dense[row, model.M_colind[entries]] = data.M[entries]
    return dense + np.tril(dense, -1).T


def multiply(model, data, vector):
    product = np.zeros(model.nv)
    engine.mj_mulM(model, data, product, np.ascontiguousarray(vector, float))
    return product


def relative(found, expected):
    return np.abs(found - expected).max(initial=0) / np.abs(expected).max(initial=1)


@pytest.mark.parametrize("xml", OWN + TREES)
def test_inverse_returns_what_was_applied(xml):
    for model, data in at_random_states(xml, 4):
        model.opt.enableflags &= ~int(engine.mjtEnableBit.mjENBL_INVDISCRETE)
        applied = data.qfrc_applied + data.qfrc_actuator
        for body in range(1, model.nbody):
            force, torque = data.xfrc_applied[body, :3], data.xfrc_applied[body, 3:]
            engine.mj_applyFT(model, data, force, torque, data.xipos[body], body, applied)
        engine.mj_inverse(model, data)
        assert relative(data.qfrc_inverse, applied) < 1e-10


INTEGRATORS = ("mjINT_EULER", "mjINT_IMPLICIT", "mjINT_IMPLICITFAST", "mjINT_DISCRETE")


@pytest.mark.parametrize("dampers", [True, False], ids=["dampers", "no dampers"])
@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("xml", OWN)
def test_discrete_inverse_inverts_the_step(xml, integrator, dampers):
    """With invdiscrete, the change of velocity over one step gives back the force that was applied."""
    for model, data in at_random_states(xml, 2):
        model.opt.integrator = int(getattr(engine.mjtIntegrator, integrator))
        model.opt.tolerance = 0
        if not dampers:
            model.opt.disableflags |= int(engine.mjtDisableBit.mjDSBL_DAMPER)
        engine.mj_forward(model, data)
        applied = data.qfrc_smooth - data.qfrc_passive + data.qfrc_bias
        time, qpos, qvel, act = data.time, data.qpos.copy(), data.qvel.copy(), data.act.copy()
        engine.mj_step(model, data)
        qacc = (data.qvel - qvel) / model.opt.timestep
        data.time, data.qpos[:], data.qvel[:], data.act[:] = time, qpos, qvel, act
        model.opt.enableflags |= int(engine.mjtEnableBit.mjENBL_INVDISCRETE)
        engine.mj_forward(model, data)
        data.qacc[:] = qacc
        engine.mj_inverse(model, data)
        assert relative(data.qfrc_inverse, applied) < 1e-9


@pytest.mark.parametrize("xml", OWN + TREES)
def test_inverse_agrees_with_the_reference_on_any_acceleration(xml):
    rng = np.random.default_rng(3)
    ours, theirs = load(engine, xml), load(reference, xml)
    for state in random_states(reference, theirs[0], 4, 9):
        qacc, found = 10 * rng.normal(size=theirs[0].nv), []
        for module, (model, data) in ((engine, ours), (reference, theirs)):
            put(module, model, data, state)
            data.qacc[:] = qacc
            module.mj_inverse(model, data)
            found.append(data.qfrc_inverse.copy())
        assert relative(*found) < 1e-9


@pytest.mark.parametrize("xml", OWN + TREES)
def test_composite_bodies_give_the_columns_of_newton_euler(xml):
    """M e_i = rne(q, v, e_i) - rne(q, v, 0) + the armatures, which Newton-Euler does not know."""
    for model, data in at_random_states(xml, 1):
        rotors = np.diag(model.dof_armature) + shared_armature(model, data)
        bias, force = np.zeros(model.nv), np.zeros(model.nv)
        engine.mj_rne(model, data, 0, bias)
        for dof in range(model.nv):
            unit = np.eye(model.nv)[dof]
            data.qacc[:] = unit
            engine.mj_rne(model, data, 1, force)
            column = force - bias + rotors[dof]
            assert relative(multiply(model, data, unit), column) < 1e-10


def shared_armature(model, data):
    """Sum of armature * J' J over tendons and actuators; M has no place for pairs of dofs on different branches."""
    rows = [(model.ten_J_rownnz, model.ten_J_rowadr, model.ten_J_colind, data.ten_J, model.tendon_armature)]
    rows.append(
        (data.moment_rownnz, data.moment_rowadr, data.moment_colind, data.actuator_moment, model.actuator_armature)
    )
    total = np.zeros((model.nv, model.nv))
    for count, start, column, values, armature in rows:
        values, column = np.ravel(values), np.ravel(column)
        for i, weight in enumerate(armature):
            entries, jacobian = slice(start[i], start[i] + count[i]), np.zeros(model.nv)
            jacobian[column[entries]] = values[entries]
            total += weight * np.outer(jacobian, jacobian)
    same_branch = np.zeros((model.nv, model.nv), bool)
    for row in range(model.nv):
        entries = slice(model.M_rowadr[row], model.M_rowadr[row] + model.M_rownnz[row])
        same_branch[row, model.M_colind[entries]] = True
    return np.where(same_branch | same_branch.T, total, 0)


@pytest.mark.parametrize("xml", OWN + TREES)
def test_the_sparse_solve_is_the_dense_one(xml):
    rng = np.random.default_rng(2)
    for model, data in at_random_states(xml, 3):
        dense, force = dense_inertia(model, data), rng.normal(size=(1, model.nv))
        found = np.zeros_like(force)
        engine.mj_solveM(model, data, found, force)
        # The residual in extended precision: independent of the condition of M.
        extended = np.longdouble
        residual = dense.astype(extended) @ found[0].astype(extended) - force[0].astype(extended)
        scale = np.abs(dense).max() * np.abs(found).max() + np.abs(force).max()
        assert np.abs(residual).max() / scale < 1e-13
        condition = np.linalg.cond(dense)
        expected = np.linalg.solve(dense, force[0])
        assert relative(found[0] / np.abs(expected).max(), expected / np.abs(expected).max()) < max(
            1e-12, 1e-15 * condition
        )


@pytest.mark.parametrize("xml", OWN + TREES)
def test_products_with_the_inertia_are_the_dense_ones(xml):
    for model, data in at_random_states(xml, 1):
        vector = np.cos(np.arange(model.nv))
        assert relative(multiply(model, data, vector), dense_inertia(model, data) @ vector) < 1e-12


def test_the_inertia_is_positive_definite_at_ten_thousand_states():
    texts = [path.read_text() for path in OWN_MODELS]
    texts += [random_tree(seed) for seed in range(2000, 2000 + 50 - len(texts))]
    tested = 0
    for xml in texts:
        model, data = load(engine, xml)
        rng, start = np.random.default_rng(tested), data.qpos.copy()
        for _ in range(200):
            data.qpos[:] = start
            engine.mj_integratePos(model, data.qpos, rng.normal(size=model.nv), 1.0)
            engine.mj_fwdPosition(model, data)
            dense = dense_inertia(model, data)
            assert np.linalg.eigvalsh(dense)[0] > 0
            assert np.all(np.asarray(data.qLDiagInv) > 0)
            tested += 1
    assert tested == 10_000


@pytest.mark.parametrize("xml", OWN)
def test_a_state_can_be_taken_and_put_back(xml):
    """A second Data given the integration state continues to the same bits."""
    model, first = load(engine, xml)
    other, _ = load(reference, xml)
    put(engine, model, first, random_states(reference, other, 1, 1)[0])
    engine.mj_step(model, first, nstep=3)
    spec = int(engine.mjtState.mjSTATE_INTEGRATION)
    state = np.zeros(engine.mj_stateSize(model, spec))
    engine.mj_getState(model, first, state, spec)
    second = engine.MjData(model)
    engine.mj_setState(model, second, state, spec)
    again = np.zeros_like(state)
    engine.mj_getState(model, second, again, spec)
    assert np.array_equal(state, again)
    for data in (first, second):
        engine.mj_step(model, data, nstep=5)
    for name in ("time", "qpos", "qvel", "act", "qacc"):
        assert np.array_equal(getattr(first, name), getattr(second, name)), name


def test_equal_runs_are_equal_to_the_last_bit():
    xml = next(path for path in OWN_MODELS if path.stem == "humanoid").read_text()
    ends = []
    for _ in range(2):
        model, data = load(engine, xml)
        data.ctrl[:] = np.sin(np.arange(model.nu))
        engine.mj_step(model, data, nstep=100)
        ends.append(data.qpos.copy())
    assert np.array_equal(*ends)


# Bodies with several joints against the same tree of nested bodies.

JOINTS = {
    "slide": '<joint type="slide" axis="0.2 1 0.3" pos="0.1 0 0.05" armature="0.02"/>',
    "hinge": '<joint type="hinge" axis="1 0.4 0" pos="0 0.05 0.02" armature="0.02"/>',
    "other hinge": '<joint type="hinge" axis="0 0.3 1" pos="0.02 0 0" armature="0.02"/>',
    "ball": '<joint type="ball" pos="0.03 0.01 -0.02" armature="0.02"/>',
}
CHOICES = [
    names
    for count in (2, 3)
    for names in itertools.permutations(JOINTS, count)
    if "ball" not in names or not any("hinge" in name for name in names[names.index("ball") :])
]


@pytest.mark.parametrize("names", CHOICES, ids=" then ".join)
def test_several_joints_on_one_body_are_nested_bodies_in_motion(names):
    """The bias force of a body with several joints is that of the same joints on massless nested bodies."""
    link = '<inertial pos="0.1 0.02 -0.2" mass="1.3" fullinertia="0.05 0.04 0.03 0.004 0.003 0.002"/>'
    tip = f'<body pos="0 0.1 -0.3"><joint axis="0 1 0"/>{link}</body>'
    light = '<inertial pos="0 0 0" mass="1e-11" diaginertia="1e-13 1e-13 1e-13"/>'
    together = "<body>" + "".join(JOINTS[name] for name in names) + link + tip + "</body>"
    nested = "".join(
        "<body>" + JOINTS[name] + (link + tip if name == names[-1] else light) for name in names
    ) + "</body>" * len(names)
    found = []
    for tree in (together, nested):
        model, data = load(engine, f"<mujoco><worldbody>{tree}</worldbody></mujoco>")
        engine.mj_integratePos(model, data.qpos, 0.5 * np.sin(1 + np.arange(model.nv)), 1.0)
        data.qvel[:] = 2 * np.cos(np.arange(model.nv))
        engine.mj_forward(model, data)
        found.append((data.qfrc_bias.copy(), dense_inertia(model, data), data.qacc.copy()))
    for one, many in zip(*found):
        assert relative(one, many) < 1e-8
