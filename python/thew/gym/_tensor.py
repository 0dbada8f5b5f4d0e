"""Environments whose observations, rewards and resets are tensors of PyTorch where the worlds are: on a GPU, nothing leaves it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import thew
from thew._device import DeviceArray
from thew.gym._task import find_model

Info = dict[str, torch.Tensor]


class TensorTask(VectorEnv):
    """Worlds of one model as environments that learn together, on a GPU.

    A task says what is observed, what it is worth and when it is over, for all worlds at once, from tensors that share the
    memory of `self.batch`:

        class Balance(thew.gym.TensorTask):
            def __init__(self, num_envs=4096, **options):
                super().__init__("models/cart_pole.xml", num_envs, frame_skip=2, max_episode_steps=500, **options)

            def observe(self):
                return torch.cat([self.qpos, self.qvel], 1)

            def judge(self, actions):
                fallen = self.qpos[:, 1].abs() > 0.2
                return 1.0 - fallen.float(), fallen, {}

            def begin(self):
                return self.init_qpos + self.noise(self.model.nq, 0.01), self.init_qvel

    model, outputs, max_episode_steps: as of `VectorTask`.
    device: "cuda" ("cuda:1"...), or "cpu" and "emulate" for tensors of the host.
    precision: of the worlds and of all tensors.
    seed: of the numbers that `begin` draws, unless `reset` is given one.

    Worlds that are over begin anew in the same step: what is returned is their first observation, and `infos["final_obs"]`
    has the last one of all worlds. The work goes into PyTorch's current stream and nobody waits for it, so that a step can be
    part of a graph (`torch.cuda.graph`).
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        model: thew.MjModel | str,
        num_envs: int,
        *,
        frame_skip: int = 1,
        outputs: Sequence[str] = (),
        max_episode_steps: int | None = None,
        device: str = "cuda",
        precision: str = "single",
        seed: int = 0,
    ) -> None:
        self.model = model if isinstance(model, thew.MjModel) else thew.MjModel.from_xml_path(find_model(model))
        self.batch = thew.Batch(
            self.model, num_envs, outputs=outputs, restart=False, device=device, precision=precision
        )
        self.device = torch.device(device if device.startswith("cuda") else "cpu")
        self.num_envs, self.frame_skip, self.max_episode_steps = num_envs, frame_skip, max_episode_steps
        self.qpos, self.qvel, self.ctrl = (self.tensor(name) for name in ("qpos", "qvel", "ctrl"))
        """Positions, velocities and controls of all worlds: the memory of the batch."""
        self.init_qpos, self.init_qvel = self.qpos[0].clone(), self.qvel[0].clone()
        self.random = torch.Generator(self.device).manual_seed(seed)
        """The random numbers of all worlds."""
        self.lengths = torch.zeros(num_envs, dtype=torch.int64, device=self.device)
        """How many steps the present episode of each world has taken."""
        self._errors, self._has_outputs = self.tensor("errors"), bool(outputs)

        low, high = self.model.actuator_ctrlrange.astype(np.float32).T
        self.single_action_space = Box(low, high, dtype=np.float32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        seen = self.observe().shape[1]
        kind = np.float32 if precision == "single" else np.float64
        self.single_observation_space = Box(-np.inf, np.inf, (seen,), kind)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    # --- what a task says -------------------------------------------------------------------------

    def observe(self) -> torch.Tensor:
        """What all worlds are seen like, (num_envs, size): a new tensor."""
        raise NotImplementedError

    def judge(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, Info]:
        """After a step: the reward of each world, whether it is terminated, and information by name."""
        raise NotImplementedError

    def begin(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Positions and velocities with which episodes begin: a row for each world, or one for all."""
        return self.init_qpos, self.init_qvel

    def before_step(self, actions: torch.Tensor) -> None:
        """Takes down what `judge` will compare with, and sets the controls."""
        self.ctrl.copy_(actions)

    # --- what helps to say it ---------------------------------------------------------------------

    def tensor(self, name: str) -> torch.Tensor:
        """An array of the batch as a tensor: its memory."""
        array = getattr(self.batch, name)
        if isinstance(array, DeviceArray):
            return torch.from_dlpack(array)
        with warnings.catch_warnings():  # PyTorch does not know arrays that are only read
            warnings.simplefilter("ignore", UserWarning)
            return torch.from_numpy(array)

    def noise(self, size: int, scale: float) -> torch.Tensor:
        """Random numbers in [-scale, scale) for all worlds."""
        numbers = torch.rand((self.num_envs, size), generator=self.random, device=self.device, dtype=self.qpos.dtype)
        return (2 * numbers - 1) * scale

    @property
    def dt(self) -> float:
        """The time of a step of the environments [s]."""
        return self.model.opt.timestep * self.frame_skip

    # --- what Gymnasium asks for ------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[torch.Tensor, Info]:
        """Begins all episodes, or those of options["reset_mask"]."""
        if seed is not None:
            self.random.manual_seed(seed)
        everyone = torch.ones(self.num_envs, dtype=torch.bool, device=self.device)
        self._begin_where((options or {}).get("reset_mask", everyone))
        return self.observe(), {}

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, Info]:
        """Advances all worlds; those that are over then begin anew at once."""
        self._share_stream()
        self.before_step(actions)
        self.batch.step(self.frame_skip)
        self.lengths += 1
        rewards, terminated, infos = self.judge(actions)
        failed = self._errors != 0
        rewards = rewards.masked_fill(failed, 0)
        terminated = terminated | failed
        truncated = torch.zeros_like(terminated)
        if self.max_episode_steps is not None:
            truncated = (self.lengths >= self.max_episode_steps) & ~terminated
        infos = infos | {"final_obs": self.observe(), "final_length": self.lengths.clone()}
        self._begin_where(terminated | truncated)
        return self.observe(), rewards, terminated, truncated, infos

    # --- how it is done ---------------------------------------------------------------------------

    def _share_stream(self) -> None:
        if self.device.type == "cuda":
            self.batch.stream = torch.cuda.current_stream(self.device).cuda_stream

    def _begin_where(self, mask: torch.Tensor) -> None:
        self._share_stream()
        shared = mask if self.device.type == "cuda" else mask.numpy()
        self.batch.reset_where(shared)
        for state, start in zip((self.qpos, self.qvel), self.begin()):
            state.copy_(torch.where(mask[:, None], start, state))
        self.lengths.masked_fill_(mask, 0)
        if self._has_outputs:
            self.batch.forward(shared)
