"""The pictures of docs/gallery.md show what the engine draws today."""

import dataclasses
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
thew = pytest.importorskip("thew")
PICTURES = sorted((ROOT / "docs" / "gallery").glob("*.jpg"))


@pytest.fixture
def drawing():
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is not installed")
    try:
        thew.Renderer(thew.MjModel.from_xml_string("<mujoco/>"), 8, 8).close()
    except thew.Error as reason:
        pytest.skip(str(reason))


def test_pictures_are_those_of_today(drawing):
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "make_gallery"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("similarity") == len(PICTURES)


def test_another_moment_is_another_picture(drawing):
    tool = runpy.run_path(str(ROOT / "tools" / "make_gallery"))
    shot = next(shot for shot in tool["SHOTS"] if shot.model == "dominoes")
    later = tool["draw"](dataclasses.replace(shot, time=shot.time + 0.15))
    kept = tool["read"](ROOT / "docs" / "gallery" / "dominoes.jpg", later.shape)
    assert tool["similarity"](later, kept) < tool["ALIKE"] <= tool["similarity"](tool["draw"](shot), kept)


def test_every_picture_is_small_and_shown():
    page = (ROOT / "docs" / "gallery.md").read_text()
    assert len(PICTURES) >= 13
    for picture in PICTURES:
        assert picture.stat().st_size < 60_000, picture
        assert f"gallery/{picture.name}" in page or picture.name == "all.jpg"
    assert "docs/gallery/all.jpg" in (ROOT / "README.md").read_text()
