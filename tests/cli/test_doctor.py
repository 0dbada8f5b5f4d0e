"""thew doctor: what it finds is true of this machine."""

import platform
from pathlib import Path

MODELS = len(list((Path(__file__).parents[2] / "models").glob("*.xml")))


def test_doctor(thew):
    found = thew.json("doctor")
    assert all(check["ok"] for check in found["works"].values()) and len(found["works"]) == 4
    assert thew.json("version")["version"] in found["installed"]["thew"]["found"]
    assert set(found["steps_per_second"]) == {"pendulum", "quadruped", "humanoid"}
    assert all(rate > 100 for rate in found["steps_per_second"].values())


def test_text(thew):
    text = thew("doctor").stdout
    for word in ("installed", "works", "speed", "processor", "GPU", "steps/s", f"{MODELS} built-in models"):
        assert word in text


def test_python_and_reference(thew, mujoco):
    found = thew.json("doctor")["installed"]
    assert found["MuJoCo"]["found"].startswith(mujoco.__version__)
    assert platform.python_version() in found["Python"]["found"]
