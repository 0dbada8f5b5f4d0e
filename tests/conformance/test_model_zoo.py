"""Third-party robot models agree with MuJoCo in every stage: with constraints and contacts at states that motion reaches, and
in the smooth stages at states anywhere.

The folder is THEW_MODELS, by default ../shared/models beside the project; list.txt in it names the
models. Those that do not load or agree yet stand in not_yet.txt, with the reason; that list may only
shrink: a model on it that agrees fails here until its line is removed.
"""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from engines import ZOO, engine, reference
from thew.conformance import states
from thew.conformance.compare import load
from thew.diff import compare

LIST = ZOO / "list.txt"
MODELS = [line.strip() for line in LIST.read_text().splitlines() if line.strip()] if LIST.exists() else []
NOT_YET_FILE = Path(__file__).with_name("not_yet.txt")
NOT_YET = dict(
    line.split(maxsplit=1)
    for line in NOT_YET_FILE.read_text().splitlines()
    if line.strip() and not line.startswith("#") and engine is not reference
)
# The least numbers of models that agree, and that load when unsupported parts are left out.
AGREE_AT_LEAST = 125
LOAD_AT_LEAST = 120
LARGE = "100_humanoids 22_humanoids humanoid100 flex sand_castle cube_3x3x3 cow bunnies".split()

pytestmark = pytest.mark.skipif(not MODELS, reason=f"no models: {LIST} is not there")


@cache
def judge(name, constraints=True):
    """The report of one model; large ones get fewer states and steps, to keep the run short."""
    count, steps = (1, 2) if any(word in name for word in LARGE) else (2, 20)
    return compare(
        ZOO / name, count, seed=3, steps=steps, constraints=constraints, engine=engine, reference=reference
    )


@pytest.mark.parametrize("constraints", [True, False], ids=["constrained", "smooth"])
@pytest.mark.parametrize("name", MODELS)
def test_zoo_model(name, constraints):
    report = judge(name, constraints)
    if name in NOT_YET:
        assert not report.agree, f"{name} agrees now: remove it from {NOT_YET_FILE.name}"
    else:
        assert report.agree, report.table()


def test_not_yet_names_models_that_exist():
    assert set(NOT_YET) <= set(MODELS)
    assert all(reason.strip() for reason in NOT_YET.values())


def test_enough_models_agree():
    agreeing = [name for name in MODELS if judge(name).agree]
    print(f"{len(agreeing)} of {len(MODELS)} models agree")
    assert len(agreeing) >= AGREE_AT_LEAST


def test_enough_models_load_without_their_unsupported_parts():
    refused = {}
    for name in NOT_YET:  # all others load as they are
        try:
            engine.MjData(load(engine, ZOO / name, ignore_unsupported=True))
        except Exception as problem:
            refused[name] = str(problem)
    print(f"{len(MODELS) - len(refused)} of {len(MODELS)} models load")
    assert len(MODELS) - len(refused) >= LOAD_AT_LEAST, refused


@pytest.mark.skipif(engine is reference, reason="MuJoCo differs from itself")
def test_newton_on_the_cube():
    """MuJoCo's Newton method misses the optimum there with a sparse Jacobian, and finds Thew's with a dense one."""
    path = str(ZOO / "mujoco/cube/cube_3x3x3.xml")
    model = reference.MjModel.from_xml_path(path)
    start = states.start_state(reference, model, seed=3)
    data = reference.MjData(model)
    states.put(reference, model, data, start)
    reference.mj_step(model, data, nstep=7)
    state = {name: np.array(getattr(data, name)) for name in start}
    found = {}
    for module, jacobian in ((engine, 1), (reference, 0), (reference, 1)):
        model = module.MjModel.from_xml_path(path)
        model.opt.jacobian = jacobian
        data = module.MjData(model)
        states.put(module, model, data, state)
        module.mj_forward(model, data)
        found[module, jacobian] = data.qacc.copy()
    dense = found[reference, 0]
    assert np.abs(found[engine, 1] - dense).max() < 1e-7 * np.abs(dense).max()
    assert np.abs(found[reference, 1] - dense).max() > 0.1 * np.abs(dense).max()  # else a line of differences.md has to go
