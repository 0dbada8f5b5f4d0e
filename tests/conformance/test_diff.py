"""The comparison itself: MuJoCo agrees with MuJoCo to the last bit, and any fault is reported in its own stage."""

import json
import subprocess
import sys
import types

import numpy as np
import pytest
from engines import OWN_MODELS, ROOT, reference
from thew import diff
from thew.conformance import compare as comparison
from thew.conformance import groups

ARM = next(path for path in OWN_MODELS if path.stem == "arm")


def altered(**changes):
    """MuJoCo with some of its names replaced (or, with None, removed)."""
    module = types.SimpleNamespace(**{k: getattr(reference, k) for k in dir(reference)})
    module.__name__ = "mujoco altered"
    for name, value in changes.items():
        if value is None:
            delattr(module, name)
        else:
            setattr(module, name, value)
    return module


def altered_model(change):
    """MuJoCo whose loader changes every model."""

    class Model:
        @staticmethod
        def from_xml_path(path):
            model = reference.MjModel.from_xml_path(path)
            change(model)
            return model

    return altered(MjModel=Model)


def compare(engine, **options):
    return diff.compare(ARM, 2, engine=engine, reference=reference, **options)


def test_the_reference_agrees_with_itself_exactly():
    report = compare(reference)
    assert report.agree and report.first is None
    assert {row.worst for row in report.rows} == {0.0}
    stages = {row.group for row in report.rows}
    assert {"sizes", "kinematics", "tendon", "inertia", "bias", "passive", "actuation"} <= stages
    assert {"inverse", "step EULER", "step RK4", "step DISCRETE", "trajectory"} <= stages


def test_every_field_of_the_reference_belongs_somewhere():
    """Fields are either compared or on the list of bookkeeping that is not."""
    names = comparison.record.Names(reference)
    assert len(names.model) > 500 and len(names.data) > 60
    for name in names.data:
        assert groups.data_group(name) != "internal", name


def change_mass(model):
    model.body_mass[3] *= 1 + 1e-7


def test_a_wrong_constant_is_found_in_the_model():
    report = compare(altered_model(change_mass))
    assert not report.agree
    assert (report.first.group, report.first.field) == ("model constants", "body_mass")


@pytest.mark.parametrize(
    "field, group",
    [
        ("xpos", "kinematics"),
        ("ten_length", "tendon"),
        ("M", "inertia"),
        ("cdof_dot", "bias"),
        ("qfrc_spring", "passive"),
        ("actuator_force", "actuation"),
        ("qacc_smooth", "smooth acceleration"),
        ("qacc", "acceleration"),
    ],
)
def test_a_wrong_field_is_found_in_its_stage(field, group):
    def forward(model, data):
        reference.mj_forward(model, data)
        getattr(data, field).flat[-1] += 1e-6

    report = compare(altered(mj_forward=forward), constraints=False)
    assert not report.agree
    assert (report.first.group, report.first.field, report.first.state) == (group, field, "0")


def test_a_wrong_step_is_found_under_its_integrator():
    def step(model, data):
        reference.mj_step(model, data)
        if model.opt.integrator == reference.mjtIntegrator.mjINT_IMPLICIT:
            data.qvel[0] += 1e-6

    report = compare(altered(mj_step=step), constraints=False)
    assert report.first.group == "step IMPLICIT"


def test_a_missing_function_is_reported():
    report = compare(altered(mj_inverse=None))
    assert (report.first.group, report.first.verdict) == ("inverse", "missing")
    assert "mj_inverse" in report.errors


def test_a_refused_model_is_reported():
    def refuse(path):
        raise ValueError("no such thing as an arm")

    report = compare(altered(MjModel=types.SimpleNamespace(from_xml_path=refuse)))
    assert report.first.group == "load" and "no such thing as an arm" in report.first.field


def test_without_constraints_both_engines_switch_them_off():
    seen = []

    def forward(model, data):
        seen.append(model.opt.disableflags)
        reference.mj_forward(model, data)

    engine = altered(mj_forward=forward, CAPABILITIES=())
    report = compare(engine)
    assert report.agree and not report.constraints
    assert all(flags & reference.mjtDisableBit.mjDSBL_CONSTRAINT for flags in seen)
    left_out = " ".join(report.not_compared)
    assert all(word in left_out for word in ("contacts", "constraint rows", "sensors"))


def test_what_the_reference_cannot_decide_itself_is_noise_not_agreement():
    """A strongly chaotic run: two right answers part, so it is neither agreement nor a fault."""
    text = next(path for path in OWN_MODELS if path.stem == "double_pendulum").read_text()
    wild = text.replace('timestep="0.001"', 'timestep="0.01" integrator="RK4" gravity="0 0 -981"')

    def step(model, data):
        reference.mj_step(model, data)
        data.qpos[0] += 1e-14

    report = diff.compare(wild, 1, steps=1000, engine=altered(mj_step=step), reference=reference)
    row = next(row for row in report.rows if row.group == "trajectory")
    assert row.verdict == "noise" and row.worst > row.tolerance
    assert report.agree


def test_error_is_relative_to_the_reference_and_the_floor():
    a, b = np.array([100.0, 1.0]), np.array([100.0, 1.001])
    assert groups.error(a, b, 1.0) == pytest.approx(1e-5)
    assert groups.error(a * 1e-3, b * 1e-3, 1.0) == pytest.approx(1e-6)
    assert groups.error(a * 1e-3, b * 1e-3, 1e-6) == pytest.approx(1e-5)
    assert groups.error(a, np.array([100.0, np.nan]), 1.0) == np.inf
    assert groups.error(np.array([np.nan]), np.array([np.nan]), 1.0) == 0
    assert groups.error(a, b[:1], 1.0) == np.inf


def run(*arguments):
    command = [sys.executable, "-m", "thew.diff", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_command_line_agrees():
    done = run(ARM, "--states", 1, "--steps", 10, "--engine", "mujoco")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "agree"


def test_command_line_differs_and_speaks_json(tmp_path):
    """A stand-in engine in a file of its own whose steps are wrong."""
    (tmp_path / "wrong.py").write_text(
        "from mujoco import *\n"
        "import mujoco\n"
        "CAPABILITIES = ('constraints', 'sensors')\n"
        "def mj_step(model, data):\n"
        "    mujoco.mj_step(model, data)\n"
        "    data.qpos[0] += 1e-5\n"
    )
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from thew.diff import main; sys.exit(main())"
    command = [sys.executable, "-c", script, str(ARM), "--engine", "wrong", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    assert found["agree"] is False
    verdicts = {row["group"]: row["verdict"] for row in found["stages"]}
    assert verdicts["bias"] == "agree" and verdicts["step EULER"] == "differ"


def test_command_line_without_mujoco_says_how_to_install_it():
    script = (
        "import sys; sys.modules['mujoco'] = None; sys.modules['engine'] = sys\n"
        "from thew.diff import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", script, str(ARM), "--engine", "engine"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert "pip install mujoco-core" in done.stderr


def test_command_line_names_a_missing_file():
    done = run("no_such_model.xml", "--engine", "mujoco")
    assert done.returncode == 2 and "no_such_model.xml" in done.stderr
