"""Newton's method is never left earlier than MuJoCo leaves it: the gradient where it ends is no larger.

On each of 200 steps both engines solve the same problem from the same start, at the options of the model. What is left of the gradient
of the cost at each solution,

    M (qacc - qacc_smooth) - J' force(J qacc - aref)      divided by the trace of M,

is evaluated by one function for both, from MuJoCo's rows.
"""

import numpy as np
import pytest
from engines import ROOT, ZOO, engine, reference

STEPS = 200
NOISE = 0.5  # of the controls
STATE = "qpos qvel act ctrl qacc_warmstart".split()
MODELS = {
    "own humanoid": ROOT / "models" / "humanoid.xml",
    "own quadruped": ROOT / "models" / "quadruped.xml",
    "humanoid": ZOO / "mujoco/humanoid/humanoid.xml",
    "go1": ZOO / "menagerie/unitree_go1/scene.xml",
    "ant": ZOO / "gymnasium/ant.xml",
    "half cheetah": ZOO / "gymnasium/half_cheetah.xml",
    "walker2d": ZOO / "gymnasium/walker2d.xml",
    "g1": ZOO / "menagerie/unitree_g1/scene.xml",
    "h1": ZOO / "menagerie/unitree_h1/scene.xml",
}


def gradient(model, data, qacc):
    """Scaled norm of the cost's gradient at qacc; `data` is MuJoCo's after a forward pass."""
    residual, inertial = np.zeros(data.nefc), np.zeros(model.nv)
    reference.mj_mulJacVec(model, data, residual, qacc)
    residual -= data.efc_aref
    reference.mj_constraintUpdate(model, data, residual, None, 0)
    reference.mj_mulM(model, data, inertial, qacc - data.qacc_smooth)
    return np.linalg.norm(inertial - data.qfrc_constraint) / (model.stat.meaninertia * model.nv)


def walk(path, cone):
    """Both engines' gradients on each step of MuJoCo's motion that has constraints."""
    models = [module.MjModel.from_xml_path(str(path)) for module in (engine, reference)]
    for model in models:
        model.opt.cone = cone
    ours, theirs = (module.MjData(model) for module, model in zip((engine, reference), models))
    if models[1].nkey:
        reference.mj_resetDataKeyframe(models[1], theirs, 0)
    rng = np.random.default_rng(0)
    for _ in range(STEPS):
        theirs.ctrl[:] = NOISE * rng.normal(size=models[1].nu)
        start = theirs.qacc_warmstart.copy()
        for field in STATE:
            getattr(ours, field)[:] = getattr(theirs, field)
        engine.mj_forward(models[0], ours)
        reference.mj_forward(models[1], theirs)
        assert ours.nefc == theirs.nefc
        if theirs.nefc:
            solution = theirs.qacc.copy()
            yield gradient(models[1], theirs, ours.qacc), gradient(models[1], theirs, solution), models[1].opt.tolerance
        theirs.qacc_warmstart[:] = start
        reference.mj_step(models[1], theirs)


@pytest.mark.parametrize("cone", [0, 1], ids=["pyramidal", "elliptic"])
@pytest.mark.parametrize("name", MODELS)
def test_gradient_is_no_larger(name, cone):
    """Both below the tolerance, or ours at most MuJoCo's but for rounding."""
    if not MODELS[name].exists():
        pytest.skip(f"{MODELS[name]} is not there")
    ours, theirs, tolerance = np.array(list(walk(MODELS[name], cone))).T
    print(f"{name}: largest {ours.max():.1e}, MuJoCo {theirs.max():.1e}; median {np.median(ours):.1e}, MuJoCo {np.median(theirs):.1e}")
    assert len(ours) > STEPS // 2
    settled = (ours < tolerance) & (theirs < tolerance)
    assert np.all(settled | (ours <= 1.01 * theirs + 1e-12))
