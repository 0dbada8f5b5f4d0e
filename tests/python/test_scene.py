"""Scenes: what is refused, what never crashes, and records that are shared with C++."""

import numpy as np
import pytest

import thew

XML = """<mujoco><worldbody><light/><camera pos="0 0 3"/><geom type="plane" size="0 0 1"/>
  <body name="ball" pos="0 0 1"><freejoint/><geom name="ball" size=".1"/></body></worldbody></mujoco>"""


@pytest.fixture
def world():
    m = thew.MjModel.from_xml_string(XML)
    d = thew.MjData(m)
    thew.mj_forward(m, d)
    return m, d


def test_records_are_shared(world):
    m, d = world
    scene = thew.MjvScene(m, 10)
    first = scene.geoms[1]
    thew.mjv_updateScene(m, d, thew.MjvOption(), None, thew.MjvCamera(), 7, scene)
    assert scene.ngeom == 2 and first is scene.geoms[1] and first.objid == 1
    np.testing.assert_allclose(first.pos, (0, 0, 1))
    scene.ngeom += 1
    thew.mjv_initGeom(scene.geoms[2], thew.mjtGeom.mjGEOM_SPHERE, [0.2, 0, 0], [1, 2, 3], np.eye(3).ravel(), None)
    assert scene.geoms[2].size[2] == np.float32(0.2) and scene.geoms[2].rgba[3] == 1
    thew.mjv_updateScene(m, d, thew.MjvOption(), None, thew.MjvCamera(), 7, scene)
    assert scene.ngeom == 2


def test_other_structures_are_refused(world):
    m, d = world
    scene, option, camera = thew.MjvScene(m, 10), thew.MjvOption(), thew.MjvCamera()
    for arguments in (
        (camera, None, camera, 7, scene),
        (option, option, camera, 7, scene),
        (option, None, option, 7, scene),
        (option, None, camera, 7, option),
        (None, None, camera, 7, scene),
        (option, None, None, 7, scene),
        (option, None, camera, 7, None),
        (3, None, camera, 7, scene),
    ):
        with pytest.raises(TypeError):
            thew.mjv_updateScene(m, d, *arguments)
    with pytest.raises(TypeError):
        thew.mjv_initGeom(camera, 2, None, None, None, None)
    with pytest.raises(TypeError):
        thew.mjv_initGeom(scene.geoms[0], 2, [1, 2], None, None, None)
    assert scene.ngeom == 0


def test_scenes_of_other_models_are_refused(world):
    m, d = world
    skin = thew.MjModel.from_xml_string(
        """<mujoco><worldbody><body name="a"><geom size=".1"/></body></worldbody><deformable><skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
        <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable></mujoco>"""
    )
    scene = thew.MjvScene(skin, 10)
    with pytest.raises(ValueError, match="another model"):
        thew.mjv_updateScene(m, d, thew.MjvOption(), None, thew.MjvCamera(), 7, scene)
    data = thew.MjData(skin)
    thew.mj_forward(skin, data)
    thew.mjv_updateSkin(skin, data, scene)
    np.testing.assert_allclose(scene.skinvert, (0, 0, 0, 1, 0, 0, 0, 1, 0))
    np.testing.assert_allclose(scene.skinnormal.reshape(3, 3)[:, 2], 1)


def test_nonsense_does_no_harm(world):
    m, d = world
    rng = np.random.default_rng(0)
    scene = thew.MjvScene(m, 50)
    for _ in range(300):
        option, camera, held = thew.MjvOption(), thew.MjvCamera(), thew.MjvPerturb()
        for record in (option, camera, held):
            noise = rng.integers(0, 256, record._dtype.itemsize, dtype=np.uint8)
            record._row = noise.view(record._dtype)[0] if rng.random() < 0.7 else record._row
        if rng.random() < 0.5:
            camera.type = int(rng.integers(0, 4))
        scene.ngeom = int(rng.integers(-5, 100))
        try:
            thew.mjv_updateScene(m, d, option, held, camera, int(rng.integers(-9, 9)), scene)
            thew.mjv_addGeoms(m, d, option, held, 7, scene)
            thew.mjv_moveCamera(m, int(rng.integers(-2, 12)), 1e300, np.nan, camera)
            thew.mjv_initPerturb(m, d, scene, held)
            thew.mjv_movePerturb(m, d, int(rng.integers(0, 9)), 0.1, 0.1, scene, held)
            thew.mjv_select(m, d, option, np.inf, 0.5, np.nan, scene, np.zeros(3), None, None, None)
            assert 0 <= scene.ngeom <= 50
        except thew.FatalError:
            pass


def test_printed_scene(world, tmp_path):
    m, d = world
    scene = thew.MjvScene(m, 10)
    thew.mjv_updateScene(m, d, thew.MjvOption(), None, thew.MjvCamera(), 7, scene)
    thew.mj_printScene(scene, str(tmp_path / "scene.txt"))
    text = (tmp_path / "scene.txt").read_text()
    assert "geoms[1].objid" in text and "lights[0].pos" in text and "camera[1].up" in text and "geoms[2]" not in text
    with pytest.raises(ValueError):
        thew.mj_printFormattedScene(scene, str(tmp_path / "scene.txt"), "%s %s")
