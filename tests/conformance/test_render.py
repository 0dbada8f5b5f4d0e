"""Pictures beside those of mujoco.Renderer: which object is at each pixel, how far it is, and its colour."""

import os
from pathlib import Path

import numpy as np
import pytest
from render_reference import HEIGHT, WIDTH, of_mujoco, pictures
from render_scenes import FLEXES, SCENES

import thew

pytest.importorskip("mujoco")

ROOT = Path(__file__).parents[2]
ZOO = Path(os.environ.get("THEW_MODELS", ROOT.parent / "shared" / "models"))
OWN = sorted(path.stem for path in (ROOT / "models").glob("*.xml"))
ZOO_MODELS = (
    "dm_control/cheetah.xml dm_control/fish.xml dm_control/quadruped.xml dm_control/humanoid_CMU.xml dm_control/manipulator.xml "
    "gymnasium/ant.xml gymnasium/pusher.xml mujoco/car/car.xml menagerie/franka_emika_panda/scene.xml "
    "menagerie/agility_cassie/scene.xml menagerie/shadow_hand/scene_right.xml menagerie/unitree_g1/scene.xml "
    "menagerie/skydio_x2/scene.xml mujoco/flex/basket.xml mujoco/flex/flag.xml mujoco/flex/floppy.xml mujoco/flex/jelly.xml "
    "mujoco/flex/pancake.xml mujoco/flex/pinch.xml mujoco/flex/plate.xml mujoco/flex/pulley.xml mujoco/flex/trampoline.xml"
).split()
# Vertices, edges, faces and skin of flexes, by the flags that are switched.
FLEX_LOOKS = {
    "skin": (), "edges": ("FLEXSKIN",), "faces": ("FLEXSKIN", "FLEXEDGE", "FLEXFACE"), "all": ("FLEXSKIN", "FLEXVERT", "FLEXFACE"),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def drawing(tmp_path_factory):
    """Nothing can be compared where one of the two cannot draw."""
    try:
        of_mujoco("<mujoco/>", tmp_path_factory.mktemp("try"))
        thew.Renderer(thew.MjModel.from_xml_string("<mujoco/>"), 8, 8).close()
    except (RuntimeError, thew.Error) as reason:
        pytest.skip(str(reason))


def similarity(a: np.ndarray, b: np.ndarray, window: int = 8) -> float:
    """Mean structural similarity (Wang et al. 2004) of gray pictures, over windows side by side."""
    gray = [x.mean(axis=2)[: HEIGHT // window * window, : WIDTH // window * window] for x in (a, b)]
    tiles = [x.reshape(HEIGHT // window, window, -1, window).swapaxes(1, 2).reshape(-1, window**2) for x in gray]
    (ma, mb), (va, vb) = ([t.mean(axis=1) for t in tiles], [t.var(axis=1) for t in tiles])
    covariance = (tiles[0] * tiles[1]).mean(axis=1) - ma * mb
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(np.mean((2 * ma * mb + c1) * (2 * covariance + c2) / ((ma**2 + mb**2 + c1) * (va + vb + c2))))


def compare(source, folder, record_property, flags=()) -> None:
    ours, theirs = pictures(thew, source, flags), of_mujoco(source, folder, flags)
    same = (ours["segments"] == theirs["segments"]).all(axis=2)
    there = same & (theirs["segments"][..., 0] >= 0)
    apart = np.abs(ours["depth"] - theirs["depth"])[there] / theirs["depth"][there]
    difference = float(np.abs(ours["color"] - theirs["color"]).mean())
    ssim = similarity(ours["color"], theirs["color"])
    record_property("segments", float(same.mean()))
    record_property("depth", float(apart.max(initial=0)))
    record_property("color", difference)
    record_property("ssim", ssim)
    print(f"segments {same.mean():.5f}, depth {apart.max(initial=0):.1e} (99.9 %: "
          f"{np.quantile(apart, 0.999) if apart.size else 0:.1e}), color {difference:.2f} of 255, SSIM {ssim:.4f}")  # fmt: skip
    assert same.mean() >= 0.99
    assert there.any(), "there is something to see"
    # Rods and balls of one flex lie one before the other: at the edge of one a pixel may show the other, though it is of the same object.
    assert (np.quantile(apart, 0.9999) if flags else apart.max(initial=0)) <= 1e-3
    assert difference < 8 and ssim > 0.9, "colours look alike"


@pytest.mark.parametrize("name", OWN)
def test_own_models(name, tmp_path, record_property):
    compare(str(ROOT / "models" / f"{name}.xml"), tmp_path, record_property)


@pytest.mark.parametrize("name", SCENES)
def test_scenes(name, tmp_path, record_property):
    compare(SCENES[name], tmp_path, record_property)


@pytest.mark.parametrize("look", FLEX_LOOKS)
def test_flexes(look, tmp_path, record_property):
    flags = [int(thew.mjtVisFlag[f"mjVIS_{name}"]) for name in FLEX_LOOKS[look]]
    compare(FLEXES, tmp_path, record_property, flags)


@pytest.mark.parametrize("name", ZOO_MODELS)
def test_zoo(name, tmp_path, record_property):
    if not (ZOO / name).is_file():
        pytest.skip(f"{ZOO / name} is not there")
    compare(str(ZOO / name), tmp_path, record_property)
