"""Vector environments: the tasks of Gymnasium beside Gymnasium itself, the modes of resets, tasks of one's own."""

import inspect
import sys
import types

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
mujoco = pytest.importorskip("mujoco")

# Gymnasium imports them for pictures, which nobody takes here.
for name in ("imageio", "glfw"):
    sys.modules.setdefault(name, types.ModuleType(name))

import thew
import thew.gym

TASKS = sorted(thew.gym.TASKS)
STATE = mujoco.mjtState.mjSTATE_INTEGRATION


def task(name, num_envs, **options):
    return gymnasium.make_vec(f"thew/{name}", num_envs=num_envs, threads=2, **options)


def actions_of(envs, seed, steps, scale=1.0):
    random = np.random.default_rng(seed)
    low, high = scale * envs.action_space.low, scale * envs.action_space.high
    return [random.uniform(low, high).astype(np.float32) for _ in range(steps)]


def open_outputs(envs):
    """The arrays that the task reads besides the state, to be written."""
    batch = envs.batch
    names = [name for name in batch.fields if not getattr(batch, name).flags.writeable and name != "tree_asleep"]
    return {name: batch._batch.field(name) for name in names}


class Recording:
    """Steps of Gymnasium's own environment: what its data were before and after, and what it told."""

    def __init__(self, name, fields, steps, seed=0, **options):
        env = gymnasium.make(name, **options).unwrapped
        size = mujoco.mj_stateSize(env.model, STATE)
        self.before, self.after = ({"state": np.empty((steps, size))} for _ in range(2))
        self.actions = np.empty((steps, env.model.nu), np.float32)
        self.told = []
        env.reset(seed=seed)
        env.action_space.seed(seed)
        for i in range(steps):
            self.actions[i] = env.action_space.sample()
            self._take(self.before, i, env, fields)
            self.told.append(env.step(self.actions[i]))
            self._take(self.after, i, env, fields)
            if self.told[-1][2] or i % 200 == 199:
                env.reset()
        self.observations = np.array([told[0] for told in self.told])
        self.rewards = np.array([told[1] for told in self.told])
        self.terminated = np.array([told[2] for told in self.told])

    @staticmethod
    def _take(side, i, env, fields):
        mujoco.mj_getState(env.model, env.data, side["state"][i], STATE)
        for field in fields:
            values = getattr(env.data, field)
            side.setdefault(field, np.empty((len(side["state"]), *values.shape)))[i] = values

    def put(self, envs, arrays, side):
        envs.batch.set_state(side["state"])
        for field, array in arrays.items():
            array[...] = side[field].reshape(array.shape)

    def compare(self, observations, rewards, terminated, infos, tolerance):
        scale = 1 + np.abs(self.observations)
        assert (np.abs(observations - self.observations) / scale).max() <= tolerance
        assert (np.abs(rewards - self.rewards) / (1 + np.abs(self.rewards))).max() <= tolerance
        assert (terminated == self.terminated).all()
        for name, value in self.told[0][4].items():
            expected = np.array([told[4][name] for told in self.told])
            assert infos[name].shape == expected.shape, name
            if expected.size:
                assert (np.abs(infos[name] - expected) / (1 + np.abs(expected))).max() <= tolerance, name


@pytest.mark.parametrize("name", TASKS)
def test_equal_data_are_seen_and_judged_alike(name):
    envs = task(name, 200)
    arrays = open_outputs(envs)
    recording = Recording(name, arrays, 200)
    envs._steps[:] = 1
    recording.put(envs, arrays, recording.before)
    envs.before_step(recording.actions)
    recording.put(envs, arrays, recording.after)
    rewards, terminated, infos = envs.judge(recording.actions)
    recording.compare(envs.observe(), rewards, terminated, infos, 1e-12)


@pytest.mark.parametrize("name", TASKS)
def test_a_step_from_gymnasiums_state_is_its_own(name):
    envs = task(name, 1000)
    arrays = open_outputs(envs)
    recording = Recording(name, arrays, 1000)
    recording.put(envs, arrays, recording.before)
    observations, rewards, terminated, _, infos = envs.step(recording.actions)
    recording.compare(observations, rewards, terminated, infos, 1e-7)


@pytest.mark.parametrize("name", TASKS)
def test_episodes_begin_as_in_gymnasium(name):
    envs, own = task(name, 3), gymnasium.make_vec(name, 3)
    for seed in (7, None, [1, None, 5]):
        observations, infos = envs.reset(seed=seed)
        expected, expected_infos = own.reset(seed=seed)
        assert np.abs(observations - expected).max() < 1e-12
        assert set(infos) == set(expected_infos)
    assert envs.np_random_seed == own.np_random_seed
    assert envs.single_action_space == own.single_action_space
    assert envs.single_observation_space == own.single_observation_space


# Rounding grows slowly in these.
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize(
    "name, scale",
    [("InvertedPendulum-v5", 1), ("InvertedDoublePendulum-v5", 1), ("Hopper-v5", 1), ("Reacher-v5", 1), ("Pusher-v5", 0.1)],
)
def test_runs_are_those_of_gymnasium(name, scale, mode):
    envs = task(name, 8, autoreset_mode=mode)
    own = gymnasium.make_vec(name, 8, vector_kwargs={"autoreset_mode": mode})
    envs.reset(seed=3)
    own.reset(seed=3)
    ends = 0
    for actions in actions_of(envs, 1, 250, scale):
        got, expected = envs.step(actions), own.step(actions)
        for a, b in zip(got[:4], expected[:4]):
            assert np.abs(a.astype(float) - b.astype(float)).max() < 1e-6
        assert_same_infos(got[4], expected[4])
        ends += np.count_nonzero(expected[2] | expected[3])
    assert ends >= 8


def assert_same_infos(got, expected):
    assert set(got) == set(expected)
    for name, values in expected.items():
        if name == "final_info":
            assert_same_infos(got[name], values)
        elif name == "final_obs":
            for a, b in zip(got[name], values):
                assert (a is None) == (b is None)
                assert a is None or np.abs(a - b).max() < 1e-6
        else:
            assert got[name].dtype == values.dtype, name
            assert np.allclose(got[name], values, atol=1e-6), name


def test_disabled_resets_are_up_to_the_user():
    envs = task("InvertedPendulum-v5", 4, autoreset_mode="Disabled")
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.DISABLED
    envs.reset(seed=0)
    push = np.full((4, 1), 3, np.float32)
    push[0] = 0
    over = np.zeros(4, bool)
    while not over.any():
        _, _, over, _, _ = envs.step(push)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(push)
    untouched = envs.batch.qpos[~over].copy()
    observations, infos = envs.reset(options={"reset_mask": over})
    assert (envs.batch.qpos[~over] == untouched).all() and (np.abs(observations[over]) < 0.011).all()
    envs.step(push)
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.zeros(4, bool)})


def test_episodes_are_truncated_in_time():
    envs = task("Reacher-v5", 2)
    envs.reset(seed=0)
    still = np.zeros(envs.action_space.shape, np.float32)
    ends = [envs.step(still)[3].all() for _ in range(102)]
    assert [i for i, end in enumerate(ends) if end] == [49, 100]  # one step is the reset
    assert task("Reacher-v5", 1, max_episode_steps=3).max_episode_steps == 3


@pytest.mark.parametrize("name", TASKS)
def test_options_are_those_of_gymnasium(name):
    own = gymnasium.spec(name).entry_point
    module, _, member = own.partition(":")
    expected = inspect.signature(getattr(__import__(module, fromlist=[member]), member).__init__).parameters
    got = inspect.signature(thew.gym.TASKS[name][0].__init__).parameters
    for option, parameter in expected.items():
        if option not in ("self", "kwargs", "default_camera_config"):
            assert got[option].default == parameter.default, option


@pytest.mark.parametrize(
    "name, options",
    [
        ("Ant-v5", {"include_cfrc_ext_in_observation": False, "healthy_z_range": (0.5, 0.9), "contact_force_range": (-2, 2)}),
        ("Humanoid-v5", {"include_cinert_in_observation": False, "exclude_current_positions_from_observation": False}),
        ("Hopper-v5", {"terminate_when_unhealthy": False, "healthy_reward": 2.0, "frame_skip": 2}),
        ("Walker2d-v5", {"forward_reward_weight": 3.0, "exclude_current_positions_from_observation": False}),
        ("Pusher-v5", {"reward_near_weight": 2.0, "default_camera_config": {}}),
    ],
)
def test_options_mean_the_same(name, options):
    envs = task(name, 100, **options)
    arrays = open_outputs(envs)
    recording = Recording(name, arrays, 100, **options)
    recording.put(envs, arrays, recording.before)
    observations, rewards, terminated, _, infos = envs.step(recording.actions)
    recording.compare(observations, rewards, terminated, infos, 1e-7)


def test_a_world_that_fails_is_over_and_begins_anew():
    envs = task("Hopper-v5", 3)
    envs.reset(seed=0)
    still = np.zeros(envs.action_space.shape, np.float32)
    wild = still.copy()
    wild[1] = np.nan
    observations, rewards, terminated, _, _ = envs.step(wild)
    assert terminated.tolist() == [False, True, False] and np.isfinite(observations).all() and rewards[1] == 0
    _, _, terminated, _, _ = envs.step(still)
    assert not terminated.any() and envs._steps.tolist() == [2, 0, 2]


def test_results_do_not_depend_on_the_number_of_worlds():
    few, many = task("HalfCheetah-v5", 3), task("HalfCheetah-v5", 17)
    few.reset(seed=1)
    many.reset(seed=1)
    for actions in actions_of(many, 0, 50):
        a, b = few.step(actions[:3])[0], many.step(actions)[0][:3]
        assert a.tobytes() == b.tobytes()


def test_bad_calls_are_told():
    envs = task("Hopper-v5", 3)
    with pytest.raises(ValueError, match="actions should be"):
        envs.step(np.zeros((2, 3), np.float32))
    with pytest.raises(ValueError, match="seeds"):
        envs.reset(seed=[1, 2])
    assert "thew/Hopper-v5" in repr(envs)


def test_wrappers_of_gymnasium_take_them():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(task("InvertedPendulum-v5", 4))
    envs.reset(seed=0)
    seen = False
    for actions in actions_of(envs, 0, 100):
        infos = envs.step(actions)[4]
        seen = seen or "episode" in infos
    assert seen
