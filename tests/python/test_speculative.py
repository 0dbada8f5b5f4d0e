"""Contacts of fast geoms against MuJoCo: which, how deep, where and in which direction."""

import mujoco
import numpy as np
import pytest

import thew

ENGINES = (thew, mujoco)
ROCK = np.random.default_rng(3).normal(size=(14, 3))
ROCK *= 0.06 / np.linalg.norm(ROCK, axis=1, keepdims=True)
MOVERS = {
    "sphere": 'type="sphere" size=".05"',
    "capsule": 'type="capsule" size=".04 .06"',
    "ellipsoid": 'type="ellipsoid" size=".04 .05 .06"',
    "cylinder": 'type="cylinder" size=".05 .04"',
    "box": 'type="box" size=".04 .05 .03"',
    "mesh": 'type="mesh" mesh="rock"',
}
TARGETS = {
    "plane": '<geom type="plane" size="0 0 1"/>',
    "wall": '<geom type="box" size=".5 .5 .01" pos="0 0 -.01"/>',
    "ball": '<geom type="sphere" size=".1" pos="0 0 -.1"/>',
    "rod": '<geom type="capsule" size=".01 .5" pos="0 0 -.01" euler="90 0 0"/>',
    "disc": '<geom type="cylinder" size=".4 .005" pos="0 0 -.005"/>',
}


def scene(bodies, option="", flags="", flag="enable"):
    asset = f'<asset><mesh name="rock" vertex="{" ".join(f"{x:.5f}" for x in ROCK.ravel())}"/></asset>'
    option = f'<option timestep="0.002" {option}><flag speculative="{flag}" {flags}/></option>'
    return f"<mujoco>{option}{asset}<worldbody>{bodies}</worldbody></mujoco>"


def free(geoms, pos="0 0 0"):
    return f'<body pos="{pos}"><freejoint/>{geoms}</body>'


class Pair:
    def __init__(self, xml):
        self.worlds = [(e, m, e.MjData(m)) for e in ENGINES for m in [e.MjModel.from_xml_string(xml)]]

    def contacts(self, qvel, qpos=None):
        """Of both engines: geoms, whether it is left out, distance, position, frame."""
        results = []
        for engine, model, data in self.worlds:
            engine.mj_resetData(model, data)
            if qpos is not None:
                data.qpos[:] = qpos
            data.qvel[:] = qvel
            engine.mj_forward(model, data)
            results.append(
                [
                    (tuple(map(int, c.geom)), int(c.exclude), float(c.dist), np.array(c.pos), np.ravel(c.frame))
                    for c in (data.contact[i] for i in range(data.ncon))
                ]
            )
        return results


def is_equal(ours, theirs, tolerance):
    """Distances and positions within the tolerance, frames within ten times of it: on curved surfaces the search for the
    nearest points ends when the distance is known, and directions follow from its square root."""
    return len(ours) == len(theirs) and all(
        a[:2] == b[:2]
        and abs(a[2] - b[2]) <= tolerance * max(1, abs(b[2]))
        and np.abs(a[3] - b[3]).max() <= tolerance
        and np.abs(a[4] - b[4]).max() <= 10 * tolerance
        for a, b in zip(ours, theirs)
    )


CURVED = ("ellipsoid", "cylinder")


def tolerance_of(*kinds):
    return 2e-5 if set(CURVED) & set(kinds) else 1e-8


DOWN = [0, 0, -100, 0, 0, 0]


def dists(xml, qvel=DOWN):
    ours, theirs = Pair(xml).contacts(qvel)
    assert is_equal(ours, theirs, 1e-9), (ours, theirs)
    return [contact[2] for contact in ours]


def test_known_answer():
    """A ball 0.15 m above the floor that goes 0.2 m in the step: impact at t = 0.98 * 0.15 / 0.2. With solref 0.02 s
    and damping ratio 1, k = 1 / 0.02^2 and b = 2 / 0.02, so that dist = -(1 - t - 0.2) / 0.01 * 0.2."""
    ball = free(f"<geom {MOVERS['sphere']}/>", "0 0 .2")
    assert dists(scene(TARGETS["plane"] + ball)) == pytest.approx([-1.3])
    assert dists(scene(TARGETS["plane"] + ball, flag="disable")) == []
    assert dists(scene(TARGETS["plane"] + ball), [0, 0, -74, 0, 0, 0]) == []
    discrete = dists(scene(TARGETS["plane"] + ball, 'integrator="discrete"'))
    assert discrete == pytest.approx([-(1 - 0.735 - 0.735 * 0.21) / 0.01 * 0.2])


@pytest.mark.parametrize(
    "words",
    [
        'margin=".02"', 'margin=".02" gap=".2"', 'gap=".2"', 'solref="-1000 -100"', 'solref="0 -100"',
        'solref=".02 .5"', 'solref=".001 1"', 'solimp=".5 .6 .01"', 'solref="0 -100" solimp=".9 .95 .01"',
    ],
)  # fmt: skip
def test_parameters(words):
    ball = free(f"<geom {MOVERS['sphere']} {words}/>", "0 0 .2")
    assert len(dists(scene(TARGETS["plane"] + ball))) == 1
    assert len(dists(scene(TARGETS["wall"] + ball))) == 1


@pytest.mark.parametrize("solref", [".001 1", ".003 1", ".001 .3", "0 0", "-1000 0", "-1000 -20"])
@pytest.mark.parametrize("option", ["", 'integrator="discrete"'])
@pytest.mark.parametrize("refsafe", ["enable", "disable"])
def test_stiff_contacts(solref, option, refsafe):
    words = f'solref="{solref}"'
    ball = free(f"<geom {MOVERS['sphere']} {words}/>", "0 0 .2")
    floor = TARGETS["plane"].replace("/>", f" {words}/>")
    assert len(dists(scene(floor + ball, option, f'refsafe="{refsafe}"'))) == 1


def test_override_and_explicit_pairs():
    ball = free(f"<geom name='ball' {MOVERS['sphere']}/>", "0 0 .2")
    dists(scene(TARGETS["plane"] + ball, 'o_margin=".01" o_solref=".01 .8"', 'override="enable"'))
    floor = TARGETS["plane"].replace("/>", ' name="floor" contype="0"  conaffinity="0"/>')
    pair = '<contact><pair geom1="floor" geom2="ball" margin=".01" solref=".01 1"/></contact></mujoco>'
    assert len(dists(scene(floor + ball).replace("</mujoco>", pair))) == 1


@pytest.mark.parametrize("speed", [1, 5, 5.12, 5.2, 16, 31, 32, 33, 50])
def test_which_pairs_are_fast_enough(speed):
    """A ball of 1/16 m near a thin wall, a thick one and a plane; at 512 steps per second."""
    ball = free('<geom type="sphere" size=".0625"/>', "0 0 .0626")
    for target in (TARGETS["wall"], TARGETS["wall"].replace(".01", "1"), TARGETS["plane"]):
        xml = scene(target + ball).replace('timestep="0.002"', f'timestep="{2**-9}"')
        dists(xml, [0, 0, -speed, 0, 0, 0])


def without_places(contacts):
    return [(*contact[:3], np.zeros(3), contact[4]) for contact in contacts]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("mover", MOVERS)
def test_random_motion(mover, target):
    rng = np.random.default_rng(5)
    pair = Pair(scene(TARGETS[target] + free(f"<geom {MOVERS[mover]}/>")))
    equal, touching, differing = 0, 0, []
    for _ in range(60):
        qpos = np.r_[rng.uniform(-0.05, 0.05, 2), rng.uniform(0.1, 0.25), rng.normal(size=4)]
        spin = rng.normal(size=3) * rng.choice([0, 10, 100])
        qvel = np.r_[rng.uniform(-30, 30, 2), -rng.uniform(60, 150), spin]
        ours, theirs = pair.contacts(qvel, qpos)
        touching += len(theirs) > 0
        if (mover, target) == ("cylinder", "plane"):  # which four of the sixteen corners of a cap is decided by rounding
            ours, theirs = without_places(ours), without_places(theirs)
        if is_equal(ours, theirs, tolerance_of(mover, "cylinder" if target == "disc" else target)):
            equal += 1
        else:
            differing.append((ours, theirs))
    assert touching > 30
    assert equal >= 55, (equal, differing[0])


@pytest.mark.parametrize("first", MOVERS)
@pytest.mark.parametrize("second", MOVERS)
def test_two_movers(first, second):
    rng = np.random.default_rng(6)
    pair = Pair(scene(free(f"<geom {MOVERS[first]}/>") + free(f"<geom {MOVERS[second]}/>")))
    equal, touching, differing = 0, 0, []
    for _ in range(30):
        qpos = rng.normal(size=14)
        qpos[:3], qpos[7:10] = rng.uniform(-0.03, 0.03, 3), rng.uniform(-0.03, 0.03, 3) + [0, 0, 0.25]
        qvel = rng.normal(size=12) * 10
        qvel[2] += rng.uniform(20, 60)
        qvel[8] -= rng.uniform(20, 60)
        ours, theirs = pair.contacts(qvel, qpos)
        touching += len(theirs) > 0
        if is_equal(ours, theirs, tolerance_of(first, second)):
            equal += 1
        else:
            differing.append((ours, theirs))
    assert touching > 5
    assert equal >= 26, (equal, differing[0])


def middle(words="", z=0.07, size=".3 .3 .005"):
    return f'<geom type="box" size="{size}" pos="0 0 {z}" {words}/>'


@pytest.mark.parametrize(
    "between",
    [
        "", middle(), middle('contype="2" conaffinity="0"'), middle('contype="4" conaffinity="4"'),
        middle('contype="0" conaffinity="0"'), middle('rgba="1 1 1 0"'), middle('group="5"'), middle(z=-0.03),
        middle(z=0.14), middle(z=0.15), middle(z=0.146), middle(z=0.004), middle(z=-0.006),
        '<geom type="plane" size="0 0 1" pos="0 0 .05"/>', '<geom type="sphere" size=".02" pos="0 0 .07"/>',
    ],
)  # fmt: skip
def test_line_of_sight(between):
    words = 'contype="3" conaffinity="3"'
    floor = f'<geom type="box" size=".5 .5 .01" pos="0 0 -.01" {words}/>'
    for mover in ("sphere", "box"):
        dists(scene(floor + between + free(f"<geom {MOVERS[mover]} {words}/>", "0 0 .2")))


@pytest.mark.parametrize("z", [0.02, 0.04, 0.07, 0.1, 0.13])
@pytest.mark.parametrize("speeds", [(80, 40), (61, 60), (60, 61), (60, 60)])
def test_each_geom_meets_what_is_on_its_share_of_the_way(z, speeds):
    for first, second in ((3, 1), (1, 3), (3, 3), (1, 1)):
        upper = free(f'<geom {MOVERS["sphere"]} contype="1" conaffinity="{first}"/>', "0 0 .2")
        lower = free(f'<geom {MOVERS["sphere"]} contype="1" conaffinity="{second}"/>', "0 0 -.05")
        xml = scene(middle('contype="2" conaffinity="0"', z) + upper + lower)
        dists(xml, [0, 0, -speeds[0], 0, 0, 0, 0, 0, speeds[1], 0, 0, 0])


def test_own_body_and_excluded_bodies_do_not_hide():
    own = free('<geom type="sphere" size=".05"/><geom type="box" size=".04 .04 .002" pos="0 0 -.08"/>', "0 0 .2")
    assert len(dists(scene(TARGETS["wall"] + own))) == 5
    ball = free(f"<geom {MOVERS['sphere']}/>", "0 0 .2").replace("<body", '<body name="ball"')
    shelf = f'<body name="shelf">{middle()}</body>'
    xml = scene(TARGETS["wall"] + shelf + ball)
    assert len(dists(xml)) == 1
    exclude = '<contact><exclude body1="shelf" body2="ball"/></contact></mujoco>'
    assert len(dists(xml.replace("</mujoco>", exclude))) == 1


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast"])
@pytest.mark.parametrize("mover", ["sphere", "capsule", "ellipsoid", "box", "mesh"])
def test_impact_on_a_thin_wall(mover, integrator):
    """The way into the wall and out of it is MuJoCo's. The mesh meets it with a corner, turns and falls through, in both."""
    xml = scene(TARGETS["wall"] + free(f"<geom {MOVERS[mover]}/>", "0 0 1"), f'integrator="{integrator}"')
    heights = []
    for engine in ENGINES:
        model = engine.MjModel.from_xml_string(xml)
        data = engine.MjData(model)
        data.qvel[:] = [1, 2, -120, 3, 2, 1]
        way = []
        for _ in range(20):
            engine.mj_step(model, data)
            way.append(data.qpos[2])
        heights.append(np.array(way))
    if mover != "mesh":
        assert heights[0].min() > 0
    np.testing.assert_allclose(*heights, atol=1e-4 if mover == "ellipsoid" else 1e-8)


def test_flag_off_changes_nothing():
    """A slow scene has the same contacts with and without the flag."""
    bodies = TARGETS["plane"] + "".join(free(f"<geom {MOVERS[k]}/>", f"{i * 0.2} 0 .03") for i, k in enumerate(MOVERS))
    results = [Pair(scene(bodies, flag=flag)).contacts(np.zeros(36)) for flag in ("enable", "disable")]
    assert is_equal(results[0][0], results[1][0], 0) and is_equal(results[0][0], results[0][1], 1e-6)
