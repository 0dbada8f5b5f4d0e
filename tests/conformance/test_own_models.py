"""The project's own models agree with MuJoCo in every stage, at random states, by every integrator and solver."""

import pytest
from engines import OWN_MODELS, engine, reference
from test_solvers import SOLVERS, converge, exact, same_forces, same_rows
from thew.conformance.states import put, reached_states
from thew.diff import compare


@pytest.mark.parametrize("constraints", [True, False], ids=["constrained", "smooth"])
@pytest.mark.parametrize("path", OWN_MODELS, ids=lambda path: path.stem)
def test_own_model(path, constraints):
    report = compare(path, states=5, seed=11, constraints=constraints, engine=engine, reference=reference)
    print(report.table())
    assert report.agree, report.table()


@pytest.mark.parametrize("island", [True, False], ids=["islands", "together"])
@pytest.mark.parametrize("jacobian", [0, 1], ids=["dense", "sparse"])
@pytest.mark.parametrize("cone", [0, 1], ids=["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver(solver, cone, jacobian, island):
    """Rows and forces of all models with constraints, at states that motion reaches."""
    rows = 0
    for path in OWN_MODELS:
        models = [module.MjModel.from_xml_path(str(path)) for module in (engine, reference)]
        states = reached_states(reference, models[1], 5, seed=4)
        datas = [module.MjData(model) for module, model in zip((engine, reference), models)]
        exact(models, solver)
        for module, model in zip((engine, reference), models):
            model.opt.cone, model.opt.jacobian = cone, jacobian
            model.opt.disableflags |= 0 if island else int(module.mjtDisableBit.mjDSBL_ISLAND)
        for state in states:
            for module, model, data in zip((engine, reference), models, datas):
                put(module, model, data, state)
                module.mj_forward(model, data)
            same_rows(models, datas)
            if solver == "pgs":
                converge(models, datas)
            same_forces(datas)
            rows += datas[1].nefc
    assert rows > 200


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
