"""Flexes move as MuJoCo's: positions, forces and steps of generated models and of the models folder."""

import re

import numpy as np
import pytest
from engines import ZOO, engine, reference
from flex_cases import SHELL, SOLID, cases, flexcomp, world
from flex_compare import EXACT, GRID, check, check_both_ways, pair, scatter, scene, with_option

pytestmark = pytest.mark.filterwarnings("ignore:.*not rigid and has no equality")

CASES = dict(cases())
SMOOTH = (
    "flexvert_xpos flexelem_aabb flexedge_length flexedge_J flexedge_velocity bvh_aabb_dyn "
    "qfrc_spring qfrc_damper qfrc_passive energy"
).split()
NOT_YET = re.compile("compiled, but not simulated yet: (.*) \\(")

# The least number of generated models that are simulated; those that are not say why.
SIMULATED = 451
MISSING = set()


def simulated():
    """Names of the cases that both engines simulate, and why others are not."""
    names, missing = [], set()
    for name, text in CASES.items():
        try:
            reference.MjModel.from_xml_string(text)
        except ValueError:
            continue
        try:
            engine.MjData(engine.MjModel.from_xml_string(text))
        except engine.Error as error:
            missing.add(NOT_YET.search(str(error)).group(1))
        else:
            names.append(name)
    return names, missing


def test_what_is_simulated():
    if engine is reference:
        pytest.skip("about Thew")
    names, missing = simulated()
    assert len(names) >= SIMULATED and missing <= MISSING


@pytest.mark.parametrize("name", CASES)
def test_smooth_fields(name):
    text = with_option(CASES[name], '<option><flag energy="enable" contact="disable"/></option>')
    try:
        engines = pair(text)
    except ValueError as error:  # MuJoCo refuses it, or a part is missing
        pytest.skip(str(error))
    rng = np.random.default_rng(1)
    for _ in range(3):
        scatter(engines, rng, 0.01, 0.3)
        for module, model, data in engines:
            module.mj_forward(model, data)
        check(engines, SMOOTH, EXACT)


@pytest.mark.parametrize("name", CASES)
def test_steps(name):
    """Ten steps from a random state, or until it flies apart, and rounding with it: stiff cells of little mass are too much for Euler's rule.
    Contacts by GJK and EPA agree to their tolerance, and are left out."""
    option = '<option tolerance="0" iterations="200"><flag contact="disable"/></option>'
    try:
        engines = pair(with_option(CASES[name], option))
    except ValueError as error:
        pytest.skip(str(error))
    scatter(engines, np.random.default_rng(3), 0.003, 0.1)
    for step in range(10):
        for module, model, data in engines:
            module.mj_step(model, data)
        if step > 0 and np.abs(engines[1][2].qvel).max(initial=0) > 1e3:
            break
        check(engines, ["qpos", "qvel"], 1e-7)


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast", "discrete"])
@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
@pytest.mark.parametrize("inside", ["", SHELL.format("both"), '<edge damping="1"/>', '<edge equality="true"/>'])
def test_integrators(integrator, solver, inside):
    """MuJoCo's refusals, and the same steps of what it takes."""
    text = world(
        flexcomp(GRID[2], inside + '<contact selfcollide="none"/>'),
        f'<option integrator="{integrator}" solver="{solver}" tolerance="0" iterations="300"/>',
    )
    try:
        reference.MjModel.from_xml_string(text)
    except ValueError:
        with pytest.raises(ValueError, match="integrat"):
            engine.MjModel.from_xml_string(text)
        return
    engines = pair(text)
    scatter(engines, np.random.default_rng(2), 0.001, 0.1)
    for module, model, data in engines:
        for _ in range(5):
            module.mj_step(model, data)
    check(engines, ["qpos", "qvel"], 1e-7 if solver != "PGS" else 1e-5)


ELASTIC = [name for name in CASES if "young" in CASES[name]]


@pytest.mark.parametrize("name", ELASTIC)
def test_discrete(name):
    """The stiffness of elements in the metric: free accelerations, steps, and the way back."""
    # With a tolerance of zero MuJoCo's iterations end in 0/0.
    option = '<option integrator="discrete" tolerance="1e-14" iterations="400"><flag contact="disable"/></option>'
    text = with_option(CASES[name], option)
    try:
        reference.MjModel.from_xml_string(text)
    except ValueError:
        with pytest.raises(ValueError):
            engine.MjModel.from_xml_string(text)
        return
    try:
        engines = pair(text)
    except ValueError as error:
        pytest.skip(str(error))
    scatter(engines, np.random.default_rng(3), 0.003, 0.1)
    for module, model, data in engines:
        module.mj_forward(model, data)
    check_both_ways(engines, 1e-7)
    for module, model, data in engines:
        for _ in range(3):
            module.mj_step(model, data)
    check(engines, ["qpos", "qvel"], 1e-7)


PINNED = {
    "world": "<body name='b'>",
    "hinge": '<body name="b" pos="0 0 .1"><joint axis="0 1 0"/><geom size=".03" contype="0" conaffinity="0"/>',
    "free": '<body name="b" pos="0 0 .1"><freejoint/><geom size=".03" contype="0" conaffinity="0"/>',
}


@pytest.mark.parametrize("where", PINNED)
@pytest.mark.parametrize("solver, kind", [("Newton", "plane"), ("Newton", "none"), ("CG", "none")])
def test_discrete_with_pins_and_contacts(where, solver, kind):
    """Flexes on bodies that move, and what they touch, in one metric. With contacts, CG of either engine stays 1e-3 from its Newton."""
    sheet = flexcomp(GRID[2], '<pin id="0 1"/><contact selfcollide="none"/>' + SHELL.format("both"))
    ground = '<geom type="plane" size="1 1 1" pos="0 0 .098"/>' if kind == "plane" else ""
    option = f'<option integrator="discrete" solver="{solver}" tolerance="1e-14" iterations="400"/>'
    engines = pair(world(ground + PINNED[where] + sheet + "</body>", option))
    scatter(engines, np.random.default_rng(5), 0.001, 0.1)
    for _ in range(5):
        for module, model, data in engines:
            module.mj_step(model, data)
    check(engines, ["qpos", "qvel"], 1e-7)


def test_batches():
    """A batch keeps each world whole, with the bits of the world alone; in single precision near them."""
    if engine is reference:
        pytest.skip("about Thew")
    model = engine.MjModel.from_xml_string(scene("sphere", 2, "", SHELL.format("both")))
    alone, batch = engine.MjData(model), engine.Batch(model, 3)
    batch.step(20)
    for _ in range(20):
        engine.mj_step(model, alone)
    for world_state in batch.qpos:
        np.testing.assert_array_equal(world_state, alone.qpos)
    single = engine.Batch(model, 2, precision="single")
    single.step(20)
    np.testing.assert_allclose(np.asarray(single.qpos)[1], alone.qpos, atol=1e-4)


def test_there_are_no_derivatives():
    if engine is reference:
        pytest.skip("about Thew")
    model = engine.MjModel.from_xml_string(scene("sphere", 2, ""))
    with pytest.raises(engine.Error, match="no derivatives of models with flexes"):
        engine.mjd_transitionFD(model, engine.MjData(model), 1e-6, True, np.zeros((2 * model.nv,) * 2), None, None, None)


def test_nothing_moves_with_options_that_are_not_there():
    if engine is reference:
        pytest.skip("about Thew")
    model = engine.MjModel.from_xml_string(CASES["grid2 elastic"])
    data = engine.MjData(model)
    for name in ("mjINT_IMPLICITFAST", "mjINT_IMPLICIT"):
        model.opt.integrator = getattr(engine.mjtIntegrator, name)
        before, warned = data.qpos.copy(), data.warning[engine.mjtWarning.mjWARN_BADQACC].number
        engine.mj_step(model, data)
        np.testing.assert_array_equal(data.qpos, before)
        assert data.warning[engine.mjtWarning.mjWARN_BADQACC].number == warned + 1


def test_numbers_that_are_not_finite_end_in_a_warning():
    if engine is reference:
        pytest.skip("about Thew")
    model = engine.MjModel.from_xml_string(scene("box", 2, "", SHELL.format("both")))
    data = engine.MjData(model)
    for bad in (np.nan, np.inf, 1e300):
        data.qpos[8] = bad
        engine.mj_step(model, data)
        assert np.isfinite(data.qpos).all()


PASSIVE = flexcomp(GRID[3] + ' pos="0 0 .07"', SOLID + '<contact passive="true" selfcollide="none"/>')
ROUND_ROD = '<elasticity young="1e6" poisson=".3" damping=".01"/><contact selfcollide="none"/>'


@pytest.mark.parametrize("inside", ["", flexcomp(GRID[1] + ' pos="0 0 .006"', ROUND_ROD), flexcomp(GRID[3] + ' pos="0 0 .07"', SOLID), PASSIVE])
def test_the_flag_ipc_without_sheets(inside):
    """MuJoCo's mode of its own takes the steps of `discrete` then, and contacts of passive flexes have rows."""
    body = '<geom type="plane" size="1 1 1"/><body pos="0 .2 .06" euler="20 10 5"><freejoint/><geom type="box" size=".03 .04 .05"/></body>'
    option = '<option integrator="discrete" tolerance="1e-14" iterations="300"><flag ipc="enable"/></option>'
    engines = pair(world(body + inside, option))
    for _ in range(40):
        for module, model, data in engines:
            module.mj_step(model, data)
    check(engines, ["qpos", "qvel"], 1e-7)
    assert engines[1][2].ncon > 0


ZOO_MODELS = sorted(path for path in ZOO.rglob("*.xml") if re.search("<flex(comp)?[ >]", path.read_text(errors="ignore")))


@pytest.mark.parametrize("path", ZOO_MODELS, ids=lambda path: path.stem)
def test_models_of_the_folder(path):
    """Twenty steps from the start."""
    try:
        models = [module.MjModel.from_xml_path(str(path)) for module in (engine, reference)]
    except ValueError as error:
        pytest.skip(str(error))
    engines = [(module, model, module.MjData(model)) for module, model in zip((engine, reference), models)]
    for module, model, data in engines:
        model.opt.tolerance = 0
        for _ in range(20):
            module.mj_step(model, data)
    check(engines, ["qpos", "qvel"], 1e-7)


def test_modes_of_equal_eigenvalues_are_free():
    """A cell that is as wide as high: either engine has its own choice of modes, and by MuJoCo's Thew makes MuJoCo's steps."""
    cell = 'type="box" dim="3" spacing=".03 .01 .01" count="4 4 4" dof="trilinear" mass=".5"'
    inside = '<edge equality="strain"/><contact selfcollide="none"/><pin id="4 5 6 7"/>'
    text = world(f'<body name="b">{flexcomp(cell, inside)}</body>', '<option tolerance="1e-14"/>')
    engines = pair(text.replace('".004"', '".001"'))
    engines[0][1].flex_stiffness[:] = engines[1][1].flex_stiffness
    for module, model, data in engines:
        for _ in range(60):
            module.mj_step(model, data)
    check(engines, ["qpos", "qvel"], EXACT)
