"""Flexes fall asleep and wake as MuJoCo's: with equalities, and by the stiffness in the metric under `discrete`."""

import pickle

import numpy as np
import pytest
from engines import engine, reference
from flex_cases import SHELL, flexcomp, world
from flex_compare import GRID, check, gap, pair

pytestmark = pytest.mark.filterwarnings("ignore:.*not rigid and has no equality")

EDGES = '<edge equality="true"/>'
ROD = '<elasticity young="1e6" poisson=".3" damping=".01"/>'
SLEEPERS = {
    "cloth": (GRID[2], EDGES),
    "rope": (GRID[1], EDGES),
    "bending cloth": (GRID[2], EDGES + SHELL.format("bend")),
    "sheet": (GRID[2], SHELL.format("both")),
    "pinned sheet": (GRID[2], SHELL.format("both") + '<pin id="0 4"/>'),
    "rod": (GRID[1], ROD),
    "held rod": (GRID[1], ROD + EDGES),
    "cell": (GRID[3] + ' dof="trilinear" mass="1"', '<edge equality="strain"/>'),
}
COUNTS = "ncon nefc nisland nidof ntree_awake nv_awake".split()
FIELDS = "qpos qvel tree_awake body_awake tree_island dof_island flexvert_xpos qfrc_constraint".split()


def falling_ball(flex, integrator, sleep="enable"):
    """A flex on the ground, and a ball that will wake it."""
    attributes, inside = flex
    z = 0.063 if "dim=\"3\"" in attributes else 0.0045
    body = '<geom type="plane" size="1 1 1"/>' + flexcomp(f'{attributes} pos="0 0 {z}"', inside + '<contact selfcollide="none"/>')
    ball = '<body pos=".03 .0 .4"><freejoint/><geom size=".02"/></body>'
    option = f'<option integrator="{integrator}" tolerance="1e-14"><flag sleep="enable"/></option>'
    return world(body + ball, option.replace("enable", sleep))


@pytest.mark.parametrize("integrator", ["discrete", "Euler", "implicitfast"])
@pytest.mark.parametrize("name", SLEEPERS)
def test_sleep_and_waking(name, integrator):
    if integrator == "implicitfast" and "elasticity" in SLEEPERS[name][1]:
        pytest.skip("takes no elastic flexes")
    text = falling_ball(SLEEPERS[name], integrator)
    if integrator == "Euler":
        text = text.replace("<option", '<option timestep=".001"')
    engines = pair(text)
    if name == "cell":  # either engine has its own choice of the modes of equal eigenvalues
        engines[0][1].flex_stiffness[:] = engines[1][1].flex_stiffness
    slept, woke = 0, False
    for _ in range(330 if integrator == "Euler" else 170):
        for module, model, data in engines:
            module.mj_step(model, data)
        ours, theirs = engines[0][2], engines[1][2]
        assert {n: getattr(ours, n) for n in COUNTS} == {n: getattr(theirs, n) for n in COUNTS}
        np.testing.assert_array_equal(ours.tree_asleep, theirs.tree_asleep)
        check(engines, FIELDS, 1e-6)
        asleep = engines[1][1].ntree - theirs.ntree_awake
        slept, woke = max(slept, asleep), woke or asleep < slept
    springs = integrator == "Euler" and "elasticity" in SLEEPERS[name][1] and "equality" not in SLEEPERS[name][1]
    assert (slept, woke) == (0, False) if springs else slept > 0


def test_islands_of_the_metric():
    """Under `discrete` what flexes couple is one island, whoever sleeps."""
    for sleep in ("enable", "disable"):
        for name in SLEEPERS:
            engines = pair(falling_ball(SLEEPERS[name], "discrete", sleep))
            for _ in range(20):
                for module, model, data in engines:
                    module.mj_step(model, data)
            ours, theirs = engines[0][2], engines[1][2]
            assert (ours.nisland, ours.nidof) == (theirs.nisland, theirs.nidof), name
            assert gap(ours.tree_island, theirs.tree_island) == 0


CORNERS = ("0 0 1", ".1 0 1", "0 .1 1", ".1 .1 1")


@pytest.mark.parametrize("integrator", ["discrete", "Euler"])
@pytest.mark.parametrize("policy", ["auto", "allowed", "never", "init"])
@pytest.mark.parametrize("inside", ["", '<elasticity young="1e3" poisson=".2" thickness=".01" elastic2d="both"/>'], ids=["limp", "elastic"])
def test_policies_of_bodies(integrator, policy, inside):
    """A flex of bodies: who may sleep, and who begins asleep; a push wakes all."""
    slides = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
    geom = '<geom size=".01" contype="0" conaffinity="0"/>'
    bodies = "".join(f'<body name="b{i}" pos="{pos}" sleep="{policy}">{slides}{geom}</body>' for i, pos in enumerate(CORNERS))
    flex = f'<deformable><flex name="f" dim="2" body="b0 b1 b2 b3" element="0 1 2 1 3 2" radius=".005">{inside}</flex></deformable>'
    option = f'<option integrator="{integrator}" gravity="0 0 0"><flag sleep="enable"/></option>'
    engines = pair(world(bodies, option, flex))
    for step in range(16):
        ours, theirs = engines[0][2], engines[1][2]
        np.testing.assert_array_equal(ours.tree_asleep, theirs.tree_asleep)
        for module, model, data in engines:
            data.xfrc_applied[1, 2] = 0.01 if step == 13 else 0
            module.mj_step(model, data)
        check(engines, ["qpos", "qvel"], 1e-9)


@pytest.mark.parametrize("shape", ['dim="2" count="6 6 1"', 'dim="3" count="3 3 3"', 'dim="1" count="8 1 1"'])
@pytest.mark.parametrize("integrator", ["Euler", "discrete"])
def test_constraints_on_positions_sleep(shape, integrator):
    """They come to rest as one, do not move until a ball wakes them, and two flexes do so apart."""
    if engine is reference:
        pytest.skip("an extension")
    soft = '<flexcomp name="{}" type="grid" {} spacing=".03 .03 .03" radius=".004" pos="{} 0 {}"><xpbd/></flexcomp>'
    z = 0.04 if "3 3 3" in shape else 0.006
    body = '<geom type="plane" size="1 1 1"/><body pos="0 0 2"><freejoint/><geom size=".02"/></body>'
    option = f'<option integrator="{integrator}"><flag sleep="enable"/></option>'
    model = engine.MjModel.from_xml_string(world(body + soft.format("f", shape, 0, z) + soft.format("g", shape, 0.6, z), option))
    data = engine.MjData(model)
    near = slice(1, 1 + (model.ntree - 1) // 2)
    while data.time < 0.6 and data.ntree_awake > 1:
        engine.mj_step(model, data)
    rest = data.flexvert_xpos.copy()
    assert data.ntree_awake == 1 and abs(rest[:, 2].min() - 0.004) < 2e-4
    while data.time < 1.5 and data.ntree_awake == 1:
        np.testing.assert_array_equal(data.flexvert_xpos, rest)
        engine.mj_step(model, data)
    assert data.tree_awake[near].all() and not data.tree_awake[near.stop :].any()
    assert np.isfinite(data.qpos).all()


@pytest.mark.parametrize("integrator", ["discrete", "Euler"])
@pytest.mark.parametrize("gravity", ["-9.81", "0"], ids=["on the ground", "afloat"])
def test_copies_of_worlds_that_sleep(integrator, gravity):
    """Bytes of a world carry its islands, also of flexes without rows and in the step in which they fall asleep."""
    if engine is reference:
        pytest.skip("about Thew")
    text = falling_ball((GRID[2], SHELL.format("both") if integrator == "discrete" else EDGES), integrator)
    model = engine.MjModel.from_xml_string(text.replace("<option", f'<option gravity="0 0 {gravity}"'))
    data = engine.MjData(model)
    other = pickle.loads(pickle.dumps(data))
    for _ in range(120):
        for each in (data, other):
            engine.mj_step(model, each)
        np.testing.assert_array_equal(other.qpos, data.qpos)
        np.testing.assert_array_equal(other.tree_asleep, data.tree_asleep)
        other = pickle.loads(pickle.dumps(other))
    assert data.ntree_awake <= 1
