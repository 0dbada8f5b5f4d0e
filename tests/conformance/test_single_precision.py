"""Single precision beside double, stage by stage, from the same states: own models and those of THEW_MODELS.

An error is relative to the largest number of the field in that world, that of a force to the largest force: of weights that cancel
nothing is left to be relative to. States are those that motion reaches, rounded to single precision before both engines see them,
without those that have flown apart. Contacts may be found by one precision and not by the other, so that
accelerations under constraints are judged by what must hold of them: M qacc = qfrc_smooth + qfrc_constraint.
"""

import numpy as np
import pytest
import thew
from engines import OWN_MODELS, ZOO
from thew.conformance import states

# What the errors of each stage's field stay below; docs/batch.md has what is measured.
BOUNDS = {
    "xpos": 1e-6,
    "xmat": 1e-6,
    "cinert": 2e-6,
    "M": 2e-6,
    "cvel": 2e-6,
    "qfrc_bias": 1e-5,
    "qfrc_passive": 1e-4,
    "qfrc_actuator": 1e-4,
    "qacc_smooth": 2e-3,
}
# Elastic flexes are moved by differences of squared lengths, of which few digits are left where strains are small.
FLEX_BOUNDS = BOUNDS | {"qfrc_passive": 2e-3}
FORCES = ("qfrc_bias", "qfrc_passive", "qfrc_actuator", "qfrc_constraint")
FASTEST = 1e3  # [m/s, rad/s]: what is faster has flown apart
LIST = ZOO / "list.txt"
NAMES = [line.strip() for line in LIST.read_text().splitlines() if line.strip()] if LIST.exists() else []
MODELS = [*OWN_MODELS, *(ZOO / name for name in NAMES)]
WORLDS = 3


def name_of(path):
    return path.stem if path in OWN_MODELS else str(path.relative_to(ZOO))


def load(path):
    try:
        model = thew.MjModel.from_xml_path(str(path))
    except (ValueError, thew.FatalError) as error:
        pytest.skip(f"does not load: {error}")
    if model.nv == 0:
        pytest.skip("nothing moves")
    try:
        thew.MjData(model)
    except thew.Error as error:  # a part of a flex
        pytest.skip(f"it is not simulated: {error}")
    return model


def both(model, outputs):
    """The same states, forward, in double and in single precision."""
    reached = states.reached_states(thew, model, WORLDS, seed=5)
    found = [state for state in reached if np.abs(state["qvel"]).max(initial=0) < FASTEST]
    assert found, "all worlds have flown apart"
    batches = []
    for precision in ("double", "single"):
        batch = thew.Batch(model, len(found), threads=1, outputs=outputs, precision=precision)
        for i, state in enumerate(found):
            for field in ("qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat"):
                getattr(batch, field)[i] = np.asarray(state[field], np.float32).reshape(getattr(batch, field)[i].shape)
        batch.forward()
        batches.append(batch)
    return batches


def largest(values):
    """Of each world."""
    return np.abs(values.reshape(len(values), -1)).max(axis=1, initial=0)


def error(field, exact, rough):
    """The largest relative error of a field over worlds; what is as good as zero in all of a world has none."""
    values, rounded = getattr(exact, field), getattr(rough, field).astype(float)
    scale = largest(values)
    if field in FORCES:
        scale = np.max([largest(getattr(exact, force)) for force in FORCES], axis=0)
    return float((largest(values - rounded) / np.maximum(scale, 1e-5)).max())


def multiply_mass(model, mass, vector):
    """M v from the lower triangle of M, row by row."""
    result = np.zeros(model.nv)
    for i in range(model.nv):
        start, count = model.M_rowadr[i], model.M_rownnz[i]
        columns = model.M_colind[start : start + count]
        result[i] += mass[start : start + count] @ vector[columns]
        result[columns[:-1]] += mass[start : start + count - 1] * vector[i]
    return result


def residual(model, batch):
    """How far M qacc is from the forces, relative to the largest force."""
    worst = 0.0
    for mass, qacc, smooth, constraint in zip(
        *(getattr(batch, field).astype(float) for field in ("M", "qacc", "qfrc_smooth", "qfrc_constraint"))
    ):
        inertial = multiply_mass(model, mass, qacc)
        scale = max(np.abs(smooth).max(), np.abs(constraint).max(), np.abs(inertial).max(), 1e-12)
        worst = max(worst, float(np.abs(inertial - smooth - constraint).max() / scale))
    return worst


def is_discrete(model):
    """Whether accelerations are those of a whole step."""
    return model.opt.integrator == getattr(thew.mjtIntegrator, "mjINT_DISCRETE", None)


@pytest.mark.parametrize("path", MODELS, ids=name_of)
def test_stages_are_near_those_in_double(path):
    model = load(path)
    exact, rough = both(model, [*BOUNDS, "qacc", "qfrc_smooth", "qfrc_constraint"])
    errors = {field: error(field, exact, rough) for field in BOUNDS}
    bounds = FLEX_BOUNDS if model.nflex else BOUNDS
    assert not {field: e for field, e in errors.items() if not e <= bounds[field]}
    # Solvers that are cut short leave a residual in double too.
    if not is_discrete(model):
        assert residual(model, rough) <= 3 * residual(model, exact) + 1e-3
