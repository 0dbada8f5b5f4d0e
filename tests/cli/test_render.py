"""thew render: pictures and videos, and sentences where there can be none."""

import shutil
import struct
import subprocess
import zlib

import pytest

SMALL = ("--size", "64x48", "--samples", "0")


@pytest.fixture
def draw(thew):
    """The tool, where it can draw at all."""
    done = subprocess.run(
        [thew.binary, "render", "pendulum", "-o", "try.png", *SMALL], capture_output=True, text=True, cwd=thew.folder
    )
    if done.returncode != 0 and "EGL" in done.stderr:
        pytest.skip(done.stderr.splitlines()[0])
    return thew


def size_of(path) -> tuple[int, int]:
    """Width and height in the head of a PNG."""
    content = path.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert zlib.crc32(content[12:29]) == struct.unpack(">I", content[29:33])[0]
    return struct.unpack(">II", content[16:24])


def bytes_of(path) -> bytes:
    """The rows of a PNG, unpacked."""
    content, at, packed = path.read_bytes(), 8, b""
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        packed += content[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    return zlib.decompress(packed)


def test_a_picture(draw):
    done = draw("render", "humanoid", "-o", "out.png", *SMALL)
    assert "out.png: 1 picture of 64 x 48 pixels" in done.stdout
    assert size_of(draw.folder / "out.png") == (64, 48)
    assert len(set(bytes_of(draw.folder / "out.png"))) > 40, "there is something to see"


def test_moments_and_cameras_differ(draw):
    for name, more in {
        "start": (), "later": ("--time", "0.5"), "camera": ("--camera", "side"), "number": ("--camera", "0"),
        "turned": ("--azimuth", "10"), "depth": ("--depth",), "segments": ("--segments",),
    }.items():  # fmt: skip
        draw("render", "humanoid", "-o", f"{name}.png", *SMALL, *more)
    content = {path.stem: path.read_bytes() for path in draw.folder.glob("*.png") if path.stem != "try"}
    assert content["camera"] == content.pop("number")
    assert len(set(content.values())) == len(content)


def test_numbered_pictures(draw):
    told = draw.json("render", "pendulum", "-o", "frames", "--duration", "0.5", "--fps", "6", *SMALL)
    assert told["pictures"] == 3 and told["width"] == 64 and told["device"]
    assert sorted(p.name for p in (draw.folder / "frames").iterdir()) == [f"frame_0000{i}.png" for i in (1, 2, 3)]


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_a_video(draw):
    draw("render", "pendulum", "-o", "out.mp4", "--duration", "0.5", "--fps", "10", "--size", "65x47")
    assert (draw.folder / "out.mp4").read_bytes()[4:8] == b"ftyp"


def test_a_video_without_ffmpeg(draw):
    done = draw("render", "pendulum", "-o", "out.mp4", *SMALL, code=1, env={"PATH": "/nonexistent"})
    assert "ffmpeg, which is not on the PATH" in done.stderr and "frames/" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-o", "out.jpg"), 'no kind of picture ends in ".jpg"'),
        (("-o", "out.png", "--size", "64"), '"64" is no size'),
        (("-o", "out.png", "--size", "0x10"), "--size"),
        (("-o", "out.png", "--camera", "sied"), 'did you mean "side"'),
        (("-o", "out.png", "--camera", "7"), 'no camera "7"'),
        (("-o", "out.png", "--duration", "1"), "a .png is one picture"),
        (("-o", "out.png", "--depth", "--segments"), "exclude one another"),
        (("-o", "out.png", "--camera", "side", "--azimuth", "3"), "--azimuth moves the free camera"),
        (("-o", "out.png", "--time", "-1"), "--time"),
        ((), "--output"),
    ],
)
def test_wrong_usage(draw, arguments, complaint):
    done = draw("render", "humanoid", *arguments, code=2)
    assert complaint in done.stderr


def test_a_file_that_cannot_be_written(draw):
    done = draw("render", "pendulum", "-o", "missing/out.png", *SMALL, code=1)
    assert "missing/out.png" in done.stderr
