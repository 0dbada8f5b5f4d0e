"""thew.viewer: a world that a program steps, and one that the viewer steps."""

import threading
import time

import numpy as np
import pytest
from viewer_client import Client, Server

thew = pytest.importorskip("thew")
pytest.importorskip("thew.viewer")

XML = """<mujoco model="two"><worldbody><geom type="plane" size="1 1 1"/><body name="ball" pos="0 0 1"><freejoint/>
  <geom name="ball" size="0.1"/></body></worldbody></mujoco>"""


def connect(url):
    port, token = url.split(":")[2].split("/#")
    return Client(int(port), token)


@pytest.fixture
def world():
    model = thew.MjModel.from_xml_string(XML)
    return model, thew.MjData(model)


def test_passive_shows_what_was_synced(world):
    model, data = world
    thew.mj_forward(model, data)
    with thew.viewer.launch_passive(model, data, port=0, open_browser=False) as viewer:
        assert viewer.is_running() and viewer.url != viewer.view_url
        with connect(viewer.url) as client:
            assert client.wait("hello")["mode"] == "passive"
            data.qpos[2] = 0.75
            thew.mj_forward(model, data)
            viewer.sync()
            client.next_frame(lambda f: any(g["objid"] == 1 and g["objtype"] == 5 and abs(g["pos"][2] - 0.75) < 1e-6 for g in client.geoms))
            with pytest.raises(ValueError, match="program steps"):
                client.ask("play")
            assert viewer.clients == 1
    assert not viewer.is_running()
    viewer.sync()  # after the end it does nothing


def test_passive_takes_pushes_keys_and_shapes(world):
    model, data = world
    thew.mj_forward(model, data)
    keys = []
    with thew.viewer.launch_passive(model, data, port=0, open_browser=False, key_callback=keys.append) as viewer, connect(viewer.url) as client:
        client.wait("hello")
        client.ask("key", code=65)
        client.ask("perturb", kind="push", body=1, local=[0, 0, 0], target=[1, 0, 1])
        for _ in range(200):
            viewer.sync()
            if data.xfrc_applied[1, 0] > 0:
                break
            client.ask("ping")
        assert data.xfrc_applied[1, 0] > 0 and viewer.pert.select == 1 and keys == [65]
        client.ask("perturb", kind="none")
        for _ in range(200):
            viewer.sync()
            if not data.xfrc_applied.any():
                break
            client.ask("ping")
        assert not data.xfrc_applied.any()
        scene = viewer.user_scn
        thew.mjv_initGeom(scene.geoms[0], thew.mjtGeom.mjGEOM_SPHERE, np.full(3, 0.3), np.array([0, 0, 2.0]), np.eye(3).flatten(), np.ones(4))
        scene.ngeom = 1
        with viewer.lock():
            model.geom_rgba[1] = [1, 0, 0, 1]
        viewer.opt.geomgroup[0] = 1
        viewer.sync()
        client.next_frame(lambda f: any(g["pos"] == (0, 0, 2) and abs(g["size"][0] - 0.3) < 1e-6 for g in client.geoms))
        assert any(g["rgba"] == (1, 0, 0, 1) for g in client.geoms)


def test_panels_of_the_programs_own(world):
    model, data = world
    thew.mj_forward(model, data)
    with thew.viewer.launch_passive(model, data, port=0, open_browser=False) as viewer, connect(viewer.url) as client:
        client.wait("hello")
        panel = viewer.panel("Gains")
        assert viewer.panel("Gains") is panel
        gain, on, gait = panel.slider("kp", 0, 10, 2), panel.check("On", True), panel.choice("Gait", ["walk", "trot"])
        kick, height = panel.button("Kick"), panel.text("Height")
        panel.html("<b>bold</b>", height=80)
        viewer.sync()
        (shown,) = client.wait("panels")["panels"]
        assert shown["title"] == "Gains" and [p["kind"] for p in shown["parts"]] == ["slider", "check", "choice", "button", "text", "html"]
        assert shown["parts"][0] == {"part": 0, "kind": "slider", "label": "kp", "value": 2, "low": 0, "high": 10}
        for part, value in ((0, 99), (0, True), (0, "x"), (1, False), (2, 1), (2, 7), (3, True), (3, True), (77, 1)):
            client.ask("panel", part=part, value=value)
        with pytest.raises(ValueError, match="short text"):
            client.ask("panel", part=0, value=[1])
        viewer.sync()
        assert (gain.value, on.value, gait.value) == (10, False, "trot")  # in its range; what makes no sense is left out
        assert (kick.pressed(), kick.pressed()) == (2, 0)
        height.value = "1.2 m"
        viewer.sync()
        client.wait(lambda m: m.get("type") == "panels" and m["panels"][0]["parts"][4]["value"] == "1.2 m")
        with connect(viewer.view_url) as other:  # who comes later sees it too, and does not touch it
            assert other.wait("panels")["panels"][0]["parts"][0]["value"] == 10
            with pytest.raises(ValueError, match="looking only"):
                other.ask("panel", part=0, value=1)
        with pytest.raises(ValueError, match="less than"):
            panel.slider("none", 1, 1)


def test_a_ghost_has_skins_and_flexes():
    """As `thew view --compare` draws the other engine's run."""
    model = thew.MjModel.from_xml_string("""<mujoco><worldbody><flexcomp name="cloth" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" mass="1"><edge equality="true"/></flexcomp>
      <body name="bone"><freejoint/><geom size=".1"/></body></worldbody><deformable><skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
      <bone body="bone" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable></mujoco>""")
    data, other = thew.MjData(model), thew.MjData(model)
    other.qpos[-7:-4] = 0, 0, 2
    other.qpos[2] = 0.5  # the first vertex, upwards
    for one in (data, other):
        thew.mj_fwdPosition(model, one)
    with thew.viewer.launch_passive(model, data, port=0, open_browser=False) as viewer, connect(viewer.url) as client:
        client.wait("hello")
        viewer.sync(ghost=other)
        frame = client.next_frame(lambda f: 11 in f["sections"] and 12 in f["sections"])
        skin = np.frombuffer(frame["sections"][11], np.float32, 9, 4).reshape(3, 3)
        assert np.allclose(skin, [[0, 0, 2], [1, 0, 2], [0, 1, 2]])
        flex = np.frombuffer(frame["sections"][12], np.float32, 27, 16).reshape(9, 3)
        assert np.allclose(flex, other.flexvert_xpos) and not np.allclose(flex, data.flexvert_xpos)


def test_launch_runs_and_copies_back(world, capsys):
    model, data = world
    worker = threading.Thread(target=thew.viewer.launch, args=(model, data), kwargs={"port": 0, "open_browser": False, "duration": 8})
    worker.start()
    url = ""
    while not url:
        time.sleep(0.05)
        url = next((line.split()[1] for line in capsys.readouterr().out.splitlines() if line.startswith("control:")), "")
    with connect(url) as client:
        client.next_frame(lambda f: f["time"] > 0.1)
    worker.join()
    assert data.time > 0.1 and data.qpos[2] < 1


def test_camera_goes_both_ways(world):
    model, data = world
    thew.mj_forward(model, data)
    with thew.viewer.launch_passive(model, data, port=0, open_browser=False) as viewer, connect(viewer.url) as client:
        client.wait("hello")
        viewer.cam.azimuth = 33
        viewer.sync()
        assert client.wait("camera")["azimuth"] == 33
        client.ask("camera", kind=1, camera=-1, body=1, lookat=[0, 0, 0], pose=[2.5, 40, -10])
        viewer.sync()
        assert (viewer.cam.type, viewer.cam.trackbodyid) == (1, 1)
        assert (viewer.cam.distance, viewer.cam.azimuth, viewer.cam.elevation) == (2.5, 40, -10)


def read_worlds(section):
    worlds, bodies, values, _ = np.frombuffer(section, "<u4", 4)
    poses = np.frombuffer(section, "<f4", worlds * bodies * 7, 16).reshape(worlds, bodies, 7)
    at = 16 + poses.nbytes
    return poses, np.frombuffer(section, "<f4", values, at), np.frombuffer(section, "u1", worlds, at + 4 * values)


def test_all_worlds_of_a_batch(world):
    model, _ = world
    batch = thew.Batch(model, 5)
    batch.qpos[:, 0] = np.arange(5)
    with thew.viewer.launch_passive(model, batch, port=0, open_browser=False) as viewer, connect(viewer.url) as client:
        plan = client.wait("worlds")
        assert plan["count"] == 5 and plan["bodies"] == [1] and plan["label"] == "reward"
        viewer.sync(values=np.arange(5) ** 2, failed=[0, 0, 1, 0, 0])
        frame = client.next_frame(lambda f: 10 in f["sections"])
        poses, values, failed = read_worlds(frame["sections"][10])
        assert np.array_equal(poses[:, 0, 0], np.arange(5)) and np.array_equal(values, np.arange(5) ** 2)
        assert list(failed) == [0, 0, 1, 0, 0]
        client.ask("world", index=3)
        assert viewer.opened == 3
        viewer.sync()
        client.next_frame(lambda f: 10 not in f["sections"] and any(g["objtype"] == 5 and g["pos"][0] == 3 for g in client.geoms))
        client.ask("perturb", kind="push", body=1, local=[0, 0, 0], target=[4, 0, 1])
        while not batch.xfrc_applied[3, 1].any():
            viewer.sync()
            client.ask("ping")
        assert batch.xfrc_applied[3, 1, 0] > 0 and not batch.xfrc_applied[[0, 1, 2, 4]].any()
        client.ask("world", index=-1)
        while batch.xfrc_applied.any():
            viewer.sync()
            client.ask("ping")
        with pytest.raises((TypeError, ValueError), match="one for each world"):
            viewer.sync(values=np.zeros(4))


def test_live_difference_names_stage_field_and_element():
    mujoco = pytest.importorskip("mujoco")
    from thew import live_diff

    pair = live_diff.Pair(XML, mujoco)
    for _ in range(20):
        pair.step()
    report = pair.report()
    assert report["first"] is None and report["apart"]["error"] < 1e-9 and len(report["stages"]) > 5
    pair.models[0].opt.gravity[2] = -9
    first = pair.report()["first"]
    assert (first["stage"], first["field"], first["element"]) == ("bias", "qfrc_bias", "joint 0 [2]")
    mass = pair.models[0].body_mass[1]
    assert first["here"] == pytest.approx(9 * mass) and first["there"] == pytest.approx(9.81 * mass)
    pair.datas[1].qpos[0] = 0.5
    assert pair.report()["apart"]["element"] == "joint 0 [0]" and pair.place_ghost().qpos[0] == 0.5


def test_view_compares_with_mujoco():
    pytest.importorskip("mujoco")
    with Server("pendulum", "--compare") as server, server.client() as client:
        assert client.wait("hello")["paced"]
        report = client.wait("comparison", 60)
        assert report["with"].startswith("mujoco") and report["first"] is None
        client.next_frame(lambda f: f["flags"] & 4 and f["time"] > 0.02, 60)
        client.ask("pause")
