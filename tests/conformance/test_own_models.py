"""The project's own models agree with MuJoCo in every stage, at random states, by every integrator."""

import pytest
from engines import OWN_MODELS, engine, reference
from thew.diff import compare


@pytest.mark.parametrize("path", OWN_MODELS, ids=lambda path: path.stem)
def test_own_model(path):
    report = compare(path, states=5, seed=11, engine=engine, reference=reference)
    print(report.table())
    assert report.agree, report.table()


def test_the_models_are_there():
    wanted = "pendulum double_pendulum chain15 free_bodies ball_chain humanoid quadruped arm tree60 four_bar sensors"
    assert set(wanted.split()) <= {path.stem for path in OWN_MODELS}


@pytest.mark.parametrize(
    "name, sizes",
    [
        ("chain15", {"nv": 15}),
        ("humanoid", {"nq": 28, "nv": 27, "nu": 21, "nkey": 3}),
        ("quadruped", {"nv": 18, "nu": 12}),
        ("arm", {"nv": 9, "ntendon": 2, "nmocap": 1}),
        ("tree60", {"nv": 60}),
        ("sensors", {"nv": 11, "nsensor": 52}),
        ("four_bar", {"nv": 17, "neq": 6, "nmocap": 1}),
    ],
)
def test_sizes(name, sizes):
    path = next(path for path in OWN_MODELS if path.stem == name)
    model = engine.MjModel.from_xml_path(str(path))
    assert {size: getattr(model, size) for size in sizes} == sizes
