"""thew.batch: what MuJoCo's own tests of its batch (tools/run_reference_tests batch_test) leave out; how many of MuJoCo's own tests pass."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

import thew
from thew import batch

ROOT = pathlib.Path(__file__).resolve().parents[2]
XML = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="ball" pos="0 0 .2"><freejoint/><geom name="ball" size=".1"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def model():
    return thew.MjModel.from_xml_string(XML)


# How many of MuJoCo's own tests pass; docs/python.md explains the others.
@pytest.mark.parametrize("suite, least", [("bindings_test", 143), ("specs_test", 91), ("batch_test", 52), ("rollout_test", 68)])
def test_tests_of_mujoco(suite, least):
    pytest.importorskip("mujoco")
    pytest.importorskip("absl")
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "run_reference_tests", "--failures", suite], capture_output=True, text=True
    )
    passed = int(done.stdout.split(":")[1].split("/")[0])
    assert passed >= least, done.stdout


def test_simulations_that_differ_in_options_step_in_groups(model):
    b = batch.Batch(model, 6, 2)
    b.expand("geom_contype")[::2, 0] = 0  # the ball falls through the floor
    b.expand("geom_conaffinity")[::2, 0] = 0
    b.expand("opt.timestep")[:3] = 0.001
    b.body("ball").mass = np.arange(1, 7).reshape(6, 1)
    b.step(nstep=400)
    for sim in range(6):
        own = b.get_model(sim)
        data = thew.MjData(own)
        for _ in range(400):
            thew.mj_step(own, data)
        assert (b.qpos[sim] == data.qpos).all(), sim
        assert b.time[sim] == data.time
    assert (b.qpos[::2, 2] < 0).any() and (b.qpos[1::2, 2] > 0).all()


def test_a_simulation_that_fails_keeps_its_state(model):
    b = batch.Batch(model, 3, 1)
    b.qvel[1, 0] = np.inf
    b.step()
    assert b.time.tolist() == [model.opt.timestep, 0, model.opt.timestep]
    assert b.warning[1, thew.mjtWarning.mjWARN_BADQVEL, 1] == 1
    b.qvel[1, 0] = 0
    b.step()
    assert b.time[1] == model.opt.timestep
    b.reset([1])
    assert (b.warning[1] == 0).all()


def test_counts_follow_once_bound(model):
    b = batch.Batch(model, 4, 2)
    b.qpos[:2, 2] = 0.09
    b.step()
    ncon = b.ncon
    assert (ncon == 0).all()  # bound after the call
    b.step()
    assert ncon.tolist() == [1, 1, 0, 0]
