"""Three solvers, two cones, dense and sparse, with and without islands: rows and forces agree with MuJoCo's."""

import numpy as np
import pytest
from engines import ROOT, engine, reference

SOLVERS = {"pgs": 0, "cg": 1, "newton": 2}
ROWS = "efc_type efc_id efc_pos efc_margin efc_vel efc_aref efc_KBIP efc_D efc_R efc_diagA efc_frictionloss".split()
FORCES = "efc_force qfrc_constraint qacc".split()
STATE = "qpos qvel act ctrl qacc_warmstart".split()

HEAD = """<mujoco><option timestep=".004" jacobian="{jacobian}" cone="{cone}" impratio="{impratio}"/>
<default><geom friction=".8 .02 .01" solref=".015 1.1" density="800"/><joint damping=".05"/></default>"""

PILE = (
    HEAD
    + """<worldbody>
  <geom type="plane" size="5 5 .1" condim="3"/>
  <body pos="0 0 .11" euler="3 2 0"><freejoint/><geom type="box" size=".2 .15 .1" condim="4"/></body>
  <body pos=".05 0 .32"><freejoint/><geom type="sphere" size=".1" condim="6"/></body>
  <body pos="-.6 0 .1" euler="0 90 10"><freejoint/><geom type="capsule" size=".1 .2" condim="1"/></body>
  <body pos="-.6 .05 .31" euler="20 0 0"><freejoint/><geom type="box" size=".1 .1 .1" condim="3"/></body>
  <body pos="1 1 .1"><freejoint/><geom type="sphere" size=".1" condim="4"/></body>
</worldbody></mujoco>"""
)

MACHINE = (
    HEAD
    + """<worldbody>
  <geom type="plane" size="5 5 .1" condim="3" pos="0 0 -.62"/>
  <body name="a"><joint name="a" axis="0 1 0" range="-40 40" frictionloss=".4"/><geom type="capsule" size=".04" fromto="0 0 0 .4 0 0"/>
    <body name="b" pos=".4 0 0"><joint name="b" axis="0 1 0" range="-70 20" frictionloss=".1"/><geom type="capsule" size=".04" fromto="0 0 0 .4 0 0" condim="4"/>
      <body name="c" pos=".4 0 0"><joint name="c" type="ball" range="0 50"/><geom type="box" size=".1 .06 .04" pos=".1 0 0" condim="6"/>
        <site name="tip" pos=".2 0 0"/></body></body></body>
  <body name="d" pos="0 .5 0"><joint name="d" type="slide" axis="0 0 1" range="-.3 .2" frictionloss="2"/><geom type="box" size=".2 .2 .1"/>
    <site name="d" pos="0 0 .1"/></body>
  <body name="e" pos=".5 .5 -.4"><freejoint/><geom type="box" size=".1 .1 .2" condim="3"/><site name="e" pos="0 0 .2"/></body>
</worldbody>
<tendon>
  <fixed name="f" frictionloss=".3" limited="true" range="-.3 .3"><joint joint="a" coef="1"/><joint joint="b" coef="-.5"/></fixed>
</tendon>
<equality>
  <connect body1="e" body2="d" anchor="0 0 .2"/>
  <joint joint1="d" joint2="a" polycoef="0 .1 .02"/>
</equality>
<actuator><motor joint="a" gear="20"/><motor joint="b" gear="10"/><motor joint="d" gear="30"/></actuator></mujoco>"""
)

PUSHED = (
    HEAD.replace("<option", '<option gravity="2 1 -9"')
    + """<worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .099"><freejoint/><geom type="box" size=".2 .15 .1" condim="4"/></body>
</worldbody></mujoco>"""
)
SCENES = {"pile": PILE, "machine": MACHINE}


def load(scene, **options):
    options = {"jacobian": "dense", "cone": "pyramidal", "impratio": 1, **options}
    text = {**SCENES, "pushed": PUSHED}[scene].format(**options)
    return [module.MjModel.from_xml_string(text) for module in (engine, reference)]


def exact(models, solver):
    """Enough iterations to converge fully."""
    for model in models:
        model.opt.solver = SOLVERS[solver]
        model.opt.tolerance = 0
        model.opt.iterations = {"pgs": 3000, "cg": 500, "newton": 100}[solver]
        model.opt.ls_iterations = 50


def close(ours, theirs, tolerance, what):
    ours, theirs = np.asarray(ours, float).ravel(), np.asarray(theirs, float).ravel()
    assert ours.shape == theirs.shape, what
    error = np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))
    assert not error.size or error.max() <= tolerance, f"{what}: {error.max():.1e}"


def dense(values, count, start, column, width):
    full = np.zeros((len(count), width))
    for i in range(len(count)):
        entries = slice(start[i], start[i] + count[i])
        full[i, column[entries]] = values[entries]
    return full


def matrix(module, model, data, name, width):
    """efc_J, efc_Y or efc_AR in full; efc_J and all of MuJoCo's are so already where the model is small."""
    values = getattr(data, name)
    if (module is reference or name == "efc_J") and not module.mj_isSparse(model):
        return values.reshape(data.nefc, width)
    parts = (getattr(data, f"{name}_{part}") for part in ("rownnz", "rowadr", "colind"))
    return dense(values, *parts, width)


def states(models, *, count=4, every=25, seed=3):
    """Both data in states of MuJoCo's own trajectory under random controls."""
    datas = [module.MjData(model) for module, model in zip((engine, reference), models)]
    ours, theirs = datas
    rng = np.random.default_rng(seed)
    quick = {"solver": 2, "tolerance": 1e-8, "iterations": 100, "noslip_iterations": 0}
    saved = {name: getattr(models[1].opt, name) for name in quick}
    for _ in range(count):
        for name, value in quick.items():
            setattr(models[1].opt, name, value)
        for _ in range(every):
            theirs.ctrl[:] = rng.normal(size=models[1].nu)
            reference.mj_step(models[1], theirs)
        for name, value in saved.items():
            setattr(models[1].opt, name, value)
        theirs.qvel[:] += 0.1 * rng.normal(size=models[1].nv)
        for field in STATE:
            getattr(ours, field)[:] = getattr(theirs, field)
        for module, model, data in zip((engine, reference), models, datas):
            module.mj_forward(model, data)
        assert theirs.nefc > 0
        yield datas


def same_rows(models, datas):
    ours, theirs = datas
    assert (ours.ne, ours.nf, ours.nl, ours.nefc) == (theirs.ne, theirs.nf, theirs.nl, theirs.nefc)
    jacobians = (matrix(*which, "efc_J", models[1].nv) for which in zip((engine, reference), models, datas))
    close(*jacobians, 1e-9, "efc_J")
    for field in ROWS:
        close(getattr(ours, field), getattr(theirs, field), 1e-9, field)


def same_forces(datas, tolerance=1e-7):
    for field in FORCES:
        close(*(getattr(data, field) for data in datas), tolerance, field)


def converge(models, datas):
    """Forces of MuJoCo's Newton method. Its PGS stops where the cost no longer changes but for rounding, and can be stuck
    at the tip of an elliptic cone."""
    model, data = models[1], datas[1]
    saved = model.opt.solver, model.opt.iterations
    model.opt.solver, model.opt.iterations = SOLVERS["newton"], 100
    reference.mj_forward(model, data)
    model.opt.solver, model.opt.iterations = saved


def same_states(models, datas):
    """Where a force is not just on the surface of its cone, where rounding decides."""
    ours, theirs = datas
    clear = np.ones(theirs.nefc, bool)
    for contact in theirs.contact:
        row, n = contact.efc_address, contact.dim
        if row < 0 or theirs.efc_type[row] != 7:
            continue
        force = theirs.efc_force[row : row + n]
        if abs(np.linalg.norm(force[1:] / contact.friction[: n - 1]) - force[0]) < 1e-6 * max(1, force[0]):
            clear[row : row + n] = False
    assert np.array_equal(ours.efc_state[clear], theirs.efc_state[clear])


@pytest.mark.parametrize("island", [True, False])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scene", SCENES)
def test_forces(scene, solver, cone, jacobian, island):
    models = load(scene, cone=cone, jacobian=jacobian)
    exact(models, solver)
    for module, model in zip((engine, reference), models):
        if not island:
            model.opt.disableflags |= int(module.mjtDisableBit.mjDSBL_ISLAND)
    for datas in states(models):
        same_rows(models, datas)
        if solver == "pgs":
            converge(models, datas)
        same_forces(datas)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scene", [*SCENES, "pushed"])
def test_forces_at_default_tolerance(scene, solver, cone):
    if (solver, cone) == ("pgs", "elliptic") and scene != "pushed":
        pytest.skip("MuJoCo's PGS is stuck at the tip of a cone")
    models = load(scene, cone=cone)
    for model in models:
        model.opt.solver = SOLVERS[solver]
        model.opt.iterations = 1000
    for datas in states(models):
        same_rows(models, datas)
        close(datas[0].qacc, datas[1].qacc, 1e-4, "qacc")


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("scene", SCENES)
def test_dual_and_primal_forces_are_the_same(scene, cone):
    models = load(scene, cone=cone)
    exact(models, "newton")
    data = engine.MjData(models[0])
    for ours, _ in states(models):
        for field in STATE:
            getattr(data, field)[:] = getattr(ours, field)
        exact(models, "pgs")
        engine.mj_forward(models[0], data)
        exact(models, "newton")
        close(data.qacc, ours.qacc, 1e-8, "qacc")
        close(data.efc_force, ours.efc_force, 1e-8, "efc_force")


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("scene", SCENES)
def test_dual_problem(scene, cone, jacobian):
    models = load(scene, cone=cone, jacobian=jacobian)
    exact(models, "pgs")
    for datas in states(models):
        close(*(data.efc_b for data in datas), 1e-9, "efc_b")
        for name, width in (("efc_Y", models[1].nv), ("efc_AR", datas[1].nefc)):
            full = [matrix(*which, name, width) for which in zip((engine, reference), models, datas)]
            close(*full, 1e-9, name)
        if jacobian == "sparse":
            assert (datas[0].nY, datas[0].nA) == (datas[1].nY, datas[1].nA)
            assert np.array_equal(datas[0].efc_AR_colind, datas[1].efc_AR_colind)
        same_states(models, datas)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scene", SCENES)
def test_noslip(scene, solver, cone):
    models = load(scene, cone=cone)
    exact(models, solver)
    for model in models:
        model.opt.noslip_iterations, model.opt.noslip_tolerance = 30, 0
    for datas in states(models):
        same_rows(models, datas)
        if solver == "pgs":
            converge(models, datas)
        same_forces(datas, 1e-6)
        same_states(models, datas)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("scene", SCENES)
def test_exact_diagonal(scene, cone):
    models = load(scene, cone=cone)
    exact(models, "newton")
    for module, model in zip((engine, reference), models):
        model.opt.enableflags |= int(module.mjtEnableBit.mjENBL_DIAGEXACT)
    for datas in states(models):
        same_rows(models, datas)
        same_forces(datas)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_projected_sweeps_follow_the_same_path(cone):
    """The same shuffles and momentum: a few sweeps already agree, where no contact is at the tip of its cone."""
    models = load("pushed" if cone == "elliptic" else "machine", cone=cone)
    exact(models, "pgs")
    for module, model in zip((engine, reference), models):
        model.opt.iterations = 7
        model.opt.disableflags |= int(module.mjtDisableBit.mjDSBL_ISLAND)
    for ours, theirs in states(models):
        same_forces((ours, theirs), 1e-6)
        assert ours.solver_niter[0] == theirs.solver_niter[0]
        for i in range(ours.solver_niter[0]):
            fields = ["improvement"] if cone == "elliptic" else ["improvement", "nactive", "nchange"]
            for field in fields:
                close(getattr(ours.solver[i], field), getattr(theirs.solver[i], field), 1e-6, field)


@pytest.mark.parametrize("solver", ["cg", "newton"])
def test_statistics(solver):
    models = load("machine")
    for module, model in zip((engine, reference), models):
        model.opt.solver = SOLVERS[solver]
        model.opt.disableflags |= int(module.mjtDisableBit.mjDSBL_ISLAND)
    for ours, theirs in states(models):
        count = ours.solver_niter[0]
        assert 0 < count <= theirs.solver_niter[0] + 3
        last, first = ours.solver[count - 1], ours.solver[0]
        assert last.gradient < 1e-8 or last.improvement < 1e-8
        assert first.improvement > 0 and first.neval > 0
        assert last.nactive == np.count_nonzero(ours.efc_state)
        assert len(ours.solver) == len(theirs.solver)


@pytest.mark.parametrize("integrator", [0, 2, 3, 4])
@pytest.mark.parametrize("scene", SCENES)
def test_forward_and_inverse_dynamics_meet(scene, integrator):
    models = load(scene)
    exact(models, "newton")
    for module, model in zip((engine, reference), models):
        model.opt.enableflags |= int(module.mjtEnableBit.mjENBL_FWDINV)
        model.opt.integrator = integrator
    for ours, theirs in states(models):
        engine.mj_step(models[0], ours)
        reference.mj_step(models[1], theirs)
        assert ours.solver_fwdinv.max() < 1e-6
        assert theirs.solver_fwdinv.max() < 1e-5


@pytest.mark.parametrize("of_step", [False, True])
@pytest.mark.parametrize("integrator", [0, 2, 3, 4])
@pytest.mark.parametrize("scene", SCENES)
def test_inverse_dynamics(scene, integrator, of_step):
    """Of accelerations in continuous time or of the step, with constraints."""
    models = load(scene)
    exact(models, "newton")
    for module, model in zip((engine, reference), models):
        model.opt.integrator = integrator
        if of_step:
            model.opt.enableflags |= int(module.mjtEnableBit.mjENBL_INVDISCRETE)
    rng = np.random.default_rng(1)
    for datas in states(models):
        datas[0].qacc[:] = datas[1].qacc = datas[1].qacc + rng.normal(size=models[1].nv)
        for module, model, data in zip((engine, reference), models, datas):
            module.mj_inverse(model, data)
        for field in ("qfrc_inverse", "efc_force", "qfrc_constraint", "qacc"):
            close(*(getattr(data, field) for data in datas), 1e-7, field)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("scene", SCENES)
def test_functions(scene, cone):
    models = load(scene, cone=cone)
    exact(models, "newton")
    rng = np.random.default_rng(0)
    for datas in states(models, count=2):
        nefc, nv = datas[1].nefc, models[1].nv
        jar, velocity, force = rng.normal(size=nefc), rng.normal(size=nv), rng.normal(size=nefc)
        results = []
        for module, model, data in zip((engine, reference), models, datas):
            wrenches = np.zeros((data.ncon, 6))
            for i, wrench in enumerate(wrenches):
                module.mj_contactForce(model, data, i, wrench)
            rows, dofs, cost = np.zeros(nefc), np.zeros(nv), np.zeros(1)
            module.mj_mulJacVec(model, data, rows, velocity)
            module.mj_mulJacTVec(model, data, dofs, force)
            module.mj_constraintUpdate(model, data, jar, cost, 1)
            cones = [c.H.ravel()[: c.dim**2] for c in data.contact if c.efc_address >= 0 and data.efc_state[c.efc_address] == 4]
            results.append([wrenches, rows, dofs, cost, data.efc_force.copy(), data.qfrc_constraint.copy(), *cones])
        assert len(results[0]) == len(results[1])
        for k, (ours, theirs) in enumerate(zip(*results)):
            close(ours, theirs, 1e-7, k)


FLAGS = "CONSTRAINT EQUALITY FRICTIONLOSS LIMIT CONTACT WARMSTART FILTERPARENT REFSAFE SPRING DAMPER GRAVITY".split()


@pytest.mark.parametrize("flag", FLAGS)
def test_flags(flag):
    models = load("machine")
    exact(models, "newton")
    datas = [module.MjData(model) for module, model in zip((engine, reference), models)]
    changed = False
    for ours, theirs in states(models, count=2):
        plain = theirs.qacc.copy()
        for module, model, data, state in zip((engine, reference), models, datas, (ours, theirs)):
            bit = int(getattr(module.mjtDisableBit, "mjDSBL_" + flag))
            model.opt.disableflags |= bit
            for field in STATE:
                getattr(data, field)[:] = getattr(state, field)
            module.mj_forward(model, data)
            model.opt.disableflags &= ~bit
        same_rows(models, datas)
        same_forces(datas)
        changed |= not np.allclose(plain, datas[1].qacc, rtol=1e-9)
    assert changed or flag in ("WARMSTART", "FILTERPARENT", "REFSAFE", "SPRING")


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_overrides(cone):
    models = load("pile", cone=cone)
    exact(models, "newton")
    for module, model in zip((engine, reference), models):
        model.opt.enableflags |= int(module.mjtEnableBit.mjENBL_OVERRIDE)
        model.opt.o_margin = 0.03
        model.opt.o_solref[:] = 0.03, 0.8
        model.opt.o_solimp[:] = 0.8, 0.9, 0.02, 0.4, 3
        model.opt.o_friction[:] = 0.5, 0.4, 0.01, 0.02, 0.03
    for datas in states(models):
        same_rows(models, datas)
        same_forces(datas)


SPRINGS = """<tendon><fixed name="spring" stiffness="200" damping="3"><joint joint="a" coef="1"/><joint joint="d" coef="-2"/></fixed>"""


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scene", [*SCENES, "springs"])
def test_discrete_metric(scene, solver, cone, monkeypatch):
    """Rows, forces, one step and inverse dynamics of the discrete integrator."""
    text = MACHINE.replace("<tendon>", SPRINGS).replace('damping=".05"', 'damping="2" stiffness="30"')
    monkeypatch.setitem(SCENES, "springs", text)
    if (scene, solver, cone) == ("springs", "pgs", "elliptic"):
        pytest.skip("MuJoCo's PGS is stuck at the tip of a cone, and its other solvers have another metric")
    models = load(scene, cone=cone)
    exact(models, solver)
    for model in models:
        model.opt.integrator = 4
    for datas in states(models):
        same_rows(models, datas)
        if solver == "pgs" and scene != "springs":  # whose metric is another one for PGS
            converge(models, datas)
        same_forces(datas, 1e-6 if scene == "springs" else 1e-7)
        inverses = []
        datas[0].qacc[:] = datas[1].qacc
        for module, model, data in zip((engine, reference), models, datas):
            module.mj_inverse(model, data)
            inverses.append(data.qfrc_inverse.copy())
        close(*inverses, 1e-6, "qfrc_inverse")


@pytest.mark.parametrize("solref", [".001 1", ".003 .5", ".03 .1", "-3e5 -40", ".05 2"])
@pytest.mark.parametrize("safe", [True, False])
def test_discrete_rows_of_any_stiffness(solref, safe, monkeypatch):
    monkeypatch.setitem(SCENES, "stiff", MACHINE.replace('solref=".015 1.1"', f'solref="{solref}"'))
    models = load("stiff", cone="elliptic")
    exact(models, "newton")
    for module, model in zip((engine, reference), models):
        model.opt.integrator = 4
        if not safe:
            model.opt.disableflags |= int(module.mjtDisableBit.mjDSBL_REFSAFE)
    for datas in states(models, count=2):
        same_rows(models, datas)


def test_own_humanoid():
    path = str(ROOT / "models" / "humanoid.xml")
    for solver in SOLVERS:
        models = [module.MjModel.from_xml_path(path) for module in (engine, reference)]
        exact(models, solver)
        for datas in states(models, count=2, every=200):
            same_rows(models, datas)
            same_forces(datas)
