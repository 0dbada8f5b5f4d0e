"""Bodies held by constraints on positions: known answers of ropes and rods that touch or carry something, and what holds for ten seconds."""

import math
from pathlib import Path

import numpy as np
import pytest
import thew

ROOT = Path(__file__).parents[2]
FREE = '<contact contype="0" conaffinity="0" selfcollide="none"/>'
SLIDES = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))


def world(inside, option="", more=""):
    model = thew.MjModel.from_xml_string(f"<mujoco><option {option}/><worldbody>{inside}</worldbody>{more}</mujoco>")
    return model, thew.MjData(model)


def settle(model, data, steps, brake):
    for _ in range(steps):
        thew.mj_step(model, data)
        data.qvel[:] *= brake
    thew.mj_forward(model, data)


@pytest.mark.parametrize("share, bends", [(0.9, False), (1.1, True)])
def test_a_column_buckles_at_eulers_load(share, bends):
    """A rod between two hinges, one of which slides along it: pi^2 EI / L^2."""
    n, length, radius, young = 16, 1.0, 0.005, 1e8
    load = share * math.pi**2 * young * math.pi * radius**4 / 4 / length**2
    x = [length * i / n for i in range(n + 1)]
    y = [1e-4 * math.sin(math.pi * one) for one in x]  # not quite straight
    inside = "".join(f'<body name="v{i}" pos="{x[i]!r} {y[i]!r} 0"><inertial pos="0 0 0" mass=".005" diaginertia="1e-6 1e-6 1e-6"/>{SLIDES}</body>' for i in range(1, n))
    inside += f'<body name="piston" pos="{length} 0 0"><joint type="slide" axis="1 0 0"/><geom size=".02" mass=".1" contype="0" conaffinity="0"/></body>'
    bodies = " ".join(["world"] + [f"v{i}" for i in range(1, n)] + ["piston"])
    element = " ".join(f"{i} {i + 1}" for i in range(n))
    more = (f'<deformable><flex name="f" dim="1" radius="{radius}" body="{bodies}" element="{element}" vertex="{" ".join(["0 0 0"] * (n + 1))}">{FREE}'
            f'<elasticity young="{young}" damping=".02"/><xpbd substeps="4" iterations="20"/></flex></deformable>')  # fmt: skip
    model, data = world(inside, 'timestep=".005" gravity="0 0 0"', more)
    data.qfrc_applied[-1] = -load
    settle(model, data, 1500, 0.99)
    side = np.abs(np.array(data.flexvert_xpos)[:, 1]).max()
    assert (side > 0.05) == bends, side
    assert bends or side < 2.5e-3  # the first bow grows by 1 / (1 - P / P_cr) = 10 at most, as long as it is straight


@pytest.mark.parametrize("ratio, slips", [(3.1, False), (4.0, True)])
def test_capstan(ratio, slips):
    """A rope half way around a post holds exp(.4 pi) = 3.514 times what it is held by."""
    radius, n = 0.1, 40
    angle = np.linspace(-0.2, math.pi + 0.2, n + 1).tolist()
    reach = radius + 0.004
    points = []
    for a in angle:  # two straight ends
        over = max(0.0, -a) + max(0.0, a - math.pi)
        b = min(max(a, 0.0), math.pi)
        points.append((reach * math.cos(b), 0, reach * math.sin(b) - over * reach))
    place = " ".join(f"{x!r} {y!r} {z!r}" for x, y, z in points)
    element = " ".join(f"{i} {i + 1}" for i in range(n))
    inside = (f'<geom type="cylinder" size="{radius} .1" zaxis="0 1 0" friction=".4"/><body name="b"><flexcomp name="f" type="direct" dim="1" radius=".004" mass=".04" point="{place}" element="{element}">'
              '<contact selfcollide="none" friction=".4"/><xpbd stretch="1e-6" bend="1e3" substeps="10"/></flexcomp></body>')  # fmt: skip
    model, data = world(inside, 'timestep=".002" gravity="0 0 0" cone="elliptic"')
    for i in range(500):
        pull = min(1.0, i / 100)
        data.qfrc_applied[2] = -2 * pull
        data.qfrc_applied[-1] = -2 * ratio * pull
        thew.mj_step(model, data)
        if i == 200:
            before = np.array(data.qpos[-1])
    way = float(before - data.qpos[-1])
    assert (way > 0.02) == slips, way


def vertical_force(model, data):
    """Of all contacts on the ball, the last body."""
    total = np.zeros(3)
    for i in range(data.ncon):
        force = np.zeros(6)
        thew.mj_contactForce(model, data, i, force)
        normal = data.contact[i].frame.reshape(3, 3).T @ force[:3]
        second = model.geom_bodyid[data.contact[i].geom[1]] if data.contact[i].geom[1] >= 0 else -1
        total += normal if second == model.nbody - 1 else -normal
    return total[2]


def test_a_soft_surface_pushes_as_much_as_a_hard_one():
    ball = '<body name="ball" pos="0 0 .56"><freejoint/><geom size=".05" mass=".7"/></body>'
    soft = ('<body name="b" pos="0 0 .5"><flexcomp name="f" type="grid" dim="2" count="9 9 1" spacing=".05 .05 .05" radius=".005" mass=".1"><contact selfcollide="none"/>'
            '<elasticity young="1e6" thickness=".002" damping=".01"/><xpbd/><pin gridrange="0 0 8 0 0 8 8 8"/></flexcomp></body>')  # fmt: skip
    found = []
    for table in (soft, '<geom type="box" size=".2 .2 .005" pos="0 0 .5"/>'):
        model, data = world(table + ball, 'timestep=".002"')
        settle(model, data, 1500, 0.97)
        found.append(vertical_force(model, data))
    assert found[0] == pytest.approx(0.7 * 9.81, rel=2e-3)
    assert found[0] == pytest.approx(found[1], rel=2e-3)


def crossings(x, edges, triangles):
    """How many edges pass through a triangle that they have no corner of."""
    start, way = x[edges[:, 0], None], (x[edges[:, 1]] - x[edges[:, 0]])[:, None]
    a, b, c = x[triangles[:, 0]][None], x[triangles[:, 1]][None], x[triangles[:, 2]][None]
    normal = np.cross(b - a, c - a)
    along = np.sum(normal * way, axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.sum(normal * (a - start), axis=2) / along
        p = start + t[..., None] * way
        inside = (t > 0) & (t < 1)
        for u, v in ((a, b), (b, c), (c, a)):
            inside &= np.sum(np.cross(v - u, p - u) * normal, axis=2) > 0
    shared = (edges[:, None, :, None] == triangles[None, :, None, :]).any(axis=(2, 3))
    return int((inside & ~shared).sum())


def test_a_folded_cloth_is_never_crossed_by_its_edges():
    """Ten seconds on a floor, folded once; the count of edges through triangles stays 0."""
    n, s = 9, 0.04
    points, elements = [], []
    for i in range(n):
        x, z = (i * s, 0.012) if i < n // 2 else (i * s, 0.03) if i == n // 2 else ((n - 1 - i) * s + 0.001, 0.05)
        points += [f"{x} {j * s} {z}" for j in range(n)]
    for i in range(n - 1):
        for j in range(n - 1):
            a = i * n + j
            elements += [a, a + n, a + 1, a + 1, a + n, a + n + 1]
    model, data = world('<geom type="plane" size="2 2 1"/><body name="b"><flexcomp name="f" type="direct" dim="2" radius=".004" '
                        f'point="{" ".join(points)}" element="{" ".join(map(str, elements))}"><xpbd material="fabric/cotton" bend="1e4"/></flexcomp></body>',
                        'timestep=".004"')  # fmt: skip
    edges, triangles = np.array(model.flex_edge).reshape(-1, 2), np.array(model.flex_elem).reshape(-1, 3)
    assert crossings(np.zeros((81, 3)) + np.random.default_rng(0).random((81, 3)), edges, triangles) > 0, "the count counts"
    for _ in range(100):
        for _ in range(25):
            thew.mj_step(model, data)
        assert crossings(np.array(data.flexvert_xpos), edges, triangles) == 0


def test_a_gripper_holds_a_soft_cube_for_ten_seconds():
    model = thew.MjModel.from_xml_path(str(ROOT / "models" / "soft" / "gripper.xml"))
    data = thew.MjData(model)
    key = {name: model.key(name) for name in ("open", "closed", "lifted", "held")}
    height = {}
    while data.time < 11.6:
        later = [k for k in key.values() if k.time[0] > data.time]
        after = later[0] if later else key["held"]
        before = [k for k in key.values() if k.time[0] <= data.time][-1]
        part = (data.time - before.time[0]) / max(after.time[0] - before.time[0], 1e-9)
        data.ctrl[:] = before.ctrl + min(part, 1.0) * (after.ctrl - before.ctrl)
        thew.mj_step(model, data)
        height[round(data.time, 3)] = data.flexvert_xpos[:, 2].min()
    held = [h for t, h in height.items() if t > 2]
    assert min(held) > 0.19, "it is off the ground all the time"
    assert held[0] - held[-1] < 5e-3, "soft contacts creep, by less than half a millimetre a second"
    assert not any(warning.number for warning in data.warning)


@pytest.mark.parametrize("name, low, high", [("flag", 0.4, 2.2), ("gripper", -0.01, 0.5), ("jelly", 0.41, 0.7), ("rope", 0.4, 1.3), ("pudding", 0.01, 0.15), ("shirt", 0.8, 1.55)])
def test_scenes_stay_sound_for_ten_seconds(name, low, high):
    model = thew.MjModel.from_xml_path(str(ROOT / "models" / "soft" / f"{name}.xml"))
    data = thew.MjData(model)
    while data.time < 10:
        thew.mj_step(model, data)
    height = np.array(data.flexvert_xpos)[:, 2]
    assert np.isfinite(data.qpos).all() and low < height.min() and height.max() < high
    assert np.abs(data.qvel).max() < 20
    assert not any(warning.number for warning in data.warning)


def test_the_flag_flutters_on():
    """Faces feel the wind: after six seconds the cloth still beats, on both sides of the wind's direction at times."""
    model = thew.MjModel.from_xml_path(str(ROOT / "models" / "soft" / "flag.xml"))
    data = thew.MjData(model)
    speeds, sides = [], []
    while data.time < 8:
        thew.mj_step(model, data)
        if data.time > 6:
            speeds.append(np.abs(data.qvel).mean())
            sides.append(data.flexvert_xpos[-9, 1])  # in the middle of the free side
    assert min(speeds) > 0.1, "it does not come to rest"
    assert np.ptp(sides) > 0.03


def follow_keys(name, watch):
    """Ten seconds of a scene along its keyframes, as the viewer plays them; calls watch(data) after each step."""
    model = thew.MjModel.from_xml_path(str(ROOT / "models" / "soft" / f"{name}.xml"))
    data = thew.MjData(model)
    thew.mj_resetDataKeyframe(model, data, 0)
    times, controls = model.key_time, model.key_ctrl
    assert (np.diff(times) > 0).all()
    begin = data.time
    while data.time < begin + 10:
        now = times[0] + (data.time - times[0]) % (times[-1] - times[0])
        key = min(int(np.searchsorted(times, now, side="right")) - 1, model.nkey - 2)
        part = (now - times[key]) / (times[key + 1] - times[key])
        data.ctrl[:] = controls[key] + part * part * (3 - 2 * part) * (controls[key + 1] - controls[key])
        thew.mj_step(model, data)
        watch(data)
    assert np.isfinite(data.qpos).all()
    assert not any(warning.number for warning in data.warning)
    return model, data


def test_a_cloth_is_pulled_through_a_ring():
    height, hole = 0.75, 0.06  # of the ring
    last, entered = [], {}

    def watch(data):
        points = np.array(data.flexvert_xpos)
        if last:
            for i in np.flatnonzero((points[:, 2] < height) != (last[0][:, 2] < height)):
                entered[i] = math.hypot(*points[i, :2])
        last[:] = [points]

    _, data = follow_keys("ring", watch)
    points = np.array(data.flexvert_xpos)
    assert points[:, 2].max() < height - 0.2, "all of it is below"
    assert len(entered) == len(points) and max(entered.values()) < hole, "and came through the hole the last time that it passed"


def test_a_quadruped_walks_onto_a_rope_bridge():
    lowest, upright, way = [], [], []

    def watch(data):
        trunk = data.body("q_trunk")
        lowest.append(trunk.xpos[2] - min(data.body(f"plank{i:02d}").xpos[2] for i in range(10)))
        upright.append(trunk.xmat[8])
        way.append(trunk.xpos[0])

    follow_keys("bridge", watch)
    assert min(lowest) > 0.22 and min(upright) > 0.9
    assert way[-1] - way[0] > 0.6, "from the bank to the middle"


def test_an_arm_plugs_cables_into_a_socket():
    mouth, middle = 0.58, 0.45
    ends = []

    def watch(data):
        if data.time > 5:
            ends.append(data.site("tip").xpos.copy())

    model, data = follow_keys("cable", watch)
    inside = np.array(ends)
    assert (inside[:, 0] > mouth + 0.04).all()
    assert (np.abs(inside[:, 1]) < 0.003).all() and (np.abs(inside[:, 2] - middle) < 0.003).all()
    points = np.array(data.flexvert_xpos).reshape(3, -1, 3)
    rest = np.array(model.flexedge_length0).reshape(3, -1)
    length = np.linalg.norm(np.diff(points, axis=1), axis=2)
    assert (length < 1.02 * rest).all(), "cables hold, and end at the plug"
