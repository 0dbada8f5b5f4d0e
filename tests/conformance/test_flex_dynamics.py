"""Flexes move as MuJoCo's: positions, forces, rows, contacts and steps of generated models and of the models folder."""

import re

import numpy as np
import pytest
from engines import ZOO, engine, reference
from flex_cases import SHELL, SOLID, cases, flexcomp, world

pytestmark = pytest.mark.filterwarnings("ignore:.*not rigid and has no equality")

CASES = dict(cases())
EXACT, SEARCHED = 1e-9, 2e-6  # closed forms; depths by GJK and EPA, whose tolerance is 1e-6
SMOOTH = (
    "flexvert_xpos flexelem_aabb flexedge_length flexedge_J flexedge_velocity bvh_aabb_dyn "
    "qfrc_spring qfrc_damper qfrc_passive energy"
).split()
ROWS = "efc_type efc_id efc_pos efc_margin efc_diagA efc_D efc_vel efc_aref".split()
NOT_YET = re.compile("compiled, but not simulated yet: (.*) \\(")

# The least number of generated models that are simulated; those that are not say why.
SIMULATED = 170
MISSING = {
    "rods without hinges for their twist",
    "rods of box section",
    "plasticity (yield)",
}


def pair(text):
    """Model and data of both engines; MuJoCo refuses some of the cases."""
    result = []
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(text)
        result.append((module, model, module.MjData(model)))
    return result


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


def with_option(text, option):
    return text.replace("<mujoco>", f"<mujoco>{option}", 1)


def scatter(engines, rng, position, velocity):
    """One random state for both, near the reference."""
    model = engines[1][1]
    step, speed = position * rng.normal(size=model.nv), velocity * rng.normal(size=model.nv)
    qpos = model.qpos0.copy()
    reference.mj_integratePos(model, qpos, step, 1)
    for module, own, data in engines:
        module.mj_resetData(own, data)
        data.qpos[:], data.qvel[:] = qpos, speed


def gap(ours, theirs):
    """The largest difference, relative to the largest number, or to 1."""
    ours, theirs = np.asarray(ours, float).ravel(), np.asarray(theirs, float).ravel()
    if ours.shape != theirs.shape:
        return np.inf
    return 0.0 if ours.size == 0 else float(np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max()))


def check(engines, fields, bound):
    ours, theirs = engines[0][2], engines[1][2]
    found = {name: gap(getattr(ours, name), getattr(theirs, name)) for name in fields}
    assert {name: value for name, value in found.items() if not value <= bound} == {}


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


GRID = {
    1: 'type="grid" dim="1" count="6 1 1" spacing=".05 .05 .05"',
    2: 'type="grid" dim="2" count="5 5 1" spacing=".05 .05 .05"',
    3: 'type="grid" dim="3" count="3 3 3" spacing=".06 .06 .06"',
}
MESH = '<asset><mesh name="tet" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset>'
GEOM = {
    "plane": "",
    "sphere": 'type="sphere" size=".04"',
    "capsule": 'type="capsule" size=".03 .05"',
    "box": 'type="box" size=".04 .03 .05"',
    "cylinder": 'type="cylinder" size=".03 .05"',
    "ellipsoid": 'type="ellipsoid" size=".03 .05 .04"',
    "mesh": 'type="mesh" mesh="tet"',
}
SEARCHES = {("cylinder", 1), ("cylinder", 2), ("ellipsoid", 1), ("ellipsoid", 2), ("mesh", 1), ("mesh", 2)} | {
    (kind, 3) for kind in ("box", "cylinder", "ellipsoid", "mesh")
}


def scene(kind, dim, option, inside=""):
    """A geom that flies about a flex, or a plane."""
    contact = f'<contact selfcollide="none" condim="{(3, 4, 6)[dim - 1]}" margin=".003" gap=".002" friction=".7 .01 .002"/>'
    geom = f'<body pos="0 0 .05"><freejoint/><geom {GEOM[kind]} margin=".001" solref=".03 1.1"/></body>'
    if kind == "plane":
        geom = '<geom type="plane" size="1 1 .1" margin=".001"/>'
    return world(geom + flexcomp(GRID[dim], contact + inside), MESH + option)


def contacts(data):
    """By what they are between, in their order."""
    found = {}
    for i in range(data.ncon):
        c = data.contact[i]
        between = tuple(tuple(int(x) for x in ids) for ids in (c.geom, c.flex, c.elem, c.vert))
        found.setdefault(between, []).append(c)
    return found


def compare_contacts(ours, theirs, bound):
    assert list(contacts(ours)) == list(contacts(theirs))
    for between, expected in contacts(theirs).items():
        found = contacts(ours)[between]
        assert len(found) == len(expected), between
        for a, b in zip(found, expected):
            assert (a.dim, a.exclude, a.efc_address) == (b.dim, b.exclude, b.efc_address)
            assert abs(a.dist - b.dist) <= bound, between
            for name in ("includemargin", "friction", "solref", "solimp"):
                assert gap(getattr(a, name), getattr(b, name)) <= EXACT, name
            if bound == EXACT:
                assert gap(a.pos, b.pos) <= bound and gap(a.frame, b.frame) <= bound, between


def jacobian(module, model, data):
    dense = np.zeros((data.nefc, model.nv))
    entries = np.asarray(data.efc_J).ravel()
    if not module.mj_isSparse(model):
        return entries.reshape(dense.shape)
    columns = np.asarray(data.efc_J_colind).ravel()
    for row in range(data.nefc):
        first = data.efc_J_rowadr[row]
        here = slice(first, first + data.efc_J_rownnz[row])
        dense[row, columns[here]] = entries[here]
    return dense


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


ELASTIC = [name for name in CASES if "young" in CASES[name] and "yield" not in CASES[name]]


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
    check(engines, ["qacc_smooth", "qacc"], 1e-7)
    for module, model, data in engines:
        data.qacc[:] = engines[1][2].qacc
        module.mj_inverse(model, data)
    check(engines, ["qfrc_inverse"], 1e-7)
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


def test_what_is_missing_is_named():
    if engine is reference:
        pytest.skip("about Thew")
    model = engine.MjModel.from_xml_string(CASES["ring"])
    with pytest.raises(engine.Error, match='flex "f".*not simulated yet: rods'):
        engine.MjData(model)


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
