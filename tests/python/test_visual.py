"""Cameras, transforms and abstract geoms against MuJoCo's."""

import mujoco
import numpy as np
import pytest

import thew

SCENE = """<mujoco>
  <statistic extent="2.5" center="1 2 3"/>
  <visual><global fovy="50" azimuth="100" elevation="-20" ipd="0.1"/><map znear="0.02" zfar="40"/></visual>
  <worldbody>
    <geom size="1"/>
    <camera pos="1 2 3" euler="10 20 30" fovy="60" ipd=".07"/>
    <camera pos="1 2 3" euler="10 20 30" sensorsize="0.1 0.05" focal="0.05 0.04" resolution="100 50" principal="0.001 0.002"/>
    <camera pos="1 2 3" fovy="3" projection="orthographic"/>
    <body pos="0 0 2"><freejoint/><geom size=".1" pos=".1 .2 .3"/><geom size=".2"/></body>
  </worldbody>
</mujoco>"""
SEEDS = range(10)
ENGINES = (thew, mujoco)


def models():
    made = []
    for engine in ENGINES:
        m = engine.MjModel.from_xml_string(SCENE)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        made.append((engine, m, d))
    return made


def camera(engine, random, kind=None):
    made = engine.MjvCamera()
    made.type = int(random.integers(0, 3)) if kind is None else kind
    made.fixedcamid, made.trackbodyid = int(random.integers(0, 3)), 1
    made.lookat = random.normal(size=3)
    made.distance = 0.5 + 3 * random.random()
    made.azimuth, made.elevation = random.uniform(-170, 170), random.uniform(-80, 80)
    made.orthographic = int(random.integers(0, 2))
    return made


def fields(record) -> dict:
    return {n: getattr(record, n) for n in dir(record) if not n.startswith("_")}


def assert_same(ours, theirs, tolerance=1e-6):
    for name, reference in fields(theirs).items():
        np.testing.assert_allclose(getattr(ours, name), reference, rtol=tolerance, atol=tolerance, err_msg=name)


def scenes(random_seed, kind=0):
    """Scenes of both engines with a camera in them and a transform."""
    made = []
    for engine, m, d in models():
        random = np.random.default_rng(random_seed)
        scene = engine.MjvScene(m, 3)
        view = camera(engine, random, kind)
        engine.mjv_updateCamera(m, d, view, scene)
        scene.enabletransform = 1
        scene.translate = random.normal(size=3)
        quat = random.normal(size=4)
        scene.rotate = quat / np.linalg.norm(quat)
        scene.scale = 0.5 + random.random()
        made.append((engine, m, d, view, scene))
    return made


@pytest.mark.parametrize("seed", range(20))
def test_camera_frames(seed):
    results = []
    for engine, m, d in models():
        view = camera(engine, np.random.default_rng(seed))
        frame = [np.zeros(3) for _ in range(4)]
        engine.mjv_cameraFrame(*frame, d, view)
        planes = [np.zeros(2, np.float32) for _ in range(3)]
        engine.mjv_cameraFrustum(*planes, m, view)
        results.append((frame, planes, engine.mjv_camera2GLCamera(m, d, view)))
    (frame, planes, gl), (their_frame, their_planes, their_gl) = results
    np.testing.assert_allclose(frame, their_frame, atol=1e-12)
    np.testing.assert_allclose(planes, their_planes, rtol=1e-6)
    assert_same(gl, their_gl)


@pytest.mark.parametrize("kind", range(4))
def test_cameras_in_scenes(kind):
    (_, _, _, ours, scene), (_, _, _, theirs, their_scene) = scenes(kind, kind)
    for eye, their_eye in zip(scene.camera, their_scene.camera):
        assert_same(eye, their_eye)
    np.testing.assert_allclose(ours.lookat, theirs.lookat)


@pytest.mark.parametrize("seed", SEEDS)
def test_room_and_model(seed):
    results = []
    for engine, _, _, _, scene in scenes(seed):
        random = np.random.default_rng(seed)
        pos, quat, vector, forward = (random.normal(size=n) for n in (3, 4, 3, 3))
        values = [np.zeros(3), np.zeros(4), np.zeros(3), np.zeros(4), np.zeros(3)]
        engine.mjv_room2model(values[0], values[1], pos, quat, scene)
        engine.mjv_model2room(values[2], values[3], pos, quat, scene)
        engine.mjv_alignToCamera(values[4], vector, forward)
        for function in (engine.mjv_cameraInModel, engine.mjv_cameraInRoom):
            frame = [np.zeros(3) for _ in range(3)]
            function(*frame, scene)
            values += frame
        values.append([engine.mjv_frustumHeight(scene)])
        results.append(np.concatenate(values))
    np.testing.assert_allclose(*results, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("action", [a for a in thew.mjtMouse if a != thew.mjtMouse.mjMOUSE_NONE])
@pytest.mark.parametrize("kind", [0, 1, 2, 3])
def test_mouse_moves_cameras(action, kind):
    for seed in SEEDS:
        moved = []
        for engine, m, _ in models():
            random = np.random.default_rng(seed)
            view = camera(engine, random, kind)
            way = random.uniform(-2, 2, 2)
            if kind == 3 and thew.mjtMouse.mjMOUSE_MOVE_V <= action != thew.mjtMouse.mjMOUSE_ZOOM:
                with pytest.raises(engine.FatalError):
                    engine.mjv_moveCamera(m, int(action), *way, view)
                continue
            engine.mjv_moveCamera(m, int(action), *way, view)
            moved.append(view)
        if moved:
            assert_same(*moved)  # MuJoCo scales by numbers of single precision


@pytest.mark.parametrize("action", range(1, 8))
def test_mouse_moves_models(action):
    for seed in SEEDS:
        moved = []
        for engine, m, _, _, scene in scenes(seed):
            random = np.random.default_rng(seed)
            up = random.normal(size=3)
            up /= np.linalg.norm(up)
            engine.mjv_moveModel(m, action, *random.uniform(-2, 2, 2), up, scene)
            moved.append(np.array([*scene.translate, *scene.rotate, scene.scale]))
        np.testing.assert_allclose(*moved, rtol=1e-5, atol=1e-5)
    for engine, m, _, _, scene in scenes(0):
        with pytest.raises(engine.FatalError):
            engine.mjv_moveModel(m, 0, 0.1, 0.1, [0, 0, 1], scene)


def test_default_cameras():
    cameras = []
    for engine, m, _ in models():
        view = engine.MjvCamera()
        view.trackbodyid = 3
        engine.mjv_defaultFreeCamera(m, view)
        cameras.append(view)
        assert fields(view)["distance"] == 3.75
        engine.mjv_defaultCamera(view)
        assert view == engine.MjvCamera()
    for name, kind in (("Option", "MjvOption"), ("Perturb", "MjvPerturb"), ("Figure", "MjvFigure")):
        record = getattr(thew, kind)()
        for field in record._dtype.names:
            record._row[field] = np.ones(1, record._dtype)[0][field]
        getattr(thew, f"mjv_default{name}")(record)
        assert record == getattr(thew, kind)()


@pytest.mark.parametrize("seed", SEEDS)
def test_average_cameras(seed):
    made = []
    for engine in ENGINES:
        random = np.random.default_rng(seed)
        pair = engine.MjvGLCamera(), engine.MjvGLCamera()
        for each in pair:
            for name in ("pos", "forward", "up"):
                setattr(each, name, random.normal(size=3))
            for name in ("center", "width", "bottom", "top", "near", "far"):
                setattr(each, f"frustum_{name}", float(random.random()))
        made.append(engine.mjv_averageCamera(*pair))
        pair[0].orthographic = 1
        with pytest.raises(engine.FatalError):
            engine.mjv_averageCamera(*pair)
    assert_same(*made, tolerance=1e-5)


@pytest.mark.parametrize("kind", [*range(9), 100, 101, 102, 103, 104, 1001])
def test_abstract_geoms(kind):
    random = np.random.default_rng(kind)
    size, pos, mat, rgba = (random.random(n) for n in (3, 3, 9, 4))
    start, end = random.normal(size=3), random.normal(size=3)
    made = []
    for engine in ENGINES:
        geom = engine.MjvGeom()
        engine.mjv_initGeom(geom, kind, size, pos, mat, rgba.astype(np.float32))
        made.append({n: np.copy(v) for n, v in fields(geom).items() if n != "label"})
        if kind in (3, 5, 100, 101, 102, 103):
            engine.mjv_connector(geom, kind, 0.05, start, end)
            made[-1] |= {f"connector {n}": np.copy(v) for n, v in fields(geom).items() if n != "label"}
        else:
            with pytest.raises(engine.FatalError):
                engine.mjv_connector(geom, kind, 0.05, start, end)
    ours, theirs = made
    for name, reference in theirs.items():
        np.testing.assert_allclose(ours[name], reference, rtol=1e-6, atol=1e-6, err_msg=name)


def test_what_makes_no_sense():
    for engine, m, d in models():
        view, scene = engine.MjvCamera(), engine.MjvScene(m, 3)
        frame = [np.zeros(3) for _ in range(4)]
        view.type, view.fixedcamid = 2, -1
        with pytest.raises(engine.FatalError):
            engine.mjv_cameraFrame(*frame, d, view)
        with pytest.raises(engine.FatalError):
            engine.mjv_updateCamera(m, d, view, scene)
        view.type, view.trackbodyid = 1, -1
        with pytest.raises(engine.FatalError):
            engine.mjv_updateCamera(m, d, view, scene)
        view.type = 8
        with pytest.raises(engine.FatalError):
            engine.mjv_cameraFrustum(*[np.zeros(2, np.float32)] * 3, m, view)
        view.type = 0
        with pytest.raises(engine.FatalError):
            engine.mjv_moveCamera(m, 0, 0.1, 0.1, view)
        with pytest.raises(engine.FatalError):
            engine.mjv_frustumHeight(scene)
        with pytest.raises(engine.FatalError):
            engine.mjv_cameraInModel(*frame[:3], scene)
        scene.scale = 0
        with pytest.raises(engine.FatalError):
            engine.mjv_room2model(np.zeros(3), np.zeros(4), np.zeros(3), np.zeros(4), scene)


def test_rectangles():
    rects = [thew.MjrRect(0, 0, 10, 10), thew.MjrRect(10, 0, 10, 10)]
    assert thew.mjr_findRect(12, 5, 2, rects) == 1 and thew.mjr_findRect(50, 5, 2, rects) == -1
    assert thew.mjr_findRect(5, 5, 1, rects[0]) == mujoco.mjr_findRect(5, 5, 1, mujoco.MjrRect(0, 0, 10, 10))

@pytest.mark.parametrize("seed", range(12))
def test_perturbations(seed):
    xml = """<mujoco><option gravity="0 0 0"/><visual><map stiffness="80" stiffnessrot="300"/></visual><worldbody><geom size="1"/>
      <body pos="0 0 3" quat=".6 .8 0 0" mocap="true"><geom type="box" size=".1 .2 .3" pos=".1 .2 .3" euler="10 20 30"/></body>
      <body pos="1 2 3"><freejoint/><geom size=".1 .2 .3" type="box" pos=".1 .2 .3" euler="10 20 30"/>
        <body pos=".3 .2 .1"><joint type="hinge" axis="1 2 3"/><geom size=".1" pos=".1 0 0"/></body></body></worldbody></mujoco>"""
    results = []
    for engine in ENGINES:
        random = np.random.default_rng(seed)
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qpos[:] = random.normal(size=m.nq)
        d.qpos[3:7] /= np.linalg.norm(d.qpos[3:7])
        d.qvel[:] = random.normal(size=m.nv)
        engine.mj_forward(m, d)
        scene = engine.MjvScene(m, 3)
        engine.mjv_updateCamera(m, d, camera(engine, random, 0), scene)
        values = []
        for body in (1, 2, 3):
            pert = engine.MjvPerturb()
            pert.select, pert.localpos = body, random.normal(size=3)
            engine.mjv_initPerturb(m, d, scene, pert)
            values += [pert.refpos, pert.refquat, pert.refselpos, [pert.localmass, pert.scale]]
            values = [np.copy(v) for v in values]
            for action in range(1, 8):
                engine.mjv_movePerturb(m, d, action, *random.uniform(-1, 1, 2), scene, pert)
                values += [np.copy(v) for v in (pert.refpos, pert.refselpos, pert.refquat)]
            for active in (1, 2, 3):
                pert.active, pert.active2 = active & 1, active & 2
                d.xfrc_applied[:] = 0
                engine.mjv_applyPerturbForce(m, d, pert)
                values.append(d.xfrc_applied.ravel().copy())
            for paused in (0, 1):
                engine.mjv_applyPerturbPose(m, d, pert, paused)
                values += [d.mocap_pos.ravel().copy(), d.mocap_quat.ravel().copy(), d.qpos.copy()]
        results.append(values)
    for i, (ours, theirs) in enumerate(zip(*results)):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-5, err_msg=str(i))
