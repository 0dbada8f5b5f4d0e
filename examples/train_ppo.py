"""Learns a task by proximal policy optimisation with PyTorch, on a CPU, with the worlds of a batch.

    python examples/train_ppo.py thew/HalfCheetah-v5 --steps 2000000

prints the mean return of the episodes that ended and keeps the policy in a file if --save is given. Without arguments it
learns to balance a pole within seconds, and checks that it did. Needs torch and gymnasium.
"""

import argparse
import collections
import sys
import time

import numpy as np

try:
    import gymnasium
    import torch
    from torch import nn

    import thew.gym  # noqa: F401, registers the tasks
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(0)


class Scale:
    """Mean and deviation of what was seen so far, by which observations become numbers of size one."""

    def __init__(self, size):
        self.mean, self.square, self.count = np.zeros(size), np.ones(size), 1e-4

    def update(self, values):
        values = values.reshape(-1, values.shape[-1])
        self.count += len(values)
        part = len(values) / self.count
        self.mean += part * (values.mean(axis=0) - self.mean)
        self.square += part * ((values**2).mean(axis=0) - self.square)

    @property
    def deviation(self):
        return np.sqrt(np.maximum(self.square - self.mean**2, 1e-8))

    def __call__(self, values):
        return torch.as_tensor(np.clip((values - self.mean) / self.deviation, -10, 10), dtype=torch.float32)


def network(inputs, outputs, last):
    layers, sizes = [], [inputs, 64, 64, outputs]
    for i, (n, m) in enumerate(zip(sizes, sizes[1:])):
        layer = nn.Linear(n, m)
        nn.init.orthogonal_(layer.weight, last if i == len(sizes) - 2 else 2**0.5)
        nn.init.zeros_(layer.bias)
        layers += [layer, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Agent(nn.Module):
    """A normal distribution over actions, and the value of a state."""

    def __init__(self, inputs, actions):
        super().__init__()
        self.mean, self.value = network(inputs, actions, 0.01), network(inputs, 1, 1.0)
        self.log_deviation = nn.Parameter(torch.full((actions,), -0.5))

    def act(self, seen):
        return torch.distributions.Normal(self.mean(seen), self.log_deviation.exp())

    def evaluate(self, seen):
        return self.value(seen).squeeze(-1)


def advantages(rewards, values, ended, bootstrap, discount, smoothing):
    """How much better actions were than expected: generalised advantage estimation (Schulman et al. 2016)."""
    result, sum_ = torch.zeros_like(rewards), torch.zeros_like(rewards[0])
    for t in reversed(range(len(rewards))):
        error = rewards[t] + discount * bootstrap[t] - values[t]
        sum_ = error + discount * smoothing * ~ended[t] * sum_
        result[t] = sum_
    return result


class Collector:
    """Steps the environments by the policy, and takes down what happens."""

    def __init__(self, envs, agent, discount, seed):
        self.envs, self.agent, self.discount = envs, agent, discount
        self.space = envs.single_action_space
        self.scale = Scale(envs.single_observation_space.shape[0])
        self.observations, _ = envs.reset(seed=seed)
        self.returns = np.zeros(envs.num_envs)  # of the present episodes
        self.discounted, self.reward_scale = np.zeros(envs.num_envs), Scale(1)
        self.finished = collections.deque(maxlen=100)

    @torch.no_grad()
    def collect(self, length):
        rows = collections.defaultdict(list)
        for _ in range(length):
            self.scale.update(self.observations)
            seen = self.scale(self.observations)
            policy = self.agent.act(seen)
            action = policy.sample()
            # Actions of size one use half the range of the controls.
            middle, half = (self.space.high + self.space.low) / 2, (self.space.high - self.space.low) / 2
            controls = np.clip(middle + half * action.numpy(), self.space.low, self.space.high)
            self.observations, rewards, terminated, truncated, infos = self.envs.step(controls.astype(np.float32))
            ended = terminated | truncated
            # The value of what comes next; at the end of an episode, of its last state if time was up, else 0.
            following = self.observations
            if ended.any():
                following = following.copy()
                for i in np.flatnonzero(ended):
                    following[i] = infos["final_obs"][i]
            bootstrap = self.agent.evaluate(self.scale(following)) * torch.as_tensor(~terminated)
            rows["seen"].append(seen)
            rows["action"].append(action)
            rows["probability"].append(policy.log_prob(action).sum(-1))
            rows["value"].append(self.agent.evaluate(seen))
            rows["bootstrap"].append(bootstrap)
            rows["reward"].append(torch.as_tensor(self._scaled(rewards, ended), dtype=torch.float32))
            rows["ended"].append(torch.as_tensor(ended))
            self._count(rewards, ended)
        return {name: torch.stack(values) for name, values in rows.items()}

    def _scaled(self, rewards, ended):
        """Rewards by the deviation of discounted returns, so that one rate of learning suits all tasks."""
        self.discounted = self.discount * self.discounted + rewards
        self.reward_scale.update(self.discounted[:, None])
        self.discounted[ended] = 0
        return rewards / self.reward_scale.deviation

    def _count(self, rewards, ended):
        self.returns += rewards
        self.finished.extend(self.returns[ended])
        self.returns[ended] = 0


def improve(agent, optimiser, rows, options):
    gain = advantages(
        rows["reward"], rows["value"], rows["ended"], rows["bootstrap"], options.discount, options.smoothing
    )
    rows["target"] = gain + rows["value"]
    rows["gain"] = (gain - gain.mean()) / (gain.std() + 1e-8)
    flat = {name: values.flatten(0, 1) for name, values in rows.items()}
    count = len(flat["gain"])
    for _ in range(options.epochs):
        for part in torch.randperm(count).split(count // options.parts):
            row = {name: values[part] for name, values in flat.items()}
            policy = agent.act(row["seen"])
            ratio = (policy.log_prob(row["action"]).sum(-1) - row["probability"]).exp()
            clipped = ratio.clamp(1 - options.clip, 1 + options.clip)
            gained = torch.minimum(ratio * row["gain"], clipped * row["gain"]).mean()
            wrong = (agent.evaluate(row["seen"]) - row["target"]).square().mean()
            loss = -gained + 0.5 * wrong - options.entropy * policy.entropy().sum(-1).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def learn(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # networks are small: more threads wait for one another
    envs = gymnasium.make_vec(
        options.task, num_envs=options.envs, threads=options.threads, autoreset_mode="SameStep"
    )
    agent = Agent(envs.single_observation_space.shape[0], envs.single_action_space.shape[0])
    optimiser = torch.optim.Adam(agent.parameters(), options.rate, eps=1e-5)
    collector = Collector(envs, agent, options.discount, options.seed)
    begin, steps, score = time.perf_counter(), 0, 0.0
    rounds = options.steps // (options.envs * options.length)
    for i in range(rounds):
        optimiser.param_groups[0]["lr"] = options.rate * (1 - i / rounds)
        improve(agent, optimiser, collector.collect(options.length), options)
        steps += options.envs * options.length
        if collector.finished and (i % max(1, rounds // 20) == 0 or i == rounds - 1):
            score = np.mean(collector.finished)
            print(f"{steps:9,} steps  {time.perf_counter() - begin:6.1f} s  return {score:8.1f}", flush=True)
    if options.save:
        torch.save({"agent": agent.state_dict(), "mean": collector.scale.mean, "deviation": collector.scale.deviation}, options.save)
    return score


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", nargs="?", default="thew/InvertedPendulum-v5")
    parser.add_argument("--steps", type=int, default=200_000, help="of environments, all together")
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--length", type=int, default=32, help="steps of each environment between improvements")
    parser.add_argument("--threads", type=int, default=0, help="that step the worlds, 0: one per processor")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--parts", type=int, default=8, help="into which each epoch is divided")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, falls to zero")
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--smoothing", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", help="file for the policy")
    options = parser.parse_args()
    score = learn(options)
    if len(sys.argv) == 1:
        assert score > 300, f"the pole stays up for {score:.0f} steps only"


if __name__ == "__main__":
    main()
