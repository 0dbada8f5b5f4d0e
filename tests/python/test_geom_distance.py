"""Signed distances of geoms against MuJoCo, for every pair of types."""

import itertools

import mujoco
import numpy as np
import pytest

import thew

ENGINES = (thew, mujoco)
GEOMS = {
    "plane": 'type="plane" size="0 0 1"',
    "hfield": 'type="hfield" hfield="hills"',
    "sphere": 'type="sphere" size=".2"',
    "capsule": 'type="capsule" size=".1 .25"',
    "ellipsoid": 'type="ellipsoid" size=".15 .25 .2"',
    "cylinder": 'type="cylinder" size=".2 .15"',
    "box": 'type="box" size=".1 .2 .3"',
    "mesh": 'type="mesh" mesh="rock"',
}
ROCK = np.random.default_rng(3).normal(size=(14, 3))
ROCK *= 0.3 / np.linalg.norm(ROCK, axis=1, keepdims=True)
ASSETS = f"""
<asset>
  <mesh name="rock" vertex="{' '.join(f'{x:.6f}' for x in ROCK.ravel())}"/>
  <hfield name="hills" nrow="3" ncol="3" size=".6 .5 .2 .1" elevation="0 .3 .8 1 .2 .5 .4 .9 .1"/>
</asset>"""
# Closed forms agree to rounding; the others to the tolerance of the search in both engines.
CLOSED = {("plane", other) for other in GEOMS} | {
    ("sphere", "sphere"), ("sphere", "capsule"), ("sphere", "cylinder"), ("sphere", "box"),
    ("capsule", "capsule"), ("capsule", "box"),
}  # fmt: skip


def scene(first, second):
    fixed = ("plane", "hfield")
    bodies = "".join(
        f'<body>{"" if kind in fixed else "<freejoint/>"}<geom {GEOMS[kind]}/></body>' for kind in (first, second)
    )
    xml = f"<mujoco>{ASSETS}<worldbody>{bodies}</worldbody></mujoco>"
    models = [engine.MjModel.from_xml_string(xml) for engine in ENGINES]
    return [(engine, model, engine.MjData(model)) for engine, model in zip(ENGINES, models)]


def distances(worlds, qpos, geoms, limit):
    results = []
    for engine, model, data in worlds:
        data.qpos[:] = qpos
        engine.mj_kinematics(model, data)
        ends = np.full(6, 7.0)
        results.append((engine.mj_geomDistance(model, data, *geoms, limit, ends), ends))
    return results


@pytest.mark.parametrize("pair", list(itertools.combinations_with_replacement(GEOMS, 2)), ids="-".join)
def test_pair(pair):
    worlds = scene(*pair)
    rng = np.random.default_rng(sum(map(ord, "".join(pair))))
    tolerance = 1e-9 if pair in CLOSED else 2e-6
    apart = deep = beyond = 0
    bad = []
    for number in range(300):
        qpos = 0.45 * rng.normal(size=worlds[1][1].nq)
        geoms = (0, 1) if number % 2 else (1, 0)
        limit = 10 if number % 4 < 2 else rng.uniform(0, 0.5)
        (ours, our_ends), (theirs, their_ends) = distances(worlds, qpos, geoms, limit)
        beyond += theirs == limit
        apart += 0 < theirs < limit
        deep += theirs < 0
        if abs(ours - theirs) > tolerance:
            bad.append((number, geoms, limit, ours, theirs))
        elif pair in CLOSED and np.abs(our_ends - their_ends).max() > 1e-8:
            bad.append((number, geoms, limit, our_ends, their_ends))
        elif theirs < limit:  # the segment is as long as the distance
            assert abs(np.linalg.norm(our_ends[3:] - our_ends[:3]) - abs(ours)) < 1e-6
        else:
            assert not our_ends.any()
    assert len(bad) <= 3, (len(bad), bad[:3])
    if set(pair) - {"plane", "hfield"}:
        assert beyond > 10 and apart + deep > 100
    else:
        assert beyond == 300


def test_same_geom_and_bad_numbers():
    (_, model, data), _ = scene("box", "sphere")
    thew.mj_kinematics(model, data)
    assert thew.mj_geomDistance(model, data, 1, 1, 1.0, None) == pytest.approx(-0.4)
    with pytest.raises(IndexError):
        thew.mj_geomDistance(model, data, 0, 2, 1.0, None)
    with pytest.raises(TypeError, match="fromto should be of size 6"):
        thew.mj_geomDistance(model, data, 0, 1, 1.0, np.zeros(5))
