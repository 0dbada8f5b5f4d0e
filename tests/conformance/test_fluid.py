"""Forces of fluids: bodies as boxes of their inertia and geoms as ellipsoids, in every integrator."""

import numpy as np
import pytest
from engines import engine, reference
from thew.diff import compare

ELLIPSOID = 'fluidshape="ellipsoid"'
SHAPES = {
    "sphere": 'type="sphere" size=".1"',
    "capsule": 'type="capsule" size=".05 .2"',
    "cylinder": 'type="cylinder" size=".1 .03"',
    "box": 'type="box" size=".1 .2 .3"',
    "ellipsoid": 'type="ellipsoid" size=".3 .2 .1"',
    "leaf": 'type="ellipsoid" size=".02 .01 .0005"',
}
BODIES = {
    "free": "<body><freejoint/>{geom}</body>",
    "free, off centre": '<body><freejoint/>{geom}<geom type="box" size=".05 .02 .01" pos=".3 .2 .1"/></body>',
    "slides and ball": """<body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="ball"/>{geom}</body>""",
    "chain": """<body><joint axis="0 1 0"/>{geom}<body pos="0 0 .6" euler="10 20 30"><joint axis="1 0 0"/>{geom}
      <body pos="0 .1 .2"><joint type="ball"/><geom type="capsule" size=".1 .2" pos="0 .1 .2"/></body></body>
      <body pos=".5 0 0"><joint type="slide" axis="1 0 1"/>{geom}</body></body>""",
}


WATER = 'density="1000" viscosity=".5" wind=".3 .2 .1"'


def text(body, geom, option=WATER, end=""):
    return f"<mujoco><option {option}/><worldbody>{BODIES[body].format(geom=geom)}</worldbody>{end}</mujoco>"


def agree(model):
    report = compare(model, states=3, seed=2, steps=100, constraints=False, engine=engine, reference=reference)
    assert report.agree, f"{model}\n{report.table()}"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("fluidshape", ["", ELLIPSOID])
def test_stages_and_steps(body, shape, fluidshape):
    """A leaf flies in air: in water an explicit step turns it by more than half a turn."""
    option = {"leaf": 'density="1.2" viscosity="2e-5" wind=".3 .2 .1"'}.get(shape, WATER)
    agree(text(body, f'<geom {SHAPES[shape]} pos=".05 0 .1" euler="10 20 30" {fluidshape}/>', option))


@pytest.mark.parametrize("option", ['density="1.2"', 'viscosity="2e-5"', 'density="1.2" viscosity="2e-5" wind="1 2 3"'])
@pytest.mark.parametrize("fluidshape", ["", ELLIPSOID, f'{ELLIPSOID} fluidcoef="1 .5 2 3 4"'])
def test_options_and_coefficients(option, fluidshape):
    agree(text("chain", f"<geom {SHAPES['ellipsoid']} {fluidshape}/>", option))


def test_one_ellipsoid_makes_all_others_of_the_body_unfelt():
    geoms = f"<geom {SHAPES['capsule']} {ELLIPSOID}/><geom {SHAPES['box']} pos=\".3 0 0\"/>"
    agree(text("free", geoms))


@pytest.mark.parametrize("flags", [("spring",), ("damper",), ("spring", "damper")])
def test_flags(flags):
    disabled = "".join(f' {flag}="disable"' for flag in flags)
    model = text("chain", f"<geom {SHAPES['box']} {ELLIPSOID}/>").replace(
        '.1"/><worldbody>', f'.1"><flag{disabled}/></option><worldbody>'
    )
    agree(model)
    compiled = engine.MjModel.from_xml_string(model)
    data = engine.MjData(compiled)
    data.qvel[:] = 1
    engine.mj_forward(compiled, data)
    assert bool(np.any(data.qfrc_fluid)) == (len(flags) < 2)


def test_a_fluid_that_is_switched_on_while_running():
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(text("free", f"<geom {SHAPES['box']}/>", ""))
        data = module.MjData(model)
        data.qvel[:] = 1
        module.mj_forward(model, data)
        assert not np.any(data.qfrc_fluid)
        model.opt.density = 1000
        module.mj_forward(model, data)
        np.testing.assert_allclose(data.qfrc_fluid[0], -0.5 * 1000 * 0.4 * 0.6, rtol=1e-12)


def test_terminal_velocity_of_a_sphere():
    """Stokes: a small sphere sinks with m g / (3 pi mu d)."""
    ball = '<geom type="sphere" size=".001"/>'
    model = engine.MjModel.from_xml_string(
        text("free", ball.replace("/>", f" {ELLIPSOID}/>"), 'viscosity="10" integrator="implicit"')
    )
    data = engine.MjData(model)
    for _ in range(1000):
        engine.mj_step(model, data)
    expected = -model.body_mass[1] * 9.81 / (3 * np.pi * 10 * 0.002)
    assert data.qvel[2] == pytest.approx(expected, rel=1e-9)


def test_at_rest_nothing_is_undefined():
    for shape in SHAPES.values():
        for integrator in ("Euler", "implicit", "implicitfast", "discrete"):
            option = f'density="1000" viscosity=".5" gravity="0 0 0" integrator="{integrator}"'
            model = engine.MjModel.from_xml_string(text("chain", f"<geom {shape} {ELLIPSOID}/>", option))
            data = engine.MjData(model)
            engine.mj_step(model, data)
            assert np.all(data.qvel == 0) and np.all(np.isfinite(data.qDeriv))
