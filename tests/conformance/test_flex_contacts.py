"""Contacts of flexes are MuJoCo's: with geoms, with one another and with themselves, their rows, and steps with them."""

import numpy as np
import pytest
from engines import engine, reference
from flex_cases import SHELL, SOLID, flexcomp, world
from flex_compare import (
    EXACT,
    GEOM,
    GRID,
    ROWS,
    SEARCHED,
    SEARCHES,
    check,
    compare_contacts,
    contacts,
    gap,
    jacobian,
    pair,
    scatter,
    scene,
)

pytestmark = pytest.mark.filterwarnings("ignore:.*not rigid and has no equality")


@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("kind", GEOM)
def test_contacts_with_geoms(kind, dim):
    cone, form = ("elliptic", "dense") if dim == 2 else ("pyramidal", "sparse")
    option = f'<option cone="{cone}" jacobian="{form}" tolerance="0" iterations="100" ccd_iterations="200"/>'
    engines = pair(scene(kind, dim, option))
    rng, total = np.random.default_rng(dim), 0
    exact = (kind, dim) not in SEARCHES
    for _ in range(30):
        scatter(engines, rng, 0.01, 0.3)
        if kind != "plane":
            near, turn = 0.04 * rng.normal(size=3), rng.normal(size=4)
            for module, model, data in engines:
                data.qpos[:3] += near
                data.qpos[3:7] = turn / np.linalg.norm(turn)
        for module, model, data in engines:
            module.mj_forward(model, data)
        ours, theirs = engines[0][2], engines[1][2]
        compare_contacts(ours, theirs, EXACT if exact else SEARCHED)
        total += theirs.ncon
        if exact:
            check(engines, ROWS, EXACT)
            check(engines, ["qacc"], 1e-7)
            assert gap(*(jacobian(*each) for each in engines)) <= EXACT
    assert total > 10


@pytest.mark.parametrize("kind", ["plane", "sphere", "capsule"])
@pytest.mark.parametrize("dof, cells", [("trilinear", "1 1 1"), ("trilinear", "2 2 1"), ("quadratic", "1 1 1"), ("quadratic", "2 1 2")])
@pytest.mark.parametrize("material", [SOLID, SHELL.format("both")], ids=["solid", "shell"])
def test_contacts_of_interpolated_flexes(kind, dof, cells, material):
    """They push the nodes of the cell around them; up to 50 contacts are all there."""
    option = '<option tolerance="0" iterations="100"/>'
    text = scene(kind, 3, option, material).replace("<flexcomp ", f'<flexcomp dof="{dof}" cellcount="{cells}" ')
    engines = pair(text)
    rng, total = np.random.default_rng(3), 0
    for _ in range(15):
        scatter(engines, rng, 0.004, 0.3)
        for module, model, data in engines:
            module.mj_forward(model, data)
        ours, theirs = engines[0][2], engines[1][2]
        if theirs.ncon >= 50:
            continue
        compare_contacts(ours, theirs, EXACT)
        check(engines, ROWS, 1e-8)
        assert gap(*(jacobian(*each) for each in engines)) <= 1e-8
        total += theirs.ncon
    assert total > 10


def compare_distances(engines) -> int:
    """The same pairs at the same distances, in any order; how many."""
    found = []
    for module, model, data in engines:
        module.mj_forward(model, data)
        found.append({key: [c.dist for c in value] for key, value in contacts(data).items()})
    assert found[0].keys() == found[1].keys()
    for key, expected in found[1].items():
        np.testing.assert_allclose(found[0][key], expected, rtol=0, atol=SEARCHED, err_msg=str(key))
    return len(found[1])


@pytest.mark.parametrize(
    "dim, mode", [(1, "auto"), (2, "auto"), (2, "bvh"), (2, "sap"), (2, "narrow"), (3, "auto"), (3, "sap")]
)
def test_contacts_with_itself(dim, mode):
    """The same pairs of elements in the same roles, whatever the search; the list may be in another order."""
    grid = GRID[dim].replace("6 1 1", "20 1 1")
    engines = pair(world(flexcomp(grid, f'<contact selfcollide="{mode}" margin=".003"/>'), '<option ccd_iterations="200"/>'))
    rng, total = np.random.default_rng(dim), 0
    for _ in range(10):
        scatter(engines, rng, 0.03 if dim > 1 else 0.2, 0.3)
        total += compare_distances(engines)
    assert total > 3


def test_searched_contacts_converge():
    """What MuJoCo's search leaves open between two elements at its tolerance is decided by a smaller one, for Thew's contact."""
    grid = 'type="grid" dim="2" count="7 7 1" spacing=".03 .03 .03" radius=".012"'
    option = '<option ccd_iterations="500" ccd_tolerance="1e-12"/>'
    engines = pair(world(flexcomp(grid, '<contact selfcollide="sap"/>').replace('radius=".004"', "", 1), option))
    rng, seen = np.random.default_rng(3), 0
    for _ in range(3):
        scatter(engines, rng, 0.01, 0)
        for module, model, data in engines:
            module.mj_forward(model, data)
        ours, theirs = (contacts(data) for _, _, data in engines)
        assert ours.keys() == theirs.keys()
        for between, (expected,) in theirs.items():
            (found,) = ours[between]
            seen += 1
            assert abs(found.dist - expected.dist) < 1e-10, between
            assert gap(found.frame[:3], expected.frame[:3]) < 1e-4, between
    assert seen > 100


def test_contacts_within_shells():
    """Vertices between nodes that follow those of the faces: shells of three cells along each axis."""
    text = scene("plane", 3, '<option tolerance="0" iterations="100"/>', SHELL.format("both"))
    text = text.replace("3 3 3", "4 4 4").replace("<flexcomp ", '<flexcomp dof="trilinear" cellcount="3 3 3" ')
    engines = pair(text)
    rng, total = np.random.default_rng(3), 0
    for _ in range(5):
        scatter(engines, rng, 0.002, 0.3)
        for module, model, data in engines:
            module.mj_forward(model, data)
        ours, theirs = engines[0][2], engines[1][2]
        check(engines, ["flexvert_xpos"], EXACT)
        compare_contacts(ours, theirs, EXACT)
        assert gap(*(jacobian(*each) for each in engines)) <= 1e-8
        total += theirs.ncon
    assert total > 10


HEIGHTS = '<asset><hfield name="h" nrow="4" ncol="5" size=".3 .3 .05 .1" elevation="0 .3 .6 .2 .1 .4 1 .5 .2 .3 .1 .2 .8 .3 0 .5 .4 .1 .2 .6"/></asset>'


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_contacts_with_height_fields(dim):
    ground = '<geom type="hfield" hfield="h" pos="0 0 -.04"/>'
    text = world(ground + flexcomp(GRID[dim], '<contact selfcollide="none" margin=".003"/>'), HEIGHTS + '<option ccd_iterations="200"/>')
    engines = pair(text)
    rng, total = np.random.default_rng(dim), 0
    for _ in range(10):
        scatter(engines, rng, 0.01, 0.3)
        total += compare_distances(engines)
    assert total > 10


TORUS = """<extension><plugin plugin="mujoco.sdf.torus"><instance name="t"><config key="radius1" value=".1"/>
<config key="radius2" value=".03"/></instance></plugin></extension><asset><mesh name="t"><plugin instance="t"/></mesh></asset>"""


def test_contacts_with_distance_fields():
    """Triangles touch them, as MuJoCo has it; other elements do not."""
    geom = '<geom type="sdf" mesh="t" pos="0 0 -.02"><plugin instance="t"/></geom>'
    engines = pair(world(geom + flexcomp(GRID[2], '<contact selfcollide="none"/>'), TORUS))
    rng, total = np.random.default_rng(2), 0
    for _ in range(10):
        scatter(engines, rng, 0.01, 0.3)
        for module, model, data in engines:
            module.mj_forward(model, data)
        compare_contacts(engines[0][2], engines[1][2], EXACT)
        total += engines[1][2].ncon
    assert total > 10


@pytest.mark.parametrize("kind", ["sphere", "plane", "flex", "free"])
@pytest.mark.parametrize("solver", ["Newton", "CG"])
def test_passive_contacts(kind, solver):
    """Springs against what does not move and against other flexes; rows against bodies that do."""
    passive = '<contact selfcollide="none" passive="true" margin=".003" gap=".001"/>'
    other = {
        "sphere": '<geom size=".05" pos="0 0 -.052"/>',
        "plane": '<geom type="plane" size="1 1 1" pos="0 0 -.004"/>',
        "flex": flexcomp(GRID[2] + ' pos=".01 .013 .007" mass="2"', '<contact selfcollide="none"/>', name="g"),
        "free": '<body pos="0 0 -.052"><freejoint/><geom size=".05"/></body>',
    }[kind]
    option = f'<option integrator="discrete" solver="{solver}" tolerance="1e-14" iterations="400"/>'
    engines = pair(world(other + flexcomp(GRID[2], passive + SHELL.format("both")), option))
    scatter(engines, np.random.default_rng(1), 0.001, 0.1)
    ours, theirs = engines[0][2], engines[1][2]
    for _ in range(3):
        for module, model, data in engines:
            module.mj_forward(model, data)
        if kind == "flex":  # by GJK and EPA, whose tolerance decides where surfaces just touch
            assert {c.exclude for c in ours.contact} <= {1, 4} and abs(ours.ncon - theirs.ncon) <= 2
        else:
            assert [c.exclude for c in ours.contact] == [c.exclude for c in theirs.contact]
            check(engines, ["qfrc_spring"], EXACT)
            check(engines, ["qacc_smooth"], 1e-7)
            check(engines, ["qacc"], 1e-7 if solver == "Newton" else 1e-5)  # MuJoCo's CG is 3e-8 from its Newton
        assert theirs.ncon > 0
        reference.mj_step(engines[1][1], theirs)
        ours.qpos[:], ours.qvel[:] = theirs.qpos, theirs.qvel


def test_contacts_of_two_flexes():
    text = world(flexcomp(GRID[2], '<contact selfcollide="none"/>') + flexcomp(GRID[1], '<contact selfcollide="none"/>', name="g"))
    engines = pair(text)
    rng, total = np.random.default_rng(5), 0
    for _ in range(10):
        scatter(engines, rng, 0.02, 0.3)
        for module, model, data in engines:
            module.mj_forward(model, data)
        ours, theirs = (contacts(data) for _, _, data in engines)
        assert ours.keys() == theirs.keys()
        total += len(theirs)
    assert total > 10


RESTING = {
    "rope on a box": ("box", 1, '<edge stiffness="100" damping=".1"/>'),
    "cloth on a plane": ("plane", 2, '<edge equality="true"/>'),
    "cloth on a ball": ("sphere", 2, SHELL.format("both")),
    "jelly on a plane": ("plane", 3, SOLID),
    "jelly and a ball": ("sphere", 3, SOLID),
}


@pytest.mark.parametrize("solver", ["Newton", "CG"])
@pytest.mark.parametrize("name", RESTING)
def test_steps_with_contacts(name, solver):
    kind, dim, inside = RESTING[name]
    option = f'<option tolerance="0" iterations="300" solver="{solver}" timestep=".001"/>'
    engines = pair(scene(kind, dim, option, inside))
    scatter(engines, np.random.default_rng(7), 0.001, 0.05)
    touched = 0
    for _ in range(30):
        for module, model, data in engines:
            module.mj_step(model, data)
        touched += engines[1][2].ncon
    check(engines, ["qpos", "qvel"], 1e-7)
    assert touched > 0


SENSED = """<sensor><touch site="s"/><contact geom1="ball" data="found force dist pos normal" num="2" reduce="mindist"/>
<contact body1="b" data="force"/><contact subtree1="b" subtree2="world" data="found"/></sensor>"""


def test_sensors_of_contacts():
    ball = '<body name="b" pos="0 0 .04"><freejoint/><geom name="ball" size=".04"/><site name="s" size=".1"/></body>'
    text = world(ball + flexcomp(GRID[2], '<contact selfcollide="none"/>'), '<option tolerance="0"/>', SENSED)
    engines = pair(text)
    rng, found = np.random.default_rng(4), 0
    for _ in range(10):
        scatter(engines, rng, 0.005, 0.1)
        for module, model, data in engines:
            module.mj_forward(model, data)
        check(engines, ["sensordata", "cfrc_ext"], 1e-7)
        found += engines[1][2].ncon
    assert found > 10


BENT_ROD = 'type="direct" dim="1" point="0 0 .003 .1 0 .002 .3 .1 .001 .6 0 .003 .7 .1 .002" element="0 1 1 2 2 3 3 4"'
MIXED_ROD = 'type="direct" dim="1" point=".6 0 .002 .3 .1 0 0 0 .001 .1 0 .002" element="0 1 3 1 2 3"'
BESIDE = {
    "plane": '<geom type="plane" size="1 1 .1"/>',
    "sphere": '<body pos=".07 .003 -.028"><freejoint/><geom size=".03"/></body>',
    "capsule": '<body pos=".15 .03 -.02"><freejoint/><geom type="capsule" size=".02 .1" euler="90 0 0"/></body>',
    "box": '<body pos=".25 .07 -.028"><freejoint/><geom type="box" size=".03 .02 .03"/></body>',
}


@pytest.mark.parametrize("kind", BESIDE)
@pytest.mark.parametrize("rod", [BENT_ROD, MIXED_ROD], ids=["in order", "mixed"])
@pytest.mark.parametrize("condim", [1, 3, 6])
@pytest.mark.parametrize("integrator", ["Euler", "discrete"])
def test_rods_that_twist_roll(kind, rod, condim, integrator):
    """Contacts turn the segments that they touch."""
    inside = f'<elasticity young="1e6" poisson=".3" damping=".01"/><contact condim="{condim}" margin=".002" selfcollide="none"/>'
    # With a tolerance of zero MuJoCo's iterations end in 0/0 under `discrete`.
    option = f'<option integrator="{integrator}" tolerance="1e-14" iterations="100"/>'
    engines = pair(world(BESIDE[kind] + flexcomp(rod, inside), option))
    rng, total = np.random.default_rng(1), 0
    for _ in range(4):
        scatter(engines, rng, 0.001, 0.1)
        for module, model, data in engines:
            module.mj_forward(model, data)
        compare_contacts(engines[0][2], engines[1][2], EXACT)
        check(engines, ROWS, EXACT)
        check(engines, ["qacc"], 1e-7)
        assert gap(*(jacobian(*each) for each in engines)) <= EXACT
        total += engines[1][2].ncon
    assert total >= (16 if kind == "plane" else 0)


@pytest.mark.parametrize("dof, cells, count", [("trilinear", "5 1 1", "6 2 2"), ("quadratic", "3 1 1", "7 2 2")])
def test_interpolated_flexes_touch_themselves(dof, cells, count):
    """Not within a cell, nor from one to the next; of at most 50 contacts all are there."""
    grid = f'type="grid" dim="3" count="{count}" spacing="1 1 1" dof="{dof}" cellcount="{cells}"'
    text = world(flexcomp(grid, SOLID + '<contact selfcollide="auto"/>').replace('".004"', '".2"'), '<option ccd_iterations="200"/>')
    engines = pair(text)
    rng, total = np.random.default_rng(2), 0
    for squeeze in (0.86, 0.88, 0.9, 0.92):
        scatter(engines, rng, 0.02, 0)
        reference.mj_kinematics(engines[1][1], engines[1][2])
        place = engines[1][2].xpos[engines[1][1].flex_nodebodyid] * [squeeze, 0, 0]
        for module, model, data in engines:
            data.qpos[:] -= place.ravel()
            module.mj_forward(model, data)
        if engines[1][2].ncon >= 50:
            continue
        total += compare_distances(engines)
    assert total > 10
