"""thew run: the length of the run, its summary, noise, keyframes and warnings."""

import os
import pty
import subprocess

import pytest

PENDULUM = """<mujoco>
  <option timestep="0.001" integrator="RK4"/>
  <worldbody>
    <body name="bob" pos="0 0 0">
      <joint name="pivot" type="hinge" axis="0 1 0"/>
      <inertial pos="0 0 -1" mass="2" diaginertia="1e-6 1e-6 1e-6"/>
    </body>
  </worldbody>
  <actuator><motor joint="pivot" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <keyframe>
    <key name="rest" qpos="0"/>
    <key name="up" qpos="1.5707963267948966"/>
  </keyframe>
</mujoco>
"""


def test_default_is_ten_seconds(thew):
    found = thew.json("run", thew.write("p.xml", PENDULUM))
    assert found["steps"] == 10000
    assert found["simulated_seconds"] == pytest.approx(10)
    assert found["integrator"] == "rk4" and found["timestep"] == 0.001
    assert found["sizes"] == {"nq": 1, "nv": 1, "nu": 1, "na": 0, "nbody": 2}
    assert found["steps_per_second"] == pytest.approx(found["steps"] / found["wall_seconds"])
    assert found["real_time_factor"] == pytest.approx(10 / found["wall_seconds"])
    assert not found["warnings"] and not found["interrupted"]


@pytest.mark.parametrize(
    "length, steps",
    [(["--steps", 7], 7), (["--duration", 0.3], 300), (["--duration", 0.0001], 1), (["--duration", 1.0005], 1001)],
)
def test_length(thew, length, steps):
    assert thew.json("run", thew.write("p.xml", PENDULUM), *length)["steps"] == steps


def test_energy(thew):
    """A mass of 2 kg starts 1 m below the pivot, or beside it; without a motor the total stays."""
    name = thew.write("p.xml", PENDULUM)
    rest = thew.json("run", name, "--steps", 10)["energy"]
    assert rest["start"]["potential"] == pytest.approx(-2 * 9.81)
    assert rest["end"] == pytest.approx(rest["start"], abs=1e-12)
    energy = thew.json("run", name, "--key", "up", "--duration", 3)["energy"]
    assert energy["start"]["total"] == pytest.approx(0, abs=1e-9)
    assert energy["end"]["total"] == pytest.approx(0, abs=1e-8)
    assert energy["end"]["kinetic"] > 0.1
    assert energy["end"]["total"] == energy["end"]["potential"] + energy["end"]["kinetic"]


def test_key_by_number(thew):
    name = thew.write("p.xml", PENDULUM)
    arguments = ("run", name, "--steps", 100, "--key")
    assert thew.json(*arguments, 1)["energy"] == thew.json(*arguments, "up")["energy"]
    error = thew.json(*arguments, 2, code=2)["error"]
    assert "rest" in error["hint"] and "up" in error["hint"]


def test_noise_depends_on_the_seed_alone(thew):
    arguments = ("run", thew.write("p.xml", PENDULUM), "--steps", 500, "--ctrl-noise", 0.5)
    end = [thew.json(*arguments, "--seed", seed)["energy"]["end"] for seed in (1, 1, 2)]
    assert end[0] == end[1] != end[2]
    still = thew.json("run", "p.xml", "--steps", 500)["energy"]
    assert still["end"]["kinetic"] == 0 and end[0]["kinetic"] > 0


def test_integrator_can_be_chosen(thew):
    name = thew.write("p.xml", PENDULUM)
    arguments = ("run", name, "--key", "up", "--duration", 2)
    exact = thew.json(*arguments, "--integrator", "RK4")
    euler = thew.json(*arguments, "--integrator", "euler")
    assert (exact["integrator"], euler["integrator"]) == ("rk4", "euler")
    drift = [abs(run["energy"]["end"]["total"]) for run in (exact, euler)]
    assert drift[0] < 1e-8 < 1e-5 < drift[1]


def test_warning_names_joint_and_body(thew):
    name = thew.write("p.xml", PENDULUM.replace("<option", '<option gravity="1e12 0 0"'))
    found = thew.json("run", name, "--steps", 20)
    assert [w["name"] for w in found["warnings"]] == ["badqacc"]
    warning = found["warnings"][0]
    assert "pivot" in warning["about"] and "bob" in warning["about"]
    assert warning["count"] == 20 and warning["first_time"] == pytest.approx(0.001)
    text = thew("run", name, "--steps", 20).stdout
    assert "badqacc (20 times" in text and "pivot" in text


def test_text_summary(thew):
    done = thew("run", thew.write("p.xml", PENDULUM), "--steps", 100, "--headless")
    for word in ("100, 0.1 s simulated", "steps/s", "real time", "potential", "kinetic", "warnings      none"):
        assert word in done.stdout
    assert done.stderr == ""


def everything_of(terminal):
    """What was written to a terminal whose other end is closed; one read gives 4096 characters at most."""
    drawn = b""
    try:
        while chunk := os.read(terminal, 65536):
            drawn += chunk
    except OSError:  # the end
        pass
    return drawn.decode()


def test_progress_bar_on_a_terminal(thew):
    """The bar is drawn on the terminal and removed; the summary stays clean on stdout."""
    master, slave = pty.openpty()
    tool = subprocess.Popen(
        [thew.binary, "run", "tree60", "--steps", "40000", "--ignore-unsupported"],
        stdout=subprocess.PIPE, stderr=slave, text=True,
    )  # fmt: skip
    os.close(slave)
    output, _ = tool.communicate(timeout=120)
    drawn = everything_of(master)
    os.close(master)
    assert tool.returncode == 0
    assert "[#" in drawn and "x real time" in drawn and drawn.endswith("\r\x1b[K")
    assert output.startswith("tree60\n") and "[#" not in output


def test_interrupt_ends_the_run_with_a_summary(thew):
    tool = subprocess.Popen(
        [thew.binary, "run", "pendulum", "--duration", "1e9"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    with pytest.raises(subprocess.TimeoutExpired):
        tool.wait(timeout=1)
    tool.send_signal(2)
    output, _ = tool.communicate(timeout=60)
    assert tool.returncode == 0
    assert output.startswith("pendulum (interrupted)\n") and "steps/s" in output
