"""Sheets that never cross (flag ipc) move as MuJoCo's: forces and ages of vertices, accelerations, constraint forces and steps."""

import numpy as np
import pytest
from engines import engine, reference
from flex_cases import world
from flex_compare import check, gap, pair

pytestmark = pytest.mark.filterwarnings("ignore:.*not rigid and has no equality")

# An acceleration is a difference of velocities divided by the time step of 2e-3, of which CG leaves its tolerance open.
BOUND = {"Newton": 1e-7, "CG": 1e-5}

PLANE = '<geom type="plane" size="1 1 1" pos="0 0 {}"/>'
FLOOR = PLANE.format(-0.08)
GEOM = {
    "sphere": 'type="sphere" size=".06" pos=".01 .005 -.061"',
    "box": 'type="box" size=".05 .04 .03" pos=".01 .005 -.031" euler="10 20 30"',
    "capsule": 'type="capsule" size=".02 .05" pos=".01 .005 -.031" euler="10 80 30"',
    "cylinder": 'type="cylinder" size=".04 .03" pos=".01 .005 -.05" euler="10 20 30"',
    "mesh": 'type="mesh" mesh="octahedron" pos=".01 .005 -.045"',
}
MESH = '<asset><mesh name="octahedron" vertex=".05 0 0 -.05 0 0 0 .05 0 0 -.05 0 0 0 .04 0 0 -.04"/></asset>'
EDGES = '<edge equality="true"/>'
ELASTIC = '<elasticity young="1e4" poisson=".3" thickness="1e-3" damping=".01" elastic2d="{}"/>'
TILTED = 'pos="0 0 .004" euler="3 5 0"'


def sheet(name="f", place=TILTED, inside=EDGES, count=5, radius=0.002, contact='selfcollide="none"', more=""):
    size = f'count="{count} {count} 1" spacing=".05 .05 .05" radius="{radius}" mass=".1"'
    return f'<flexcomp name="{name}" type="grid" dim="2" {size} {place} {more}>{inside}<contact {contact}/></flexcomp>'


def option(solver="Newton", more="", flags=""):
    return f'<option integrator="discrete" solver="{solver}" tolerance="1e-14" iterations="500" {more}><flag ipc="enable" {flags}/></option>'


TWO = PLANE.format(-0.005) + sheet(count=4) + sheet("g", 'pos=".01 .013 .015" euler="2 -3 10"', count=4, radius=0.004)
FOLDED = """<flexcomp name="f" type="grid" dim="2" count="9 4 1" spacing=".02 .02 .02" radius=".003" mass=".05">
  <edge equality="true"/><contact selfcollide="auto"/></flexcomp>""" + PLANE.format(-0.005)
FALLING = '<body pos="0 0 .03"><freejoint/><geom type="box" size=".02 .015 .01" mass=".05"/></body>'
SPINNING = '<body pos="3 0 1"><freejoint/><geom type="box" size=".02 .015 .05" mass=".05"/></body>'
SWINGING = '<body pos=".3 0 .1"><joint axis="0 1 0" damping=".1"/><geom type="capsule" size=".02 .1" mass=".5"/></body>'
RIGID = """<flexcomp name="g" type="grid" dim="2" count="4 4 1" spacing=".05 .05 .05" radius=".002" rigid="true" pos="0 0 -.01">
  <contact selfcollide="none"/></flexcomp>"""
BALL = f"<geom {GEOM['sphere']}/>" + FLOOR

SCENES = {
    "plane": PLANE.format(0) + sheet(),
    "without edges": PLANE.format(0) + sheet(inside=""),
    **{kind: f"<geom {geom}/>" + FLOOR + sheet() for kind, geom in GEOM.items()},
    **{kind: BALL + sheet(inside=ELASTIC.format(kind)) for kind in ("stretch", "bend", "both")},
    "two": TWO,
    "pinned": BALL + sheet(inside=EDGES + '<pin id="0 4"/>'),
    "radial": BALL + sheet(more='dof="radial"'),
    "2d": BALL + sheet(more='dof="2d"', place='pos="0 0 .004" euler="20 10 0"'),
    "body on it": BALL + FALLING + sheet(),
    "body that spins": BALL + SPINNING + sheet(),
    "body that swings": BALL + SWINGING + sheet(),
    "rigid": RIGID + sheet(place='pos=".01 .013 .004"', count=4),
    "other bits": BALL.replace("/>", ' contype="2" conaffinity="2"/>', 1) + sheet(),
    "passive": BALL + sheet(contact='passive="true" selfcollide="none"'),
}


def copy_state(engines):
    """Gives our engine the state of the other, with what vertices remember."""
    ours, theirs = engines[0][2], engines[1][2]
    for name in "qpos qvel flexvert_lambda flexvert_conage".split():
        getattr(ours, name)[:] = getattr(theirs, name)


def compare_steps(engines, steps, bound):
    """Each step from the same state. Returns the largest force of a vertex."""
    ours, theirs = engines[0][2], engines[1][2]
    most = 0.0
    for _ in range(steps):
        copy_state(engines)
        for module, model, data in engines:
            module.mj_step(model, data)
        check(engines, ["qpos", "qvel"], 1e-7)
        check(engines, ["qacc", "flexvert_lambda", "qfrc_constraint"], bound)
        assert np.array_equal(ours.flexvert_conage, theirs.flexvert_conage)
        assert (ours.ncon, ours.nefc) == (theirs.ncon, theirs.nefc)
        most = max(most, theirs.flexvert_lambda.max())
    return most


def text(scene, solver="Newton", more="", flags="", after=""):
    return world(scene, option(solver, more, flags) + MESH, after)


@pytest.mark.parametrize("solver", BOUND)
@pytest.mark.parametrize("scene", SCENES)
def test_steps(scene, solver):
    most = compare_steps(pair(text(SCENES[scene], solver)), 60, BOUND[solver])
    assert most > 0.05 or scene == "other bits"


@pytest.mark.parametrize("solver", BOUND)
def test_a_sheet_on_itself(solver):
    """A strip, folded over along a half circle."""
    engines = pair(text(FOLDED, solver))
    radius = 0.012
    for module, model, data in engines:
        module.mj_forward(model, data)
        place = data.flexvert_xpos.copy()
        for vertex in np.flatnonzero(place[:, 0] > 0):
            x, y, z = place[vertex]
            beyond = x - np.pi * radius
            bent = (radius * np.sin(x / radius), y, z + radius * (1 - np.cos(x / radius)))
            dof = model.body_dofadr[model.flex_vertbodyid[vertex]]
            data.qpos[dof : dof + 3] = np.subtract(bent if beyond < 0 else (-beyond, y + 0.003, z + 2 * radius), place[vertex])
    assert compare_steps(engines, 60, BOUND[solver]) > 0.05


@pytest.mark.parametrize("scene, speed", [("two", 3), ("box", 5), ("capsule", 5)])
def test_fast_sheets(scene, speed):
    """Many turns of the loop in each step: what moves into something is held up, and goes on along it."""
    engines = pair(text(SCENES[scene]))
    velocity = speed * np.random.default_rng(1).normal(size=engines[0][1].nv)
    velocity[2::3] -= speed
    for _, _, data in engines:
        data.qvel[:] = velocity
    assert compare_steps(engines, 20, 1e-7) > 1


def generated(rng):
    """Geoms at rest, sheets of all kinds above them, sometimes a body on a hinge."""

    def numbers(values):
        return " ".join(f"{value:.4f}" for value in values)

    sizes = {"sphere": ".06", "box": ".05 .04 .03", "capsule": ".02 .05", "plane": "1 1 1"}
    parts = []
    for kind in rng.choice(list(sizes), rng.integers(1, 4)):
        place = numbers(rng.normal(size=3) * (0.08, 0.08, 0.02) - (0, 0, 0.1))
        turn = numbers(rng.uniform(-90, 90, 3))
        if kind == "plane":
            place, turn = "0 0 -.1", numbers([*rng.uniform(-20, 20, 2), 0])
        parts.append(f'<geom type="{kind}" size="{sizes[kind]}" pos="{place}" euler="{turn}"/>')
    for i in range(rng.integers(1, 4)):
        inside = rng.choice([EDGES, ELASTIC.format("both"), '<edge equality="true" solref=".005 1"/>'])
        if rng.random() < 0.4:
            inside += '<pin id="0 1"/>'
        place = numbers([*rng.normal(size=2) * 0.03, 0.02 + 0.02 * i])
        turn = numbers([*rng.normal(size=2) * 20, rng.uniform(0, 90)])
        parts.append(f"""<flexcomp name="f{i}" type="grid" dim="2" count="{rng.integers(2, 6)} {rng.integers(2, 6)} 1" spacing=".04 .04 .04"
          radius="{rng.choice([0.0005, 0.002, 0.005])}" mass="{rng.uniform(0.02, 0.2):.3f}" pos="{place}" euler="{turn}">{inside}
          <contact selfcollide="{rng.choice(["none", "auto"])}"/></flexcomp>""")
    return "".join(parts) + (SWINGING if rng.random() < 0.3 else "")


@pytest.mark.parametrize("seed", range(40))
def test_generated_scenes(seed):
    """Sheets that share pins with the world, that are thrown. Where a step cannot be completed, rounding decides where it ends."""
    rng = np.random.default_rng(seed)
    cone, timestep = rng.choice(["pyramidal", "elliptic"]), rng.choice([0.0005, 0.002, 0.004])
    engines = pair(text(generated(rng), more=f'cone="{cone}" timestep="{timestep}"'))
    velocity = rng.normal(size=engines[0][1].nv) * rng.choice([0.1, 1, 5])
    velocity[2::3] -= rng.choice([0, 1, 3])
    for _, _, data in engines:
        data.qvel[:] = velocity
    for _ in range(12):
        copy_state(engines)
        for module, model, data in engines:
            module.mj_step(model, data)
        if engine is not reference and any(warning.number for warning in engines[0][2].warning):
            break
        check(engines, ["qpos", "qvel"], 1e-7)
        check(engines, ["qacc", "flexvert_lambda"], 1e-6)
        assert np.array_equal(engines[0][2].flexvert_conage, engines[1][2].flexvert_conage)


def test_fast_vertices_do_not_enter_what_mujoco_searches():
    """MuJoCo looks for the nearest point of meshes, cylinders and ellipsoids within a reach that leaves out the way of the step."""
    if engine is reference:
        pytest.skip("about Thew")
    asset = '<asset><mesh name="cube" vertex="-.2 -.2 -.1 .2 -.2 -.1 -.2 .2 -.1 .2 .2 -.1 -.2 -.2 .1 .2 -.2 .1 -.2 .2 .1 .2 .2 .1"/></asset>'
    for geom in ('type="mesh" mesh="cube"', 'type="cylinder" size=".3 .1"'):
        scene = f'<geom {geom} pos="0 0 -.1"/>' + sheet(place='pos="0 0 .01"', count=3)
        lowest = []
        for module, model, data in pair(world(scene, option() + asset)):
            data.qvel[2::3] = -8
            module.mj_step(model, data)
            module.mj_forward(model, data)
            lowest.append(data.flexvert_xpos[:, 2].min())
        assert lowest[0] > 0.0005 and lowest[1] < -0.001


def test_a_body_in_free_flight_keeps_its_momentum():
    """Whatever the sheets do. With MuJoCo it turns a little otherwise, where the step takes several turns."""
    if engine is reference:
        pytest.skip("about Thew")
    scene = BALL + sheet(inside=ELASTIC.format("both")) + SPINNING
    model = engine.MjModel.from_xml_string(text(scene, more='gravity="0 0 0" timestep=".004"'))
    assert model.nv == 75 + 6
    results = []
    for flag in (True, False):
        model.opt.enableflags = engine.mjtEnableBit.mjENBL_IPC if flag else 0
        data = engine.MjData(model)
        data.qvel[:75] = 3 * np.random.default_rng(1).normal(size=75)
        data.qvel[75:] = 6, -7, 1, 4, 5, -6
        engine.mj_step(model, data)
        results.append(data.qvel[75:].copy())
    assert gap(*results) < 1e-12


@pytest.mark.parametrize("timestep", [0.0005, 0.005])
@pytest.mark.parametrize("radius", [0.0004, 0.001, 0.006])
def test_radii_and_time_steps(radius, timestep):
    """The rest gap is the radius, at most a millimetre; a tenth of the vertices are within it before the end."""
    scene = PLANE.format(0) + sheet(radius=radius, place='pos="0 0 .0015" euler=".2 .3 0"')
    engines = pair(text(scene, more=f'timestep="{timestep}"'))
    compare_steps(engines, 60, 1e-7)
    for module, model, data in engines:
        for _ in range(int(0.2 / timestep)):
            module.mj_step(model, data)
        module.mj_forward(model, data)
        # Waves of the sheet are some 1e-6 high.
        assert abs(data.flexvert_xpos[:, 2].min() - min(radius, 0.001)) < 1e-5


def test_trajectories():
    """Two hundred steps on their own: three sheets that fall on a ball and on one another."""
    drape = "".join(
        f'<flexcomp name="c{i}" type="grid" dim="2" count="8 8 1" spacing=".08 .08 .1" radius=".003" mass=".1" '
        f'pos="{0.01 * i} {0.013 * i} {0.03 * i + 0.02}" euler="{2 * i} {3 * i} {20 * i}"><edge equality="true"/></flexcomp>'
        for i in range(3)
    )
    engines = pair(text('<geom type="sphere" size=".15" pos="0 0 -.15"/>' + PLANE.format(-0.3) + drape))
    for module, model, data in engines:
        for _ in range(150):
            module.mj_step(model, data)
    check(engines, ["qpos", "qvel"], 1e-6)
    assert engines[1][2].flexvert_lambda.max() > 0.1


def test_points_on_bodies_that_slide():
    """A row of vertices on a body with two slides, which waits where a sheet is in its way."""
    n, names, bodies = 4, ["s", "s"], ""
    slides = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
    for i in range(2, n * n):
        place = f"{0.05 * (i % n) - 0.075} {0.05 * (i // n) - 0.075} .004"
        bodies += f'<body name="v{i}" pos="{place}">{slides}<inertial mass=".01" pos="0 0 0" diaginertia="1e-6 1e-6 1e-6"/></body>'
        names.append(f"v{i}")
    carrier = """<body name="s" pos="0 0 .004"><joint type="slide" axis="0 0 1" damping=".1"/><joint type="slide" axis="1 0 .2"/>
      <geom size=".01" mass=".2" contype="0" conaffinity="0"/></body>"""
    corners = [f"{a} {a + 1} {a + n + 1} {a} {a + n + 1} {a + n}" for j in range(n - 1) for a in range(j * n, j * n + n - 1)]
    flex = f"""<deformable><flex name="f" dim="2" radius=".002" body="{" ".join(names)}" element="{" ".join(corners)}"
      vertex="-.075 -.075 0 -.025 -.075 0 {"0 0 0 " * 14}"><contact selfcollide="none"/></flex></deformable>
      <equality><flex flex="f"/></equality>"""
    engines = pair(text(BALL + carrier + bodies, after=flex))
    assert compare_steps(engines, 80, 1e-7) > 0.05


def test_what_is_filtered():
    """Excluded bodies, and no contacts at all."""
    exclude = '<contact><exclude body1="world" body2="f_3"/></contact>'
    assert compare_steps(pair(text(BALL + sheet(), after=exclude)), 40, 1e-7) > 0.05
    assert compare_steps(pair(text(BALL + sheet(), flags='contact="disable"')), 40, 1e-7) == 0


def test_ellipsoids():
    """MuJoCo searches for the nearest point of an ellipsoid, and ends within its tolerance; ours is exact. Forces are 1e5 N/m times that."""
    geom = '<geom type="ellipsoid" size=".06 .05 .04" pos=".01 .005 -.041" euler="10 20 30"/>'
    engines = pair(text(geom + FLOOR + sheet()))
    for _ in range(60):
        copy_state(engines)
        for module, model, data in engines:
            module.mj_step(model, data)
        check(engines, ["qpos"], 1e-6)
        check(engines, ["qvel", "flexvert_lambda"], 5e-4)
    assert engines[1][2].flexvert_lambda.max() > 0.05


def test_a_forward_pass_is_of_free_flight():
    """Sensors of accelerations too; those of a step are of its own acceleration."""
    sensors = '<sensor><framelinacc objtype="body" objname="f_7"/></sensor>'
    engines = pair(text(BALL + sheet(), after=sensors))
    for steps in (5, 20, 30):
        for module, model, data in engines:
            for _ in range(steps):
                module.mj_step(model, data)
        check(engines, ["qacc", "sensordata"], 1e-6)
        for module, model, data in engines:
            module.mj_forward(model, data)
            assert np.array_equal(data.qacc, data.qacc_smooth)
        check(engines, ["qacc", "sensordata"], 1e-6)


def test_a_reset_forgets():
    engines = pair(text(BALL + sheet()))
    for module, model, data in engines:
        for _ in range(40):
            module.mj_step(model, data)
        assert data.flexvert_lambda.max() > 0
        module.mj_resetData(model, data)
        assert not data.flexvert_lambda.any() and not data.flexvert_conage.any()


def test_sheets_on_bodies_that_turn_are_refused():
    bodies = '<body name="a" pos="0 0 1"><joint/><geom size=".1"/></body>'
    flex = """<deformable><flex name="f" dim="2" radius=".01" body="a a world" vertex="1 0 0 2 0 0 0 0 0" element="0 1 2"/></deformable>"""
    refused = text(bodies, after=flex)
    with pytest.raises(ValueError, match="not a slide"):
        model = reference.MjModel.from_xml_string(refused)
        reference.mj_step(model, reference.MjData(model))
    if engine is not reference:
        model = engine.MjModel.from_xml_string(refused)
        with pytest.raises(engine.Error, match='flex "f".*on bodies that slide'):
            engine.MjData(model)


def test_options_may_change_between_steps():
    """Without the flag, the next step has contacts again."""
    engines = pair(text(BALL + sheet()))
    for module, model, data in engines:
        for _ in range(30):
            module.mj_step(model, data)
        assert data.ncon == 0
        model.opt.enableflags = 0
        module.mj_forward(model, data)
        assert data.ncon > 0
    assert gap(engines[0][2].ncon, engines[1][2].ncon) == 0


def test_interpolated_surfaces_keep_their_contacts():
    """MuJoCo lets them fall through all; their vertices have no bodies, and there is nothing that could be held apart."""
    if engine is reference:
        pytest.skip("about Thew")
    shell = """<flexcomp name="s" type="box" dim="2" count="4 4 4" spacing=".05 .05 .05" radius=".002" mass=".1" pos="0 0 .08"
      dof="trilinear"><elasticity young="1e5" thickness="2e-3" elastic2d="both"/><contact selfcollide="none"/></flexcomp>"""
    found = []
    for flag in (option(), option().replace("enable", "disable")):
        model = engine.MjModel.from_xml_string(world(PLANE.format(0) + shell, flag))
        data = engine.MjData(model)
        for _ in range(60):
            engine.mj_step(model, data)
        found.append(data.qpos.copy())
        assert data.ncon > 0 and data.flexvert_xpos[:, 2].min() > 0
    assert np.array_equal(*found)
