"""The kernels for AVX-512 are one object with one door: nothing in it can run, or be taken by the linker, on an older processor."""

import shutil
import subprocess
from pathlib import Path

import pytest

OBJECT = Path(__file__).resolve().parents[2] / "build" / "release" / "wide_lanes.o"

pytestmark = pytest.mark.skipif(
    not OBJECT.exists() or not shutil.which("nm") or not shutil.which("objdump"),
    reason="no build with lanes for AVX-512, or no binutils",
)


def test_only_the_door_can_be_seen():
    lines = subprocess.run(["nm", "-C", "--extern-only", "--defined-only", OBJECT], capture_output=True, text=True, check=True).stdout
    assert lines
    for line in lines.splitlines():
        assert "thew::batch::make_lane_worker<" in line


def test_nothing_runs_before_it_is_asked_for():
    sections = subprocess.run(["objdump", "-h", OBJECT], capture_output=True, text=True, check=True).stdout
    assert ".text" in sections
    assert ".init_array" not in sections and ".ctors" not in sections
