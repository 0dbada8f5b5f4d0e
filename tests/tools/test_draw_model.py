"""tools/draw_model on models of the project."""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

thew = pytest.importorskip("thew")

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def draw(path, model, *arguments):
    command = [sys.executable, ROOT / "tools" / "draw_model", ROOT / "models" / f"{model}.xml", path, *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return ElementTree.parse(path).getroot()


@pytest.mark.filterwarnings("ignore::thew.LoadWarning")
@pytest.mark.parametrize("model", ["humanoid", "free_bodies", "pendulum"])
def test_every_round_end_is_drawn(tmp_path, model):
    picture = draw(tmp_path / "picture.svg", model)
    types = thew.MjModel.from_xml_path(str(ROOT / "models" / f"{model}.xml")).geom_type.tolist()
    spheres, capsules = types.count(thew.mjtGeom.mjGEOM_SPHERE), types.count(thew.mjtGeom.mjGEOM_CAPSULE)
    assert len(picture.findall(f"{SVG}circle")) == spheres + 2 * capsules


def test_a_keyframe_changes_the_picture(tmp_path):
    draw(tmp_path / "stand.svg", "humanoid", "--key", "stand")
    draw(tmp_path / "stride.svg", "humanoid", "--key", "stride")
    assert (tmp_path / "stand.svg").read_text() != (tmp_path / "stride.svg").read_text()


def test_the_picture_of_the_documents_is_small_and_well_formed():
    path = ROOT / "docs" / "humanoid.svg"
    assert ElementTree.parse(path).getroot().tag == f"{SVG}svg"
    assert path.stat().st_size < 60_000
