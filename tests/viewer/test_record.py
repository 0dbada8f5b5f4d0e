"""`thew record`: pages, MCAP files and tables, read back."""

import base64
import csv
import gzip
import json
import struct
import subprocess

import pytest
from viewer_client import Client, find_tool

pytestmark = pytest.mark.skipif(find_tool() is None, reason="the tool is not built")


def record(tmp_path, name, *arguments, code=0):
    file = tmp_path / name
    done = subprocess.run([find_tool(), "record", *map(str, arguments), "-o", str(file)], capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done.stderr
    return file if code == 0 else done.stderr


def test_csv_has_the_signals_that_were_asked_for(tmp_path):
    file = record(tmp_path, "p.csv", "humanoid", "--duration", 1, "--rate", 50, "--signal", "qpos[2]", "energy.total", "ncon")
    rows = list(csv.reader(file.open()))
    assert rows[0] == ["time", "qpos[2]", "energy.total", "ncon"] and len(rows) == 52
    times = [float(row[0]) for row in rows[1:]]
    assert times[0] == 0 and times[-1] == pytest.approx(1, abs=0.01) and times == sorted(times)
    assert len({row[1] for row in rows[1:]}) > 20


def test_unknown_signals_and_endings_are_refused(tmp_path):
    assert "did you mean" in record(tmp_path, "p.csv", "pendulum", "--signal", "energy.totl", code=1)
    assert not (tmp_path / "p.csv").exists()
    assert ".mcap" in record(tmp_path, "p.txt", "pendulum", code=2)


def test_mcap_is_read_by_its_own_reader(tmp_path):
    reader = pytest.importorskip("mcap.reader")
    file = record(tmp_path, "q.mcap", "quadruped", "--duration", 0.5, "--rate", 20)
    with file.open("rb") as stream:
        mcap = reader.make_reader(stream)
        summary = mcap.get_summary()
        assert summary.statistics.message_count == 11 * 3 + 1
        messages = list(mcap.iter_messages())
    topics = {channel.topic for _, channel, _ in messages}
    assert topics == {"/tf", "/scene", "/state", "/signals"}
    names = {channel.topic: schema.name for schema, channel, _ in messages}
    assert names["/tf"] == "foxglove.FrameTransforms" and names["/scene"] == "foxglove.SceneUpdate"
    frames = [json.loads(m.data) for _, c, m in messages if c.topic == "/tf"]
    trunk = [t for t in frames[-1]["transforms"] if t["child_frame_id"].startswith("trunk")][0]
    assert 0.2 < trunk["translation"]["z"] < 0.4
    scene = json.loads([m.data for _, c, m in messages if c.topic == "/scene"][0])
    assert sum(len(e.get("cylinders", [])) for e in scene["entities"]) >= 12
    stamps = [m.log_time for _, c, m in messages if c.topic == "/state"]
    assert stamps == sorted(stamps) and stamps[-1] == pytest.approx(0.5e9, abs=1e7)


SHAPES = """<mujoco model="shapes">
  <asset>
    <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1" scale="0.1 0.2 0.3"/>
    <hfield name="hill" nrow="3" ncol="4" size="2 1 0.5 0.1" elevation="0 0 0 0  0 1 2 0  0 0 0 0"/>
    <material name="red" rgba="1 0 0 1"/>
  </asset>
  <worldbody>
    <geom name="hill" type="hfield" hfield="hill"/>
    <body name="tool" pos="0 0 2">
      <freejoint/>
      <geom type="mesh" mesh="wedge" material="red"/>
      <geom type="capsule" fromto="1 0 0  1 0.4 0" size="0.05" material="red" rgba="0 1 0 1"/>
      <geom type="mesh" mesh="wedge" group="3"/>
    </body>
  </worldbody>
</mujoco>"""


def test_mcap_carries_meshes_and_height_fields(tmp_path):
    reader = pytest.importorskip("mcap.reader")
    (tmp_path / "shapes.xml").write_text(SHAPES)
    file = record(tmp_path, "s.mcap", tmp_path / "shapes.xml", "--duration", 0.1, "--rate", 20)
    with file.open("rb") as stream:
        scenes = [json.loads(m.data) for _, c, m in reader.make_reader(stream).iter_messages() if c.topic == "/scene"]
    assert len(scenes) == 1
    world, tool = scenes[0]["entities"]
    assert world["frame_id"] == "world" and tool["frame_id"].startswith("tool")

    (hill,) = world["triangles"]
    heights = [point["z"] for point in hill["points"]]
    assert len(heights) == 12 and max(heights) == 0.5 and sorted(heights)[-2] == 0.25
    assert sorted({point["x"] for point in hill["points"]}) == pytest.approx([-2, -2 / 3, 2 / 3, 2])
    assert len(hill["indices"]) == 3 * 2 * 2 * 3 and set(hill["indices"]) == set(range(12))

    (wedge,) = tool["triangles"]
    assert len(wedge["points"]) == 4 and len(wedge["indices"]) == 12 and set(wedge["indices"]) == set(range(4))
    sides = [max(p[k] for p in wedge["points"]) - min(p[k] for p in wedge["points"]) for k in "xyz"]
    assert sum(side**2 for side in sides) > 0.1**2
    assert wedge["color"] == {"r": 1, "g": 0, "b": 0, "a": 1}

    (rod,), ends = tool["cylinders"], tool["spheres"]  # a capsule has round ends
    assert rod["size"] == pytest.approx({"x": 0.1, "y": 0.1, "z": 0.4}) and rod["color"]["g"] == 1
    places = sorted([end["pose"]["position"]["y"] for end in ends])
    assert places == pytest.approx([0, 0.4], abs=1e-9)
    assert [end["pose"]["position"]["x"] for end in ends] == pytest.approx([1, 1])


def test_a_page_holds_everything(tmp_path):
    done = subprocess.run([find_tool(), "record", "humanoid", "-o", str(tmp_path / "p.html"), "--duration", "2"], capture_output=True, text=True)
    if done.returncode and "no page" in done.stderr:
        pytest.skip("the page is not part of this build")
    text = (tmp_path / "p.html").read_text()
    data = text.split('id="recording">')[1].split("</script>")[0]
    whole = gzip.decompress(base64.b64decode(data))
    size = struct.unpack_from("<I", whole)[0]
    assert whole[4:8] == b"THMO"
    length = struct.unpack_from("<I", whole, 12)[0]
    model = json.loads(whole[20:20 + length])
    assert model["name"] and [s["signal"] for s in model["signals"]][:3] == ["energy.potential", "energy.kinetic", "energy.total"]
    at, count = 8 + size, struct.unpack_from("<I", whole, 4 + size)[0]
    assert count == 121
    page = Client.__new__(Client)
    page.geoms, page.lights, page.frames = [], [], 0
    begins, places = 0, set()
    for _ in range(count):
        bytes_ = struct.unpack_from("<I", whole, at)[0]
        page.read_frame(whole[at + 4:at + 4 + bytes_])
        at += 4 + bytes_
        begins += bool(page.frame["flags"] & 8)
        places.add(tuple(tuple(g["pos"]) for g in page.geoms))
    assert at == len(whole) and begins == 3 and len(places) > 60
    assert "http://" not in text.split("<script")[0].replace("http://www.w3.org", "")
