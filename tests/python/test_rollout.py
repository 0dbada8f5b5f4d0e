"""thew.rollout: trajectories equal those of mj_step, with models that differ in numbers or in structure."""

import copy
import pathlib

import numpy as np
import pytest

import thew
from thew import rollout

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
FULL = thew.mjtState.mjSTATE_FULLPHYSICS


def load(name):
    return thew.MjModel.from_xml_path(str(MODELS / f"{name}.xml"))


def alone(model, state, control):
    data = thew.MjData(model)
    thew.mj_setState(model, data, state, FULL)
    states, measured = [], []
    for ctrl in control:
        data.ctrl[:] = ctrl
        thew.mj_step(model, data)
        states.append(np.zeros(len(state)))
        thew.mj_getState(model, data, states[-1], FULL)
        measured.append(data.sensordata.copy())
    return np.array(states), np.array(measured)


def start(model, worlds):
    batch = thew.Batch(model, worlds, threads=1)
    batch.qvel[:] = 0.1 * np.random.default_rng(1).standard_normal(batch.qvel.shape)
    return batch.state(FULL)


def test_trajectories_are_those_of_steps():
    model = load("quadruped")
    states, control = start(model, 5), np.random.default_rng(0).uniform(-0.3, 0.3, (5, 20, model.nu))
    for data in (thew.MjData(model), [thew.MjData(model) for _ in range(2)]):
        found, measured = rollout.rollout(model, data, states, control)
        for i in range(5):
            expected = alone(model, states[i], control[i])
            assert found[i].tobytes() == expected[0].tobytes()
            assert measured[i].tobytes() == expected[1].tobytes()


def test_models_may_differ_in_their_numbers():
    models = [load("humanoid") for _ in range(5)]
    for i, model in enumerate(models):
        model.body_mass[:] *= 1 + 0.1 * i
        model.opt.gravity[2] += 0.5 * i
    assert len(list(rollout._groups(models))) == 1
    states, control = start(models[0], 5), np.zeros((5, 10, models[0].nu))
    found, _ = rollout.rollout(models, thew.MjData(models[0]), states, control)
    for i, model in enumerate(models):
        assert found[i].tobytes() == alone(model, states[i], control[i])[0].tobytes()


def test_models_that_differ_otherwise_are_stepped_apart():
    models = [load("humanoid"), copy.copy(load("humanoid")), load("humanoid")]
    models[1].opt.timestep *= 2
    assert len(list(rollout._groups(models))) == 2
    states, control = start(models[0], 3), np.zeros((3, 4, models[0].nu))
    found, _ = rollout.rollout(models, thew.MjData(models[0]), states, control)
    for i, model in enumerate(models):
        assert found[i].tobytes() == alone(model, states[i], control[i])[0].tobytes()


def test_a_world_that_fails_keeps_its_state():
    model = load("humanoid")
    control = np.zeros((2, 6, model.nu))
    control[1, 3, 0] = np.nan
    found, _ = rollout.rollout(model, thew.MjData(model), start(model, 2), control)
    assert (found[1, 2] == found[1, 5]).all() and (found[0, 2] != found[0, 5]).any()


def test_a_closed_rollout_is_refused():
    model = load("pendulum")
    with rollout.Rollout(nthread=0) as closed:
        pass
    with pytest.raises(RuntimeError):
        closed.rollout(model, thew.MjData(model), start(model, 1))
