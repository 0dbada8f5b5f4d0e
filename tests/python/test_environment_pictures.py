"""Pictures of environments: those of thew.gym, and those of Gymnasium and dm_control with Thew in MuJoCo's place."""

import importlib.util
import inspect

import numpy as np
import pytest
import stand_in
from drawing import need_drawing

gymnasium = pytest.importorskip("gymnasium")

import thew
import thew.gym

TASKS = sorted(thew.gym.TASKS)
SIZE = 96


@pytest.fixture(scope="module", autouse=True)
def drawing():
    need_drawing()


def task(name, num_envs=1, mode="rgb_array", **options):
    options = {"width": SIZE, "height": SIZE, "threads": 1} | options
    return gymnasium.make_vec(f"thew/{name}", num_envs=num_envs, render_mode=mode, **options)


def show(envs, qpos, world=0):
    """The pictures of worlds one of which is at qpos."""
    envs.batch.qpos[world] = qpos
    return envs.render()


def assert_something_to_see(rgb):
    assert rgb.shape == (SIZE, SIZE, 3) and rgb.dtype == np.uint8
    assert len(np.unique(rgb.reshape(-1, 3), axis=0)) > 20, "more than a background"


@pytest.fixture(scope="module")
def gymnasiums_own(tmp_path_factory):
    """Gymnasium's own environments, all of them, drawn by Thew in MuJoCo's place."""
    return stand_in.run("thew", "gymnasium", tmp_path_factory.mktemp("pictures") / "thew.npz", SIZE, TASKS)


@pytest.mark.parametrize("name", TASKS)
def test_gymnasium_draws_with_thew(name, gymnasiums_own):
    before, after = (gymnasiums_own[f"{name} rgb {moment}"] for moment in range(2))
    assert_something_to_see(before)
    assert_something_to_see(after)
    assert (before != after).any(), "it moves"
    depth = gymnasiums_own[f"{name} depth 0"]
    assert depth.shape == (SIZE, SIZE) and 0 <= depth.min() < depth.max() <= 1


@pytest.mark.parametrize("name", TASKS)
def test_the_same_pictures_as_gymnasiums(name, gymnasiums_own):
    envs = task(name, 2, "rgbd_tuple")
    envs.reset(seed=3)  # world 1 has the seed 4
    for moment in range(2):
        pictures = show(envs, gymnasiums_own[f"{name} qpos {moment}"], world=1)
        rgb, depth = pictures[1]
        assert_something_to_see(rgb)
        expected = gymnasiums_own[f"{name} rgb {moment}"].astype(int)
        assert np.abs(rgb - expected).mean() < 0.5
        assert np.median(np.abs(depth - gymnasiums_own[f"{name} depth {moment}"])) < 1e-6
    envs.close()


def test_the_same_pictures_as_with_mujoco(tmp_path, gymnasiums_own):
    """Colours alike (test_render.py looks closer) where Gymnasium draws with MuJoCo itself."""
    pytest.importorskip("mujoco")
    names = ["Ant-v5", "HalfCheetah-v5", "Reacher-v5"]
    try:
        theirs = stand_in.run("mujoco", "gymnasium", tmp_path / "mujoco.npz", SIZE, names)
    except RuntimeError as reason:
        pytest.skip(str(reason))
    for name in names:
        assert np.abs(theirs[f"{name} rgb 0"].astype(int) - gymnasiums_own[f"{name} rgb 0"]).mean() < 8, name
        assert np.median(np.abs(theirs[f"{name} depth 0"] - gymnasiums_own[f"{name} depth 0"])) < 1e-4, name


@pytest.mark.parametrize("name", TASKS)
def test_cameras_are_those_of_gymnasium(name):
    module, _, member = gymnasium.spec(name).entry_point.partition(":")
    pytest.importorskip("mujoco")
    stand_in.without_windows()
    options = inspect.signature(getattr(__import__(module, fromlist=[member]), member).__init__).parameters
    found = options["default_camera_config"].default or {}
    camera = thew.gym.TASKS[name][0].camera
    assert set(camera) == set(found)
    assert all(np.array_equal(camera[key], found[key]) for key in camera)


def test_each_world_has_its_picture():
    envs = task("HalfCheetah-v5", 3)
    envs.reset(seed=0)
    envs.batch.qpos[2] = envs.batch.qpos[0]
    envs.batch.qpos[1, 1] += 0.5
    first, other, same = envs.render()
    assert (first == same).all() and (first != other).any()
    assert (envs.render()[0] == first).all(), "a picture changes nothing"
    assert isinstance(envs.model.vis.global_.offwidth, int) and envs.model.vis.global_.offwidth != SIZE


def test_numbers_of_a_worlds_own_are_seen():
    envs = task("Ant-v5", 2)
    envs.reset(seed=0)
    envs.batch.qpos[1] = envs.batch.qpos[0]
    first, second = envs.render()
    assert (first == second).all()
    envs.batch.own("geom_size")[1, 1] *= 2  # the torso
    first, second = envs.render()
    assert np.count_nonzero((first != second).any(axis=2)) > 100


def test_modes_and_options():
    assert task("Hopper-v5", mode="depth_array").render()[0].shape == (SIZE, SIZE)
    plain = task("Hopper-v5")
    joints = task("Hopper-v5", visual_options={int(thew.mjtVisFlag.mjVIS_JOINT): True})
    tracked = task("Hopper-v5", camera_name="track")
    near = task("Hopper-v5", default_camera_config={"distance": 1.0})
    pictures = [envs.render()[0] for envs in (plain, joints, tracked, near, task("Hopper-v5", camera_id=0))]
    assert all((picture != pictures[0]).any() for picture in pictures[1:])
    assert (pictures[2] == pictures[4]).all(), "the only camera, by name and by number"
    assert plain.metadata["render_fps"] == 125 and "human" in plain.metadata["render_modes"]
    with pytest.raises(ValueError, match="rgb_array"):
        task("Hopper-v5", mode="ansi")
    with pytest.raises(ValueError, match="needs a render_mode"):
        task("Hopper-v5", mode=None).render()
    with pytest.raises(ValueError, match="no camera 7"):
        task("Hopper-v5", camera_id=7)
    with pytest.raises(ValueError, match="not both"):
        task("Hopper-v5", camera_id=0, camera_name="track")
    with pytest.raises(KeyError, match="behind"):
        task("Hopper-v5", camera_name="behind")


def test_people_look_on_in_the_browser(monkeypatch):
    monkeypatch.setattr("thew._thew.open_browser", lambda link: None)
    envs = task("InvertedPendulum-v5", 2, "human")
    envs.reset(seed=0)
    viewer = envs.unwrapped._pictures._viewer
    assert viewer is not None and viewer.is_running() and viewer.url.startswith("http://")
    for _ in range(5):
        envs.step(envs.action_space.sample())
    assert viewer.d.qpos.tolist() == envs.batch.qpos[0].tolist()
    assert envs.render() is None
    envs.close()
    assert not viewer.is_running()


def test_dm_control_draws_with_thew(tmp_path):
    if importlib.util.find_spec("dm_control") is None:
        pytest.skip("dm_control is not installed")
    names = ["cheetah run", "humanoid stand", "reacher easy", "walker walk"]
    pictures = stand_in.run("thew", "dm_control", tmp_path / "pictures.npz", SIZE, names)
    for name in names:
        assert_something_to_see(pictures[f"{name} rgb"])
        depth, segments = pictures[f"{name} depth"], pictures[f"{name} segments"]
        assert depth.shape == (SIZE, SIZE) and 0 < depth.min() < depth.max()
        assert segments.shape == (SIZE, SIZE, 2)
        assert len(np.unique(segments[..., 0])) > 3, "several geoms"


def test_gymnasium_records_films(tmp_path):
    pytest.importorskip("moviepy")
    record = gymnasium.wrappers.vector.RecordVideo
    envs = record(task("Reacher-v5", 2), str(tmp_path), step_trigger=lambda step: step == 0, video_length=5)
    envs.reset(seed=0)
    for _ in range(8):
        envs.step(envs.action_space.sample())
    envs.close()
    (film,) = tmp_path.glob("*.mp4")
    assert film.stat().st_size > 1000
