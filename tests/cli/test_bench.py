"""thew bench: its numbers hang together, the reference is found, and both engines do the same work."""

import csv
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

QUICK = ("--seconds", 0.02, "--rounds", 3)

# Falls on a plane, or through it when constraints are disabled.
DROP = """<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 0.2"><freejoint/><geom type="sphere" size="0.1"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def library():
    spec = importlib.util.find_spec("mujoco")
    if spec is None:
        pytest.skip("the package mujoco is not installed")
    return spec.submodule_search_locations[0]


def test_alone(thew):
    found = thew.json("bench", "pendulum", "chain15", "--no-reference", *QUICK)
    assert found["mujoco"] is None and found["geometric_mean"] is None
    assert [row["model"] for row in found["rows"]] == ["pendulum", "chain15"]
    assert [row["nv"] for row in found["rows"]] == [1, 15]
    for row in found["rows"]:
        assert row["steps_per_second"] > 1000
        assert "ratio" not in row


def test_lanes(thew):
    row = thew.json("bench", "humanoid", "--smooth", "--no-reference", "--batch", "8", *QUICK)["rows"][0]
    assert row["batch_ratio"] == pytest.approx(row["batch_steps_per_second"] / row["steps_per_second"])
    assert row["batch_ratio"] > 1


def test_threads(thew):
    found = thew.json("bench", "humanoid", "--no-reference", "--batch", "8", "--threads", "2", *QUICK)
    assert found["threads"] == 2
    assert found["rows"][0]["batch_steps_per_second"] > 1000


@pytest.mark.parametrize("model", ["pendulum", "double_pendulum", "chain15", "humanoid"])
def test_beside_the_reference(thew, library, model):
    found = thew.json("bench", model, "--smooth", "--mujoco", library, *QUICK)
    assert found["mujoco"] == "4.0.0" and found["stage"] == "step" and found["smooth"]
    row = found["rows"][0]
    assert row["ratio_low"] <= row["ratio"] <= row["ratio_high"]
    assert row["mujoco_steps_per_second"] > 1000
    assert row["differ"] < 1e-9
    assert found["geometric_mean"] == pytest.approx(row["ratio"])


def test_disabling_reaches_a_file_in_the_reference(thew, library):
    """200 ms of free fall cross the plane; a contact in either engine would part them by centimetres."""
    arguments = ("bench", thew.write("drop.xml", DROP), "--smooth", "--mujoco", library, *QUICK)
    row = thew.json(*arguments)["rows"][0]
    assert row["differ"] < 1e-12 and "contacts" not in row
    assert sorted(path.name for path in thew.folder.iterdir()) == ["drop.xml"]  # nothing written


def test_contacts_are_simulated_unless_smooth(thew, library):
    row = thew.json("bench", thew.write("drop.xml", DROP), "--mujoco", library, *QUICK)["rows"][0]
    assert row["contacts"] == row["mujoco_contacts"] > 0.5
    assert row["differ"] < 1e-9 and row["alike"]


# Two balls that only touch the plane through the rope between them: it is left out here.
ROPE = """<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="a" pos="0 0 0.11"><freejoint/><geom size="0.1" contype="0" conaffinity="0"/></body>
    <body name="b" pos="0.5 0 0.11"><freejoint/><geom size="0.1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <deformable>
    <flex name="rope" dim="1" body="a b" element="0 1" radius="0.1"/>
  </deformable>
</mujoco>
"""


def test_ratio_of_different_work_is_marked(thew, library):
    arguments = ("bench", thew.write("rope.xml", ROPE), "--ignore-unsupported", "--mujoco", library, *QUICK)
    found = thew.json(*arguments)
    row = found["rows"][0]
    assert row["mujoco_contacts"] > 0.5 and row["contacts"] == 0
    assert row["differ"] > 0.01 and not row["alike"] and found["geometric_mean"] is None
    text = thew(*arguments).stdout
    assert "x*!" in text and "the engines do not move alike" in text


def test_partial_model_is_marked(thew, library):
    flex = """<deformable><flex name="f" dim="2" body="world" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2">
      <contact contype="0" conaffinity="0"/></flex></deformable>"""
    xml = DROP.replace("</mujoco>", flex + "</mujoco>")
    arguments = ("bench", thew.write("flex.xml", xml), "--mujoco", library, *QUICK)
    assert not thew.json(*arguments)["rows"][0].get("partial")
    assert thew.json(*arguments, "--ignore-unsupported")["rows"][0]["partial"]
    assert thew.json(*arguments, env={"THEW_IGNORE_UNSUPPORTED": "1"})["rows"][0]["partial"]
    text = thew(*arguments, "--ignore-unsupported").stdout
    assert "x*" in text and "left out here and not in MuJoCo" in text


# ------ the collision stage

STAGE = ("--stage", "collision")


def test_collision_stage_beside_the_reference(thew, library):
    found = thew.json("bench", "humanoid", "quadruped", *STAGE, "--mujoco", library, *QUICK)
    assert found["stage"] == "collision"
    for row in found["rows"]:
        assert 0 < row["microseconds"] < 1000 and 0 < row["mujoco_microseconds"] < 1000
        assert row["ratio_low"] <= row["ratio"] <= row["ratio_high"]
        assert row["contacts"] == row["mujoco_contacts"] > 0 and row["alike"]
        assert "steps_per_second" not in row and "differ" not in row


def test_collision_stage_alone(thew):
    """The ball touches the plane in all but the first states of its episode."""
    arguments = ("bench", thew.write("drop.xml", DROP), *STAGE, "--no-reference", *QUICK)
    row = thew.json(*arguments)["rows"][0]
    assert 0.5 < row["contacts"] < 1 and row["microseconds"] > 0
    text = thew(*arguments).stdout
    assert "us/call" in text and "the collision stage alone" in text


def test_stages_by_name(thew):
    done = thew("bench", "pendulum", "--stage", "colision", code=2)
    assert '"colision"' in done.stderr and "step, collision" in done.stderr
    for option in (["--smooth"], ["--batch", "4"]):
        assert option[0] in thew("bench", "pendulum", *STAGE, *option, code=2).stderr


@pytest.fixture(scope="session")
def scenes(tmp_path_factory):
    """The scenes of the figures."""
    folder = tmp_path_factory.mktemp("scenes")
    subprocess.run([sys.executable, ROOT / "bench" / "scenes" / "make", folder], check=True)
    return folder


def test_scenes_load(thew, scenes):
    soft = [path for path in scenes.iterdir() if path.stem.startswith(("cloth", "rope_"))]
    rigid = sorted(path.stem for path in scenes.iterdir() if path not in soft)
    assert rigid == ["boxes", "drone", "flying", "muscle_arm", "pile", "sensing_quadruped", "small_pile", "tendon_hand", "terrain"]
    assert len(soft) > 10 and all(thew.json("info", path)["sizes"]["nflex"] == 1 for path in soft)
    assert thew.json("info", scenes / "boxes.xml")["sizes"]["nv"] == 6000


def test_terrain_has_the_reference_contacts(thew, scenes, library):
    row = thew.json("bench", scenes / "terrain.xml", *STAGE, "--mujoco", library, *QUICK)["rows"][0]
    assert row["contacts"] == row["mujoco_contacts"] > 3 and row["alike"]


def test_reference_by_environment(thew, library):
    found = thew.json("bench", "pendulum", *QUICK, env={"THEW_MUJOCO": library})
    assert found["mujoco_library"].startswith(library)


def test_other_libraries_are_refused(thew):
    error = thew.json("bench", "pendulum", "--mujoco", "/lib/x86_64-linux-gnu/libc.so.6", code=2)["error"]
    assert "mj_versionString" in error["what"]


def test_csv(thew):
    thew("bench", "pendulum", "--no-reference", "--csv", "out.csv", *QUICK)
    with open(thew.folder / "out.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["model"] == "pendulum" and rows[0]["nv"] == "1"
    assert float(rows[0]["ours"]) > 1000 and rows[0]["mujoco"] == rows[0]["ratio"] == ""
    assert "--csv" in thew("bench", "pendulum", "--no-reference", "--csv", "no/where.csv", *QUICK, code=2).stderr


def test_text(thew, library):
    arguments = ("bench", "pendulum", "double_pendulum", "--smooth", "--mujoco", library, *QUICK)
    text = thew(*arguments).stdout
    assert "constraints and contacts are disabled in every engine" in text
    assert "MuJoCo 4.0.0" in text and "geometric mean of the ratios" in text
    assert "pendulum " in text and "x " in text


def test_worlds_on_a_gpu(thew):
    words = ("--gpu", "--device", "emulate", "--worlds", "2,4", "--seconds", "0.01", "--rounds", "1")
    found = thew.json("bench", "pendulum", *words)
    assert [row["worlds"] for row in found["rows"]] == [2, 4]
    assert all(row["steps_per_second"] > 0 and row["world_bytes"] > 0 for row in found["rows"])
    assert "bytes/world" in thew("bench", "humanoid", "--precision", "single", *words).stdout
