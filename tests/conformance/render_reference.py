"""Pictures of a model by thew.Renderer or mujoco.Renderer; as a program, those of MuJoCo.

usage: render_reference.py MODEL OUT.npz FLAGS      MODEL: a path, or XML; FLAGS: those of mjtVisFlag that are switched, as "21,22" or ""

MuJoCo chooses how it draws when it is imported: a process of its own can have MUJOCO_GL=egl.
"""

import os
import subprocess
import sys

import numpy as np

HEIGHT, WIDTH = 240, 320


def pictures(engine, source: str, flags=()) -> dict:
    """Colours, distances and segments, at the first keyframe where there is one; flags are switched."""
    load = engine.MjModel.from_xml_string if source.lstrip().startswith("<") else engine.MjModel.from_xml_path
    model = load(source)
    data = engine.MjData(model)
    if model.nkey:
        engine.mj_resetDataKeyframe(model, data, 0)
    engine.mj_forward(model, data)
    option = engine.MjvOption()
    for flag in flags:
        option.flags[flag] = not option.flags[flag]
    with engine.Renderer(model, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(data, scene_option=option)
        seen = {"color": renderer.render().astype(float)}
        renderer.enable_depth_rendering()
        seen["depth"] = renderer.render().astype(float)
        renderer.enable_segmentation_rendering()
        seen["segments"] = renderer.render().copy()
    return seen


def of_mujoco(source: str, folder, flags=()) -> dict:
    """MuJoCo's pictures; raises RuntimeError with its words where it cannot draw."""
    path = folder / "reference.npz"
    done = subprocess.run(
        [sys.executable, __file__, source, str(path), ",".join(map(str, flags))], env={**os.environ, "MUJOCO_GL": "egl"}, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    with np.load(path) as content:
        return dict(content)


if __name__ == "__main__":
    import mujoco

    np.savez(sys.argv[2], **pictures(mujoco, sys.argv[1], [int(flag) for flag in sys.argv[3].split(",") if flag]))
