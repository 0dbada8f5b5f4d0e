"""Pictures of a model by thew.Renderer or mujoco.Renderer; as a program, those of MuJoCo.

usage: render_reference.py MODEL OUT.npz        MODEL: a path, or XML

MuJoCo chooses how it draws when it is imported: a process of its own can have MUJOCO_GL=egl.
"""

import os
import subprocess
import sys

import numpy as np

HEIGHT, WIDTH = 240, 320


def pictures(engine, source: str) -> dict:
    """Colours, distances and segments, at the first keyframe where there is one."""
    load = engine.MjModel.from_xml_string if source.lstrip().startswith("<") else engine.MjModel.from_xml_path
    model = load(source)
    data = engine.MjData(model)
    if model.nkey:
        engine.mj_resetDataKeyframe(model, data, 0)
    engine.mj_forward(model, data)
    with engine.Renderer(model, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(data)
        seen = {"color": renderer.render().astype(float)}
        renderer.enable_depth_rendering()
        seen["depth"] = renderer.render().astype(float)
        renderer.enable_segmentation_rendering()
        seen["segments"] = renderer.render().copy()
    return seen


def of_mujoco(source: str, folder) -> dict:
    """MuJoCo's pictures; raises RuntimeError with its words where it cannot draw."""
    path = folder / "reference.npz"
    done = subprocess.run(
        [sys.executable, __file__, source, str(path)], env={**os.environ, "MUJOCO_GL": "egl"}, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    with np.load(path) as content:
        return dict(content)


if __name__ == "__main__":
    import mujoco

    np.savez(sys.argv[2], **pictures(mujoco, sys.argv[1]))
