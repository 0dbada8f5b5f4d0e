"""Environments by tensors of PyTorch that share the memory of the worlds; on the host here, which stands for a GPU."""

import pathlib

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("gymnasium")

import thew.gym

MODEL = str(pathlib.Path(__file__).resolve().parents[2] / "models" / "humanoid.xml")
WORLDS = 4


class Stand(thew.gym.TensorTask):
    def __init__(self, **options):
        options = {"frame_skip": 2, "max_episode_steps": 3, "precision": "double", "outputs": ["xpos"]} | options
        super().__init__(MODEL, WORLDS, **options)
        self.xpos = self.tensor("xpos")

    def observe(self):
        return torch.cat([self.qpos, self.qvel], 1)

    def judge(self, actions):
        return self.qpos[:, 2], self.qpos[:, 2] < 0.2, {}

    def begin(self):
        return self.init_qpos, self.init_qvel + self.noise(self.model.nv, 0.1)


def actions(envs, seed=0):
    random = np.random.default_rng(seed)
    return torch.as_tensor(random.uniform(-0.2, 0.2, (WORLDS, envs.model.nu)))


@pytest.mark.parametrize("device", ["cpu", "emulate"])
def test_tensors_are_the_memory_of_the_batch(device):
    envs = Stand(device=device)
    envs.qpos[1, 0] = 7
    assert np.asarray(envs.batch.qpos)[1, 0] == 7
    assert envs.observe().shape == envs.observation_space.shape


@pytest.mark.parametrize("device", ["cpu", "emulate"])
def test_worlds_begin_anew_in_the_step_in_which_they_are_over(device):
    envs = Stand(device=device)
    first, _ = envs.reset(seed=1)
    for length in (1, 2, 3):
        seen, rewards, terminated, truncated, infos = envs.step(actions(envs, length))
        assert infos["final_length"].tolist() == [length] * WORLDS
        assert truncated.tolist() == [length == 3] * WORLDS and not terminated.any()
        assert torch.equal(rewards, infos["final_obs"][:, 2])
    assert torch.equal(seen[:, 2], first[:, 2]) and not torch.equal(seen, infos["final_obs"])
    assert envs.lengths.tolist() == [0] * WORLDS
    assert not torch.equal(seen, first)  # other random numbers
    np.testing.assert_allclose(envs.xpos[:, 1], seen[:, :3], atol=1e-12)  # outputs follow a reset
    assert torch.equal(envs.reset(seed=1)[0], first)


def test_steps_of_kernels_are_those_of_the_processor():
    device, host = Stand(device="emulate"), Stand(device="cpu")
    for envs in (device, host):
        envs.reset(seed=2)
    for step in range(5):
        seen, expected = (envs.step(actions(envs, step)) for envs in (device, host))
        for i in range(2):
            np.testing.assert_allclose(seen[i], expected[i], rtol=0, atol=1e-7)
        assert torch.equal(seen[2], expected[2]) and torch.equal(seen[3], expected[3])


def test_a_world_that_fails_is_terminated_and_begins_anew():
    envs = Stand(device="emulate")
    envs.reset(seed=0)
    bad = actions(envs)
    bad[2, 0] = float("nan")
    seen, rewards, terminated, truncated, _ = envs.step(bad)
    assert terminated.tolist() == [False, False, True, False] and not truncated.any()
    assert rewards[2] == 0 and envs.lengths.tolist() == [1, 1, 0, 1]
    assert not envs.step(actions(envs))[2].any()


def test_only_some_worlds_are_reset():
    envs = Stand(device="emulate")
    envs.reset(seed=0)
    envs.step(actions(envs))
    envs.reset(options={"reset_mask": torch.tensor([True, False, False, True])})
    assert envs.lengths.tolist() == [0, 1, 1, 0]
    assert (envs.batch.time.numpy() == 0).tolist() == [True, False, False, True]
