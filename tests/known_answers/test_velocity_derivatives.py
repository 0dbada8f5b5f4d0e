"""qDeriv, what `implicit` knows of the forces, is their derivative by velocity: actuators, muscles, dampers, tendons, fluid, bias forces."""

import sys
from pathlib import Path

import numpy as np
import pytest

import thew

sys.path.append(str(Path(__file__).parents[1] / "conformance"))

from actuator_models import KINDS, MUSCLES, NO_RANGE, TARGETS, scene  # noqa: E402

# Currents and bristles that lag are taken as they will be at the end of the step, and limits have no slope.
LAGGING = ("current", "passive", "all", "acts early", "filter", "limits", "warm")
SMOOTH = [kind for kind in {**KINDS, **MUSCLES} if not any(word in kind for word in LAGGING)]
HILL = {"hill": '<hill {0} preset="biceps" rigid="true" force="20" offset=".4"/>'}
ON_TREE = ["hinge", "slide", "ball", "tendon", "site"]


def dense(model, data):
    matrix = np.zeros((model.nv, model.nv))
    for i in range(model.nv):
        at = slice(model.D_rowadr[i], model.D_rowadr[i] + model.D_rownnz[i])
        matrix[i, model.D_colind[at]] = data.qDeriv[at]
    return matrix


def by_differences(model, data, step=1e-6):
    start, columns = data.qvel.copy(), []
    for j in range(model.nv):
        sides = []
        for sign in (1, -1):
            data.qvel[:] = start
            data.qvel[j] += sign * step
            thew.mj_forward(model, data)
            sides.append(data.qfrc_smooth.copy())
        columns.append((sides[0] - sides[1]) / (2 * step))
    data.qvel[:] = start
    return np.array(columns).T


def check(text, seed):
    model = thew.MjModel.from_xml_string(text)
    data, rng = thew.MjData(model), np.random.default_rng(seed)
    thew.mj_integratePos(model, data.qpos, 0.3 * rng.normal(size=model.nv), 1)
    data.qvel[:] = 0.5 * rng.normal(size=model.nv)
    data.act[:], data.ctrl[:] = rng.uniform(0.2, 0.9, size=model.na), rng.uniform(0.1, 0.9, size=model.nu)
    wanted = by_differences(model, data)
    thew.mj_forward(model, data)
    thew.mj_implicit(model, data)
    found = dense(model, data)
    scale = max(1.0, np.abs(wanted).max())
    np.testing.assert_allclose(found / scale, wanted / scale, atol=1e-6)
    return wanted


# Muscles need a length along one axis.
CASES = [(kind, target) for kind in SMOOTH if kind not in MUSCLES for target in ON_TREE]
CASES += [(kind, target) for kind in (*MUSCLES, *HILL) for target in ("hinge", "slide", "tendon")]


@pytest.mark.parametrize(("kind", "target"), CASES)
def test_actuators(kind, target):
    text = {**KINDS, **MUSCLES, **HILL}[kind]
    if kind in MUSCLES:
        text = text.replace("{0}", "{0} " + NO_RANGE)
    check(scene(text.format(TARGETS[target]), "implicit"), len(kind) + len(target))


def test_dampers_tendons_and_fluid():
    passive = scene("", "implicit", tendon='damping="1 .3 .1"', head='<option density="20" viscosity=".1"/>')
    plain = scene("", "implicit")
    assert np.abs(check(passive, 1) - check(plain, 1)).max() > 0.01


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast", "discrete"])
def test_every_integrator_has_it_when_asked(integrator):
    text = scene("", integrator, tendon='damping="1 .3 .1"', head='<option density="20" viscosity=".1"/>')
    model = thew.MjModel.from_xml_string(text)
    data, rng = thew.MjData(model), np.random.default_rng(2)
    thew.mj_integratePos(model, data.qpos, 0.3 * rng.normal(size=model.nv), 1)
    data.qvel[:] = 0.5 * rng.normal(size=model.nv)
    wanted = by_differences(model, data)
    scale = max(1.0, np.abs(wanted).max())
    found = thew.derivative.smooth_velocity(model, data)
    np.testing.assert_allclose(found / scale, wanted / scale, atol=1e-6)
    assert np.array_equal(found, dense(model, data))
