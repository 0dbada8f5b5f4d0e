"""A task on the GPU: the humanoid is to walk along the x axis. `train_ppo.py walk` learns it.

    python examples/walk_task.py

lets 64 humanoids fall here, on the processor. Needs torch and gymnasium.
"""

import pathlib
import sys

try:
    import torch

    from thew.gym import TensorTask
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(0)

MODEL = pathlib.Path(__file__).resolve().parents[1] / "models" / "humanoid.xml"


def axes_of(quat):
    """The rotation matrices of quaternions, (n, 3, 3): their columns are the axes of the bodies."""
    w, x, y, z = quat.unbind(1)
    rows = [
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ]  # fmt: skip
    return torch.stack(rows, 1).reshape(-1, 3, 3)


class Walk(TensorTask):
    """Gains by its speed along x, up to that of a walk, and by being upright; pays for effort and haste."""

    speed = 1.3  # [m/s]

    def __init__(self, num_envs=4096, **options):
        options.setdefault("max_episode_steps", 1000)
        super().__init__(str(MODEL), num_envs, frame_skip=4, **options)

    def observe(self):
        axes = axes_of(self.qpos[:, 3:7])
        own = torch.einsum("nij,ni->nj", axes, self.qvel[:, :3])  # the velocity as the body feels it
        parts = [self.qpos[:, 2:3], axes[:, 2], axes[:, :2, 0], own, self.qvel[:, 3:6]]
        parts += [self.qpos[:, 7:], 0.1 * self.qvel[:, 6:], self.ctrl]
        return torch.cat(parts, 1)

    def before_step(self, actions):
        self._before, self._start = self.ctrl.clone(), self.qpos[:, :2].clone()
        super().before_step(actions)

    def judge(self, actions):
        axes = axes_of(self.qpos[:, 3:7])
        velocity = (self.qpos[:, :2] - self._start) / self.dt
        forward = velocity[:, 0].clamp(-self.speed, self.speed) / self.speed
        straight = axes[:, 0, 0] - velocity[:, 1].abs()
        effort = 0.3 * self.ctrl.square().mean(1) + 0.15 * (self.ctrl - self._before).square().mean(1)
        fallen = (self.qpos[:, 2] < 0.6) | (axes[:, 2, 2] < 0.6)
        reward = 1 + 2 * forward + 0.3 * straight - effort
        return reward.masked_fill(fallen, 0), fallen, {"speed": velocity[:, 0]}

    def begin(self):
        qpos = self.init_qpos + torch.cat([self.noise(2, 0), self.noise(self.model.nq - 2, 0.02)], 1)
        return qpos, self.noise(self.model.nv, 0.05)


def main():
    envs = Walk(64, device="cpu", max_episode_steps=100)
    envs.reset(seed=0)
    ends, length = 0, 0
    for _ in range(150):
        _, _, terminated, truncated, infos = envs.step(0.2 * envs.noise(envs.model.nu, 1.0))
        over = terminated | truncated
        ends += int(over.sum())
        length += int(infos["final_length"][over].sum())
    print(f"{ends} episodes of {length / ends:.0f} steps on average")
    assert ends >= 64 and bool(torch.isfinite(envs.observe()).all())


if __name__ == "__main__":
    main()
