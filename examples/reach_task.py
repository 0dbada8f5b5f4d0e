"""A task of one's own for reinforcement learning, in NumPy: an arm of two links reaches for a point, and every world has other masses.

A simple controller solves it; its result is checked against doing nothing.
Run: python examples/reach_task.py
"""

import sys

import numpy as np

try:
    import thew.gym
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(0)

XML = """
<mujoco model="reach">
  <option timestep="0.005" gravity="0 0 0" integrator="implicitfast"/>
  <default><joint axis="0 0 1" damping="0.1"/><geom type="capsule" size="0.02" contype="0" conaffinity="0"/></default>
  <worldbody>
    <body><joint name="shoulder"/><geom fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint name="elbow" range="-150 150"/><geom fromto="0 0 0 .3 0 0"/><site name="tip" pos=".3 0 0"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="shoulder" ctrlrange="-1 1"/><motor joint="elbow" ctrlrange="-1 1"/></actuator>
</mujoco>
"""


class Reach(thew.gym.VectorTask):
    """Brings the tip to a goal that each world draws for itself."""

    def __init__(self, num_envs=1, **options):
        self.goal = np.zeros((num_envs, 2))
        model = thew.MjModel.from_xml_string(XML)
        super().__init__(model, num_envs, frame_skip=4, outputs=["site_xpos"], max_episode_steps=200, **options)
        self.batch.randomise(seed=1, numbers={"body_mass": ("scale", 0.5, 2)})

    def observe(self):
        return np.concatenate([self.batch.qpos, self.batch.qvel, self.goal], axis=1)

    def judge(self, actions):
        distance = np.linalg.norm(self.batch.site_xpos[:, 0, :2] - self.goal, axis=1)
        return -distance, np.zeros(self.num_envs, bool), {"distance": distance}

    def begin(self, random):
        return random.uniform(-1, 1, 2), np.zeros(2)

    def after_reset(self, mask):
        radius, angle = 0.2 + 0.3 * self.batch.uniform((), mask), 2 * np.pi * self.batch.uniform((), mask)
        self.goal[mask] = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
        return {}


def controller(observations):
    """Pulls the tip towards the goal by the transpose of its Jacobian."""
    shoulder, both = observations[:, 0], observations[:, 0] + observations[:, 1]
    upper = 0.3 * np.stack([np.cos(shoulder), np.sin(shoulder)], axis=1)
    lower = 0.3 * np.stack([np.cos(both), np.sin(both)], axis=1)
    pull = 16 * (observations[:, 4:] - upper - lower)
    torque = [arm[:, 0] * pull[:, 1] - arm[:, 1] * pull[:, 0] for arm in (upper + lower, lower)]
    return np.stack(torque, axis=1) - 0.6 * observations[:, 2:4]


def run(policy):
    """The mean distance to the goal at the end [m]."""
    envs = Reach(num_envs=256)
    observations, _ = envs.reset(seed=0)
    for _ in range(199):
        actions = np.clip(policy(observations), -1, 1).astype(np.float32)
        observations, _, _, _, infos = envs.step(actions)
    return infos["distance"].mean()


def main():
    still, moved = run(lambda observations: np.zeros((len(observations), 2))), run(controller)
    print(f"distance to the goal after 4 s, mean of 256 worlds: {still:.3f} m at rest, {moved:.3f} m with the controller")
    assert moved < 0.2 * still


if __name__ == "__main__":
    main()
