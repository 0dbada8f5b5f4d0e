"""Derivatives by finite differences are MuJoCo's, in moving states with contacts.

Both engines move the same numbers by the same eps. With tolerance 0 their solvers end at the same optimum, so that what is left is
rounding, divided by eps.
"""

import numpy as np
import pytest
from engines import ROOT, ZOO, engine, reference

EPS = 1e-6
OWN = sorted((ROOT / "models").glob("*.xml"))
THIRD_PARTY = (
    "gymnasium/half_cheetah.xml gymnasium/walker2d.xml gymnasium/ant.xml menagerie/unitree_go1/scene.xml "
    "menagerie/shadow_hand/scene_right.xml menagerie/franka_emika_panda/scene.xml"
).split()
RK4 = int(reference.mjtIntegrator.mjINT_RK4)
INTEGRATORS = [reference.mjtIntegrator.mjINT_EULER, reference.mjtIntegrator.mjINT_IMPLICIT,
               reference.mjtIntegrator.mjINT_IMPLICITFAST, reference.mjtIntegrator.mjINT_DISCRETE]  # fmt: skip


def moving(path, steps=60, integrator=None):
    """Both engines in a state that MuJoCo's motion reaches, with controls that push."""
    models = [module.MjModel.from_xml_path(str(path)) for module in (reference, engine)]
    data = [module.MjData(model) for module, model in zip((reference, engine), models)]
    rng = np.random.default_rng(1)
    for model in models:
        model.opt.enableflags &= ~int(reference.mjtEnableBit.mjENBL_SLEEP)
        if integrator is not None or model.opt.integrator == RK4:
            model.opt.integrator = int(integrator or 0)
    for _ in range(steps):
        data[0].ctrl[:] = 0.1 * rng.normal(size=models[0].nu)
        reference.mj_step(models[0], data[0])
    for field in ("qpos", "qvel", "act", "ctrl", "qacc", "qacc_warmstart", "mocap_pos", "mocap_quat"):
        getattr(data[1], field)[:] = getattr(data[0], field)
    data[1].time = data[0].time
    for model in models:
        model.opt.tolerance = 0
    return list(zip((reference, engine), models, data))


def transition(module, model, data, centred):
    nx, ns = 2 * model.nv + model.na, model.nsensordata
    result = [np.full(shape, np.nan) for shape in ((nx, nx), (nx, model.nu), (ns, nx), (ns, model.nu))]
    module.mjd_transitionFD(model, data, EPS, centred, *result)
    return dict(zip("ABCD", result))


def inverse(module, model, data, actuation):
    nv, ns = model.nv, model.nsensordata
    shapes = {"DfDq": nv, "DfDv": nv, "DfDa": nv, "DsDq": ns, "DsDv": ns, "DsDa": ns, "DmDq": model.nC}
    result = {name: np.full((nv, width), np.nan) for name, width in shapes.items()}
    module.mjd_inverseFD(model, data, EPS, actuation, *result.values())
    return result


def check(ours, theirs):
    for name, expected in theirs.items():
        scale = max(1.0, np.abs(expected).max(initial=0))
        assert np.abs(ours[name] - expected).max(initial=0) <= 1e-6 * scale, name


def compare(function, path, *arguments, **state):
    theirs, ours = (function(*parts, *arguments) for parts in moving(path, **state))
    check(ours, theirs)


@pytest.mark.parametrize("centred", [True, False], ids=["centred", "forward"])
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_transition_of_own_models(path, centred):
    compare(transition, path, centred)


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda i: i.name)
@pytest.mark.parametrize("name", ["humanoid", "tendon_arm"])
def test_transition_by_every_integrator(name, integrator):
    compare(transition, ROOT / "models" / f"{name}.xml", True, integrator=integrator)


@pytest.mark.parametrize("name", THIRD_PARTY)
def test_transition_of_third_party_models(name):
    if not (ZOO / name).exists():
        pytest.skip(f"no models in {ZOO} (THEW_MODELS)")
    compare(transition, ZOO / name, True)


@pytest.mark.parametrize("actuation", [True, False], ids=["without_actuation", "whole"])
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_inverse_of_own_models(path, actuation):
    compare(inverse, path, actuation)


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda i: i.name)
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_steps_fill_the_same_derivative_field(path, integrator):
    """`implicit` fills `qDeriv` with all terms, `implicitfast` without those of bias forces; others leave it alone."""
    fields = []
    for module, model, data in moving(path, integrator=integrator):
        module.mj_step(model, data)
        fields.append(data.qDeriv.copy())
    theirs, ours = fields
    assert np.abs(ours - theirs).max(initial=0) <= 1e-10 * max(1.0, np.abs(theirs).max(initial=0))


def test_rk4_equals_differences_of_whole_steps():
    """MuJoCo refuses RK4."""
    _, (_, model, data) = moving(ROOT / "models" / "double_pendulum.xml", integrator=RK4)
    got = transition(engine, model, data, True)
    at = data.qpos.copy(), data.qvel.copy()

    def step(x):
        data.qpos[:], data.qvel[:] = x[: model.nv], x[model.nv :]
        engine.mj_step(model, data)
        return np.concatenate([data.qpos, data.qvel])

    x = np.concatenate(at)
    columns = [(step(x + EPS * e) - step(x - EPS * e)) / (2 * EPS) for e in np.eye(len(x))]
    np.testing.assert_allclose(got["A"], np.transpose(columns), atol=1e-8)


def test_what_makes_no_sense_is_refused():
    (_, _, _), (_, model, data) = moving(OWN[0])
    with pytest.raises(TypeError, match="A should be of shape"):
        engine.mjd_transitionFD(model, data, EPS, True, np.zeros((1, 1)), None, None, None)
    with pytest.raises(ValueError, match="eps"):
        engine.mjd_transitionFD(model, data, 0, True, None, None, None, None)
    model.opt.enableflags |= int(engine.mjtEnableBit.mjENBL_SLEEP)
    with pytest.raises(ValueError, match="sleep"):
        engine.mjd_transitionFD(model, data, EPS, True, None, None, None, None)
