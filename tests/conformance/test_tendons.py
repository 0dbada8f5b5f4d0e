"""Spatial tendons agree with MuJoCo: paths, forces, every integrator, and what they do to the bodies they pass."""

import re

import numpy as np
import pytest
from engines import engine, reference
from random_tendons import INTEGRATORS, random_tendons
from thew.diff import compare

SEEDS = range(120)

SLIDES = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1")) + '<geom size=".01"/>'
PLACES = """<mujoco><default><geom contype="0" conaffinity="0"/></default><worldbody>
<body>{slides}<site name="a"/></body><body>{slides}<site name="b"/></body><body>{slides}<site name="s"/></body>
<body><freejoint/><geom name="g" type="{kind}" size=".3 .5"/></body></worldbody>
<tendon><spatial><site site="a"/><geom geom="g" {side}/><site site="b"/></spatial></tendon></mujoco>"""


def both(text):
    models = [(module, module.MjModel.from_xml_string(text)) for module in (engine, reference)]
    return [(module, model, module.MjData(model)) for module, model in models]


def measure(module, model, data, qpos):
    data.qpos[:] = qpos
    module.mj_fwdPosition(model, data)
    count = int(data.ten_wrapnum[0])
    return {
        "length": data.ten_length.copy(),
        "points": data.wrap_xpos.ravel()[: 3 * count].copy(),
        "objects": data.wrap_obj.ravel()[:count].astype(float),
        "jacobian": data.ten_J.ravel().copy(),
    }


def check_place(engines, qpos, tolerance=1e-9):
    """Compares one placement; returns how long the wrapped part is, in turns, or 0."""
    ours, theirs = (measure(*each, qpos) for each in engines)
    for name, value in theirs.items():
        assert ours[name].shape == value.shape, (name, qpos.tolist())
        np.testing.assert_allclose(ours[name], value, rtol=0, atol=tolerance, err_msg=f"{name} at {qpos.tolist()}")
    points = theirs["points"].reshape(-1, 3)
    if len(points) == 2:
        return 0.0
    straight = np.linalg.norm(points[1] - points[0]) + np.linalg.norm(points[3] - points[2])
    return max(1e-9, float(theirs["length"][0] - straight) / (2 * np.pi * 0.3))


@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
@pytest.mark.parametrize("side", [None, 1.0, 0.12, 0.25])
def test_a_thousand_placements(kind, side):
    """Ends anywhere; side sites far away, inside of the geom, or either."""
    rng = np.random.default_rng(1)
    engines = both(PLACES.format(slides=SLIDES, kind=kind, side="" if side is None else 'sidesite="s"'))
    turns = []
    for _ in range(1000):
        qpos = np.concatenate(
            [rng.normal(size=6) * 0.6, rng.normal(size=3) * (side or 0), rng.normal(size=3) * 0.05, rng.normal(size=4)]
        )
        turns.append(check_place(engines, qpos))
    turns = np.array(turns)
    assert 50 < np.count_nonzero(turns) < 950
    if side == 1.0:
        assert np.count_nonzero(turns > 0.5) > 5, "arcs beyond half a turn"


@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
@pytest.mark.parametrize("side", [None, (0.0, 0.5, 0.1), (0.4, 0.0, 0.2), (0.05, 0.02, 0.0)])
def test_special_placements(kind, side):
    """Ends on a line with the centre, on one ray, at one point, and just before and behind where the wrap begins."""
    engines = both(PLACES.format(slides=SLIDES, kind=kind, side="" if side is None else 'sidesite="s"'))
    turn = 0.7
    across = [0.3 + gap for gap in (0.2, 1e-3, 1e-6, 1e-9, -1e-9, -1e-6, -1e-3, -0.2)]
    ends = [((-0.5, 0.1, 0.0), (0.7, 0.1, 0.3)), ((0.5, 0.0, 0.0), (0.9, 0.0, 0.0)), ((0.5, 0.2, 0.1), (0.5, 0.2, 0.1))]
    ends += [((-0.6, height, 0.1), (0.8, height, -0.2)) for height in across]
    ends += [((0.29, 0.4, 0.0), (0.29, -0.7, 0.2)), ((0.1, 0.1, 0.0), (1.0, 0.3, 0.0)), ((0.0, 0.0, 0.4), (0.3, 0.3, 0.5))]
    for a, b in ends:
        qpos = np.array([*a, *b, *(side or (0, 0, 0)), 0, 0, 0, np.cos(turn / 2), 0, 0, np.sin(turn / 2)])
        # Close to the onset the points on the geom move with the root of a distance.
        near = abs(a[1] - 0.3) < 1e-5 and a[1] == b[1]
        check_place(engines, qpos, 1e-7 if near else 1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_paths(seed):
    report = compare(
        random_tendons(seed), 2, seed, steps=20, constraints=False, engine=engine, reference=reference
    )
    assert report.agree, f"random_tendons({seed})\n{report.table()}"


def all_moving(seed):
    """The first of some models in which something moves every tendon: else rounding decides about rows of no weight."""
    for other in range(seed, seed + 10000, 1000):
        text = random_tendons(other, constraints=True)
        if (reference.MjModel.from_xml_string(text).tendon_invweight0 > 1e-9).all():
            return text
    raise AssertionError("no such model")


@pytest.mark.parametrize("seed", range(200, 230))
def test_random_paths_with_constraints(seed):
    report = compare(
        all_moving(seed), 2, seed, steps=0, constraints=True, engine=engine, reference=reference
    )
    bad = {row.group for row in report.rows if row.verdict in ("differ", "missing")}
    differing = bad - {"visual", "internal"}
    assert not differing, f"random_tendons({seed}, True)\n{report.table()}"


PATHS = {
    "one site": '<site site="a"/>',
    "empty": "",
    "unknown site": '<site site="a"/><site site="x"/>',
    "site twice": '<site site="a"/><site site="a"/>',
    "site again later": '<site site="a"/><site site="b"/><site site="a"/>',
    "geom first": '<geom geom="g"/><site site="a"/>',
    "geom last": '<site site="a"/><geom geom="g"/>',
    "two geoms": '<site site="a"/><geom geom="g"/><geom geom="h"/><site site="b"/>',
    "geom between the same site": '<site site="a"/><geom geom="g"/><site site="a"/>',
    "box": '<site site="a"/><geom geom="box"/><site site="b"/>',
    "capsule": '<site site="a"/><geom geom="capsule"/><site site="b"/>',
    "unknown geom": '<site site="a"/><geom geom="x"/><site site="b"/>',
    "unknown side site": '<site site="a"/><geom geom="g" sidesite="x"/><site site="b"/>',
    "pulley first": '<pulley divisor="2"/><site site="a"/><site site="b"/>',
    "pulley last": '<site site="a"/><site site="b"/><pulley divisor="2"/>',
    "two pulleys": '<site site="a"/><site site="b"/><pulley divisor="2"/><pulley divisor="2"/><site site="a"/><site site="b"/>',
    "pulley behind one site": '<site site="a"/><pulley divisor="2"/><site site="a"/><site site="b"/>',
    "one site behind a pulley": '<site site="a"/><site site="b"/><pulley divisor="2"/><site site="b"/>',
    "pulley behind a geom": '<site site="a"/><geom geom="g"/><pulley divisor="2"/><site site="a"/><site site="b"/>',
    "divisor 0": '<site site="a"/><site site="b"/><pulley divisor="0"/><site site="a"/><site site="b"/>',
    "negative divisor": '<site site="a"/><site site="b"/><pulley divisor="-1"/><site site="a"/><site site="b"/>',
    "no divisor": '<site site="a"/><site site="b"/><pulley/><site site="a"/><site site="b"/>',
    "joint": '<site site="a"/><joint joint="j" coef="1"/><site site="b"/>',
    "armature and a geom": '<site site="a"/><geom geom="g"/><site site="b"/>',
    "negative armature": '<site site="a"/><site site="b"/>',
    "no width": '<site site="a"/><site site="b"/>',
    "springlength descends": '<site site="a"/><site site="b"/>',
    "limited without a range": '<site site="a"/><site site="b"/>',
    "range descends": '<site site="a"/><site site="b"/>',
    "force range without zero": '<site site="a"/><site site="b"/>',
    "one negative springlength": '<site site="a"/><site site="b"/>',
    "unknown material": '<site site="a"/><site site="b"/>',
    "negative damping": '<site site="a"/><site site="b"/>',
}
ATTRIBUTES = {
    "armature and a geom": 'armature="1"',
    "negative armature": 'armature="-1"',
    "no width": 'width="0"',
    "springlength descends": 'springlength="2 1"',
    "limited without a range": 'limited="true"',
    "range descends": 'range="2 1"',
    "force range without zero": 'actuatorfrcrange="1 2"',
    "one negative springlength": 'stiffness="1" springlength="-1 2"',
    "unknown material": 'material="x"',
    "negative damping": 'damping="-1"',
}


@pytest.mark.parametrize("case", PATHS)
def test_what_is_refused(case):
    """The same models load; where they do not, the error names the place."""
    text = f"""<mujoco><worldbody><site name="a"/><geom name="box" type="box" size="1 1 1"/><geom name="g" size=".1"/>
<geom name="h" size=".1"/><geom name="capsule" type="capsule" size=".1 .1"/>
<body><joint name="j"/><geom size=".1"/><site name="b" pos="1 0 0"/></body></worldbody><tendon>
<spatial {ATTRIBUTES.get(case, "")}>{PATHS[case]}</spatial></tendon></mujoco>"""
    try:
        reference.MjModel.from_xml_string(text)
    except ValueError:
        with pytest.raises(ValueError, match=r"line (4|5):"):
            engine.MjModel.from_xml_string(text)
    else:
        engine.MjModel.from_xml_string(text)


def test_armature_of_an_actuator_on_a_wrapping_tendon_is_refused():
    """MuJoCo loads this and fails in the first step."""
    text = PLACES.format(slides=SLIDES, kind="sphere", side="").replace("<spatial>", '<spatial name="t">')
    text = text.replace("</mujoco>", '<actuator><motor tendon="t" armature="1"/></actuator></mujoco>')
    if engine is not reference:
        with pytest.raises(ValueError, match="wraps around geoms cannot have armature"):
            engine.MjModel.from_xml_string(text)


# Edits of the description: copies and scales carry paths along.

PART = """<body name="p"><joint name="j"/><geom name="g" type="cylinder" size=".1 .1"/><site name="s"/><site name="side" pos=".2 0 0"/>
<body pos=".3 .2 0"><joint name="k" type="slide"/><geom type="box" size=".1 .1 .1"/><site name="e" pos=".1 .2 .3"/></body></body>"""
OUTER = '<site name="w" pos="0 0 .5"/><body name="c" pos="1 0 0"><joint/><geom size=".1"/><site name="o"/></body>'
HELD = """<tendon><spatial name="in" stiffness="3" damping="1" range=".1 2" springlength=".2" width=".02"><site site="s"/>
<geom geom="g" sidesite="side"/><site site="e"/></spatial><spatial name="out" frictionloss="1" armature=".3"><site site="w"/>
<site site="e"/><pulley divisor="2"/><site site="s"/><site site="w"/></spatial><spatial name="o"><site site="o"/><site site="w"/></spatial></tendon>
<actuator><motor name="m" tendon="in"/></actuator>"""
INNER = f"<mujoco><worldbody>{OUTER}{PART}</worldbody>{HELD}</mujoco>"
EDITS = {
    "replicate": f'<mujoco><worldbody>{OUTER}<replicate count="3" offset="0 0 1">{PART}</replicate></worldbody>{HELD}</mujoco>',
    "attach own": f'<mujoco><worldbody>{OUTER}{PART}<attach body="p" prefix="x-"/></worldbody>{HELD}</mujoco>',
    "attach body": '<mujoco><asset><model name="o" file="o.xml"/></asset><worldbody><body name="b"/>'
    '<attach model="o" body="p" prefix="x-"/><attach model="o" body="p" prefix="y-"/></worldbody></mujoco>',
    "attach all": '<mujoco><asset><model name="o" file="o.xml"/></asset><worldbody><attach model="o" prefix="x-"/></worldbody></mujoco>',
    "fusestatic": f'<mujoco><compiler fusestatic="true"/><worldbody><body name="f"><site name="z"/></body>{OUTER}{PART}</worldbody>'
    f'{HELD.replace("</tendon>", "")}<spatial><site site="z"/><site site="e"/></spatial></tendon></mujoco>'.replace("<actuator>", "")
    .replace('<motor name="m" tendon="in"/></actuator>', ""),
    "scale": f'<mujoco><worldbody>{OUTER}<frame scale="2 2 2" massscale="3">{PART}</frame></worldbody>{HELD}</mujoco>',
    "scale all": f'<mujoco><worldbody><frame scale="2 2 2">{OUTER}{PART}</frame></worldbody>{HELD}</mujoco>',
    "stretch": f'<mujoco><worldbody>{OUTER}<frame scale="2 2 3" scaling="geometry">{PART}</frame></worldbody>{HELD}</mujoco>',
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.filterwarnings("ignore")
def test_edits(edit):
    models = [m.MjModel.from_xml_string(EDITS[edit], {"o.xml": INNER.encode()}) for m in (engine, reference)]
    names = [
        [module.mj_id2name(model, module.mjtObj.mjOBJ_TENDON, i) for i in range(model.ntendon)]
        for module, model in zip((engine, reference), models)
    ]
    assert names[0] == names[1]
    fields = [f for f in dir(models[1]) if f.startswith(("tendon_", "wrap_", "ten_J_"))]
    assert len(fields) > 25
    for field in fields:
        ours, theirs = (np.asarray(getattr(model, field), float) for model in models)
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12, err_msg=field)


def test_the_generator_covers_what_it_should():
    texts = [random_tendons(seed) for seed in SEEDS]
    features = [f'integrator="{name}"' for name in INTEGRATORS]
    features += ["<pulley", "<geom geom", "sidesite=", "armature=", "springlength=", "springyield=", "actuatorfrcrange="]
    features += ['type="free"', 'type="ball"', r'stiffness="\S+ \S+ \S+"', r'damping="\S+ \S+"', "<motor", "<position", "<velocity"]
    rare = {f for f in features if sum(bool(re.search(f, text)) for text in texts) < 5}
    assert not rare
    wrapped = inside = 0
    for text in texts:
        model = reference.MjModel.from_xml_string(text)
        data = reference.MjData(model)
        reference.mj_forward(model, data)
        used = int(data.ten_wrapnum.sum())
        objects, points = data.wrap_obj.ravel()[:used], data.wrap_xpos.reshape(-1, 3)[:used]
        pairs = [i for i in range(used - 1) if objects[i] >= 0 and objects[i] == objects[i + 1]]
        wrapped += len(pairs)
        inside += sum(bool((points[i] == points[i + 1]).all()) for i in pairs)
    assert wrapped > 50 and inside > 10


# Of the engine itself.


@pytest.mark.parametrize("seed", range(20))
def test_jacobian_is_the_derivative_of_the_length(seed):
    model = engine.MjModel.from_xml_string(random_tendons(seed))
    data = engine.MjData(model)
    rng = np.random.default_rng(seed)
    engine.mj_integratePos(model, data.qpos, 0.3 * rng.normal(size=model.nv), 1)
    start = data.qpos.copy()

    def lengths(step):
        data.qpos[:] = start
        engine.mj_integratePos(model, data.qpos, step, 1)
        engine.mj_fwdPosition(model, data)
        return data.ten_length.copy(), data.ten_wrapnum.copy()

    direction, step = rng.normal(size=model.nv), 1e-6
    (before, few), (after, many) = lengths(-step * direction), lengths(step * direction)
    data.qpos[:], data.qvel[:] = start, direction
    engine.mj_forward(model, data)
    same = few == many  # a side site may let the tendon jump in between
    assert same.any()
    np.testing.assert_allclose(((after - before) / (2 * step))[same], data.ten_velocity[same], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
@pytest.mark.parametrize("side", [None, (0.0, 0.6, 0.0), (0.05, 0.05, 0.0)])
def test_lengths_are_continuous(kind, side):
    """One end sweeps past the geom in 20,000 steps: no step changes the length by more than the end moved."""
    module, model, data = both(PLACES.format(slides=SLIDES, kind=kind, side="" if side is None else 'sidesite="s"'))[0]
    data.qpos[:3], data.qpos[6:9] = (-0.7, 0.1, 0.05), side or (0, 0, 0)
    last, wraps = None, set()
    # Not below: where the ends are opposite each other, the plane of a sphere flips, and a side site with it.
    heights, width = np.linspace(0.0, 1.6, 20001, retstep=True)
    for height in heights:
        data.qpos[3:6] = (0.6, height, -0.1)
        module.mj_kinematics(model, data)
        module.mj_comPos(model, data)
        module.mj_tendon(model, data)
        wraps.add(int(data.ten_wrapnum[0]))
        length = float(data.ten_length[0])
        assert last is None or abs(length - last) < 1.01 * width, height
        last = length
    assert wraps == {2, 4}
