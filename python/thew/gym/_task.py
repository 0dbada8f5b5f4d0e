"""The base class of vector environments: stepping, ends, resets and information, for any task."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import thew
from thew.gym._pictures import MODES, Picture, Pictures

Info = dict[str, NDArray]


class VectorTask(VectorEnv):
    """Worlds of one model as environments that learn together.

    A task says what is observed, what it is worth and when it is over, for all worlds at once, from the arrays of
    `self.batch`:

        class Balance(thew.gym.VectorTask):
            def __init__(self, num_envs=1, **options):
                super().__init__("models/cart_pole.xml", num_envs, frame_skip=2, max_episode_steps=500, **options)

            def observe(self):
                return np.concatenate([self.batch.qpos, self.batch.qvel], axis=1)

            def judge(self, actions):
                fallen = np.abs(self.batch.qpos[:, 1]) > 0.2
                return 1.0 - fallen, fallen, {}

            def begin(self, random):
                return self.init_qpos + random.uniform(-0.01, 0.01, self.model.nq), self.init_qvel

    model: an MjModel or the path of a model; names without a folder are files of Gymnasium.
    outputs: fields of MjData that the task reads, besides the state (qpos, qvel, time, ...).
    max_episode_steps: after how many steps an episode is truncated.
    autoreset_mode: "NextStep", "SameStep" or "Disabled", as in Gymnasium.
    threads: how many threads work, 0 for one per processor.
    device: where the worlds are, as for `thew.Batch`; what a task reads of a GPU is copied to the host each time.
    render_mode: "rgb_array", "depth_array" or "rgbd_tuple" for pictures by `render()`, "human" to look on in the browser.
    picture: width, height, camera_id, camera_name, default_camera_config, max_geom and visual_options, as in Gymnasium.

    As in Gymnasium, fields that are no state describe the state before the last of the `frame_skip` steps. A world that fails
    (a number that is not finite) is terminated, and observed as it was before.
    """

    def __init__(
        self,
        model: thew.MjModel | str,
        num_envs: int,
        *,
        frame_skip: int = 1,
        outputs: Sequence[str] = (),
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 0,
        device: str = "cpu",
        render_mode: str | None = None,
        **picture: Any,
    ) -> None:
        self.model = model if isinstance(model, thew.MjModel) else thew.MjModel.from_xml_path(find_model(model))
        self.batch = thew.Batch(self.model, num_envs, threads=threads, outputs=outputs, restart=False, device=device)
        self.num_envs = num_envs
        self.frame_skip = frame_skip
        self.max_episode_steps = max_episode_steps
        self.init_qpos, self.init_qvel = self.batch.qpos[0].copy(), self.batch.qvel[0].copy()
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = render_mode
        self._pictures = Pictures(self.batch, render_mode, **picture)
        self.metadata = {
            "render_modes": list(MODES),
            "render_fps": max(round(1 / self.dt), 1),
            "autoreset_mode": self.autoreset_mode,
        }
        self._random: list[np.random.Generator | None] = [None] * num_envs
        self._seeds = [-1] * num_envs
        self._steps = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, bool)
        self._all = np.ones(num_envs, bool)

        low, high = self.model.actuator_ctrlrange.astype(np.float32).T
        self.single_action_space = Box(low, high, dtype=np.float32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        size = self.observe().shape[1]
        self.single_observation_space = Box(-np.inf, np.inf, (size,), np.float64)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    # --- what a task says -------------------------------------------------------------------------

    def observe(self) -> NDArray[np.float64]:
        """What all worlds are seen like, (num_envs, size): a new array."""
        raise NotImplementedError

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        """After a step: the reward of each world, whether it is terminated, and information by name."""
        raise NotImplementedError

    def begin(self, random: np.random.Generator) -> tuple[NDArray, NDArray]:
        """Positions and velocities with which an episode of one world begins."""
        return self.init_qpos, self.init_qvel

    def before_step(self, actions: NDArray) -> None:
        """Takes down what `judge` will compare with, and sets the controls."""
        self.batch.ctrl[:] = actions

    def after_reset(self, mask: NDArray[np.bool_]) -> Info:
        """Information about worlds that begin, by name; after their outputs were computed."""
        return {}

    # --- what Gymnasium asks for ------------------------------------------------------------------

    @property
    def dt(self) -> float:
        """The time of a step of the environments [s]."""
        return self.model.opt.timestep * self.frame_skip

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """The random numbers of each world: as those of an environment of Gymnasium with its seed."""
        return tuple(self._generator(i) for i in range(self.num_envs))

    @property
    def np_random_seed(self) -> tuple[int, ...]:
        self.np_random
        return tuple(self._seeds)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float64], Info]:
        """Begins all episodes, or those of options["reset_mask"]. Of one seed, world i has seed + i."""
        if isinstance(seed, (int, np.integer)):
            seed = [int(seed) + i for i in range(self.num_envs)]
        if seed is not None and len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds were given for {self.num_envs} environments")
        mask = self._reset_mask(options)
        if seed is not None:
            for i in np.flatnonzero(mask):
                if seed[i] is not None:
                    self._random[i], self._seeds[i] = seeding.np_random(seed[i])
        infos = self._reset(mask)
        self._show()
        return self.observe(), _with_masks(infos, mask)

    def step(self, actions: NDArray) -> tuple[NDArray, NDArray, NDArray, NDArray, dict[str, Any]]:
        """Advances all worlds; those that were over begin anew, by the mode NextStep."""
        actions = self._check(actions)
        waiting = self._over.copy()
        if waiting.any():
            if self.autoreset_mode == AutoresetMode.DISABLED:
                raise gymnasium.error.ResetNeeded(
                    f"environments {np.flatnonzero(waiting)[:5].tolist()} are over: reset them with options['reset_mask']"
                )
            stepped = ~waiting
        else:
            stepped = self._all
        self.before_step(actions)
        self.batch.step(self.frame_skip, None if stepped is self._all else stepped)
        self._steps += stepped
        rewards, terminated, infos = self.judge(actions)
        rewards = np.array(rewards, np.float64)
        terminated = np.array(terminated, bool)
        failed = np.asarray(self.batch.errors) != 0
        terminated |= failed
        rewards[failed] = 0
        truncated = np.zeros(self.num_envs, bool)
        if self.max_episode_steps is not None:
            truncated = self._steps >= self.max_episode_steps
        if stepped is self._all:
            infos = _with_masks(infos, self._all)
        else:
            rewards[waiting] = 0
            terminated &= stepped
            truncated &= stepped
            infos = _merge(_with_masks(infos, stepped), _with_masks(self._reset(waiting), waiting))
        self._over = terminated | truncated
        observations = self.observe()
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            observations, infos = self._begin_at_once(observations, infos)
        self._show()
        return observations, rewards, terminated, truncated, infos

    def render(self) -> tuple[Picture, ...] | None:
        """A picture of each world as it is now, rows from the top; of the mode "human" None, for world 0 is in the browser."""
        if self.render_mode is None:
            raise ValueError("render() needs a render_mode, given when the environments are made")
        return self._pictures.draw()

    def close_extras(self, **_) -> None:
        self._pictures.close()

    # --- how it is done ---------------------------------------------------------------------------

    def _check(self, actions: NDArray) -> NDArray:
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"actions should be {self.action_space.shape}, not {actions.shape}")
        return actions

    def _show(self) -> None:
        if self.render_mode == "human":
            self._pictures.draw()

    def _reset_mask(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        if options is None or "reset_mask" not in options:
            return self._all
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(f"reset_mask should be {self.num_envs} truth values, some of them True")
        return mask

    def _generator(self, world: int) -> np.random.Generator:
        if self._random[world] is None:
            self._random[world], self._seeds[world] = seeding.np_random()
        return self._random[world]

    def _reset(self, mask: NDArray[np.bool_]) -> Info:
        self.batch.reset_where(mask)
        if mask.any():
            starts = [self.begin(self._generator(i)) for i in np.flatnonzero(mask)]
            self.batch.qpos[mask] = [qpos for qpos, _ in starts]
            self.batch.qvel[mask] = [qvel for _, qvel in starts]
        self.batch.forward(mask)
        self._steps[mask] = 0
        self._over[mask] = False
        return self.after_reset(mask)

    def _begin_at_once(self, observations: NDArray, infos: dict[str, Any]) -> tuple[NDArray, dict[str, Any]]:
        """What was seen and told of worlds that are over goes to final_obs and final_info."""
        over = self._over.copy()
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over):
            final[i] = observations[i]
        names = [name for name in infos if not name.startswith("_")]
        final_info = _with_masks({name: infos[name].copy() for name in names}, over)
        going_on = _with_masks({name: infos[name] for name in names}, ~over)
        infos = _merge(going_on, _with_masks(self._reset(over), over))
        infos.update(final_obs=final, _final_obs=over, final_info=final_info, _final_info=over)
        return self.observe(), infos


def find_model(path: str) -> str:
    """Names without a folder are models of Gymnasium."""
    if path.startswith(("~", ".", "/")) or "/" in path:
        return str(pathlib.Path(path).expanduser())
    assets = pathlib.Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / path
    return str(assets) if assets.exists() else path


def _with_masks(infos: Info, mask: NDArray[np.bool_]) -> dict[str, Any]:
    """Information as Gymnasium has it: zero where there is none, and beside each name which worlds have it."""
    result: dict[str, Any] = {}
    if not mask.any():
        return result
    everywhere = bool(mask.all())
    for name, values in infos.items():
        values = np.asarray(values)
        if not everywhere:
            values = np.where(mask.reshape(-1, *(1,) * (values.ndim - 1)), values, np.zeros((), values.dtype))
        result[name], result[f"_{name}"] = values, mask.copy()
    return result


def _merge(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Information about different worlds."""
    for name, values in second.items():
        if name.startswith("_"):
            first[name] = first[name] | values if name in first else values
        elif name in first:
            where = second[f"_{name}"]
            first[name] = np.where(where.reshape(-1, *(1,) * (values.ndim - 1)), values, first[name])
        else:
            first[name] = values
    return first
