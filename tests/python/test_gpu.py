"""Batches whose worlds are on a device: here the host in the place of a GPU, and what is said where there is none."""

import pathlib

import numpy as np
import pytest

import thew
from thew import _device

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
WORLDS = 6


@pytest.fixture(scope="module")
def model():
    return thew.MjModel.from_xml_path(str(MODELS / "humanoid.xml"))


def stir(batch):
    random = np.random.default_rng(0)
    batch.qvel = random.uniform(-0.2, 0.2, batch.qvel.shape)
    batch.ctrl = random.uniform(-0.3, 0.3, batch.ctrl.shape)


def test_steps_as_on_the_processor(model):
    device = thew.Batch(model, WORLDS, device="emulate", outputs=["xpos"])
    host = thew.Batch(model, WORLDS, outputs=["xpos"])
    for batch in (device, host):
        stir(batch)
        batch.step(3)
    assert device.time.numpy().tolist() == host.time.tolist()
    assert host.time[0] == 3 * model.opt.timestep
    np.testing.assert_allclose(device.qpos.numpy(), host.qpos, rtol=0, atol=1e-9)
    np.testing.assert_allclose(device.xpos.numpy(), host.xpos, rtol=0, atol=1e-9)
    np.testing.assert_allclose(device.state(), host.state(), rtol=0, atol=1e-6)


def test_arrays_share_their_memory(model):
    batch = thew.Batch(model, WORLDS, device="emulate", outputs=["xpos"])
    shared = np.from_dlpack(batch.qpos)
    assert shared.shape == (WORLDS, model.nq) and shared.dtype == np.float64
    shared[2, 0] = 7
    assert batch.qpos.numpy()[2, 0] == 7
    batch.qpos[:] = 0.5
    assert (shared == 0.5).all()
    assert batch.qpos.__dlpack_device__() == (1, 0)
    assert not np.from_dlpack(batch.xpos).flags.writeable
    assert np.from_dlpack(batch.terminated).dtype == np.bool_
    assert np.from_dlpack(batch.errors).dtype == np.int32
    assert not hasattr(batch.qpos, "__cuda_array_interface__")  # it is not in the memory of a GPU


def test_memory_outlives_the_batch(model):
    batch = thew.Batch(model, WORLDS, device="emulate")
    shared = np.from_dlpack(batch.qpos)
    before = shared.copy()
    del batch
    assert (shared == before).all()


def test_a_capsule_that_nobody_takes_is_freed(model):
    batch = thew.Batch(model, WORLDS, device="emulate")
    for version in (None, (1, 0)):
        capsule = batch.qpos.__dlpack__(max_version=version)
        assert ("versioned" in repr(capsule)) == (version is not None)
        del capsule
    with pytest.raises(BufferError):
        batch.qpos.__dlpack__(dl_device=(2, 0))
    with pytest.raises(BufferError):
        batch.qpos.__dlpack__(copy=True)


def test_what_is_written(model):
    batch = thew.Batch(model, WORLDS, device="emulate", outputs=["xpos"])
    with pytest.raises(ValueError, match="only be read"):
        batch.xpos[:] = 0
    batch.ctrl[1] = 0.25
    assert batch.ctrl[1].tolist() == [0.25] * model.nu and batch.ctrl[0, 0] == 0
    copy = np.asarray(batch.ctrl)
    copy[:] = 9
    assert batch.ctrl[1, 0] == 0.25
    with pytest.raises(ValueError, match="without a copy"):
        np.array(batch.ctrl, copy=False)


def test_masks_and_resets(model):
    batch = thew.Batch(model, WORLDS, device="emulate")
    mask = np.arange(WORLDS) < 2
    batch.step(mask=mask)
    assert (batch.time.numpy() > 0).tolist() == mask.tolist()
    batch.step()
    batch.reset_where(mask)
    assert (batch.time.numpy() == 0).tolist() == mask.tolist()
    assert batch.began.numpy().tolist() == mask.tolist()
    batch.step(mask=batch.began)
    assert batch.time[0] == batch.time[5]
    batch.reset_where(~mask, states=batch.state()[0])
    assert (batch.time.numpy() == batch.time[0]).all()
    with pytest.raises((ValueError, TypeError, thew.Error)):
        batch.step(mask=np.ones(3, bool))


def test_worlds_that_fail(model):
    batch = thew.Batch(model, WORLDS, device="emulate")
    batch.ctrl[3, 0] = np.nan
    batch.step()
    assert np.flatnonzero(batch.errors).tolist() == [3]
    assert np.flatnonzero(batch.terminated).tolist() == [3]
    assert "control" in batch.error(3) and batch.error(2) == ""


def test_own_numbers(model):
    device, host = thew.Batch(model, WORLDS, device="emulate"), thew.Batch(model, WORLDS)
    for batch in (device, host):
        stir(batch)
        batch.randomise(seed=1, numbers={"body_mass": ("scale", 0.5, 1.5), "gravity": ("scale", 0.5, 1)})
        batch.step(2)
    assert device.owned == host.owned
    np.testing.assert_array_equal(device.own("body_mass").numpy(), host.own("body_mass"))
    np.testing.assert_allclose(device.qvel.numpy(), host.qvel, rtol=0, atol=1e-9)


def test_rollout(model):
    controls = np.random.default_rng(0).uniform(-0.2, 0.2, (WORLDS, 4, model.nu))
    device = thew.Batch(model, WORLDS, device="emulate").rollout(controls)
    host = thew.Batch(model, WORLDS).rollout(controls)
    assert device["qpos"].shape == (WORLDS, 4, model.nq)
    np.testing.assert_allclose(device["qpos"], host["qpos"], rtol=0, atol=1e-9)


def test_a_world_as_data(model):
    batch = thew.Batch(model, WORLDS, device="emulate")
    stir(batch)
    batch.step()
    data = batch.data(2)
    assert data.qpos.tolist() == batch.qpos[2].tolist() and data.time == batch.time[2]
    batch.set_data(4, data)
    assert batch.qvel[4].tolist() == batch.qvel[2].tolist()


def test_single_precision(model):
    batch = thew.Batch(model, WORLDS, device="emulate", precision="single")
    assert batch.qpos.dtype == np.float32 and batch.time.dtype == np.float64
    assert batch.own("body_mass").dtype == np.float32
    host = thew.Batch(model, WORLDS, precision="single")
    for each in (batch, host):
        stir(each)
        each.step()
    np.testing.assert_allclose(batch.qpos.numpy(), host.qpos, rtol=0, atol=1e-5)


def test_numbers_of_the_model_after_an_upload():
    model = thew.MjModel.from_xml_path(str(MODELS / "pendulum.xml"))
    batch = thew.Batch(model, 1, device="emulate")
    model.opt.timestep *= 2
    batch.upload()
    batch.step()
    assert batch.time[0] == model.opt.timestep


def test_what_is_refused(model):
    with pytest.raises(thew.Error, match="no device"):
        thew.Batch(model, 1, device="tpu")
    with pytest.raises(ValueError, match="functions of Python"):
        thew.Batch(model, 1, device="emulate", reward=lambda batch: 0)
    with pytest.raises(thew.Error, match="efc_force"):
        thew.Batch(model, 1, device="emulate", outputs=["efc_force"])
    sleepy = "<mujoco><option><flag sleep='enable'/></option><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
    with pytest.raises(thew.Error, match="sleep"):
        thew.Batch(thew.MjModel.from_xml_string(sleepy), 1, device="emulate")


def test_memory(model):
    double, single = (thew.gpu.memory_need(model, p) for p in ("double", "single"))
    assert double.world > single.world > 0
    assert double.worlds(double.model + 10 * double.world) == 10 and double.worlds(0) == 0
    assert thew.Batch(model, 1, device="emulate").world_bytes == double.world
    with pytest.raises(thew.Error, match="worlds fit"):
        thew.Batch(model, 10_000_000, device="emulate")


def test_work_waits_for_the_stream_that_makes_an_array():
    class Recorded:
        stream, calls = 5, []

        def use_stream(self, stream):
            self.stream = stream
            self.calls.append(("use", stream))

        def hand_over(self, stream):
            self.calls.append(("hand over", self.stream, stream))

    batch = Recorded()
    _device.wait_for(batch, None, {"stream": 7})
    assert batch.calls == [("use", 7), ("hand over", 7, 5), ("use", 5)]
    for nothing in ({"stream": 5}, {"stream": None}, {}):  # its own stream, or nothing to wait for
        batch.calls.clear()
        _device.wait_for(batch, None, nothing)
        assert not batch.calls
    _device.wait_for(batch, None, {"stream": 1})  # the default one
    assert batch.calls[0] == ("use", 0)

    class Ready:
        asked = False

        def block_until_ready(self):
            self.asked = True

    value = Ready()
    _device.wait_for(batch, value, {})
    assert value.asked


def test_a_gpu_that_is_missing_has_a_reason(model):
    assert thew.gpu.available() == (thew.gpu.reason() == "") == bool(thew.gpu.devices())
    if not thew.gpu.available():
        with pytest.raises(thew.Error, match="no GPU can be used"):
            thew.Batch(model, 1, device="cuda")


def test_arrays_do_not_compare_by_accident(model):
    batch = thew.Batch(model, WORLDS, device="emulate")
    for work in (lambda: batch.errors != 0, lambda: batch.errors == 0, lambda: bool(batch.terminated)):
        with pytest.raises(TypeError, match="numpy"):
            work()
    assert batch.errors in {batch.errors}


def test_environments(model):
    gymnasium = pytest.importorskip("gymnasium")
    from thew import gym

    class Stand(gym.VectorTask):
        def __init__(self, **options):
            super().__init__(model, 4, frame_skip=2, max_episode_steps=3, **options)

        def observe(self):
            return np.concatenate([self.batch.qpos, self.batch.qvel], axis=1)

        def judge(self, actions):
            height = self.batch.qpos[:, 2]
            return height, height < 0.2, {}

        def begin(self, random):
            return self.init_qpos, self.init_qvel + random.uniform(-0.1, 0.1, model.nv)

    device, host = Stand(device="emulate"), Stand()
    for each in (device, host):
        each.action_space.seed(1)
    np.testing.assert_array_equal(device.reset(seed=3)[0], host.reset(seed=3)[0])
    for _ in range(5):  # beyond the end of an episode
        actions = 0.1 * host.action_space.sample()
        seen, expected = device.step(actions), host.step(actions)
        np.testing.assert_allclose(seen[0], expected[0], rtol=0, atol=1e-7)
        np.testing.assert_allclose(seen[1], expected[1], rtol=0, atol=1e-7)
        assert seen[2].tolist() == expected[2].tolist() and seen[3].tolist() == expected[3].tolist()
    assert gymnasium.vector.VectorEnv in Stand.__mro__
