"""300 generated models with tendons, actuators and sensors of all kinds agree with MuJoCo."""

import collections

import numpy as np
import pytest
from engines import engine, reference
from random_devices import random_devices
from test_actuators import FORWARD, STATE, assert_close, both, dense_moment, random_state

SEEDS = range(300)
TENDONS = "ten_length ten_velocity ten_J".split()
BY_FORCES = 3  # the stage of sensors that depend on the forces of constraints


def assert_same_sensors(model, found, expected, seed):
    for i in range(model.nsensor):
        at = slice(model.sensor_adr[i], model.sensor_adr[i] + model.sensor_dim[i])
        tolerance = 1e-7 if model.sensor_needstage[i] == BY_FORCES else 1e-9
        kind = reference.mjtSensor(model.sensor_type[i]).name
        if kind in ("mjSENS_GEOMDIST", "mjSENS_GEOMNORMAL", "mjSENS_GEOMFROMTO"):
            tolerance = 1e-6  # closest points of cylinders are found by iteration
        scale = max(1, np.abs(expected.sensordata[at]).max())
        if model.sensor_needstage[i] == BY_FORCES:
            scale = max(scale, np.abs(expected.cfrc_int).max())  # small ones are differences of large ones
        error = np.abs(found.sensordata[at] - expected.sensordata[at]) / scale
        assert error.max() <= tolerance, f"random_devices({seed}): sensor {i} {kind}: {error.max():.1e}"


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_devices(seed):
    ours, theirs = both(random_devices(seed))
    assert (ours.sensor_type == theirs.sensor_type).all() and (ours.wrap_objid == theirs.wrap_objid).all()
    expected, found, rng = reference.MjData(theirs), engine.MjData(ours), np.random.default_rng(seed)
    random_state(theirs, expected, rng, 0.5)
    for step in range(2):
        for name in STATE[:-1]:
            getattr(found, name)[:] = getattr(expected, name)
        found.time = expected.time
        reference.mj_forward(theirs, expected)
        engine.mj_forward(ours, found)
        assert_close(dense_moment(engine, ours, found), dense_moment(reference, theirs, expected), "moment")
        for name in (*TENDONS, *FORWARD):
            assert_close(getattr(found, name), getattr(expected, name), f"{name} at step {step}")
        assert_same_sensors(theirs, found, expected, seed)
        solves_as_well(theirs, found, expected)
        reference.mj_step(theirs, expected)
        engine.mj_step(ours, found)
        # Stiff springs and long steps, or tendons that hardly anything moves: rounding decides.
        if np.abs(expected.qvel).max() > 1e6 or np.abs(expected.efc_force).max(initial=0) > 1e12:
            break
        assert_same_steps(theirs, found, expected, step)


def solves_as_well(model, found, expected):
    """Of `discrete` MuJoCo solves what couples branches by iteration: by its own inverse, ours is the better solution."""
    if model.opt.integrator != reference.mjtIntegrator.mjINT_DISCRETE or expected.nefc > 0:
        return
    copy = reference.MjData(model)
    reference.mj_copyData(copy, model, expected)

    def residual(qacc):
        copy.qacc[:] = qacc
        reference.mj_inverse(model, copy)
        return np.abs(copy.qfrc_inverse - expected.qfrc_applied - expected.qfrc_actuator).max()

    scale = max(1, np.abs(expected.qfrc_smooth).max(), np.abs(expected.qfrc_bias).max())
    assert residual(found.qacc) <= max(1e-12 * scale, residual(expected.qacc))


def assert_same_steps(model, found, expected, step):
    solved = expected.nefc > 0 or model.opt.integrator == reference.mjtIntegrator.mjINT_DISCRETE
    for name in ("qpos", "qvel", "act"):
        one, other = getattr(found, name), getattr(expected, name)
        error = np.abs(one - other).max(initial=0) / max(1, np.abs(other).max(initial=0))
        assert error <= (1e-7 if solved else 1e-9), f"next {name} at step {step}: {error:.1e}"


def test_what_they_cover():
    """Every kind of dynamics, gain, bias, transmission and wrap, and sensors on all objects from all frames."""
    seen = collections.defaultdict(collections.Counter)
    for seed in SEEDS:
        model = reference.MjModel.from_xml_string(random_devices(seed))
        for field in "actuator_dyntype actuator_gaintype actuator_biastype actuator_trntype wrap_type sensor_type".split():
            seen[field].update(getattr(model, field).tolist())
        seen["seen from"].update(zip(model.sensor_objtype.tolist(), model.sensor_reftype.tolist()))
    count = {name: len(found) for name, found in seen.items()}
    assert count["actuator_dyntype"] == 9 - 1  # all but those of plugins
    assert count["actuator_gaintype"] == 7 and count["actuator_biastype"] == 6
    assert count["actuator_trntype"] == 7 - 1  # all but bodies, which need contacts
    assert count["wrap_type"] == 4  # sites, pulleys, spheres, cylinders
    assert count["sensor_type"] >= 35
    frames = [getattr(reference.mjtObj, f"mjOBJ_{name}").value for name in ("BODY", "XBODY", "GEOM", "SITE", "CAMERA")]
    assert all(seen["seen from"][one, other] > 0 for one in frames for other in frames)
