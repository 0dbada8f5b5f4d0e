"""tools/check_page finds a page that is older than its sources, too large, or asks another host."""

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def check(root, *arguments):
    return subprocess.run([sys.executable, ROOT / "tools/check_page", *arguments, root], capture_output=True, text=True)


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(ROOT / "viewer/web", tmp_path / "viewer/web", ignore=shutil.ignore_patterns("node_modules"))
    return tmp_path


def repack(root, change):
    """Changes the page itself, and the hashes with it."""
    packed = root / "viewer/web/dist/index.html.gz"
    packed.write_bytes(gzip.compress(change(gzip.decompress(packed.read_bytes()))))
    (root / "viewer/web/dist/sources.sha256").write_text(check(root, "--print").stdout)


def test_the_page_is_as_its_sources():
    answer = check(ROOT)
    assert answer.returncode == 0, answer.stdout


def test_a_changed_source_is_found(copy):
    with (copy / "viewer/web/src/main.ts").open("a") as file:
        file.write("// changed\n")
    answer = check(copy)
    assert answer.returncode == 1 and "./dev page" in answer.stdout


def test_a_changed_page_is_found(copy):
    packed = copy / "viewer/web/dist/index.html.gz"
    packed.write_bytes(gzip.compress(gzip.decompress(packed.read_bytes()) + b" "))
    assert check(copy).returncode == 1


def test_a_request_to_another_host_is_found(copy):
    repack(copy, lambda page: page.replace(b"</body>", b'<img src="https://elsewhere.example/x.png"></body>'))
    answer = check(copy)
    assert answer.returncode == 1 and "another host" in answer.stdout


def test_a_page_without_place_for_a_recording_is_found(copy):
    repack(copy, lambda page: page.replace(b"<!--recording-->", b""))
    answer = check(copy)
    assert answer.returncode == 1 and "recording" in answer.stdout
