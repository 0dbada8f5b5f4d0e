"""A WebSocket and HTTP client for the tests of the viewer: small, and able to misbehave."""

import base64
import json
import os
import socket
import struct
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def find_tool():
    """The program that was built last."""
    for path in (os.environ.get("THEW_BIN"), ROOT / "build/release/bin/thew"):
        if path and Path(path).exists():
            return str(path)
    return None


class Server:
    """`thew view` as a process."""

    def __init__(self, *arguments):
        command = [find_tool(), "view", *map(str, arguments), "--no-browser", "--json"]
        if "--port" not in arguments:
            command += ["--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        text = ""
        while not text.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(text + self.process.stderr.read())
            text += line
        links = json.loads(text)
        self.port = links["port"]
        self.control = links["control"].split("#")[1]
        self.view = links["view"].split("#")[1]

    def client(self, role="control", **options):
        return Client(self.port, self.control if role == "control" else self.view, **options)

    def request(self, method, target, headers=None, body=b"", host=None):
        return request(self.port, method, target, headers, body, host)

    def memory(self):
        """Bytes in use."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

    def is_alive(self):
        return self.process.poll() is None

    def stop(self):
        """Ends it as Ctrl-C does; returns the exit code."""
        if self.is_alive():
            self.process.terminate()
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()
            self.process.stdout.close()
            self.process.stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def request(port, method, target, headers=None, body=b"", host=None):
    """Status, headers and body of one request; the target goes out as it is, dots and all."""
    with socket.create_connection(("127.0.0.1", port), 20) as s:
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        if body or method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        s.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        try:
            s.sendall(body)
        except OSError:
            pass  # refused before it was all sent
        data = b""
        while True:
            try:
                part = s.recv(65536)
            except ConnectionError:
                break
            if not part:
                break
            data += part
    head, _, rest = data.partition(b"\r\n\r\n")
    status, *fields = head.decode("latin-1").split("\r\n")
    return int(status.split()[1]), {k.lower(): v for k, v in (f.split(": ", 1) for f in fields)}, rest


class Refused(Exception):
    """The server did not open a WebSocket; `status` says why."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


class Client:
    """Speaks the protocol; keeps the events and the geoms of the frames."""

    def __init__(self, port, token, origin=None, host=None, target="/ws", receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(30)
        self.socket.connect(("127.0.0.1", port))
        host = host or f"127.0.0.1:{port}"
        lines = [
            f"GET {target} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            f"Sec-WebSocket-Protocol: thew.1, token.{token}",
        ]
        if origin != "":
            lines.append(f"Origin: {origin or 'http://' + host}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            part = self.socket.recv(4096)
            if not part:
                raise Refused(0)
            self.buffer += part
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        if status != 101:
            self.socket.close()
            raise Refused(status)
        assert b"Sec-WebSocket-Protocol: thew.1" in head
        self.geoms, self.lights, self.frames, self.events, self.next_id = [], [], 0, [], 1
        self.frame = None
        self.close_code = None

    # --- wire ---

    def send_raw(self, opcode, payload, fin=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if fin else 0) | opcode])
        n = len(payload)
        if n < 126:
            head += bytes([0x80 | n])
        elif n < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", n)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", n)
        key = int.from_bytes(mask * (n // 4 + 1), "little") & ((1 << 8 * n) - 1) if n else 0
        self.socket.sendall(head + mask + (int.from_bytes(payload, "little") ^ key).to_bytes(n, "little"))

    def _need(self, count):
        while len(self.buffer) < count:
            part = self.socket.recv(1 << 16)
            if not part:
                raise ConnectionError("closed")
            self.buffer += part
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive_raw(self):
        first, second = self._need(2)
        n = second & 127
        if n == 126:
            n = struct.unpack(">H", self._need(2))[0]
        elif n == 127:
            n = struct.unpack(">Q", self._need(8))[0]
        return first & 15, self._need(n)

    # --- protocol ---

    def send(self, type, **members):
        self.send_raw(TEXT, json.dumps({"type": type, **members}).encode())

    def receive(self, acknowledge=True):
        """The next message: an event, or ("frame", header)."""
        while True:
            opcode, payload = self.receive_raw()
            if opcode == PING:
                self.send_raw(PONG, payload)
            elif opcode == CLOSE:
                self.close_code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                raise ConnectionError(f"closed with {self.close_code}")
            elif opcode == TEXT:
                event = json.loads(payload)
                self.events.append(event)
                del self.events[:-200]
                return event
            elif opcode == BINARY:
                self.read_frame(payload)
                if acknowledge:
                    self.send("ack", frame=self.frame["frame"])
                return self.frame

    def ask(self, type, **members):
        """Sends a message and waits for its answer; refusals raise."""
        number, self.next_id = self.next_id, self.next_id + 1
        self.send(type, id=number, **members)
        while True:
            message = self.receive()
            if message.get("id") == number and message["type"] in ("reply", "refused"):
                if message["type"] == "refused":
                    raise ValueError(message["reason"])
                return message

    def wait(self, test, seconds=120):
        """The first message that passes the test: a function, or the type of an event."""
        wanted = (lambda m: m.get("type") == test) if isinstance(test, str) else test
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.receive()
            if wanted(message):
                return message
        raise TimeoutError(str(test))

    def next_frame(self, test=lambda f: True, seconds=120):
        return self.wait(lambda m: m.get("type") == "frame" and test(m), seconds)

    def read_frame(self, data):
        kind, number, flags, sections, when, step, factor, *centre = struct.unpack_from("<IIIIddffff", data)
        assert kind == 1
        self.frames += 1
        frame = {"type": "frame", "frame": number, "flags": flags, "time": when, "step": step, "factor": factor,
                 "centre": centre, "bytes": len(data), "sections": {}, "watched": []}
        if flags & 8:
            self.geoms, self.lights = [], []
        at = 48
        for _ in range(sections):
            tag, length = struct.unpack_from("<II", data, at)
            assert length % 4 == 0
            frame["sections"][tag] = data[at + 8:at + 8 + length]
            at += 8 + length
        assert at == len(data)
        if 1 in frame["sections"]:
            self.apply_geoms(frame["sections"][1])
        if 6 in frame["sections"]:
            frame["watched"] = self.read_watched(frame["sections"][6])
        self.frame = frame

    def apply_geoms(self, data):
        count, records, moves, _ = struct.unpack_from("<IIII", data)
        del self.geoms[count:]
        self.geoms += [None] * (count - len(self.geoms))
        at = 16
        index = struct.unpack_from(f"<{records}I", data, at)
        at += 4 * records
        for i in index:
            values = struct.unpack_from("<8i20f", data, at)
            self.geoms[i] = {"type": values[0], "objtype": values[2], "objid": values[3], "category": values[4],
                             "size": values[8:11], "rgba": values[11:15], "pos": values[21:24], "quat": values[24:28]}
            at += 112
        index = struct.unpack_from(f"<{moves}I", data, at)
        at += 4 * moves
        for i in index:
            values = struct.unpack_from("<7f", data, at)
            self.geoms[i] = {**self.geoms[i], "pos": values[:3], "quat": values[3:]}
            at += 28
        assert at == len(data) and None not in self.geoms

    @staticmethod
    def read_watched(data):
        fields, at, result = struct.unpack_from("<I", data)[0], 4, []
        for _ in range(fields):
            (count,) = struct.unpack_from("<I", data, at)
            result.append(struct.unpack_from(f"<{count}f", data, at + 4))
            at += 4 + 4 * count
        return result

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
