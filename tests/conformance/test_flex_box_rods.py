"""Rods of box section touch planes with the corners of their section, and spheres, capsules, boxes and rods as boxes along their segments."""

import numpy as np
import pytest
from engines import engine
from flex_cases import flexcomp, world
from flex_compare import EXACT, ROWS, SEARCHED, check, compare_contacts, gap, jacobian, pair, scatter

BENT = 'type="direct" dim="1" point="0 0 .003 .1 0 .002 .3 .1 .001 .6 0 .003 .7 .1 .002" element="0 1 1 2 2 3 3 4"'
FIELD = '<asset><hfield name="h" nrow="2" ncol="3" size=".8 .5 .05 .1" elevation="0 .3 .6 .8 .3 .2"/><mesh name="tet" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset>'


def rod(size, name="f", pos="0 0 .012"):
    section = f'section="box" sectionsize="{size}"' if size else ""
    material = f'<elasticity young="1e6" poisson=".3" {section}/><contact selfcollide="none" margin=".003" condim="4" friction=".7 .01 .002"/>'
    text = flexcomp(f'{BENT} pos="{pos}"', material, name)
    return text.replace('radius=".004"', "") if size else text


def flying(shape):
    return f'<body pos=".2 .04 -.02"><freejoint/><geom {shape}/></body>'


BESIDE = {
    "plane": '<geom type="plane" size="1 1 1"/>',
    "sphere": flying('size=".03"'),
    "capsule": flying('type="capsule" size=".03 .05"'),
    "box": flying('type="box" size=".03 .04 .05"'),
    "box rod": rod(".01 .02", "g", ".02 .03 .02"),
    "round rod": rod("", "g", ".02 .03 .02"),
    # Their searches agree to their tolerance.
    "cylinder": flying('type="cylinder" size=".03 .05"'),
    "ellipsoid": flying('type="ellipsoid" size=".03 .05 .04"'),
    "mesh": flying('type="mesh" mesh="tet"'),
    "field": '<geom type="hfield" hfield="h" pos=".3 0 -.03"/>',
    "cloth": flexcomp('type="grid" dim="2" count="6 6 1" spacing=".1 .1 .1" pos=".15 0 .03"', '<contact selfcollide="none"/>', "g"),
}
SEARCHES = ("cylinder", "ellipsoid", "mesh", "field", "cloth")


def turn_segments(engines, rng):
    model = engines[1][1]
    hinges = [model.jnt_qposadr[j] for j in range(model.njnt) if model.jnt_type[j] == 3]
    angles = 0.5 * rng.normal(size=len(hinges))
    for module, own, data in engines:
        data.qpos[hinges] = angles


@pytest.mark.parametrize("size", [".01 .03", ".03 .01"])
@pytest.mark.parametrize("kind", BESIDE)
def test_contacts(kind, size):
    """From the first step on, and after steps that have left the frames of segments where they carry on."""
    option = '<option tolerance="1e-14" timestep=".0005" ccd_iterations="200"/>'
    engines = pair(world(BESIDE[kind] + rod(size), FIELD + option))
    rng, total = np.random.default_rng(1), 0
    (own, our_model, ours), (module, model, theirs) = engines
    for trial in range(8):
        scatter(engines, rng, 0.004, 0.1)
        turn_segments(engines, rng)
        if trial > 4:
            module.mj_step(model, theirs)
            ours.qpos[:], ours.qvel[:], ours.plastic[:] = theirs.qpos, theirs.qvel, theirs.plastic
        own.mj_forward(our_model, ours)
        module.mj_forward(model, theirs)
        compare_contacts(ours, theirs, SEARCHED if kind in SEARCHES else EXACT)
        total += theirs.ncon
        if kind not in SEARCHES:
            check(engines, ROWS, EXACT)
            check(engines, ["qacc"], 1e-7)
            assert gap(jacobian(*engines[0]), jacobian(*engines[1])) <= EXACT
    assert total > 3


@pytest.mark.parametrize("integrator", ["Euler", "discrete"])
def test_steps(integrator):
    """From where they lie on a plane, at a slant: of two corners of one depth, rounding decides which is the first."""
    option = f'<option integrator="{integrator}" tolerance="1e-14" iterations="200" timestep=".001"/>'
    flat = rod(".02 .01").replace(".003 .1 0 .002 .3 .1 .001 .6 0 .003 .7 .1 .002", "0 .1 0 0 .2 .05 0 .3 0 0 .4 .1 0")
    engines = pair(world('<geom type="plane" size="1 1 1" euler="1 .5 0"/>' + flat.replace("0 0 .012", "0 0 .0095"), option))
    for _ in range(40):
        for module, model, data in engines:
            module.mj_step(model, data)
        check(engines, ["qpos", "qvel"], 1e-7)
    assert engines[1][2].ncon >= 4


def test_contacts_with_itself():
    """A rod that comes back beside itself."""
    folded = 'type="direct" dim="1" point="0 0 0 .1 0 0 .2 0 0 .25 .02 0 .2 .04 0 .1 .038 .002 0 .036 .004" element="0 1 1 2 2 3 3 4 4 5 5 6"'
    text = rod(".01 .02").replace(BENT, folded).replace('selfcollide="none"', 'selfcollide="auto"')
    engines = pair(world(text, '<option tolerance="1e-14"/>'))
    rng, total = np.random.default_rng(3), 0
    for _ in range(5):
        scatter(engines, rng, 0.01, 0.1)
        turn_segments(engines, rng)
        for module, model, data in engines:
            module.mj_forward(model, data)
        found, expected = (sorted((tuple(c.elem), round(c.dist, 9)) for c in data.contact) for _, _, data in engines)
        assert [pair[0] for pair in found] == [pair[0] for pair in expected]
        np.testing.assert_allclose([pair[1] for pair in found], [pair[1] for pair in expected], atol=2 * EXACT)
        total += len(expected)
    assert total > 3
