"""`thew view` as its clients see it, well-behaved ones and others. Times are reported; what is asserted are counts."""

import json
import os
import shutil
import signal
import socket
import struct
import time
from pathlib import Path

import pytest
from viewer_client import BINARY, TEXT, Client, Refused, Server, find_tool

pytestmark = pytest.mark.skipif(find_tool() is None, reason="the tool is not built")
MODELS = Path(__file__).resolve().parents[2] / "models"


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running
        assert running.is_alive()


@pytest.fixture
def client(server):
    with server.client() as connected:
        connected.wait("hello")
        connected.ask("open", name="quadruped")
        connected.wait("model")
        connected.ask("speed", value=1)
        connected.ask("play")
        yield connected


def drop_body(files):
    listing = json.dumps([{"path": path, "bytes": len(content)} for path, content in files.items()]).encode()
    return struct.pack("<I", len(listing)) + listing + b"".join(files.values())


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


# --- who is let in ---


@pytest.mark.parametrize("token", ["", "wrong", "x" * 10000])
def test_a_wrong_token_is_refused(server, token):
    with pytest.raises(Refused) as refused:
        Client(server.port, token)
    assert refused.value.status == 401
    assert server.request("GET", "/model/0")[0] == 401
    assert server.request("GET", "/model/0", bearer(token or "a"))[0] == 401
    assert server.request("POST", "/drop", bearer(token or "a"), b"x")[0] == 401


def test_a_token_cut_short_is_refused(server):
    with pytest.raises(Refused) as refused:
        Client(server.port, server.control[:-1])
    assert refused.value.status == 401


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1"])
def test_a_foreign_origin_is_refused(server, origin):
    with pytest.raises(Refused) as refused:
        server.client(origin=origin)
    assert refused.value.status == 403


def test_a_foreign_name_for_this_machine_is_refused(server):
    assert server.request("GET", "/", host=f"evil.example:{server.port}")[0] == 403
    with pytest.raises(Refused) as refused:
        server.client(host=f"evil.example:{server.port}")
    assert refused.value.status == 403


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/assets/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                                  "//etc/passwd", "/model/../../etc/passwd", "/assets/..%2f..%2fetc/passwd"])  # fmt: skip
def test_no_path_leads_out(server, path):
    status, _, body = server.request("GET", path, bearer(server.control))
    assert status == 404
    assert b"root:" not in body


def test_the_page_and_the_model_are_served(server, client):
    status, headers, body = server.request("GET", "/")
    assert status == 200 and headers["content-type"].startswith("text/html")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    event = client.wait("status")
    assert event["controller"] == "trot"
    hash_ = client.events[0]["model"]["hash"] if client.events[0]["type"] == "hello" else None
    model = [e for e in client.events if e["type"] == "model"][-1]
    status, headers, blob = server.request("GET", "/model/" + model["hash"], bearer(server.view))
    assert status == 200 and len(blob) == model["bytes"] and "immutable" in headers["cache-control"]
    assert blob[:4] == b"THMO"
    length = struct.unpack_from("<I", blob, 8)[0]
    text = json.loads(blob[16:16 + length])
    assert (16 + length) % 8 == 0
    assert text["names"]["body"][:2] == ["world", "trunk"] and text["sizes"]["nu"] == 12
    array = text["arrays"]["qpos0"]
    assert struct.unpack_from("<d", blob, 16 + length + array["offset"] + 16)[0] == pytest.approx(0.36)
    assert hash_ is None or len(hash_) == 32


def test_a_view_link_looks_and_does_not_touch(server, client):
    with server.client("view") as viewer:
        assert viewer.wait("hello")["role"] == "view"
        before = viewer.next_frame()["step"]
        for message in ({"type": "pause"}, {"type": "reset"}, {"type": "set", "field": "ctrl", "value": 1},
                        {"type": "perturb", "kind": "push"}, {"type": "open", "name": "arm"}):  # fmt: skip
            with pytest.raises(ValueError, match="looking only"):
                viewer.ask(**message)
        assert server.request("POST", "/drop", bearer(server.view), drop_body({"a.xml": b""}))[0] == 403
        assert viewer.next_frame()["step"] > before
        viewer.ask("view", groups={"geom": [0] * 6})
        viewer.next_frame(lambda f: not any(g["objtype"] == 5 for g in viewer.geoms))
        client.next_frame()
        assert any(g["objtype"] == 5 for g in client.geoms)  # others see what they saw


# --- what it does ---


def test_pausing_stepping_and_speed(client):
    client.ask("pause")
    frame = client.next_frame(lambda f: f["flags"] & 1)
    assert client.ask("step", count=7)["step"] == frame["step"] + 7
    assert client.ask("step", count=-5)["step"] == frame["step"] + 2
    past = client.next_frame(lambda f: f["flags"] & 2)
    assert past["step"] == frame["step"] + 2
    client.ask("play")
    with pytest.raises(ValueError, match="between 1/16 and 16"):
        client.ask("speed", value=17)
    client.ask("speed", value=0.25)
    begin = client.next_frame(lambda f: not f["flags"] & 2)
    clock = time.monotonic()
    time.sleep(0.5)
    end = client.next_frame(lambda f: f["step"] > begin["step"] + 20)
    # At a quarter of the speed no more than that is simulated, whatever the machine does.
    assert end["time"] - begin["time"] <= 0.25 * (time.monotonic() - clock) + 0.15


def test_seek_shows_the_pose_that_was_there(client):
    client.ask("pause")
    client.ask("watch", fields=["qpos"])
    seen = {}
    for _ in range(60):
        step = client.ask("step", count=1)["step"]
        # The frame of that step itself, as 32-bit numbers: equal bits of qpos give equal ones.
        seen[step] = client.next_frame(lambda f, s=step: f["step"] == s and f["watched"])["watched"][0]
    text = client.ask("keyframe", action="copy")["text"]
    for step in list(seen)[::7]:
        assert client.ask("seek", step=step)["step"] == step
        frame = client.next_frame(lambda f, s=step: f["step"] == s and f["flags"] & (0 if s == max(seen) else 2) == (0 if s == max(seen) else 2))
        assert frame["watched"][0] == seen[step]
    client.ask("seek", step=max(seen))
    assert client.ask("keyframe", action="copy")["text"] == text  # all digits of the state


def test_continue_keeps_the_old_future_as_a_ghost(client):
    client.ask("pause")
    client.ask("step", count=300)
    now = client.ask("step", count=-200)["step"]
    client.ask("set", field="opt.gravity", value=[0, 0, -2])
    client.ask("continue")
    client.ask("pause")
    frame = client.next_frame(lambda f: f["flags"] & 4 and 7 in f["sections"])
    assert frame["step"] >= now
    event = client.wait(lambda m: m.get("type") == "timeline" and len(m["branches"]) == 2)
    ghost = [b for b in event["branches"] if b["ghost"]]
    assert len(ghost) == 1 and ghost[0]["id"] != event["branch"]
    client.ask("branch", branch=ghost[0]["id"], action="show")
    assert client.ask("seek", step=10)["step"] == 10
    with pytest.raises(ValueError, match="no such branch"):
        client.ask("branch", branch=999, action="drop")


def test_a_push_moves_the_body_and_a_slider_the_joint(client):
    client.ask("open", name="free_bodies")
    client.wait("model")
    client.ask("play")
    client.ask("watch", fields=["xpos"])
    before = client.next_frame(lambda f: f["watched"])["watched"][0][3:6]
    client.ask("perturb", kind="push", body=1, local=[0, 0, 0], target=[before[0] + 1, before[1], before[2]])
    client.next_frame(lambda f: f["watched"][0][3] > before[0] + 0.2)
    client.ask("perturb", kind="none")
    client.ask("open", name="arm")
    client.wait("model")
    client.ask("watch", fields=["ctrl", "qpos"])
    client.ask("play")
    start = client.next_frame(lambda f: len(f["watched"]) == 2)["watched"]
    client.ask("set", field="ctrl", index=0, value=0.5)
    moved = client.next_frame(lambda f: f["watched"][0][0] == 0.5 and f["watched"][1] != start[1])
    assert moved["watched"][0][1:] == start[0][1:]
    for bad in ({"field": "ctrl", "index": 10**6, "value": 1}, {"field": "nq", "value": 1}, {"field": "xpos", "value": 1},
                {"field": "opt.timestep", "value": 0}, {"field": "opt.integrator", "value": 99}, {"field": "body_parentid", "value": 5},
                {"field": "ctrl", "value": "x"}, {"field": "ctrl", "value": None}):  # fmt: skip
        with pytest.raises(ValueError):
            client.ask("set", **bad)


def test_plots_properties_and_contacts(client):
    reply = client.ask("plot", signals=["energy.total", "qpos[2]", "ncon", "solver.iterations", "solver.residual", "time.step"])
    assert [s["unit"] for s in reply["signals"]][:1] == ["J"]
    frame = client.next_frame(lambda f: 5 in f["sections"])
    samples, signals, lost, _ = struct.unpack_from("<IIII", frame["sections"][5])
    assert signals == 6 and samples > 0 and lost == 0
    assert len(frame["sections"][5]) == 16 + samples * (8 + 4 * signals)
    times = struct.unpack_from(f"<{samples}d", frame["sections"][5], 16)
    assert all(b > a for a, b in zip(times, times[1:]))
    with pytest.raises(ValueError, match="no signal"):
        client.ask("plot", signals=["energi.total"])
    client.send("select", kind="geom", index=1)
    properties = client.wait("properties")
    fields = {f["name"]: f for f in properties["fields"]}
    assert properties["name"] == "trunk" and fields["geom_size"]["value"] == [0.21, 0.075, 0.05]
    assert fields["geom_type"]["words"] == "mjGEOM_BOX" and "geom_xpos" in fields
    client.ask("pause")  # while it trots there are moments without a foot on the ground
    while not (contacts := client.ask("contacts")["contacts"]):
        assert client.ask("step", count=1)["step"] < 10000
    contact = contacts[0]
    assert "ground" in contact["names"] and contact["normal_force"] >= 0 and len(contact["solimp"]) == 5
    assert client.ask("contacts", point=contact["pos"])["contacts"]


def test_two_clients_see_the_same(server, client):
    with server.client("view") as other:
        client.ask("pause")
        step = client.ask("step", count=3)["step"]
        client.next_frame(lambda f: f["step"] == step and f["flags"] & 1)
        other.next_frame(lambda f: f["step"] == step and f["flags"] & 1)
        assert client.geoms == other.geoms and len(client.geoms) > 20


# --- models that come and go ---


def test_a_dropped_model_loads_and_a_broken_one_names_its_line(server, client):
    good = b"""<mujoco model="dropped"><include file="part.xml"/><worldbody><geom size="0.1"/></worldbody></mujoco>"""
    part = b"""<mujoco><worldbody><body name="late"><freejoint/><geom size="0.2"/></body></worldbody></mujoco>"""
    broken = b"""<mujoco>\n  <worldbody>\n    <geom siez="0.1"/>\n  </worldbody>\n</mujoco>"""
    status, _, body = server.request("POST", "/drop", bearer(server.control), drop_body({"r/scene.xml": good, "r/part.xml": part}))
    assert status == 202, body
    event = client.wait("model")
    assert event["name"] == "dropped" and event["reason"] == "dropped"
    assert server.request("POST", "/drop", bearer(server.control), drop_body({"b.xml": broken}))[0] == 202
    trouble = client.wait("trouble")
    assert (trouble["file"], trouble["line"]) == ("b.xml", 3)
    assert trouble["excerpt"].strip() == '<geom siez="0.1"/>' and "size" in trouble["hint"] and trouble["caret"] >= 4
    before = client.next_frame()["step"]
    assert client.wait(lambda m: m.get("type") == "status")["dimmed"]
    assert client.next_frame(lambda f: f["step"] > before)  # the last good one runs on
    outside = b"""<mujoco><include file="/etc/passwd"/></mujoco>"""
    assert server.request("POST", "/drop", bearer(server.control), drop_body({"b.xml": outside}))[0] == 202
    assert "root:" not in json.dumps(client.wait("trouble"))
    client.ask("open", name="quadruped")
    client.wait("settled")


def test_a_dropped_urdf_finds_its_mesh(server, client):
    robot = b"""<robot name="urdf"><link name="base"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision><geometry><mesh filename="meshes/pyramid.obj"/></geometry></collision></link></robot>"""
    mesh = b"v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 1\nf 1 4 3 2\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"
    body = drop_body({"robot/robot.urdf": robot, "robot/meshes/pyramid.obj": mesh})
    assert server.request("POST", "/drop", bearer(server.control), body)[0] == 202
    event = client.wait(lambda m: m.get("type") in ("model", "trouble"))
    assert event.get("name") == "urdf", event
    client.next_frame(lambda f: any(g["type"] == 7 for g in client.geoms))
    client.ask("open", name="quadruped")
    client.wait("model")


@pytest.mark.parametrize("body", [b"", b"\xff\xff\xff\xff", b"\x02\0\0\0[]", drop_body({"../a.xml": b""}), drop_body({"/a.xml": b""})])
def test_malformed_drops_are_refused(server, body):
    assert server.request("POST", "/drop", bearer(server.control), body)[0] == 400


def test_a_drop_that_is_too_large_is_refused(server):
    headers = {**bearer(server.control)}
    with socket.create_connection(("127.0.0.1", server.port), 20) as s:
        lines = ["POST /drop HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Content-Length: 99999999999",
                 f"Authorization: {headers['Authorization']}"]  # fmt: skip
        s.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        assert b" 413 " in s.recv(4096)


def test_a_saved_file_loads_anew_and_the_state_stays(tmp_path):
    file = tmp_path / "pendulum.xml"
    shutil.copy(MODELS / "pendulum.xml", file)
    with Server(file) as server, server.client() as client:
        client.wait("hello")
        client.ask("watch", fields=["qpos"])
        client.next_frame(lambda f: f["time"] > 0.3)
        text = file.read_text()
        file.write_text(text.replace("<mujoco", "<mujocoo", 1))
        trouble = client.wait("trouble")
        assert trouble["line"] >= 1 and trouble["source"] == "file"
        running = client.next_frame()["time"]
        assert client.next_frame(lambda f: f["time"] > running)
        client.ask("pause")
        held = client.next_frame(lambda f: f["flags"] & 1)
        file.write_text(text.replace("</mujoco>", "<!-- saved again --></mujoco>"))
        event = client.wait("model")
        assert event["reason"] == "reloaded"
        client.ask("watch", fields=["qpos"])
        after = client.next_frame(lambda f: f["watched"])
        assert after["time"] == held["time"] and after["watched"] == held["watched"]
        assert client.wait("settled") if not any(e["type"] == "settled" for e in client.events) else True


# --- those who misbehave ---


def test_malformed_messages_are_refused_and_nothing_ends(server, client):
    for text in (b"", b"{", b"[]", b"null", b'"x"', b"{}", b'{"type":1}', b'{"type":"nothing"}', b"[" * 100000,
                 b'{"type":"step"}', b'{"type":"step","count":1e300}', b'{"type":"seek"}', b'{"type":"ack","frame":4000000000}',
                 b'{"type":"view","flags":{"99":1}}', b'{"type":"view","groups":{"geom":[1]}}', b'{"type":"view","track":-7}',
                 b'{"type":"pick","origin":[0,0],"direction":[0,0,1]}', b'{"type":"perturb","kind":"push","body":-1}',
                 b'{"type":"select","kind":"geom","index":100000}', b'{"type":"plot","signals":["qpos[99999999999999999999]"]}',
                 b'{"type":"watch","fields":["contact"]}', b'{"type":"keyframe","action":"load","index":50}'):  # fmt: skip
        client.send_raw(TEXT, text)
        assert client.wait("refused")["reason"]
    assert client.ask("ping")


def test_oversized_and_binary_messages_close_the_connection(server):
    for opcode, payload, codes in ((TEXT, b'"' + b"x" * (2 << 20) + b'"', (1009, None)), (BINARY, b"abc", (1003, None)),
                                   (TEXT, b"\xff\xfe", (1007, None))):  # fmt: skip
        with server.client() as client:
            client.wait("hello")
            with pytest.raises((ConnectionError, OSError)):
                client.send_raw(opcode, payload)
                while True:
                    client.receive(acknowledge=False)
            assert client.close_code in codes
    assert server.is_alive()


def test_a_flood_of_messages_ends_the_connection(server):
    with server.client() as client:
        client.wait("hello")
        with pytest.raises((ConnectionError, OSError)):
            for _ in range(100000):
                client.send("ping")
            while True:
                client.receive(acknowledge=False)
    assert server.is_alive()


def test_a_hundred_clients_and_the_pace(server, client):
    before = client.wait("status")
    others = [server.client("view") for _ in range(100)]
    try:
        for other in others:
            other.wait("hello")
            other.next_frame()
        steps = client.wait(lambda m: m.get("type") == "status" and len(m["clients"]) == 101)["steps"]
        assert client.wait(lambda m: m.get("type") == "status" and m["steps"] > steps + 100)
        assert steps > before["steps"]
        assert {o.geoms[1]["type"] for o in others} == {client.geoms[1]["type"]}
        with pytest.raises(Refused) as refused:
            others += [server.client("view") for _ in range(40)]
        assert refused.value.status == 503
    finally:
        for other in others:
            other.close()
    client.wait(lambda m: m.get("type") == "status" and len(m["clients"]) == 1)


def test_a_client_that_never_reads_holds_up_nobody(server, client):
    first = client.wait("status")["steps"]
    memory = server.memory()
    lazy = [server.client("view", receive_buffer=4096) for _ in range(5)]
    try:
        frames = client.frames
        # Frames and steps go on for this one, however slow the machine is.
        status = client.wait(lambda m: m.get("type") == "status" and m["steps"] > first + 500 and client.frames > frames + 40, 60)
        mine = [c for c in status["clients"] if c["client"] == client.events[0].get("client", -1)]
        assert all(c["sent"] <= 2 for c in status["clients"] if c not in mine and c["role"] == "view")
        assert server.memory() < memory + 64e6
    finally:
        for one in lazy:
            one.close()


def test_memory_is_bounded(server, client):
    client.ask("speed", value=16)
    client.ask("plot", signals=["energy.total", "qpos[0]"])
    client.next_frame()
    memory = server.memory()
    end = time.monotonic() + 5
    while time.monotonic() < end:
        client.receive()
    # 80 s of simulation: key states of a few kilobytes, no samples and no frames that pile up.
    assert server.memory() < memory + 40e6


def test_a_client_that_vanishes_lets_go(server, client):
    with server.client() as other:
        other.wait("hello")
        other.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        other.send_raw(TEXT, b'{"type":"ping"', fin=False)
    client.wait(lambda m: m.get("type") == "status" and len(m["clients"]) == 1)


def test_killing_it_tells_the_clients():
    with Server("pendulum") as server, server.client() as client:
        client.next_frame()
        server.process.send_signal(signal.SIGINT)
        with pytest.raises(ConnectionError):
            client.wait("the end")
        assert client.close_code == 1001
        assert server.process.wait(20) == 0
    with Server("pendulum") as server, server.client() as client:
        client.next_frame()
        os.kill(server.process.pid, signal.SIGKILL)
        with pytest.raises(ConnectionError):
            client.wait("the end")


def test_it_waits_for_the_first_viewer_and_takes_the_next_port():
    with Server("pendulum", "--port", 18412) as first, Server("pendulum", "--port", 18412, "--paused") as second:
        assert first.port >= 18412 and second.port > first.port
        time.sleep(1)
        clock = time.monotonic()
        with first.client() as client:
            # It began with this viewer, and is at most a few pictures ahead.
            assert client.next_frame()["time"] <= time.monotonic() - clock + 0.2
            client.next_frame(lambda f: f["time"] > 0)
        with second.client() as client:
            assert client.next_frame()["flags"] & 1


def test_many_worlds_run_pause_and_open():
    with Server("humanoid", "--worlds", 12, "--noise", 0.2) as server, server.client() as client:
        hello = client.wait("hello")
        assert (hello["mode"], hello["paced"]) == ("passive", True)
        assert client.wait("worlds")["count"] == 12
        frame = client.next_frame(lambda f: 10 in f["sections"] and f["time"] > 0.05, 60)
        worlds, bodies, values, _ = struct.unpack_from("<IIII", frame["sections"][10])
        assert (worlds, values) == (12, 12)
        assert len(frame["sections"][10]) == 16 + 12 * bodies * 28 + 12 * 4 + 12
        distance = struct.unpack_from("<12f", frame["sections"][10], 16 + 12 * bodies * 28)
        assert distance[0] == 0 and min(distance[1:]) > 0  # each has noise of its own, the first has none
        client.ask("pause")
        status = client.wait(lambda m: m.get("type") == "status" and m["paused"])
        assert status["speed"] == 1
        client.ask("world", index=5)
        client.next_frame(lambda f: 10 not in f["sections"])
        client.ask("world", index=-1)
        client.next_frame(lambda f: 10 in f["sections"])
        client.ask("reset")
        client.next_frame(lambda f: f["time"] == 0)
        with pytest.raises(ValueError):
            client.ask("world", index=12)
