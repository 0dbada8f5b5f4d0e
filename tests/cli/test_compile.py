"""thew compile: the same model in another form."""

import pytest

INCLUDING = '<mujoco model="whole"><include file="part.xml"/><worldbody><geom size=".1"/></worldbody></mujoco>'
PART = '<part><default><geom rgba="1 0 0 1"/></default></part>'


def test_one_file(thew):
    thew.write("whole.xml", INCLUDING)
    thew.write("part.xml", PART)
    said = thew.json("compile", "whole.xml", "flat.xml")
    text = (thew.folder / "flat.xml").read_text()
    assert said == {"model": "whole.xml", "output": "flat.xml", "bytes": len(text)}
    assert "include" not in text and 'rgba="1 0 0 1"' in text
    first, second = thew.json("info", "whole.xml"), thew.json("info", "flat.xml")
    for found in (first, second):
        del found["model"], found["load_seconds"]
    assert first == second


def test_builtin(thew):
    assert "bytes" in thew("compile", "humanoid", "human.xml").stdout
    assert thew.json("info", "human.xml")["sizes"] == thew.json("info", "humanoid")["sizes"]


@pytest.mark.parametrize("form", ["thew", "mjb"])
def test_compiled(thew, form):
    said = thew.json("compile", "humanoid", f"human.{form}")
    assert said["bytes"] == (thew.folder / f"human.{form}").stat().st_size
    first, second = thew.json("info", "humanoid"), thew.json("info", f"human.{form}")
    assert first["sizes"] == second["sizes"]
    assert thew("run", f"human.{form}", "--duration", "0.1").returncode == 0
    # What is compiled is not a text again.
    assert "no description" in thew.json("compile", f"human.{form}", "human.xml", code=1)["error"]["what"]


def test_unknown_forms_are_refused(thew):
    error = thew.json("compile", "humanoid", "human.stl", code=2)["error"]
    assert "human.stl" in error["what"] and ".xml" in error["hint"]
    assert not (thew.folder / "human.stl").exists()


def test_a_folder_that_is_not_there(thew):
    assert "cannot be written" in thew.json("compile", "humanoid", "nowhere/human.xml", code=1)["error"]["what"]
