"""Learns a task by proximal policy optimisation with PyTorch, with the worlds of a batch.

    python examples/train_ppo.py thew/HalfCheetah-v5 --steps 2000000
    python examples/train_ppo.py walk --device cuda --envs 4096 --length 24 --width 256 --steps 100000000

The first steps on the processor; the second teaches the humanoid of `walk_task.py` to walk, and worlds, policy and
learning are all on the GPU. Prints the mean return of the episodes that ended; --save keeps the policy in a file, --curve
how it was learned. Without arguments it learns to balance a pole within seconds, and checks that it did. Needs torch and
gymnasium.
"""

import argparse
import collections
import json
import sys
import time

import numpy as np

try:
    import gymnasium
    import torch
    from torch import nn

    from thew.gym import TensorTask
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(0)


class Scale:
    """Mean and deviation of what was seen so far, by which observations become numbers of size one."""

    def __init__(self, size, device):
        self.mean, self.square = torch.zeros(size, device=device), torch.ones(size, device=device)
        self.count = 1e-4

    def update(self, values):
        self.count += len(values)
        part = len(values) / self.count
        self.mean += part * (values.mean(0) - self.mean)
        self.square += part * (values.square().mean(0) - self.square)

    @property
    def deviation(self):
        return (self.square - self.mean.square()).clamp(min=1e-8).sqrt()

    def __call__(self, values):
        return ((values - self.mean) / self.deviation).clamp(-10, 10)


def network(inputs, width, outputs, last):
    layers, sizes = [], [inputs, width, width, outputs]
    for i, (n, m) in enumerate(zip(sizes, sizes[1:])):
        layer = nn.Linear(n, m)
        nn.init.orthogonal_(layer.weight, last if i == len(sizes) - 2 else 2**0.5)
        nn.init.zeros_(layer.bias)
        layers += [layer, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Agent(nn.Module):
    """A normal distribution over actions, and the value of a state."""

    def __init__(self, inputs, actions, width):
        super().__init__()
        self.mean, self.value = network(inputs, width, actions, 0.01), network(inputs, width, 1, 1.0)
        self.log_deviation = nn.Parameter(torch.full((actions,), -0.5))

    def act(self, seen):
        return torch.distributions.Normal(self.mean(seen), self.log_deviation.exp(), validate_args=False)

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
    """Steps the environments by the policy, and takes down what happens: all on the device of the policy."""

    def __init__(self, envs, agent, options, device):
        self.envs, self.agent, self.device, self.discount = envs, agent, device, options.discount
        self.on_host = not isinstance(envs, TensorTask)
        low, high = (self.tensor(limit) for limit in (envs.single_action_space.low, envs.single_action_space.high))
        self.low, self.high = low, high
        self.scale = Scale(envs.single_observation_space.shape[0], device)
        self.observations = self.tensor(envs.reset(seed=options.seed)[0])
        self.returns, self.discounted = torch.zeros((2, envs.num_envs), device=device)  # of the present episodes
        self.reward_scale = Scale(1, device)
        self.finished = collections.deque(maxlen=8)  # sums of returns and numbers of episodes, by rounds

    def tensor(self, values, dtype=torch.float32):
        return torch.as_tensor(values, dtype=dtype, device=self.device)

    def controls(self, action):
        """Actions of size one use half the range of the controls."""
        controls = (self.high + self.low) / 2 + (self.high - self.low) / 2 * action
        return torch.minimum(torch.maximum(controls, self.low), self.high)

    def step(self, action):
        """Rewards, which worlds are over and for good, and what was seen last: of those that begin anew, before that."""
        controls = self.controls(action)
        seen, rewards, terminated, truncated, infos = self.envs.step(controls.numpy() if self.on_host else controls)
        final = seen if self.on_host else infos["final_obs"]
        if self.on_host and (terminated | truncated).any():
            final = np.where((terminated | truncated)[:, None], 0, seen)
            for i in np.flatnonzero(terminated | truncated):
                final[i] = infos["final_obs"][i]
        self.observations = self.tensor(seen)
        terminated, truncated = self.tensor(terminated, torch.bool), self.tensor(truncated, torch.bool)
        return self.tensor(rewards), terminated | truncated, terminated, self.tensor(final)

    @torch.no_grad()
    def collect(self, length):
        rows = collections.defaultdict(list)
        total, count = torch.zeros((2,), device=self.device)
        for _ in range(length):
            self.scale.update(self.observations)
            seen = self.scale(self.observations)
            policy = self.agent.act(seen)
            action = policy.sample()
            rewards, ended, terminated, final = self.step(action)
            rows["seen"].append(seen)
            rows["action"].append(action)
            rows["probability"].append(policy.log_prob(action).sum(-1))
            rows["value"].append(self.agent.evaluate(seen))
            # The value of what comes next; at the end of an episode, of its last state if time was up, else 0.
            rows["bootstrap"].append(self.agent.evaluate(self.scale(final)) * ~terminated)
            rows["reward"].append(self._scaled(rewards, ended))
            rows["ended"].append(ended)
            self.returns += rewards
            total += (self.returns * ended).sum()
            count += ended.sum()
            self.returns.masked_fill_(ended, 0)
        self.finished.append((total, count))
        return {name: torch.stack(values) for name, values in rows.items()}

    def _scaled(self, rewards, ended):
        """Rewards by the deviation of discounted returns, so that one rate of learning suits all tasks."""
        self.discounted = self.discount * self.discounted + rewards
        self.reward_scale.update(self.discounted[:, None])
        self.discounted.masked_fill_(ended, 0)
        return rewards / self.reward_scale.deviation

    @property
    def score(self):
        """The mean return of the episodes that ended in the latest rounds; None where none did."""
        total, count = (float(sum(column)) for column in zip(*self.finished))
        return total / count if count else None


def improve(agent, optimiser, rows, options):
    gain = advantages(
        rows["reward"], rows["value"], rows["ended"], rows["bootstrap"], options.discount, options.smoothing
    )
    rows["target"] = gain + rows["value"]
    rows["gain"] = (gain - gain.mean()) / (gain.std() + 1e-8)
    flat = {name: values.flatten(0, 1) for name, values in rows.items()}
    count = len(flat["gain"])
    for _ in range(options.epochs):
        for part in torch.randperm(count, device=gain.device).split(count // options.parts):
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


def make(options):
    """The environments of a task of Gymnasium, or of the walk."""
    if options.task == "walk":
        from walk_task import Walk

        return Walk(options.envs, device=options.device)
    return gymnasium.make_vec(
        options.task,
        num_envs=options.envs,
        threads=options.threads,
        autoreset_mode="SameStep",
        device=options.device,
    )


@torch.no_grad()
def walk(envs, collector, seconds=20.0):
    """How fast the mean of the policy walks, and how many worlds are up to the end."""
    begin, up = envs.reset(seed=1)[0], torch.ones(envs.num_envs, dtype=torch.bool, device=envs.device)
    seen, way = begin, torch.zeros(envs.num_envs, device=envs.device)
    for _ in range(min(round(seconds / envs.dt), envs.max_episode_steps) - 1):
        action = collector.agent.mean(collector.scale(seen))
        seen, _, terminated, _, infos = envs.step(collector.controls(action))
        up &= ~terminated
        way += infos["speed"] * envs.dt * up
    return {"upright": float(up.float().mean()), "metres": float(way[up].mean()) if up.any() else 0.0, "seconds": seconds}


def learn(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # networks are small: more threads wait for one another
    device = torch.device(options.device if options.device.startswith("cuda") else "cpu")
    envs = make(options)
    spaces = envs.single_observation_space, envs.single_action_space
    agent = Agent(*(space.shape[0] for space in spaces), options.width).to(device)
    optimiser = torch.optim.Adam(agent.parameters(), options.rate, eps=1e-5)
    collector = Collector(envs, agent, options, device)
    begin, steps, curve = time.perf_counter(), 0, []
    rounds = options.steps // (options.envs * options.length)
    for i in range(rounds):
        spent = time.perf_counter() - begin
        optimiser.param_groups[0]["lr"] = options.rate * (1 - max(i / rounds, spent / options.seconds))
        improve(agent, optimiser, collector.collect(options.length), options)
        steps += options.envs * options.length
        is_last = i == rounds - 1 or spent > options.seconds
        if (i % max(1, rounds // options.reports) == 0 or is_last) and (score := collector.score) is not None:
            curve.append({"steps": steps, "seconds": round(time.perf_counter() - begin, 1), "return": round(score, 2)})
            print(f"{steps:11,} steps  {curve[-1]['seconds']:6.1f} s  return {score:8.1f}", flush=True)
        if is_last:
            break
    result = {"task": options.task, "device": options.device, "envs": options.envs, "curve": curve}
    if options.task == "walk":
        result["walk"] = walk(envs, collector)
        print("upright after {seconds:.0f} s: {upright:.1%}, which walked {metres:.1f} m".format(**result["walk"]))
    if options.curve:
        with open(options.curve, "w") as file:
            json.dump(result, file, indent=1)
    if options.save:
        scale = {"mean": collector.scale.mean.cpu(), "deviation": collector.scale.deviation.cpu()}
        torch.save({"agent": {name: values.cpu() for name, values in agent.state_dict().items()}} | scale, options.save)
    return curve[-1]["return"] if curve else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", nargs="?", default="thew/InvertedPendulum-v5")
    parser.add_argument("--steps", type=int, default=200_000, help="of environments, all together")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="after which learning ends in any case")
    parser.add_argument("--device", default="cpu", help="where the worlds are: cpu, cuda, cuda:1...")
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--length", type=int, default=32, help="steps of each environment between improvements")
    parser.add_argument("--threads", type=int, default=0, help="that step the worlds, 0: one per processor")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--parts", type=int, default=8, help="into which each epoch is divided")
    parser.add_argument("--width", type=int, default=64, help="of the two hidden layers")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, falls to zero")
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--smoothing", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--reports", type=int, default=20, help="how often to tell how it goes")
    parser.add_argument("--curve", help="file of JSON for what is told")
    parser.add_argument("--save", help="file for the policy")
    options = parser.parse_args()
    score = learn(options)
    if len(sys.argv) == 1:
        assert score > 300, f"the pole stays up for {score:.0f} steps only"


if __name__ == "__main__":
    main()
