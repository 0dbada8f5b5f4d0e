"""Solids of the stable Neo-Hookean law: forces, the stiffness in the metric, damping, yield, and steps are MuJoCo's."""

import numpy as np
import pytest
from engines import engine, reference
from flex_cases import TETRAHEDRA, flexcomp, world
from flex_compare import EXACT, check, check_both_ways, scatter

SOLID = '<elasticity young="3e3" poisson="{}" damping="{}"/><contact selfcollide="none"/>{}'
SHAPES = {
    "grid": 'type="grid" dim="3" count="3 3 3" spacing=".05 .06 .07"',
    "two": f'type="direct" dim="3" {TETRAHEDRA}',
}
CARRIERS = {
    "free": "",
    "world": '<body name="b">',
    "hinge": '<body name="b" pos="0 0 .1"><joint axis="0 1 0"/><geom size=".03" contype="0" conaffinity="0"/>',
}


def compiled(module, shape, carrier="free", poisson=0.3, damping=0.02, solver="Newton", stressyield=0.0):
    pins = '<pin id="0 1"/>' if carrier != "free" else ""
    body = CARRIERS[carrier] + flexcomp(SHAPES[shape], SOLID.format(poisson, damping, pins)) + ("</body>" if pins else "")
    option = f'<option integrator="discrete" solver="{solver}" tolerance="1e-14" iterations="400"/>'
    spec = module.MjSpec.from_string(world(body, option))
    (flex,) = spec.flexes
    flex.elastic3d = 1
    flex.stressyield = [stressyield, 0]
    model = spec.compile()
    return module, model, module.MjData(model)


def forward(engines):
    for module, model, data in engines:
        module.mj_forward(model, data)


@pytest.mark.parametrize("shape, size", [("grid", 0.003), ("grid", 0.03), ("two", 0.1), ("two", 0.7)])
@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("stressyield", [0, 0.05], ids=["elastic", "yields"])
def test_forces_and_steps(shape, size, carrier, stressyield):
    """From states near rest to some that are turned inside out; where it yields, of a random plastic strain too."""
    engines = [compiled(module, shape, carrier, stressyield=stressyield) for module in (engine, reference)]
    rng = np.random.default_rng(1)
    for _ in range(3):
        scatter(engines, rng, size, 0.3)
        offset = size**2 * rng.normal(size=engines[1][1].nplastic)
        for module, model, data in engines:
            data.plastic[:] = offset
        forward(engines)
        check(engines, ["qfrc_spring", "qfrc_damper"], EXACT)
        check_both_ways(engines, 1e-7)
        for module, model, data in engines:
            module.mj_step(model, data)
        check(engines, ["qpos", "qvel", "plastic"], 1e-7)


@pytest.mark.parametrize("solver", ["Newton", "CG"])
@pytest.mark.parametrize("poisson, damping", [(0, 0), (0.2, 0.05), (0.45, 0.01)])
def test_materials_and_solvers(solver, poisson, damping):
    engines = [compiled(module, "grid", "free", poisson, damping, solver) for module in (engine, reference)]
    scatter(engines, np.random.default_rng(2), 0.005, 0.2)
    for module, model, data in engines:
        for _ in range(10):
            module.mj_step(model, data)
    check(engines, ["qpos", "qvel"], 1e-7)


def test_only_under_discrete():
    if engine is reference:
        pytest.skip("about Thew; MuJoCo ends the program")
    module, model, data = compiled(engine, "grid")
    model.opt.integrator = module.mjtIntegrator.mjINT_EULER
    before = data.qpos.copy()
    module.mj_step(model, data)
    np.testing.assert_array_equal(data.qpos, before)
    assert data.warning[module.mjtWarning.mjWARN_BADQACC].number == 1


def test_a_tetrahedron_without_a_volume_has_no_stiffness():
    """The world moves as without it; MuJoCo divides by its volume."""
    if engine is reference:
        pytest.skip("about Thew")
    ends = []
    for elements in ("0 1 2 3 1 2 3 4 0 1 2 4", "0 1 2 3 1 2 3 4"):
        points = "0 0 0 1 0 0 0 1 0 0 0 1 1 1 0"
        body = flexcomp(f'type="direct" dim="3" point="{points}" element="{elements}"', '<elasticity young="1e4" poisson=".3" damping=".01"/>')
        spec = engine.MjSpec.from_string(world(body, '<option integrator="discrete"><flag contact="disable"/></option>'))
        spec.flexes[0].elastic3d = 1
        model = spec.compile()
        data = engine.MjData(model)
        data.qvel[:] = np.random.default_rng(0).normal(size=model.nv)
        for _ in range(20):
            engine.mj_step(model, data)
        ends.append(data.qpos.copy())
    assert np.abs(ends[0]).max() > 1e-3
    np.testing.assert_allclose(ends[0], ends[1], rtol=0, atol=1e-12)
