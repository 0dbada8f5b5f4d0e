"""Models with flexes compile to MuJoCo's fields: those of the models folder, and generated ones of every type, dof and option."""

import re
from pathlib import Path

import numpy as np
import pytest
from engines import ZOO, engine, reference
from flex_cases import SHELL, cases, flexcomp, world
from thew import _thew

pytestmark = pytest.mark.skipif(engine is reference, reason="about Thew's own compiler")

ZOO_MODELS = sorted(path for path in ZOO.rglob("*.xml") if re.search("<flex(comp)?[ >]", path.read_text(errors="ignore")))
CASES = dict(cases())
FIELDS = re.compile(
    r"flex\w*|efm0_\w+|bvh_(child|depth|nodeid)|body_(?!user)\w+|jnt_(?!user)\w+|dof_\w+|qpos0|eq_\w+|tree_\w+|name_\w+adr|names|M_\w+"
)
APART = {"dof_length", "body_bvhadr", "body_bvhnum"}
SIZES = re.compile(r"n(?!buffer|arena|paths|names_map|emax|JmomD)\w+")
BOUND = 1e-9


def spread(values):
    return float(np.max(np.abs(values))) if values.size else 0.0


def difference(a, b):
    """The largest difference, relative to the largest number of the field."""
    if a.shape != b.shape:
        return np.inf
    if a.size == 0 or np.array_equal(a, b):
        return 0.0
    a, b = np.asarray(a, float), np.asarray(b, float)
    return spread(a - b) / max(spread(b), 1.0)


def gram(model, i):
    """Sums of products of the modes that hold the strain of a flex: their signs and, of equal ones, their choice are free."""
    order, (x, y, z) = abs(model.flex_interp[i]), model.flex_cellnum[i]
    shell = model.flex_interp[i] < 0
    parts = 2 * (y * z + x * z + x * y) if shell else x * y * z
    n = 3 * (order + 1) ** (2 if shell else 3)
    first = model.flex_stiffnessadr[i]
    result = []
    for part in np.asarray(model.flex_stiffness)[first : first + parts * n * n].reshape(parts, n * n):
        count = int(part[0])
        modes = part[1 : 1 + count * n].reshape(count, n)
        result.append(np.concatenate([[count], (modes.T @ modes).ravel()]))
    return np.array(result)


def compare(ours, theirs):
    """The fields and sizes that differ, with how much."""
    found = {}
    for name in dir(theirs):
        value = getattr(theirs, name)
        if isinstance(value, int) and SIZES.fullmatch(name) and hasattr(ours, name) and getattr(ours, name) != value:
            found[name] = (getattr(ours, name), value)
    for name in dir(theirs):
        if not FIELDS.fullmatch(name) or name in APART or not isinstance(getattr(theirs, name), np.ndarray):
            continue
        gap = difference(np.asarray(getattr(ours, name)), np.asarray(getattr(theirs, name)))
        if gap > BOUND:
            found[name] = gap
    if "flex_stiffness" in found and 3 in theirs.flex_edgeequality:
        held = [i for i in range(theirs.nflex) if theirs.flex_edgeequality[i] == 3]
        gaps = [difference(gram(ours, i), gram(theirs, i)) for i in held]
        if max(gaps) <= BOUND and len(held) == theirs.nflex:
            del found["flex_stiffness"]
    for i in range(3):
        gap = abs(ours.stat.center[i] - theirs.stat.center[i])
        if gap > BOUND:
            found[f"center{i}"] = gap
    for name in ("extent", "meansize", "meanmass", "meaninertia"):
        gap = abs(getattr(ours.stat, name) - getattr(theirs.stat, name))
        if gap > BOUND * max(1, abs(getattr(theirs.stat, name))):
            found[name] = gap
    return found


@pytest.mark.parametrize("name", CASES)
def test_generated(name):
    try:
        theirs = reference.MjModel.from_xml_string(CASES[name])
    except ValueError:
        with pytest.raises(engine.Error):
            engine.MjModel.from_xml_string(CASES[name])
        return
    assert compare(engine.MjModel.from_xml_string(CASES[name]), theirs) == {}


@pytest.mark.parametrize("path", ZOO_MODELS, ids=lambda path: path.stem)
def test_models_of_the_folder(path):
    try:
        theirs = reference.MjModel.from_xml_path(str(path))
    except ValueError as error:
        pytest.skip(f"MuJoCo does not load it: {error}")
    assert compare(engine.MjModel.from_xml_path(str(path)), theirs) == {}


SHEET = """<mujoco>
  <worldbody>
    <flexcomp name="cloth" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1"><edge equality="true"/></flexcomp>
  </worldbody>
</mujoco>"""


def test_a_model_with_flexes_is_saved_whole(tmp_path):
    import pickle

    model = engine.MjModel.from_xml_string(SHEET)
    assert pickle.loads(pickle.dumps(model)).flex_elem.tolist() == model.flex_elem.tolist()
    path = tmp_path / "model.thew"
    engine.mj_saveModel(model, str(path))
    again = engine.MjModel.from_binary_path(str(path))
    np.testing.assert_array_equal(again.flex_vert0, model.flex_vert0)


@pytest.mark.parametrize("name", ["grid2 elastic", "grid3 elastic", "disc pinned", "ring", "box3 material"])
def test_mujoco_reads_the_binary_form(name, tmp_path):
    """Both step alike from the file and from the XML."""
    path = tmp_path / "model.mjb"
    engine.mj_saveModel(engine.MjModel.from_xml_string(CASES[name]), str(path))
    moved = []
    for model in (reference.MjModel.from_binary_path(str(path)), reference.MjModel.from_xml_string(CASES[name])):
        data = reference.MjData(model)
        for _ in range(10):
            reference.mj_step(model, data)
        moved.append(data.qpos.copy())
    np.testing.assert_allclose(*moved, rtol=1e-9, atol=1e-9)
    again = engine.MjModel.from_binary_path(str(path))
    assert _thew.first_difference(engine.MjModel.from_xml_string(CASES[name]), again) is None


def test_the_order_of_elimination_has_the_vertices_of_mujocos():
    for name, text in CASES.items():
        try:
            orders = [np.sort(module.MjModel.from_xml_string(text).efmC_perm) for module in (engine, reference)]
        except ValueError:
            continue
        np.testing.assert_array_equal(*orders, err_msg=name)


def filled(coupled, order):
    """How many pairs of vertices are coupled in the end, where they are eliminated in this order."""
    left, count = [set(others) for others in coupled], 0
    for vertex in order:
        others = left[vertex]
        count += len(others)
        for other in others:
            left[other] |= others
            left[other] -= {vertex, other}
    return count


def test_the_order_of_elimination_fills_in_little():
    sheet = flexcomp('type="grid" dim="2" count="9 9 1" spacing=".05 .05 .05"', SHELL.format("both"))
    model = engine.MjModel.from_xml_string(world(sheet))
    coupled = [set() for _ in range(model.nflexvert)]
    pairs = [(*edge, *flap) for edge, flap in zip(model.flex_edge, model.flex_edgeflap) if flap[1] >= 0]
    for corners in [*pairs, *np.asarray(model.flex_elem).reshape(-1, 3)]:
        for corner in corners:
            coupled[corner] |= set(corners) - {corner}
    order = [dof // 3 for dof in np.asarray(model.efmC_perm).ravel()]
    assert sorted(order) == list(range(81))
    assert filled(coupled, order[::-1]) < 0.7 * filled(coupled, range(80, -1, -1))


def neo_hookean(module, corners, poisson, order=(0, 1, 2, 3)):
    """A spec with one tetrahedron of free points."""
    spec = module.MjSpec()
    spec.option.integrator = module.mjtIntegrator.mjINT_DISCRETE
    for i, corner in enumerate(corners):
        body = spec.worldbody.add_body(name=f"b{i}", pos=corner, ipos=[0, 0, 0], mass=1, inertia=[1, 1, 1], explicitinertial=True)
        for axis in np.eye(3):
            body.add_joint(type=module.mjtJoint.mjJNT_SLIDE, axis=axis)
    bodies = [f"b{i}" for i in range(4)]
    return spec, spec.add_flex(name="f", dim=3, vertbody=bodies, elem=order, young=90, poisson=poisson, elastic3d=1)


def test_stable_neo_hookean_solids():
    random = np.random.default_rng(4)
    for poisson in (0, 0.2, 0.45):
        corners, order = random.normal(size=(4, 3)), random.permutation(4)
        found, expected = (neo_hookean(module, corners, poisson, order)[0].compile() for module in (engine, reference))
        assert compare(found, expected) == {}


def test_what_stable_neo_hookean_solids_need():
    corners = np.random.default_rng(1).normal(size=(4, 3))
    for module in (engine, reference):
        spec, flex = neo_hookean(module, corners, 0.3)
        spec.compile()
        with pytest.raises((ValueError, reference.FatalError), match="cannot be written"):
            spec.to_xml()
        spec.option.integrator = module.mjtIntegrator.mjINT_EULER
        with pytest.raises(ValueError, match="discrete"):
            spec.compile()
        flex.elastic3d = 2
        with pytest.raises(ValueError, match="elastic3d must be 0"):
            spec.compile()
        flex.elastic3d, flex.dim, flex.elem = 1, 2, [0, 1, 2]
        with pytest.raises(ValueError, match="interpolated"):
            spec.compile()


def test_a_written_model_compiles_to_the_same():
    spec = engine.MjSpec.from_string(SHEET)
    assert len(spec.flexes) == 1 and len(spec.bodies) == 10
    model = spec.compile()
    again = engine.MjModel.from_xml_string(spec.to_xml())
    for name in dir(model):
        value = getattr(model, name)
        if name.startswith("flex") and isinstance(value, np.ndarray):
            np.testing.assert_allclose(getattr(again, name), value, atol=1e-12, err_msg=name)


@pytest.mark.parametrize(
    "inside, fault",
    [
        ('count="0 1 1"', "Count too small"),
        ('spacing=".001 .1 .1"', "Spacing must be larger"),
        ('mass="0"', "Mass and inertiabox"),
        ('dim="4"', "Invalid dim"),
        ('type="direct" point="0 0 0" element="0 1 2"', "point id 1"),
        ('type="gmsh"', "File is required"),
        ('type="box" mesh="m"', "mesh"),
    ],
)
def test_bad_recipes_are_errors_with_a_place(inside, fault):
    text = f'<mujoco>\n<worldbody>\n<flexcomp name="f" {inside}/>\n</worldbody>\n</mujoco>'
    with pytest.raises(engine.Error, match=fault) as caught:
        engine.MjModel.from_xml_string(text)
    assert caught.value.line == 3


CORPUS = sorted((Path(__file__).parents[1] / "fuzz" / "corpus" / "gmsh").glob("*.msh"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_gmsh(path, tmp_path):
    dim = 2 if "faces" in path.stem else 3
    file = tmp_path / "model.xml"
    file.write_text(f'<mujoco><worldbody><flexcomp name="f" type="gmsh" dim="{dim}" radius=".001" file="{path}"/></worldbody></mujoco>')
    ours = engine.MjModel.from_xml_path(str(file))
    # MuJoCo's reader of bytes in version 2.2 wants counts of several digits.
    text = path.with_stem(re.sub("bytes22_.*", "text22_tets", path.stem))
    file.write_text(file.read_text().replace(str(path), str(text)))
    assert compare(ours, reference.MjModel.from_xml_path(str(file))) == {}


def test_bad_gmsh_is_an_error_with_its_line(tmp_path):
    text = CORPUS[-1].read_text()
    assert CORPUS[-1].stem == "text41_tets"
    (tmp_path / "a.msh").write_text(text.replace("1 1 2 3 4", "1 1 2 3 x"))
    file = tmp_path / "model.xml"
    file.write_text('<mujoco><worldbody><flexcomp name="f" type="gmsh" dim="3" file="a.msh"/></worldbody></mujoco>')
    with pytest.raises(engine.Error, match=r'a\.msh:\d+.*"x" is not a whole number'):
        engine.MjModel.from_xml_path(str(file))
