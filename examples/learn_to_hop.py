"""A hopper learns to hop ahead by gradients through 200 steps of its own dynamics: a policy gradient that is exact.

The policy is a small network of joint angles, velocities and a clock. thew.derivative.vjp goes back through each step, contacts included,
and gives the gradient of the distance by all weights at the cost of a few simulations.
Run: python examples/learn_to_hop.py
"""

import numpy as np
import thew
from thew import derivative

XML = """
<mujoco model="hopper">
  <option timestep="0.01" integrator="implicitfast"/>
  <default>
    <geom contype="0" conaffinity="0" friction="1" solref="0.03 1" solimp="0 0.95 0.01"/>
    <joint damping="2"/>
    <motor gear="150" ctrlrange="-1 1"/>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1" conaffinity="1"/>
    <body name="trunk" pos="0 0 1.25">
      <joint name="x" type="slide" axis="1 0 0" damping="0"/>
      <joint name="z" type="slide" axis="0 0 1" damping="0"/>
      <joint name="pitch" axis="0 1 0" damping="0"/>
      <geom type="capsule" fromto="0 0 -0.2 0 0 0.2" size="0.08" mass="4"/>
      <body pos="0 0 -0.2">
        <joint name="hip" axis="0 -1 0" stiffness="60" springref="0.2"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.45" size="0.05" mass="2"/>
        <body pos="0 0 -0.45">
          <joint name="knee" axis="0 1 0" stiffness="120" springref="0.7"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.04" mass="1.5"/>
          <body pos="0 0 -0.5">
            <joint name="ankle" axis="0 -1 0" stiffness="80" springref="0.3"/>
            <geom type="capsule" fromto="-0.1 0 -0.05 0.2 0 -0.05" size="0.05" mass="1" contype="1"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="hip"/><motor joint="knee"/><motor joint="ankle"/></actuator>
</mujoco>
"""
STEPS, HIDDEN, PERIOD = 200, 16, 0.5  # PERIOD: of the clock [s]
SCALE = np.array([1, 1, 1, 1, 1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 1, 1])  # of what the policy sees: z, angles, velocities, clock


def sees(data, t):
    phase = 2 * np.pi * t / PERIOD
    return SCALE * np.concatenate([data.qpos[1:], data.qvel, [np.sin(phase), np.cos(phase)]])


def policy(weights, seen):
    hidden = np.tanh(weights[0] @ seen + weights[1])
    return np.tanh(weights[2] @ hidden), hidden


def reward_of(qpos, qvel):
    """Ahead at 1 m/s, upright at the height of the start: squares of what is missing; and its gradient by the state."""
    slow, low, tilt = qvel[0] - 1, qpos[1] + 0.05, qpos[2]
    gradient = np.zeros(12)
    gradient[[6, 1, 2]] = -2 * slow, -40 * low, -40 * tilt
    return -(slow**2) - 20 * low**2 - 20 * tilt**2, gradient


def episode(model, data, weights, with_gradient=True):
    """The mean reward of 200 steps, its gradient by the weights, and the path of the trunk."""
    thew.mj_resetData(model, data)
    h, total, kept, path = model.opt.timestep, 0.0, [], np.empty((STEPS, 2))
    by_state = np.zeros((STEPS, 12))
    for t in range(STEPS):
        seen = sees(data, t * h)
        ctrl, hidden = policy(weights, seen)
        data.ctrl[:] = ctrl
        kept.append((data.qpos.copy(), data.qvel.copy(), seen, ctrl, hidden))
        thew.mj_step(model, data)
        reward, by_state[t] = reward_of(data.qpos, data.qvel)
        total, path[t] = total + reward, data.qpos[:2]
    if not with_gradient:
        return total / STEPS, None, path
    gradient, back = [np.zeros_like(w) for w in weights], np.zeros(12)
    for t in reversed(range(STEPS)):
        qpos, qvel, seen, ctrl, hidden = kept[t]
        data.qpos[:], data.qvel[:], data.ctrl[:] = qpos, qvel, ctrl
        step = derivative.vjp(model, data, back + by_state[t])
        out = step.u * (1 - ctrl**2)
        inner = (weights[2].T @ out) * (1 - hidden**2)
        for whole, part in zip(gradient, (np.outer(inner, seen), inner, np.outer(out, hidden))):
            whole += part / STEPS
        by_seen = SCALE * (weights[0].T @ inner)
        back = step.x.copy()
        back[1:6] += by_seen[:5]
        back[6:] += by_seen[5:11]
    return total / STEPS, gradient, path


def run(iterations=120, rate=0.01):
    """The reward of each iteration, and the paths of the trunk before and after. Adam's rule, the gradient cut to length one."""
    model = thew.MjModel.from_xml_string(XML)
    data, rng = thew.MjData(model), np.random.default_rng(0)
    weights = [0.3 * rng.normal(size=(HIDDEN, 13)), np.zeros(HIDDEN), 0.01 * rng.normal(size=(3, HIDDEN))]
    mean, square = ([np.zeros_like(w) for w in weights] for _ in range(2))
    rewards, best = [], (-np.inf, None)
    first = episode(model, data, weights, False)[2]
    for i in range(1, iterations + 1):
        reward, gradient, path = episode(model, data, weights)
        rewards.append(reward)
        best = max(best, (reward, i), key=lambda pair: pair[0])
        if best[1] == i:
            best_path = path
        length = np.sqrt(sum((g**2).sum() for g in gradient))
        for w, g, m, s in zip(weights, gradient, mean, square):
            g = g / max(1, length)
            m += 0.1 * (g - m)
            s += 0.01 * (g**2 - s)
            w += rate * (m / (1 - 0.9**i)) / (np.sqrt(s / (1 - 0.99**i)) + 1e-8)
    return np.array(rewards), first, best_path


def main():
    rewards, first, path = run()
    print(f"reward {rewards[0]:.2f} -> {rewards.max():.2f} in {len(rewards)} episodes of {STEPS} steps")
    print(f"in 2 s the trunk comes {first[-1, 0]:.2f} m ahead at first, {path[-1, 0]:.2f} m in the end")
    assert first[-1, 0] < 0.3 and path[-1, 0] > 0.7 and path[:, 1].min() > -0.4, "it does not learn"


if __name__ == "__main__":
    main()
