"""Third-party robot models agree with MuJoCo in every smooth stage (constraints switched off).

The folder is THEW_MODELS, by default ../shared/models beside the project; list.txt in it names the
models. Those that do not load or agree yet stand in not_yet.txt, with the reason; that list may only
shrink: a model on it that agrees fails here until its line is removed.
"""

from functools import cache
from pathlib import Path

import pytest
from engines import ZOO, engine, reference
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
AGREE_AT_LEAST = 45
LOAD_AT_LEAST = 120

pytestmark = pytest.mark.skipif(not MODELS, reason=f"no models: {LIST} is not there")


@cache
def judge(name):
    """The report of one model; large ones get fewer states and steps, to keep the run short."""
    size = (ZOO / name).parent.name + name
    large = any(word in size for word in ("100_humanoids", "22_humanoids", "humanoid100", "flex"))
    states, steps = (1, 2) if large else (2, 20)
    return compare(
        ZOO / name, states, seed=3, steps=steps, constraints=False, engine=engine, reference=reference
    )


@pytest.mark.parametrize("name", MODELS)
def test_zoo_model(name):
    report = judge(name)
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
    for name in MODELS:
        try:
            engine.MjData(load(engine, ZOO / name, ignore_unsupported=True))
        except Exception as problem:
            refused[name] = str(problem)
    print(f"{len(MODELS) - len(refused)} of {len(MODELS)} models load")
    assert len(MODELS) - len(refused) >= LOAD_AT_LEAST, refused
