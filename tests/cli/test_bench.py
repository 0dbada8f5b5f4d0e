"""thew bench: its numbers hang together, the reference is found, and both engines do the same work."""

import csv
import importlib.util

import pytest

QUICK = ("--seconds", 0.02, "--rounds", 3)

# Falls on a plane: only with constraints disabled do both engines fall through it alike.
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
    row = thew.json("bench", "humanoid", "--no-reference", "--lanes", *QUICK)["rows"][0]
    assert row["lanes_ratio"] == pytest.approx(row["lanes_steps_per_second"] / row["steps_per_second"])
    assert row["lanes_ratio"] > 1


@pytest.mark.parametrize("model", ["pendulum", "double_pendulum", "chain15", "humanoid"])
def test_beside_the_reference(thew, library, model):
    found = thew.json("bench", model, "--mujoco", library, *QUICK)
    assert found["mujoco"] == "4.0.0"
    assert found["disabled"] == ["constraint", "contact", "sensor"]
    row = found["rows"][0]
    assert row["ratio_low"] <= row["ratio"] <= row["ratio_high"]
    assert row["mujoco_steps_per_second"] > 1000
    assert row["differ"] < 1e-9
    assert found["geometric_mean"] == pytest.approx(row["ratio"])


def test_disabling_reaches_a_file_in_the_reference(thew, library):
    """200 ms of free fall cross the plane; a contact in either engine would part them by centimetres."""
    row = thew.json("bench", thew.write("drop.xml", DROP), "--mujoco", library, *QUICK)["rows"][0]
    assert row["differ"] < 1e-12
    assert sorted(path.name for path in thew.folder.iterdir()) == ["drop.xml"]  # nothing written


def test_ratio_of_different_work_is_marked(thew, library):
    """With its plane, MuJoCo's ball stops; ours falls on until contacts are simulated here."""
    arguments = ("bench", thew.write("drop.xml", DROP), "--constraints", "--mujoco", library, *QUICK)
    found = thew.json(*arguments, "--ignore-unsupported")
    row = found["rows"][0]
    assert found["disabled"] == []
    assert row["mujoco_contacts"] > 0.5 and row["contacts"] == 0
    assert row["differ"] > 0.01 and found["geometric_mean"] is None
    text = thew(*arguments, "--ignore-unsupported").stdout
    assert "x!" in text and "the engines do not move alike" in text


def test_partial_model_is_marked(thew, library):
    xml = DROP.replace("</mujoco>", "<sensor><clock/></sensor></mujoco>")
    arguments = ("bench", thew.write("clock.xml", xml), "--mujoco", library, *QUICK)
    assert thew.json(*arguments)["rows"][0]["partial"]
    text = thew(*arguments).stdout
    assert "x*" in text and "left out here and not in MuJoCo" in text


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
    text = thew("bench", "pendulum", "double_pendulum", "--mujoco", library, *QUICK).stdout
    assert "disabled in every engine, for models that have them: constraint, contact, sensor" in text
    assert "MuJoCo 4.0.0" in text and "geometric mean of the ratios" in text
    assert "pendulum " in text and "x " in text
