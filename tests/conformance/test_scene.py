"""What there is to see of a world is what MuJoCo's mjv_updateScene lists: geom by geom, for each flag, frame and label.

Of third-party models each is looked at in some ways, so that all ways are seen; with THEW_ALL_LOOKS=1 in all of them.
"""

import os

import numpy as np
import pytest
import scene_models
from engines import OWN_MODELS, ROOT, ZOO, engine, reference
from scene_looks import Look, cameras, difference, looks, show
from test_model_zoo import LARGE, MODELS, NOT_YET
from test_skins import Skin
from test_skins import model as skin_model

import thew
from thew.conformance import states
from thew.conformance.compare import load

ENGINES = (engine, reference)
LOOKS = looks()
SHOWS_CONTACTS = ("CONTACT", "categories", "contacts", "everything", "forces")
# Where the scenes differ because the worlds do, or what is shown is not there: docs/differences.md.
CONTACTS = "contacts differ: ties of convex pairs"
DIFFERENT = {
    "mujoco/flex/pulley.xml": (SHOWS_CONTACTS, "contacts differ: normals of round sides by EPA"),
    "mujoco/replicate/bunnies.xml": (SHOWS_CONTACTS, CONTACTS),
    "mujoco/replicate/particle_free2d.xml": (SHOWS_CONTACTS, CONTACTS),
}
# Lights that follow the centre of mass of the whole world stay as they were, in MuJoCo.
LIGHTS_STAY = ("mujoco/sleep/humanoid.xml", "mujoco/sleep/100_humanoids.xml")


class Pair:
    """A model in both engines."""

    def __init__(self, path_or_xml):
        self.models = [load(e, path_or_xml) for e in ENGINES]
        self.datas = [e.MjData(m) for e, m in zip(ENGINES, self.models)]
        self.scenes = [e.MjvScene(m, 30000) for e, m in zip(ENGINES, self.models)]

    def each(self):
        return zip(ENGINES, self.models, self.datas, self.scenes)

    def put(self, state, same_lights=False):
        for e, m, d, _ in self.each():
            states.put(e, m, d, state)
            e.mj_forward(m, d)
        if same_lights:
            for name in ("light_xpos", "light_xdir"):
                getattr(self.datas[0], name)[:] = getattr(self.datas[1], name)

    def compare(self, look: Look, but=()) -> None:
        if any(word in look.name for word in but):
            return
        for e, m, d, scene in self.each():
            show(e, m, d, look, scene)
        name_ends_of_ways(*self.scenes)
        found = difference(*self.scenes)
        assert found is None, f"{look.name}: {found}"


def name_ends_of_ways(ours, theirs) -> None:
    """MuJoCo leaves as they were some fields of the ways downhill (mjVIS_SDFITER), which come first in the list."""
    for a, b in zip(ours.geoms[: ours.ngeom], theirs.geoms[: theirs.ngeom]):
        if a.objtype != 0 or a.category != 4 or a.type not in (int(thew.mjtGeom.mjGEOM_SPHERE), int(thew.mjtGeom.mjGEOM_LINE)):
            return
        names = ("castshadow", "label", "camdist", "modelrbound", "transparent")
        if a.type == int(thew.mjtGeom.mjGEOM_SPHERE):
            names += ("objtype", "objid", "category", "segid")
        for name in names:
            setattr(b, name, getattr(a, name))


def compare(path_or_xml, chosen=LOOKS, count=2, but=(), same_lights=False):
    pair = Pair(path_or_xml)
    for state in states.reached_states(reference, pair.models[1], count, seed=3):
        pair.put(state, same_lights)
        for look in chosen:
            pair.compare(look, but)
        for camera in cameras(pair.models[1]):
            pair.compare(Look(f"camera {camera}", camera=camera), but)


@pytest.mark.parametrize("name", scene_models.ALL)
def test_gallery(name):
    compare(scene_models.ALL[name])


@pytest.mark.parametrize("path", OWN_MODELS, ids=lambda path: path.stem)
def test_own_model(path):
    compare(path)


@pytest.mark.parametrize("name", [name for name in MODELS if name not in NOT_YET])
def test_zoo(name):
    every = 9 if any(word in name for word in LARGE) else 1 if "THEW_ALL_LOOKS" in os.environ else 6
    chosen = LOOKS[MODELS.index(name) % every :: every]
    but, _ = DIFFERENT.get(name, ((), ""))
    compare(ZOO / name, chosen, count=1, but=but, same_lights=name in LIGHTS_STAY)


@pytest.mark.parametrize("seed", range(4))
def test_skins(seed):
    skins = [
        Skin(10 * seed + i, textured=i == 1).xml(f'name="s{i}" group="{2 * i}" inflate="{0.1 * i}" material="m"')
        for i in range(3)
    ]
    chosen = [Look("default"), Look("groups", groups=True), Look("label", label=11, held=-1)]
    compare(skin_model("".join(skins)), chosen)


SLEEPERS = """<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="9 9 1"/>
  <body pos="0 0 .1" sleep="init"><freejoint/><geom size=".1"/></body><body pos="0 .15 .1" sleep="init"><freejoint/><geom size=".1"/></body>
  <body pos="2 0 .1"><freejoint/><geom size=".1"/></body><body pos="4 0 3"><freejoint/><geom size=".1"/></body>
</worldbody></mujoco>"""


def test_sleepers_are_darker():
    pair = Pair(SLEEPERS)
    for e, m, d, _ in pair.each():
        e.mj_forward(m, d)
    assert (pair.datas[0].body_awake == pair.datas[1].body_awake).all() and (pair.datas[0].body_awake == 0).any()
    for look in LOOKS:
        pair.compare(look)


VISITED = [
    *(path for path in OWN_MODELS if path.stem in ("humanoid", "quadruped", "gripper_arm", "hand", "car")),
    *(
        ZOO / "mujoco" / name
        for name in (
            "flex/basket.xml flex/jelly.xml flex/pinch.xml flex/pulley.xml plugin/sdf/cow.xml plugin/sdf/mesh.xml car/car.xml "
            "replicate/stonehenge.xml replicate/bowl.xml replicate/helix.xml sleep/dominos.xml"
        ).split()
    ),
]


@pytest.mark.parametrize("path", VISITED, ids=lambda path: path.stem)
def test_visited_boxes(path):
    """Which bounding boxes a search for contacts visits, and how they are shown."""
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    pair = Pair(path)
    for m in pair.models:
        m.vis.global_.bvactive = 1
    boxes = (int(thew.mjtVisFlag.mjVIS_BODYBVH), int(thew.mjtVisFlag.mjVIS_MESHBVH))
    for state in states.reached_states(reference, pair.models[1], 2, seed=3):
        pair.put(state)
        ours, theirs = (d.bvh_active.copy() for d in pair.datas)
        assert np.array_equal(ours, theirs), f"{(ours != theirs).sum()} of {theirs.sum()} boxes, {np.flatnonzero(ours != theirs)[:10]}"
        for depth in (1, 3):
            pair.compare(Look(f"visited boxes of depth {depth}", boxes, depth=depth, visual={"bvactive": 1}))
            for m in pair.models:
                m.vis.global_.bvactive = 1


FLEXED = [scene_models.FLEXES, *(ZOO / "mujoco/flex" / f"{name}.xml" for name in ("floppy", "flag", "pulley", "jelly", "trampoline"))]


@pytest.mark.parametrize("path", FLEXED, ids=lambda path: getattr(path, "stem", "flexes"))
def test_select_flexes(path):
    """What the mouse finds of a flex, and what a ray meets of it, in all ways in which it may be shown."""
    if path is not scene_models.FLEXES and not path.is_file():
        pytest.skip(f"{path} is not there")
    pair, rng = Pair(path), np.random.default_rng(5)
    pair.put(states.reached_states(reference, pair.models[1], 1, seed=1)[0])
    first = int(thew.mjtVisFlag.mjVIS_FLEXVERT)
    found, rays = set(), 0
    for x, y in rng.uniform(0.2, 0.8, (60, 2)):
        shown = rng.integers(0, 2, 4)  # vertices, edges, faces, skin
        results = []
        for e, m, d, scene in pair.each():
            option, point, ids = e.MjvOption(), np.zeros(3), [np.full(1, -7, np.int32) for _ in range(3)]
            option.flags[first : first + 4] = shown
            show(e, m, d, Look("default"), scene)
            body = e.mjv_select(m, d, option, 1.5, x, y, scene, point, *ids)
            results.append((body, *(int(i[0]) for i in ids), *point))
        np.testing.assert_allclose(*results, rtol=1e-5, atol=1e-5)
        found.add(results[0][2])
        flex = int(rng.integers(pair.models[1].nflex))
        target = pair.datas[1].flexvert_xpos[rng.integers(pair.models[1].nflexvert)] + 0.01 * rng.normal(size=3)
        origin = target + rng.normal(size=3)
        hits = []
        for e, m, d, _ in pair.each():
            vertex, normal = np.full(1, -7, np.int32), np.zeros(3)
            distance = e.mj_rayFlex(m, d, 0, *map(bool, shown), flex, origin, target - origin, vertex, normal)
            hits.append((distance, vertex[0] if distance >= 0 else -1, *normal))
        np.testing.assert_allclose(*hits, rtol=1e-7, atol=1e-7)
        rays += hits[0][0] >= 0
    assert rays and (max(found) >= 0 or "pulley" in str(path))  # a rope is thin


@pytest.mark.parametrize("model", [scene_models.LOOKS, ROOT / "models/humanoid.xml"], ids=["looks", "humanoid"])
def test_select(model):
    """Cameras have single precision: a ray that meets the floor at an angle of 1/300, 600 m away, turns 6e-8 into 2e-5."""
    pair, rng = Pair(model), np.random.default_rng(0)
    pair.put(states.reached_states(reference, pair.models[1], 1, seed=1)[0])
    hits = 0
    for camera in cameras(pair.models[1]):
        for x, y in rng.uniform(0, 1, (100, 2)):
            results = []
            for e, m, d, scene in pair.each():
                show(e, m, d, Look("default", camera=camera), scene)
                point, ids = np.zeros(3), [np.full(1, -7, np.int32) for _ in range(3)]
                body = e.mjv_select(m, d, e.MjvOption(), 1.5, x, y, scene, point, *ids)
                results.append((body, *(int(i[0]) for i in ids), *point))
            np.testing.assert_allclose(*results, rtol=1e-5, atol=1e-5)
            hits += results[0][0] >= 0
    assert hits > 100


@pytest.mark.parametrize("seed", range(4))
def test_select_skins(seed):
    pair, rng = Pair(skin_model(Skin(seed, vertices=40).xml())), np.random.default_rng(seed)
    pair.put(states.random_states(reference, pair.models[1], 1, seed)[0])
    found = []
    for x, y in rng.uniform(0.3, 0.7, (100, 2)):
        results = []
        for e, m, d, scene in pair.each():
            show(e, m, d, Look("default"), scene)
            point, ids = np.zeros(3), [np.full(1, -7, np.int32) for _ in range(3)]
            body = e.mjv_select(m, d, e.MjvOption(), 1.0, x, y, scene, point, *ids)
            results.append((body, *(int(i[0]) for i in ids), *point))
        np.testing.assert_allclose(*results, rtol=1e-5, atol=1e-5)
        found.append(results[0][3])
    assert 0 in found


def test_more_geoms_behind_those_that_are_there():
    pair = Pair(OWN_MODELS[0])
    for e, m, d, scene in pair.each():
        e.mj_forward(m, d)
        option, camera = e.MjvOption(), e.MjvCamera()
        e.mjv_updateScene(m, d, option, None, camera, 1, scene)
        scene.ngeom += 1
        geom = scene.geoms[scene.ngeom - 1]
        geom.objtype = geom.objid = geom.category = geom.segid = 5
        e.mjv_initGeom(geom, 2, [0.1, 0, 0], [1, 2, 3], np.eye(3).ravel(), [1, 0, 0, 1])
        e.mjv_addGeoms(m, d, option, e.MjvPerturb(), 2, scene)
        e.mjv_makeLights(m, d, scene)
    assert difference(*pair.scenes) is None


def test_no_more_geoms_than_there_is_room_for():
    pair = Pair(scene_models.ALL["looks"])
    pair.scenes = [e.MjvScene(m, 4) for e, m in zip(ENGINES, pair.models)]
    for e, m, d, _ in pair.each():
        e.mj_forward(m, d)
    pair.compare(Look("default"))
    assert pair.scenes[0].ngeom == 4 and pair.scenes[0].status == 1


def test_camera_of_the_user():
    """It stays as it is, and the headlight shines from where it stands in the frame of the model."""
    pair = Pair(OWN_MODELS[0])
    for e, m, d, scene in pair.each():
        e.mj_forward(m, d)
        camera = e.MjvCamera()
        e.mjv_updateCamera(m, d, camera, scene)
        camera.type = 3
        scene.enabletransform, scene.scale, scene.translate = 1, 0.5, (1, 2, 3)
        scene.rotate = np.array([0.6, 0.8, 0, 0])
        e.mjv_updateScene(m, d, e.MjvOption(), None, camera, 7, scene)
    assert difference(*pair.scenes) is None and pair.scenes[0].enabletransform == 1
