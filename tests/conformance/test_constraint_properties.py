"""What must hold of constraint forces whatever another engine says, on random scenes in motion and on scenes of their own."""

import numpy as np
import pytest
from engines import engine
from random_scenes import random_scene
from test_random_scenes import jacobian

SEEDS = range(200)
BATCH = 40
SOLVERS = {"pgs": (0, 5000), "cg": (1, 1000), "newton": (2, 100)}
EQUALITY, FRICTION_DOF, FRICTION_TENDON, LIMIT_JOINT, LIMIT_TENDON, FRICTIONLESS, PYRAMID, CONE = range(8)
PUSHING = (LIMIT_JOINT, LIMIT_TENDON, FRICTIONLESS, PYRAMID)
STATE = "qpos qvel act ctrl qacc_warmstart".split()


def moving(seed, solver="newton"):
    """A random scene after some motion; the solver runs to the last bit."""
    model = engine.MjModel.from_xml_string(random_scene(seed))
    data, rng = engine.MjData(model), np.random.default_rng(seed)
    data.ctrl[:] = rng.normal(size=model.nu)
    engine.mj_step(model, data, nstep=int(rng.integers(40)))
    data.qvel[:] += 0.2 * rng.normal(size=model.nv)
    choose(model, solver)
    return model, data


def choose(model, solver):
    model.opt.solver, model.opt.iterations = SOLVERS[solver]
    model.opt.tolerance, model.opt.ls_iterations = 0, 100


def again(model, data):
    """The same state, solved once more from the same start."""
    other = engine.MjData(model)
    for field in STATE:
        getattr(other, field)[:] = getattr(data, field)
    engine.mj_forward(model, other)
    return other


def residual(model, data):
    """J qacc - aref + R force: zero where nothing bounds the force of a row."""
    return jacobian(engine, model, data) @ data.qacc - data.efc_aref + data.efc_R * data.efc_force


def cones(data):
    """(rows, friction) of each elliptic contact."""
    for contact in data.contact:
        if contact.efc_address >= 0 and data.efc_type[contact.efc_address] == CONE:
            yield slice(contact.efc_address, contact.efc_address + contact.dim), contact.friction[: contact.dim - 1]


def scenes(first, solver="newton"):
    for seed in range(first, first + BATCH):
        model, data = moving(seed, solver)
        engine.mj_forward(model, data)
        if data.nefc:
            yield seed, model, data


batches = pytest.mark.parametrize("first", SEEDS[::BATCH])


@pytest.mark.parametrize("solver", SOLVERS)
@batches
def test_forces_are_in_their_cones(first, solver):
    for seed, _, data in scenes(first, solver):
        force, kind = data.efc_force, data.efc_type
        assert force[np.isin(kind, PUSHING)].min(initial=0) >= 0, seed
        dry = np.isin(kind, (FRICTION_DOF, FRICTION_TENDON))
        assert np.all(np.abs(force[dry]) <= data.efc_frictionloss[dry] * (1 + 1e-12)), seed
        for rows, friction in cones(data):
            assert force[rows][0] >= 0, seed
            assert np.linalg.norm(force[rows][1:] / friction) <= force[rows][0] * (1 + 1e-9) + 1e-12, seed


@batches
def test_complementarity(first):
    """A row pushes or separates, never both: residual >= 0, force >= 0, their product zero; cones likewise, with the dual cone."""
    for seed, model, data in scenes(first):
        force, kind, left = data.efc_force, data.efc_type, residual(model, data)
        size = 1e-8 * max(1, np.abs(data.efc_aref).max())
        rigid = np.abs(jacobian(engine, model, data)).max(axis=1) < 1e-12  # nothing moves these rows
        assert np.abs(left[(kind == EQUALITY) & ~rigid]).max(initial=0) <= size, seed
        push = np.isin(kind, PUSHING)
        assert left[push].min(initial=0) >= -size, seed
        assert np.minimum(np.abs(left[push]), force[push]).max(initial=0) <= size, seed
        dry = np.isin(kind, (FRICTION_DOF, FRICTION_TENDON))
        room = data.efc_frictionloss[dry] - np.abs(force[dry])  # friction has its full size where it does not stop the motion
        assert np.minimum(np.abs(left[dry]), room).max(initial=0) <= size, seed
        assert np.all((np.abs(left[dry]) <= size) | (np.sign(left[dry]) != np.sign(force[dry]))), seed
        for rows, friction in cones(data):
            assert np.linalg.norm(friction * left[rows][1:]) <= left[rows][0] + size, seed
            assert abs(force[rows] @ left[rows]) <= size * max(1, np.linalg.norm(force[rows])), seed


@batches
def test_gradient_vanishes(first):
    """M (qacc - qacc_smooth) = J' force at the end of Newton's method."""
    for seed, model, data in scenes(first):
        if model.opt.integrator == 4:  # whose metric is another one
            continue
        inertial = np.zeros(model.nv)
        engine.mj_mulM(model, data, inertial, data.qacc - data.qacc_smooth)
        rows = jacobian(engine, model, data)
        constraint = rows.T @ data.efc_force
        assert np.abs(inertial - constraint).max() <= 1e-9 * max(1, np.abs(constraint).max()), seed
        terms = np.abs(rows).T @ np.abs(data.efc_force)  # what is summed, which may cancel
        assert np.abs(data.qfrc_constraint - constraint).max() <= 1e-14 * max(1, terms.max()), seed


def apart(one, other):
    """Largest difference of accelerations and forces, relative to the largest of each."""
    pairs = [(getattr(one, field), getattr(other, field)) for field in ("qacc", "efc_force")]
    return max(np.abs(a - b).max(initial=0) / max(1, np.abs(a).max(initial=0)) for a, b in pairs)


@batches
def test_solvers_agree(first):
    """The dual method and both primal ones reach the same forces. PGS needs many sweeps where rows say nearly the same."""
    for seed, model, _ in scenes(first):
        _, data = moving(seed)
        newton = again(model, data)
        choose(model, "cg")
        assert apart(newton, again(model, data)) <= 1e-8, seed
        for sweeps in (5_000, 500_000):
            choose(model, "pgs")
            model.opt.iterations = sweeps
            gap = apart(newton, again(model, data))
            if gap <= 1e-8:
                break
        assert gap <= 1e-8, seed


@batches
def test_islands_together_or_apart(first):
    for seed, model, _ in scenes(first):
        _, data = moving(seed)
        one = again(model, data)
        model.opt.disableflags ^= int(engine.mjtDisableBit.mjDSBL_ISLAND)
        assert apart(one, again(model, data)) <= 1e-9, seed


PARTS = [
    '<body name="a" pos="0 0 .1"><freejoint/><geom type="box" size=".2 .2 .1" condim="4"/></body>',
    '<body name="b" pos=".05 .02 .295"><freejoint/><geom size=".1" condim="6"/></body>',
    '<body name="c" pos=".12 .1 .45" euler="60 20 0"><freejoint/><geom type="capsule" size=".06 .1"/></body>',
    '<body name="d" pos="-.6 0 .095" euler="90 0 0"><freejoint/><geom type="capsule" size=".1 .2" condim="3"/></body>',
    """<body name="e" pos="-.6 0 .5"><joint axis="0 1 0" range="-20 20" frictionloss=".3"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
       <body name="f" pos=".3 0 0"><joint type="ball" range="0 30"/><geom type="capsule" size=".05" fromto="0 0 0 .2 0 -.1"/></body></body>""",
]


@pytest.mark.parametrize("order", [(4, 3, 2, 1, 0), (2, 0, 4, 1, 3), (1, 2, 3, 4, 0)])
@pytest.mark.parametrize("solver", SOLVERS)
def test_order_of_bodies_does_not_matter(order, solver):
    """With round shapes and elliptic cones, whose forces do not depend on which geom comes first."""

    def run(parts):
        text = f"""<mujoco><option timestep=".002" cone="elliptic"/><worldbody><geom type="plane" size="3 3 .1"/>{"".join(parts)}</worldbody>
        <equality><connect body1="d" body2="f" anchor="0 0 .1"/></equality></mujoco>"""
        model = engine.MjModel.from_xml_string(text)
        data = engine.MjData(model)
        choose(model, solver)
        found = []
        for step in range(30):
            for name in "abcdef":
                data.body(name).xfrc_applied[:] = np.sin(step + ord(name) * np.arange(6))
            engine.mj_step(model, data)
            rows = model.jnt_dofadr[model.body_jntadr[[model.body(name).id for name in "abcdef"]]]
            counts = [6, 6, 6, 6, 1, 3]
            found.append(np.concatenate([data.qacc[row : row + count] for row, count in zip(rows, counts)]))
        assert data.nefc > 20
        return np.array(found)

    plain, mixed = run(PARTS), run([PARTS[i] for i in order])
    assert np.abs(plain - mixed).max() <= 1e-7 * np.abs(plain).max()
    assert np.abs(plain - mixed)[0].max() <= 1e-9 * np.abs(plain[0]).max()


PUSHED = """<mujoco><option timestep=".002" cone="{cone}" integrator="{integrator}" solver="{solver}"><flag energy="enable"/></option>
<default><geom friction=".6 .01 .005" condim="4"/></default>
<worldbody><geom type="plane" size="9 9 1"/><geom type="box" size=".1 2 .4" pos="2 0 .4"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".2 .2 .1"/></body>
  <body pos=".02 .03 .3" euler="0 0 20"><freejoint/><geom type="box" size=".15 .15 .1"/></body>
  <body pos="-.7 0 .15"><freejoint/><geom size=".15"/></body>
  <body pos="-.7 1 .15" euler="90 0 0"><freejoint/><geom type="capsule" size=".15 .3" condim="3"/></body>
  <body pos="-.7 -1 .2"><freejoint/><geom type="cylinder" size=".2 .2" condim="6"/></body>
</worldbody></mujoco>"""


@pytest.mark.parametrize("solver", ["PGS", "CG", "Newton"])
@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast", "discrete"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_energy_never_grows(cone, integrator, solver):
    """Bodies slide, roll, bump into one another and against a wall, and come to rest; nothing drives them."""
    model = engine.MjModel.from_xml_string(PUSHED.format(cone=cone, integrator=integrator, solver=solver))
    data = engine.MjData(model)
    data.qvel[0::6] = 3, 2.5, 4, 3, 2
    energies = []
    for _ in range(1000):
        engine.mj_step(model, data)
        energies.append(data.energy.sum())
    regained = np.max(energies - np.minimum.accumulate(energies)) / energies[0]  # soft contacts give back what they have stored
    print(f"regained {regained:.1e}")
    assert max(energies) <= energies[0]
    assert regained < 5e-3
    assert energies[-1] < 0.9 * energies[0]
