"""Pictures by packages that draw with mujoco, with Thew in its place or not; a program, because such packages import once.

usage: stand_in.py thew|mujoco gymnasium|dm_control OUT.npz SIZE [NAME...]
"""

import os
import subprocess
import sys
import types

import numpy as np

STEPS = 3


def without_windows() -> None:
    """Gymnasium imports packages for windows, which nobody opens here: they need not be installed."""
    for name in ("imageio", "glfw"):
        try:
            __import__(name)
        except ImportError:
            sys.modules[name] = types.ModuleType(name)
            sys.modules[name].terminate = lambda: None


def gymnasium_pictures(engine, size: int, names) -> dict:
    """Colours and depths of environments after a reset and some steps, and the states that they show."""
    without_windows()
    import gymnasium

    pictures = {}
    for name in names:
        env = gymnasium.make(name, render_mode="rgbd_tuple", width=size, height=size)
        env.reset(seed=4)
        env.action_space.seed(4)
        for moment in range(2):
            world = env.unwrapped
            engine.mj_forward(world.model, world.data)  # a step leaves poses that are one step old
            pictures[f"{name} rgb {moment}"], pictures[f"{name} depth {moment}"] = env.render()
            pictures[f"{name} qpos {moment}"] = world.data.qpos.copy()
            for _ in range(STEPS):
                env.step(env.action_space.sample())
        env.close()
    return pictures


def dm_control_pictures(engine, size: int, names) -> dict:
    from dm_control import suite

    pictures = {}
    for name in names:
        env = suite.load(*name.split(), task_kwargs={"random": 0})
        env.reset()
        options = {"height": size, "width": size, "camera_id": 0}
        pictures[f"{name} rgb"] = env.physics.render(**options)
        pictures[f"{name} depth"] = env.physics.render(depth=True, **options)
        pictures[f"{name} segments"] = env.physics.render(segmentation=True, **options)
    return pictures


def run(engine: str, package: str, path, size: int, names) -> dict:
    """The pictures of another process; RuntimeError with its words where it fails."""
    command = [sys.executable, __file__, engine, package, str(path), str(size), *names]
    done = subprocess.run(command, env={**os.environ, "MUJOCO_GL": "egl"}, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[-2000:])
    with np.load(path) as content:
        return dict(content)


if __name__ == "__main__":
    engine, package, path, size, *names = sys.argv[1:]
    if engine == "thew":
        import thew

        sys.modules["mujoco"] = thew
    import mujoco

    take = {"gymnasium": gymnasium_pictures, "dm_control": dm_control_pictures}[package]
    np.savez(path, **take(mujoco, int(size), names))
