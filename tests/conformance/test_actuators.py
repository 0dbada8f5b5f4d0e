"""Actuators agree with MuJoCo: every kind on every target with every integrator, and random mixtures of them."""

import numpy as np
import pytest
from actuator_models import ANGLES, INTEGRATORS, KINDS, MUSCLES, TARGETS, every_pair, narrow_limits, random_model, scene
from engines import engine, reference

TOLERANCE = 1e-9
STATE = "qpos qvel act ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat history time".split()
FORWARD = (
    "actuator_length actuator_velocity actuator_force qfrc_actuator qfrc_gravcomp qfrc_passive qfrc_smooth act_dot"
).split()
NEXT = "qpos qvel act history time".split()


errors = []  # of all comparisons, for tools/make_actuator_table


def assert_close(found, expected, what):
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    assert found.shape == expected.shape, what
    error = np.abs(found - expected) / np.maximum(1, np.abs(expected))
    errors.append(error.max(initial=0))
    assert not (error > TOLERANCE).any(), f"{what}: {error.max():.2e}\n{found}\n{expected}"
    assert np.array_equal(np.isnan(found), np.isnan(expected)), what


def dense_moment(module, model, data):
    dense = np.zeros((model.nout, model.nv))
    for row in range(model.nout):
        start, count = data.moment_rowadr[row], data.moment_rownnz[row]
        columns = data.moment_colind[start : start + count]
        assert (np.diff(columns) > 0).all()
        dense[row, columns] = data.actuator_moment[start : start + count]
    return dense


def assert_same_model(ours, theirs):
    names = [name for name in dir(theirs) if name.startswith(("actuator_", "key_"))]
    for name in [*names, "nu", "na", "nout", "nactuator", "nhistory", "jnt_actuatorid", "tendon_actuatorid"]:
        assert_close(getattr(ours, name), getattr(theirs, name), name)


def random_state(model, data, rng, spread):
    reference.mj_resetData(model, data)
    reference.mj_integratePos(model, data.qpos, rng.normal(size=model.nv) * spread, 1)
    data.qvel[:] = rng.normal(size=model.nv)
    data.act[:] = rng.uniform(-0.2, 1.1, size=model.na)
    data.ctrl[:] = rng.normal(size=model.nu)
    data.qfrc_applied[:] = rng.normal(size=model.nv) * 0.1


def rounding_decides(model, data):
    """True if a torque is at its limit but, in MuJoCo, one bit below it, so that it keeps its derivatives there."""
    if model.opt.integrator < int(reference.mjtIntegrator.mjINT_IMPLICIT):
        return False
    for i in np.flatnonzero(model.actuator_outnum == 3):
        if model.actuator_forcelimited[i]:
            out = model.actuator_outadr[i]
            part = np.linalg.norm(data.actuator_force[out : out + 3]) / model.actuator_forcerange[i, 1]
            if 1 - 1e-14 < part < 1 + 1e-14:
                return True
    return False


def both(text):
    """The compiled models, ours first."""
    ours, theirs = engine.MjModel.from_xml_string(text), reference.MjModel.from_xml_string(text)
    assert_same_model(ours, theirs)
    return ours, theirs


def compare(ours, theirs, seed, states=2, steps=2, spread=0.7):
    """Compares the forward pass and some steps from random states."""
    expected, found, rng = reference.MjData(theirs), engine.MjData(ours), np.random.default_rng(seed)
    assert_close(found.ctrl, expected.ctrl, "ctrl after reset")
    for _ in range(states):
        random_state(theirs, expected, rng, spread)
        for step in range(steps):
            engine.mj_resetData(ours, found)
            for name in STATE:
                if name == "time":
                    found.time = expected.time
                else:
                    getattr(found, name)[:] = getattr(expected, name)
            reference.mj_forward(theirs, expected)
            engine.mj_forward(ours, found)
            assert_close(dense_moment(engine, ours, found), dense_moment(reference, theirs, expected), "moment")
            for name in FORWARD:
                assert_close(getattr(found, name), getattr(expected, name), f"{name} at step {step}")
            if rounding_decides(theirs, expected):
                break
            for name in ("qacc_smooth", "qacc"):
                assert_close(getattr(found, name), getattr(expected, name), f"{name} at step {step}")
            reference.mj_step(theirs, expected)
            engine.mj_step(ours, found)
            for name in NEXT:
                assert_close(getattr(found, name), getattr(expected, name), f"next {name} at step {step}")
            expected.ctrl[:] = rng.normal(size=theirs.nu)


@pytest.mark.parametrize("name,actuator", every_pair(), ids=[name for name, _ in every_pair()])
def test_every_pair(name, actuator):
    ours, theirs = both(scene(actuator))
    for integrator in INTEGRATORS:
        ours.opt.integrator = theirs.opt.integrator = getattr(reference.mjtIntegrator, f"mjINT_{integrator.upper()}")
        compare(ours, theirs, seed=len(name))


def loads(text):
    """Whether MuJoCo takes the model; if not, we do not either."""
    try:
        reference.MjModel.from_xml_string(text)
    except ValueError:
        with pytest.raises(ValueError):
            engine.MjModel.from_xml_string(text)
        return False
    return True


@pytest.mark.parametrize("integrator", ["implicitfast", "discrete"])
@pytest.mark.parametrize("kind", [*KINDS, *MUSCLES, "orientation", "integrated orientation"])
def test_active_limits(kind, integrator):
    """At a limit of force, control or activation, or of the joint or tendon that is driven, derivatives vanish."""
    compared = 0
    for name, actuator in every_pair():
        if name.split(" on ")[0].split(' kp="')[0].strip() != kind:
            continue
        for limit, text, driven in narrow_limits(actuator):
            model = scene(text, integrator, hinge=driven, tendon=driven)
            if loads(model):
                compare(*both(model), seed=len(name), steps=3)
                compared += 1
    assert compared > 0


@pytest.mark.parametrize("seed", range(150))
def test_random_mixture(seed):
    compare(*both(random_model(seed)), seed)


@pytest.mark.parametrize("seed", range(30))
def test_inverse_dynamics_of_steps(seed):
    ours, theirs = both(random_model(seed))
    ours.opt.enableflags = theirs.opt.enableflags = int(reference.mjtEnableBit.mjENBL_INVDISCRETE)
    expected, found = reference.MjData(theirs), engine.MjData(ours)
    random_state(theirs, expected, np.random.default_rng(seed), 0.7)
    for name in STATE[:-1]:
        getattr(found, name)[:] = getattr(expected, name)
    for integrator in ("EULER", "IMPLICIT", "IMPLICITFAST", "DISCRETE"):
        ours.opt.integrator = theirs.opt.integrator = getattr(reference.mjtIntegrator, f"mjINT_{integrator}")
        reference.mj_forward(theirs, expected)
        engine.mj_forward(ours, found)
        if rounding_decides(theirs, expected):
            continue
        expected.qacc[:] += 0.1
        found.qacc[:] = expected.qacc
        reference.mj_inverse(theirs, expected)
        engine.mj_inverse(ours, found)
        assert_close(found.qfrc_inverse, expected.qfrc_inverse, integrator)


@pytest.mark.parametrize("seed", range(120))
def test_inverse_dynamics_without_forward_dynamics(seed):
    """What the integrators know of actuators then comes from controls where it can, else from the forces that are there."""
    ours, theirs = both(random_model(seed))
    ours.opt.enableflags = theirs.opt.enableflags = int(reference.mjtEnableBit.mjENBL_INVDISCRETE)
    expected, found, rng = reference.MjData(theirs), engine.MjData(ours), np.random.default_rng(seed)
    for integrator in ("EULER", "IMPLICIT", "IMPLICITFAST", "DISCRETE"):
        ours.opt.integrator = theirs.opt.integrator = getattr(reference.mjtIntegrator, f"mjINT_{integrator}")
        random_state(theirs, expected, rng, 0.7)
        engine.mj_resetData(ours, found)
        expected.qacc[:] = rng.normal(size=theirs.nv)
        for name in [*STATE[:-1], "qacc"]:
            getattr(found, name)[:] = getattr(expected, name)
        reference.mj_inverse(theirs, expected)
        engine.mj_inverse(ours, found)
        assert_close(found.qfrc_inverse, expected.qfrc_inverse, integrator)


@pytest.mark.parametrize("target", ANGLES)
@pytest.mark.parametrize("kind", ["position", "intvelocity", "pid", "pid, slew and integral", "general, integrator"])
def test_angles_far_from_zero(kind, target):
    text = scene(KINDS[kind].format(TARGETS[target]), "implicitfast", timestep=0.02)
    compare(*both(text), seed=3, states=3, steps=20, spread=3)


def test_muscle_functions():
    rng = np.random.default_rng(5)
    for _ in range(500):
        prm = np.array([0.75, 1.05, rng.choice([-1, 20]), 200, 0.5, 1.6, 1.5, 1.3, 1.2]) * rng.uniform(0.9, 1.1, 9)
        prm[4:6] = 1 - rng.uniform(0.1, 0.6), 1 + rng.uniform(0.1, 0.6)
        length, velocity, acc0 = rng.uniform(-1, 2), rng.normal() * 5, rng.uniform(0.1, 10)
        spread = np.array([0, rng.uniform(0.5, 1.5)])
        times = np.array([0.01, 0.04, rng.choice([0, 0.3])])
        for name, arguments in {
            "mju_muscleGain": (length, velocity, spread, acc0, prm),
            "mju_muscleBias": (length, spread, acc0, prm),
            "mju_muscleDynamics": (rng.uniform(-0.2, 1.2), rng.uniform(-0.2, 1.2), times),
        }.items():
            assert_close(getattr(engine, name)(*arguments), getattr(reference, name)(*arguments), name)
    for module in (engine, reference):
        with pytest.raises(TypeError):
            module.mju_muscleGain(0, 0, [0, 1], 1, np.zeros(8))


ADHESION = """<mujoco><option timestep=".005" integrator="{integrator}" cone="{cone}" tolerance="0" iterations="100"/>
<worldbody><geom type="plane" size="5 5 .1" condim="{condim}" gap="{gap}"/>
<body name="a" pos="0 0 .195"><freejoint/><geom type="box" size=".3 .2 .2" condim="{condim}"/>
  <body name="b" pos=".2 0 .38"><joint name="h" axis="0 1 0"/><geom size=".2" mass=".5"/></body></body>
<body name="c" pos="2 0 .7"><freejoint/><geom size=".1"/></body></worldbody>
<contact><exclude body1="world" body2="b"/></contact>
<actuator><adhesion body="a" ctrlrange="0 2" gain="7"/><adhesion body="b" ctrlrange="0 2"/><adhesion body="c" ctrlrange="0 1"/>
<general body="a" biastype="affine" biasprm=".1 -2 -.5"/><motor joint="h"/></actuator></mujoco>"""


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("condim", [1, 3, 4])
@pytest.mark.parametrize("gap", [0, 0.02])
def test_adhesion(integrator, cone, condim, gap):
    ours, theirs = both(ADHESION.format(integrator=integrator, cone=cone, condim=condim, gap=gap))
    expected, found, rng = reference.MjData(theirs), engine.MjData(ours), np.random.default_rng(condim)
    for _ in range(3):
        reference.mj_resetData(theirs, expected)
        expected.qvel[:] = rng.normal(size=theirs.nv) * 0.1
        expected.qpos[2] += rng.uniform(-0.01, 0.003) + 0.6 * gap
        expected.ctrl[:] = rng.uniform(0, 2, size=theirs.nu)
        for name in ("qpos", "qvel", "ctrl"):
            getattr(found, name)[:] = getattr(expected, name)
        reference.mj_forward(theirs, expected)
        engine.mj_forward(ours, found)
        assert found.ncon == expected.ncon > 0
        assert_close(dense_moment(engine, ours, found), dense_moment(reference, theirs, expected), "moment")
        for name in FORWARD[:4]:
            assert_close(getattr(found, name), getattr(expected, name), name)
        assert np.abs(expected.qfrc_actuator).max() > 0


@pytest.mark.parametrize("seed", range(20))
def test_entries_of_a_site_that_are_exactly_zero(seed):
    """A torque about one axis of a free body: the other two entries vanish, or nearly, and only rounding tells."""
    xml = """<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom type="box" size=".1 .1 .02" mass="1"/><site name="s"/></body></worldbody>
      <actuator><motor site="s" gear="0 0 1 0 0 0"/><motor site="s" gear="0 0 0 -1e-5 0 0"/><motor site="s" gear="0 0 0 0 -1e-5 0"/>
      <motor site="s" gear="0 0 0 0 0 -1e-5"/></actuator></mujoco>"""
    rng = np.random.default_rng(seed)
    quat, moments = rng.normal(size=4), []
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(xml)
        data = module.MjData(model)
        data.qpos[3:] = quat / np.linalg.norm(quat)
        module.mj_forward(model, data)
        count = int(data.moment_rownnz.sum())
        moments.append((list(data.moment_rownnz), list(data.moment_colind[:count]), list(data.actuator_moment[:count])))
    assert moments[0] == moments[1]
