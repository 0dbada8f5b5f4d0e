"""Help, wrong command lines, wrong models: what is said, where, and the exit code."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = ["run", "info", "models", "compile", "bench", "diff", "doctor", "version"]


def test_help_lists_the_commands(thew):
    text = thew("help").stdout
    assert thew("--help").stdout == text
    for command in COMMANDS:
        assert f"\n  {command} " in text
    assert "Examples:" in text and "Exit codes:" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_teaches(thew, command):
    text = thew(command, "--help").stdout
    assert thew("help", command).stdout == text
    assert f"thew {command}" in text.split("Example", 1)[1]
    assert "--json" in text


WRONG = {
    "no command": ([], "no command given", "thew help"),
    "unknown command": (["rum", "pendulum"], '"rum"', '"run"'),
    "unknown option": (["run", "pendulum", "--durration", "3"], '"--durration"', '"--duration"'),
    "unknown model": (["run", "humanoi"], '"humanoi"', '"humanoid"'),
    "model far from any": (["info", "zzzzzzzzzz"], '"zzzzzzzzzz"', "thew models"),
    "missing model": (["run"], "MODEL", "thew help run"),
    "missing file": (["info", "absent.xml"], "absent.xml", ""),
    "file of a built-in": (["info", "models/pendulum.xml"], "no file", "built-in"),
    "too many": (["run", "pendulum", "more"], "more", ""),
    "not a number": (["run", "pendulum", "--duration", "long"], '--duration: "long" is not a number', "Simulated time"),
    "not whole": (["run", "pendulum", "--steps=1.5"], '--steps: "1.5" is not a whole number', "Number of steps"),
    "no value": (["run", "pendulum", "--duration"], "--duration needs a value", "--duration SECONDS"),
    "device": (["info", "/dev/null"], '"/dev/null" is not a file', "a device"),
    "duration": (["run", "pendulum", "--duration", "-1"], "--duration", ""),
    "nan": (["run", "pendulum", "--duration", "nan"], "--duration", ""),
    "steps": (["run", "pendulum", "--steps", "0"], "--steps", ""),
    "both lengths": (["run", "pendulum", "--steps", "5", "--duration", "1"], "--steps", ""),
    "integrator": (["run", "pendulum", "--integrator", "rk5"], '"rk5"', '"rk4"'),
    "keyframe": (["run", "pendulum", "--key", "home"], "--key", ""),
    "rounds": (["bench", "pendulum", "--rounds", "0"], "--rounds", ""),
    "stage": (["bench", "pendulum", "--stage", "contacts"], '"contacts"', "collision"),
    "library": (["bench", "pendulum", "--mujoco", "/absent"], "/absent", ""),
}


@pytest.mark.parametrize("arguments, what, hint", WRONG.values(), ids=WRONG.keys())
def test_wrong_command_line(thew, arguments, what, hint):
    done = thew(*arguments, code=2)
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert lines[0].startswith("error: ") and what in lines[0]
    if hint:
        assert lines[1].startswith("hint: ") and hint in lines[1]
    # The same as JSON, on stdout.
    if arguments:
        error = thew.json(*arguments, code=2)["error"]
        assert error["kind"] == "usage" and what in error["what"] and hint in error["hint"]


def test_folder_is_no_model(thew):
    (thew.folder / "robots").mkdir()
    assert '"robots" is a folder' in thew("run", "robots", code=2).stderr


BAD = """<mujoco>
  <worldbody>
    <body name="arm">
      <joint type="hinge"/>
      <geom name="foot" type="sphere" siz="0.1"/>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize("command", ["run", "info", "bench", "view"])
def test_bad_model_names_the_place(thew, command):
    name = thew.write("bad.xml", BAD)
    extra = ["--no-reference"] if command == "bench" else []
    done = thew(command, name, *extra, code=1)
    lines = done.stderr.splitlines()
    assert lines[0].startswith("error: bad.xml:5:"), lines
    assert "siz" in lines[0] and "geom" in lines[0]
    assert lines[1] == "  " + BAD.splitlines()[4]
    column = int(lines[0].split(":")[3])
    assert lines[2] == " " * (column + 1) + "^"
    assert lines[3].startswith("hint: ") and "size" in lines[3]


def test_bad_model_as_json(thew):
    error = thew.json("info", thew.write("bad.xml", BAD), code=1)["error"]
    assert error["kind"] == "model"
    assert (error["file"], error["line"]) == ("bad.xml", 5)
    assert error["column"] > 0
    assert "geom" in error["element"] and "siz" in error["what"] and "size" in error["hint"]


def test_bad_model_among_good_ones(thew):
    """A benchmark goes on after a model that fails, and the exit code tells of it."""
    name = thew.write("bad.xml", BAD)
    rows = thew.json(
        "bench", name, "pendulum", "--no-reference", "--seconds", 0.01, "--rounds", 1, code=1
    )["rows"]
    assert rows[0]["error"]["line"] == 5
    assert rows[1]["steps_per_second"] > 0


def test_version(thew):
    header = (ROOT / "include" / "thew" / "version.h").read_text()
    found = thew.json("version")
    assert set(found) == {"version", "compiler", "instruction_set", "lanes", "mujoco_reference"}
    assert thew("--version").stdout.strip() == found["version"]
    assert f'THEW_VERSION "{found["version"]}"' in header
    for value in found.values():
        assert str(value) in thew("version").stdout


def test_json_of_errors_is_one_document(thew):
    done = thew("run", "nothing_like_it", "--json", code=2)
    assert list(json.loads(done.stdout)) == ["error"]
