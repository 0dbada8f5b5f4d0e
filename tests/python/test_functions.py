"""Functions of the engine against MuJoCo's, on a model with every joint type."""

import mujoco
import numpy as np
import pytest
import samples

import thew

POSITION = (
    "xpos", "xquat", "xmat", "xipos", "ximat", "xanchor", "xaxis", "geom_xpos", "geom_xmat",
    "site_xpos", "cam_xpos", "cam_xmat", "light_xpos", "subtree_com", "cinert", "cdof", "crb", "M",
    "qLD", "qLDiagInv", "ten_length", "actuator_length",
)  # fmt: skip
VELOCITY = (
    "cvel",
    "cdof_dot",
    "qfrc_bias",
    "qfrc_spring",
    "qfrc_damper",
    "qfrc_passive",
    "ten_velocity",
)
FORCE = ("actuator_force", "qfrc_actuator", "act_dot", "qfrc_smooth", "qacc_smooth", "qacc")
STATE = ("qpos", "qvel", "act", "time")


@pytest.fixture
def pair():
    made = samples.Pair(samples.SMOOTH)
    made.randomize()
    return made


def test_forward(pair):
    pair.call("mj_forward")
    pair.compare(*POSITION, *VELOCITY, *FORCE)


@pytest.mark.parametrize(
    "integrator", ["mjINT_EULER", "mjINT_RK4", "mjINT_IMPLICIT", "mjINT_IMPLICITFAST"]
)
def test_step(pair, integrator):
    for engine, model in ((thew, pair.ours), (mujoco, pair.theirs)):
        model.opt.integrator = int(getattr(engine.mjtIntegrator, integrator).value)
    for _ in range(20):
        pair.call("mj_step")
    pair.compare(*STATE)


def test_nstep(pair):
    other = thew.MjData(pair.ours)
    thew.mj_copyData(other, pair.ours, pair.our_data)
    thew.mj_step(pair.ours, other, nstep=5)
    for _ in range(5):
        thew.mj_step(pair.ours, pair.our_data)
    np.testing.assert_array_equal(other.qpos, pair.our_data.qpos)
    time = other.time
    thew.mj_step(pair.ours, other, 0)
    thew.mj_step(pair.ours, other, -3)
    assert other.time == time
    with pytest.raises(TypeError):
        thew.mj_step(pair.ours, other, 1.5)


def test_step_in_halves(pair):
    pair.call("mj_step1")
    for data in (pair.our_data, pair.their_data):
        data.ctrl[:] = 0.25
    pair.call("mj_step2")
    pair.compare(*STATE)


def test_inverse(pair):
    pair.call("mj_forward")
    pair.call("mj_inverse")
    pair.compare("qfrc_inverse")


def test_skipping_stages(pair):
    pair.call("mj_forward")
    for data in (pair.our_data, pair.their_data):
        data.qvel[:] = 0.5
    pair.call("mj_forwardSkip", 1, 1)
    pair.compare(*VELOCITY, *FORCE)
    pair.call("mj_inverseSkip", 2, 1)
    pair.compare("qfrc_inverse")


def test_stages_one_by_one(pair):
    names = (
        "mj_kinematics", "mj_comPos", "mj_camlight", "mj_tendon", "mj_makeM", "mj_factorM",
        "mj_transmission", "mj_comVel", "mj_passive",
    )  # fmt: skip
    for name in names:
        pair.call(name)
    pair.compare(*POSITION, "cvel", "qfrc_passive")
    for name in ("mj_fwdVelocity", "mj_fwdActuation", "mj_fwdAcceleration", "mj_fwdConstraint"):
        pair.call(name)
    pair.compare(*VELOCITY, *FORCE)


def test_after_the_constraint_solve(pair):
    pair.call("mj_forward")
    pair.call("mj_rnePostConstraint")
    pair.call("mj_subtreeVel")
    pair.compare("cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom")


def test_energy(pair):
    pair.call("mj_forward")
    pair.call("mj_energyPos")
    pair.call("mj_energyVel")
    pair.compare("energy")


@pytest.mark.parametrize("name", ["mj_Euler", "mj_implicit"])
def test_integrators_alone(pair, name):
    pair.call("mj_forward")
    pair.call(name)
    pair.compare(*STATE)


def test_runge_kutta_alone(pair):
    pair.call("mj_forward")
    pair.call("mj_RungeKutta", 4)
    pair.compare(*STATE)
    with pytest.raises(thew.FatalError):
        thew.mj_RungeKutta(pair.ours, pair.our_data, 3)


def both(pair, name: str, shapes, *args):
    """Calls a function with output arrays of these shapes (None stays None); compares the outputs."""
    outputs = []
    for engine, model, data in (
        (thew, pair.ours, pair.our_data),
        (mujoco, pair.theirs, pair.their_data),
    ):
        made = [None if shape is None else np.full(shape, 7.0) for shape in shapes]
        getattr(engine, name)(model, data, *made, *args)
        outputs.append(made)
    for ours, theirs in zip(*outputs):
        if ours is not None:
            samples.assert_close(ours, theirs, name)


POINT = np.array([0.3, -0.2, 0.9])


@pytest.mark.parametrize("skip", [None, 0, 1])
def test_jacobians(pair, skip):
    pair.call("mj_forward")
    nv = pair.ours.nv
    shapes = [(3, nv), (3, nv)]
    if skip is not None:
        shapes[skip] = None
    for body in range(pair.ours.nbody):
        both(pair, "mj_jac", shapes, POINT, body)
        both(pair, "mj_jacDot", shapes, POINT, body)
        both(pair, "mj_jacBody", shapes, body)
        both(pair, "mj_jacBodyCom", shapes, body)
        both(pair, "mj_jacPointAxis", shapes, POINT, [0, 0.6, 0.8], body)
        both(pair, "mj_jacSubtreeCom", [(3, nv)], body)
        both(pair, "mj_angmomMat", [(3, nv)], body)
    both(pair, "mj_jacGeom", shapes, pair.ours.geom("upper").id)
    both(pair, "mj_jacSite", shapes, pair.ours.site("hand").id)


def test_jacobian_arguments(pair):
    model, data = pair.ours, pair.our_data
    fits = np.zeros((3, model.nv))
    wrong = [
        np.zeros((3, model.nv + 1)),
        np.zeros((4, model.nv)),
        np.zeros((3, model.nv), np.float32),
        np.zeros((model.nv, 3)).T,
        fits.tolist(),
    ]
    for array in wrong:
        with pytest.raises(TypeError):
            thew.mj_jacBody(model, data, array, None, 1)
        with pytest.raises(TypeError):
            thew.mj_jacBody(model, data, None, array, 1)
    with pytest.raises(TypeError):
        thew.mj_jac(model, data, fits, None, [1, 2], 1)
    for body in (-1, model.nbody):
        with pytest.raises(IndexError):
            thew.mj_jacBody(model, data, fits, None, body)
    thew.mj_jacBody(m=model, d=data, jacp=fits, jacr=None, body=1)


def test_inertia(pair):
    pair.call("mj_forward")
    model, data, nv = pair.ours, pair.our_data, pair.ours.nv
    vector = np.linspace(-1, 1, nv)
    both(pair, "mj_fullM", [(nv, nv)])
    both(pair, "mj_mulM", [nv], vector)
    both(pair, "mj_mulM2", [nv], vector)
    both(pair, "mj_solveM", [(2, nv)], np.array([vector, vector**2]))
    scale = np.sqrt(data.qLDiagInv)
    both(pair, "mj_solveM2", [(2, nv)], np.array([vector, vector**2]), scale)
    full, product, solved = np.zeros((nv, nv)), np.zeros(nv), np.zeros((1, nv))
    thew.mj_fullM(model, data, full)
    thew.mj_mulM(model, data, product, vector)
    np.testing.assert_allclose(full @ vector, product, atol=1e-12)
    thew.mj_solveM(model, data, solved, product[None])
    np.testing.assert_allclose(solved[0], vector, atol=1e-9)
    legacy = np.zeros((nv, nv))
    thew.mj_fullM(model, legacy, data.qM)
    np.testing.assert_array_equal(legacy, full)
    same = vector.copy()
    thew.mj_mulM(model, data, same, same)
    np.testing.assert_array_equal(same, product)
    with pytest.raises(TypeError, match="res should be of size nv"):
        thew.mj_mulM(model, data, np.zeros(nv + 1), vector)
    with pytest.raises(TypeError, match="last dimension of x"):
        thew.mj_solveM(model, data, np.zeros((1, nv + 1)), np.zeros((1, nv)))
    with pytest.raises(TypeError):
        thew.mj_solveM(model, data, np.zeros((1, nv)), np.zeros((2, nv)))


@pytest.mark.parametrize("acceleration", [0, 1])
def test_rne(pair, acceleration):
    pair.call("mj_forward")
    results = [np.zeros(pair.ours.nv) for _ in range(2)]
    thew.mj_rne(pair.ours, pair.our_data, acceleration, results[0])
    mujoco.mj_rne(pair.theirs, pair.their_data, acceleration, results[1])
    samples.assert_close(*results)


def test_apply_force(pair):
    pair.call("mj_forward")
    results = [np.ones(pair.ours.nv) for _ in range(2)]
    args = [1, 2, 3], [4, 5, 6], POINT, pair.ours.body("lower").id
    thew.mj_applyFT(pair.ours, pair.our_data, *args, results[0])
    mujoco.mj_applyFT(pair.theirs, pair.their_data, *args, results[1])
    samples.assert_close(*results)


@pytest.mark.parametrize("local", [0, 1])
@pytest.mark.parametrize("kind", ["BODY", "XBODY", "GEOM", "SITE", "CAMERA"])
def test_motion_of_objects(pair, kind, local):
    pair.call("mj_forward")
    pair.call("mj_rnePostConstraint")
    type_ = int(thew.mjtObj[f"mjOBJ_{kind}"])
    for name in ("mj_objectVelocity", "mj_objectAcceleration"):
        for number in range(thew._thew.object_count(pair.ours, type_)):
            results = [np.zeros(6) for _ in range(2)]
            getattr(thew, name)(pair.ours, pair.our_data, type_, number, results[0], local)
            getattr(mujoco, name)(pair.theirs, pair.their_data, type_, number, results[1], local)
            samples.assert_close(*results, f"{name} {number}")
    with pytest.raises(IndexError):
        thew.mj_objectVelocity(pair.ours, pair.our_data, type_, 99, np.zeros(6), local)
    with pytest.raises(thew.FatalError):
        thew.mj_objectVelocity(pair.ours, pair.our_data, 3, 0, np.zeros(6), local)


def test_manifold(pair):
    random = np.random.default_rng(1)
    start, velocity = pair.their_data.qpos.copy(), random.normal(size=pair.ours.nv)
    ours, theirs = start.copy(), start.copy()
    thew.mj_integratePos(pair.ours, ours, velocity, 0.1)
    mujoco.mj_integratePos(pair.theirs, theirs, velocity, 0.1)
    samples.assert_close(ours, theirs)
    back = np.zeros(pair.ours.nv)
    thew.mj_differentiatePos(pair.ours, back, 0.1, start, ours)
    samples.assert_close(back, velocity)
    ours *= 2
    theirs = ours.copy()
    thew.mj_normalizeQuat(pair.ours, ours)
    mujoco.mj_normalizeQuat(pair.theirs, theirs)
    samples.assert_close(ours, theirs)
    with pytest.raises(TypeError, match="qpos should be of size nq"):
        thew.mj_integratePos(pair.ours, np.zeros(3), velocity, 0.1)
    with pytest.raises(TypeError, match="qvel should be of size nv"):
        thew.mj_integratePos(pair.ours, ours, velocity[1:], 0.1)
    with pytest.raises(TypeError):
        thew.mj_integratePos(pair.ours, ours.tolist(), velocity, 0.1)


def test_masses(pair):
    assert thew.mj_getTotalmass(pair.ours) == pytest.approx(
        mujoco.mj_getTotalmass(pair.theirs), rel=1e-12
    )
    thew.mj_setTotalmass(pair.ours, 5)
    mujoco.mj_setTotalmass(pair.theirs, 5)
    samples.assert_close(pair.ours.body_mass, pair.theirs.body_mass)
    samples.assert_close(pair.ours.body_inertia, pair.theirs.body_inertia)


def test_bad_numbers(pair):
    pair.our_data.qvel[3] = np.inf
    thew.mj_checkVel(pair.ours, pair.our_data)
    assert pair.our_data.warning[thew.mjtWarning.mjWARN_BADQVEL].number == 1
    np.testing.assert_array_equal(pair.our_data.qvel, 0)
    thew.mj_forward(pair.ours, pair.our_data)
    pair.our_data.qacc[0] = np.nan
    thew.mj_checkAcc(pair.ours, pair.our_data)
    assert pair.our_data.warning[thew.mjtWarning.mjWARN_BADQACC].number == 1


def test_data_of_another_model_is_refused(pair):
    other = thew.MjModel.from_xml_string(samples.PENDULUM)
    with pytest.raises(ValueError, match="another MjModel"):
        thew.mj_step(other, pair.our_data)
    with pytest.raises(ValueError, match="another MjModel"):
        thew.mj_copyData(thew.MjData(other), pair.ours, pair.our_data)
    with pytest.raises(TypeError):
        thew.mj_step(pair.ours)
    with pytest.raises(TypeError):
        thew.mj_step(pair.our_data, pair.ours)
    same = thew.MjModel.from_xml_string(samples.SMOOTH)
    thew.mj_step(same, pair.our_data)


def test_copy_data_in_place(pair):
    other = thew.MjData(pair.ours)
    qpos = other.qpos
    thew.mj_step(pair.ours, pair.our_data)
    thew.mj_copyData(other, pair.ours, pair.our_data)
    assert other.qpos is qpos
    np.testing.assert_array_equal(qpos, pair.our_data.qpos)
    np.testing.assert_array_equal(other.geom_xpos, pair.our_data.geom_xpos)
    assert other.time == pair.our_data.time


def test_versions():
    assert thew.mj_version() == mujoco.mj_version()
    assert thew.mj_versionString() == mujoco.mj_versionString()
    assert thew.__version__ == thew._thew.__version__


def test_default_solver_parameters():
    solref, solimp = np.zeros(2), np.zeros(5)
    thew.mj_defaultSolRefImp(solref, solimp)
    np.testing.assert_allclose([*solref, *solimp], [0.02, 1, 0.9, 0.95, 0.001, 0.5, 2])
    thew.mj_defaultSolRefImp(None, None)
    with pytest.raises(TypeError):
        thew.mj_defaultSolRefImp(np.zeros(1), solimp)
