"""The names of MuJoCo's package: those that are missing, and what the rarely used ones do."""

import copy
import pathlib
import pickle
import re
import subprocess
import sys

import mujoco
import numpy as np
import pytest
import samples

import thew

ROOT = pathlib.Path(__file__).parents[2]
SCENE = """<mujoco>
  <option timestep="0.004"/>
  <worldbody>
    <camera name="fixed" pos="1 2 3" euler="10 20 30" fovy="60"/>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <body name="box" pos="0 0 .19"><freejoint/><geom type="box" size=".1 .2 .2"/>
      <site name="s" type="capsule" size=".1 .2" pos=".1 .2 .3" euler="10 20 30"/>
      <body pos=".3 0 0"><joint name="j" axis="0 1 0" range="-50 50"/><geom name="arm" type="capsule" size=".05" fromto="0 0 0 .3 .1 0"/>
        <camera name="moving" mode="trackcom"/></body>
    </body>
    <body name="mocap" mocap="true" pos="0 1 1"><geom size=".1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="j" coef="2"/></fixed></tendon>
  <actuator><position joint="j" kp="3"/><motor tendon="t" gear="2"/></actuator>
  <sensor><jointpos joint="j"/></sensor>
</mujoco>"""


@pytest.fixture
def engines():
    """Both engines with model and data of the scene, in the same state."""
    made = []
    for engine in (thew, mujoco):
        m = engine.MjModel.from_xml_string(SCENE)
        d = engine.MjData(m)
        d.qvel[:] = np.linspace(-0.3, 0.4, m.nv)
        d.ctrl[:] = 0.2
        engine.mj_forward(m, d)
        made.append((engine, m, d))
    return made


def test_page_lists_what_is_missing():
    done = subprocess.run([sys.executable, ROOT / "tools" / "make_names", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_missing_name_says_where_the_list_is():
    with pytest.raises(AttributeError, match="docs/python.md"):
        thew.mj_foo
    with pytest.raises(ImportError):
        from thew import mj_foo  # noqa: F401
    assert not hasattr(thew, "mj_foo") and not hasattr(thew, "__path_of_nothing__")


@pytest.mark.parametrize("name", [n for n in dir(mujoco) if n.startswith("mj") and isinstance(getattr(mujoco, n), (int, float, tuple))])
def test_constants(name):
    assert getattr(thew, name) == getattr(mujoco, name)


@pytest.mark.parametrize("name", [n for n in dir(mujoco) if re.match("mj[tr][A-Z]", n)])
def test_enumerations(name):
    theirs = {k: v.value for k, v in getattr(mujoco, name).__members__.items()}
    ours = {k: v.value for k, v in getattr(thew, name).__members__.items()}
    assert theirs.items() <= ours.items()


def plain(kind, engine):
    if kind == "MjrRect":
        return engine.MjrRect(1, 2, 3, 4)
    made = getattr(engine, kind)()
    return made


RECORDS = (
    "MjvCamera MjvGLCamera MjvPerturb MjvOption MjvGeom MjvLight MjvFigure MjvScene MjrRect MjrContext MjrRendererInfo "
    "MjrVertexAttribute MjLROpt MjPreContact MjLogMessage MjLogConfig"
).split()


@pytest.mark.parametrize("kind", RECORDS)
def test_fields_and_defaults(kind):
    ours, theirs = plain(kind, thew), plain(kind, mujoco)
    names = [n for n in dir(theirs) if not n.startswith("_")]
    assert set(names) <= set(dir(ours))
    for name in names:
        mine, reference = getattr(ours, name), getattr(theirs, name)
        if callable(reference):
            continue
        if isinstance(reference, np.ndarray):
            assert mine.dtype == reference.dtype and mine.shape == reference.shape, name
            np.testing.assert_array_equal(mine, reference, err_msg=name)
        elif isinstance(reference, tuple):
            assert isinstance(mine, tuple) and len(mine) == len(reference), name
        else:
            assert type(mine) is type(reference) and mine == reference, name


@pytest.mark.parametrize("kind", [k for k in RECORDS if k not in ("MjvScene", "MjrContext", "MjrRendererInfo", "MjLogMessage", "MjLogConfig")])
def test_records_hold_values(kind):
    record, other = plain(kind, thew), plain(kind, thew)
    assert record == other and not record != other and record != 3
    for name in record._dtype.names:
        value = getattr(record, name)
        if isinstance(value, np.ndarray) and value.dtype.kind != "S":
            value[...] = 3
            assert (getattr(record, name) == 3).all()
        elif isinstance(value, str):
            setattr(record, name, "ab")
            assert getattr(record, name) == "ab"
            with pytest.raises(TypeError):
                setattr(record, name, 3)
        elif isinstance(value, (int, float)):
            setattr(record, name, 3)
            assert getattr(record, name) == 3
            with pytest.raises(TypeError):
                setattr(record, name, "x")
    assert record != other
    for twin in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert twin == record and twin is not record
    assert repr(record).startswith(f"<{kind}\n")
    with pytest.raises(AttributeError):
        record.nothing = 3
    with pytest.raises(TypeError):
        hash(record)


def test_scene():
    model = thew.MjModel.from_xml_string(SCENE)
    scene = thew.MjvScene(model, maxgeom=7)
    assert scene.maxgeom == 7 and len(scene.geoms) == 7 and scene.geomorder.shape == (7,)
    scene.geoms[3].pos[:] = 1
    assert (scene.geoms[3].pos == 1).all() and (scene.geoms[2].pos == 0).all()
    for name in ("geoms", "lights", "camera"):
        with pytest.raises(AttributeError):
            setattr(scene, name, ())
    with pytest.raises(TypeError):
        thew.MjvScene(model)


@pytest.mark.parametrize("name", ["mj_loadPluginLibrary", "mj_loadAllPluginLibraries"])
def test_what_is_not_there_says_so(name):
    with pytest.raises(NotImplementedError, match=name):
        getattr(thew, name)("x")


# --- functions of a model and a data ---------------------------------------------------------------


def test_constants_of_a_changed_model(engines):
    outputs = mujoco.MjModel._setconst_outputs
    for engine, m, d in engines:
        m.body_mass[1:] *= 2
        m.body_inertia *= 3
        m.geom_size[1] *= 1.5
        m.geom_size[2, 0] *= 2
        m.geom_pos[2] += 0.1
        m.geom_conaffinity[1] = 3
        m.geom_margin[2] = 0.02
        m.qpos0[:3] += 0.5
        m.cam_pos[0] += 1
        m.tendon_armature[:] = 0.1
        m.dof_armature[-1] = 0.2
        m.body_gravcomp[1] = 1
        engine.mj_setConst(m, d)
    (_, ours, data), (_, theirs, their_data) = engines
    for name in outputs:
        reference = getattr(theirs, name)
        if hasattr(ours, name) and reference.size and name not in ("bvh_aabb",):
            np.testing.assert_allclose(getattr(ours, name), reference, rtol=1e-9, atol=1e-9, err_msg=name)
    for name in ("meaninertia", "meanmass", "meansize", "extent", "center"):
        np.testing.assert_allclose(getattr(ours.stat, name), getattr(theirs.stat, name), rtol=1e-9)
    assert ours.ngravcomp == theirs.ngravcomp and ours.flg_gravcomp == theirs.flg_gravcomp
    np.testing.assert_allclose(data.qpos, their_data.qpos)


@pytest.mark.parametrize("xml", [samples.SMOOTH, SCENE])
def test_constants_again_are_the_same(xml):
    m = thew.MjModel.from_xml_string(xml)
    before = copy.copy(m)
    thew.mj_setConst(m, thew.MjData(m))
    assert thew._thew.first_difference(m, before) is None


def test_boxes_of_a_changed_model_hold_its_geoms():
    geoms = "".join(f'<geom size=".05" pos="{0.2 * i} 0 0"/>' for i in range(20))
    xml = f'<mujoco><worldbody><body><freejoint/>{geoms}</body><body pos="0 0 .5"><freejoint/>{geoms}</body></worldbody></mujoco>'
    grown = thew.MjModel.from_xml_string(xml)
    grown.geom_size[:, 0] = 0.3
    thew.mj_setConst(grown, thew.MjData(grown))
    d = thew.MjData(grown)
    thew.mj_forward(grown, d)
    reference = mujoco.MjModel.from_xml_string(xml.replace('size=".05"', 'size=".3"').replace("<freejoint/>", '<inertial mass="1" pos="1.9 0 0" diaginertia="1 1 1"/><freejoint/>'))
    theirs = mujoco.MjData(reference)
    mujoco.mj_forward(reference, theirs)
    assert d.ncon == theirs.ncon > 20


def test_parts_of_the_pipeline(engines):
    for engine, m, d in engines:
        d.qpos[2] += 0.01
        engine.mj_fwdKinematics(m, d)
        positions = d.xpos.copy(), d.ten_length.copy(), d.cam_xpos.copy(), d.subtree_com.copy()
        engine.mj_forward(m, d)
        for before, name in zip(positions, ("xpos", "ten_length", "cam_xpos", "subtree_com")):
            np.testing.assert_allclose(getattr(d, name), before, atol=1e-14)
        d.qpos[:] = m.qpos0
        d.qacc[:] = np.linspace(1, 2, m.nv)
        engine.mj_invPosition(m, d)
        engine.mj_invVelocity(m, d)
        engine.mj_invConstraint(m, d)
    (_, _, ours), (_, _, theirs) = engines
    assert theirs.nefc > 0
    np.testing.assert_allclose(ours.efc_force, theirs.efc_force, rtol=1e-8)
    np.testing.assert_allclose(ours.qfrc_constraint, theirs.qfrc_constraint, rtol=1e-8, atol=1e-8)


def test_points_in_sites(engines):
    random = np.random.default_rng(0)
    (_, m, d), (_, their_m, their_d) = engines
    points = d.site_xpos[0] + 0.3 * random.normal(size=(300, 3))
    ours = [thew.mj_insideSite(m, d, 0, p) for p in points]
    assert ours == [mujoco.mj_insideSite(their_m, their_d, 0, p) for p in points]
    assert 0 < sum(ours) < 300
    with pytest.raises(IndexError):
        thew.mj_insideSite(m, d, 1, points[0])


@pytest.mark.parametrize("kind", ["sphere", "capsule", "ellipsoid", "cylinder", "box"])
def test_points_in_sites_of_every_kind(kind):
    xml = f'<mujoco><worldbody><site type="{kind}" size=".3 .4 .5" pos=".1 .2 .3" euler="20 40 60"/></worldbody></mujoco>'
    answers = []
    for engine in (thew, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        random = np.random.default_rng(1)
        answers.append([engine.mj_insideSite(m, d, 0, p) for p in random.normal(size=(500, 3))])
    assert answers[0] == answers[1] and 0 < sum(answers[0]) < 500


def test_added_inertia(engines):
    results = []
    for engine, m, d in engines:
        pattern = np.tril(np.ones((m.nv, m.nv)))
        counts = np.arange(1, m.nv + 1, dtype=np.int32)
        starts = np.array(np.cumsum(counts) - counts, np.int32)
        columns = np.concatenate([np.arange(n, dtype=np.int32) for n in counts]).astype(np.int32)
        values = np.ones(columns.size)
        engine.mj_addM(m, d, values, counts, starts, columns)
        results.append(values)
        full = np.zeros((m.nv, m.nv))
        engine.mj_fullM(m, d, full)
        np.testing.assert_allclose(values, (full + 1)[pattern > 0])
    np.testing.assert_allclose(*results, rtol=1e-12)


def test_added_contact(engines):
    results = []
    for engine, m, d in engines:
        contact = copy.copy(d.contact[0])
        contact.pos = contact.pos + [0.05, 0, 0]
        contact.dist = -0.02
        before = d.ncon
        assert engine.mj_addContact(m, d, contact) == 0
        assert d.ncon == before + 1
        np.testing.assert_allclose(d.contact[before].pos, contact.pos)
        engine.mj_makeConstraint(m, d)
        results.append((d.nefc, d.efc_pos.copy()))
    assert results[0][0] == results[1][0]
    np.testing.assert_allclose(results[0][1], results[1][1], atol=1e-9)
    bad = copy.copy(contact) if isinstance(contact, thew.MjContact) else thew.MjContact()
    bad.geom[:] = 99
    with pytest.raises(IndexError):
        thew.mj_addContact(engines[0][1], engines[0][2], bad)


def test_most_contacts_of_two_geoms():
    kinds = "plane hfield sphere capsule ellipsoid cylinder box mesh".split()
    extra = {"hfield": 'hfield="h"', "mesh": 'mesh="m"'}
    geoms = "".join(f'<geom type="{k}" size=".1 .1 .1" {extra.get(k, "")}/>' for k in kinds)
    xml = f"""<mujoco><asset><hfield name="h" nrow="3" ncol="3" size="1 1 1 1"/>
      <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody>{geoms}</worldbody></mujoco>"""
    ours, theirs = thew.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    for flags in (0, int(thew.mjtDisableBit.mjDSBL_MULTICCD)):
        ours.opt.disableflags = theirs.opt.disableflags = flags
        for a in range(8):
            for b in range(8):
                assert thew.mj_maxContact(ours, a, b, -1) == mujoco.mj_maxContact(theirs, a, b, -1), (a, b)


@pytest.mark.parametrize("sameframe", range(5))
def test_local_to_global(engines, sameframe):
    results = []
    for engine, m, d in engines:
        pos, mat = np.zeros(3), np.zeros(9)
        engine.mj_local2Global(d, pos, mat, [0.1, 0.2, 0.3], [0.6, 0.8, 0, 0], 1, sameframe)
        results.append(np.concatenate([pos, mat]))
    np.testing.assert_allclose(*results, atol=1e-12)


def test_reset_of_controls():
    xml = """<mujoco><worldbody><body><joint name="b" type="ball"/><geom size=".1"/><site name="s"/></body></worldbody>
      <actuator><motor joint="b" gear="1 0 0"/></actuator></mujoco>"""
    m = thew.MjModel.from_xml_string(xml)
    d = thew.MjData(m)
    d.ctrl[:] = 3
    thew.mj_resetCtrl(m, d)
    assert (d.ctrl == 0).all()


def test_reset_with_a_pattern():
    m = thew.MjModel.from_xml_string(SCENE)
    d = thew.MjData(m)
    thew.mj_forward(m, d)
    thew.mj_resetDataDebug(m, d, 0xAB)
    np.testing.assert_array_equal(d.qpos, m.qpos0)
    assert (d.xpos[1] == np.frombuffer(b"\xab" * 8)[0]).all()
    fresh = thew.MjData(m)
    for each in (d, fresh):
        thew.mj_step(m, each)
    np.testing.assert_array_equal(d.qpos, fresh.qpos)


def test_length_range():
    xml = """<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="j" axis="0 1 0" range="-50 80" limited="true" damping=".1"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/></body></worldbody><actuator><motor joint="j" gear="2"/></actuator></mujoco>"""
    ranges = []
    for engine in (thew, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        opt = engine.MjLROpt()
        engine.mj_defaultLROpt(opt)
        opt.mode = int(engine.mjtLRMode.mjLRMODE_ALL)
        engine.mj_setLengthRange(m, d, 0, opt)
        ranges.append(m.actuator_lengthrange.copy())
        opt.uselimit, opt.useexisting = 1, 0
        engine.mj_setLengthRange(m, d, 0, opt)
        ranges.append(m.actuator_lengthrange.copy())
    np.testing.assert_allclose(ranges[0], ranges[2], rtol=1e-6)
    np.testing.assert_allclose(ranges[1], ranges[3])


def test_defaults_of_options():
    option, visual = thew.MjOption(), thew.MjVisual()
    option.timestep, visual.global_.fovy = 0.1, 10
    thew.mj_defaultOption(option)
    thew.mj_defaultVisual(visual)
    assert option == thew.MjOption() and visual == thew.MjVisual()


def test_flexes_and_plugins():
    m = thew.MjModel.from_xml_string(SCENE)
    d = thew.MjData(m)
    thew.mj_flex(m, d)
    with pytest.raises(IndexError):
        thew.mj_rayFlex(m, d, 0, 1, 1, 1, 1, 0, [0, 0, 0], [0, 0, 1])
    assert (d.nplugin, d.pstack, d.parena) == (0, 0, 0)
    thew.mju_threadpool(d, 2)
    assert d.threadpool == 2 and thew.MjData(m).threadpool == 0
    assert m.signature == d.signature == thew.MjModel.from_xml_string(SCENE).signature
    assert m.signature != thew.MjModel.from_xml_string("<mujoco/>").signature


# --- callbacks, warnings, logs ----------------------------------------------------------------------


@pytest.fixture
def clean_callbacks():
    yield
    for engine in (thew, mujoco):
        engine.mj_resetCallbacks()
        engine.set_mju_user_warning(None)


def test_contact_filter(clean_callbacks, engines):
    counts = []
    for engine, m, d in engines:
        floor = engine.mj_name2id(m, engine.mjtObj.mjOBJ_GEOM, "floor")
        calls = []

        def refuse(model, data, a, b):
            calls.append((a, b))
            return floor in (a, b)

        before = d.ncon
        engine.set_mjcb_contactfilter(refuse)
        assert engine.get_mjcb_contactfilter() is refuse
        engine.mj_forward(m, d)
        assert before > 0 and d.ncon == 0 and calls
        engine.set_mjcb_contactfilter(lambda *_: 0)
        engine.mj_forward(m, d)
        counts.append(d.ncon)
        engine.set_mjcb_contactfilter(lambda *_: "no")
        with pytest.raises(TypeError):
            engine.mj_forward(m, d)
        engine.set_mjcb_contactfilter(None)
        assert engine.get_mjcb_contactfilter() is None
    assert counts[0] == counts[1] == before


def test_user_warnings(clean_callbacks, engines):
    for engine, m, d in engines:
        texts = []
        engine.set_mju_user_warning(texts.append)
        d.qpos[2] = np.nan
        engine.mj_checkPos(m, d)
        assert len(texts) == 1 and "QPOS" in texts[0]
        with pytest.raises(TypeError):
            engine.set_mju_user_warning(3)
        engine.set_mju_user_warning(None)
        assert engine.get_mju_user_warning() is None


def test_user_warnings_that_raise(clean_callbacks):
    m = thew.MjModel.from_xml_string(SCENE)
    d = thew.MjData(m)
    thew.set_mju_user_warning(lambda text: 1 / 0)
    d.qpos[0] = np.nan
    with pytest.raises(ZeroDivisionError):
        thew.mj_step(m, d)


def test_memory_functions():
    import ctypes

    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda pointer: None)
    for name in ("malloc", "free"):
        setter, getter = getattr(thew, f"set_mju_user_{name}"), getattr(thew, f"get_mju_user_{name}")
        setter(function)
        assert getter() is function
        setter(None)
        assert getter() is None
        with pytest.raises(TypeError):
            setter(3)


def test_log_file(tmp_path):
    before = thew.MjLogConfig.get()
    config = thew.MjLogConfig.get()
    config.logto_file, config.logfile, config.logto_console = True, str(tmp_path / "log"), False
    config.topics = 1 << (thew.mjtLogTopic.mjTOPIC_TIME_CMP - 1)
    try:
        config.set()
        thew.MjModel.from_xml_string("<mujoco/>")
        thew.mju_writeLog("NOTE", "hello")
    finally:
        before.set()
    text = (tmp_path / "log").read_text()
    assert "compile time" in text and "NOTE: hello" in text
    assert thew.MjLogConfig.get() == before


# --- files ---------------------------------------------------------------------------------------------


def test_saved_models(tmp_path):
    m = thew.MjModel.from_xml_string(SCENE)
    path = tmp_path / "model.bin"
    thew.mj_saveModel(m, str(path))
    again = thew.MjModel.from_binary_path(str(path))
    assert thew._thew.first_difference(m, again) is None
    buffer = np.zeros(thew.mj_sizeModel(m), np.uint8)
    thew.mj_saveModel(m, None, buffer)
    assert buffer.tobytes() == path.read_bytes()
    assert thew.MjModel.from_binary_path("m.bin", {"m.bin": buffer.tobytes()}).nq == m.nq
    with pytest.raises(TypeError):
        thew.mj_saveModel(m, None, np.zeros(10, np.uint8))
    with pytest.raises(ValueError):
        thew.MjModel.from_binary_path(str(tmp_path / "nothing.bin"))


def test_printed_models(tmp_path, engines):
    _, m, d = engines[0]
    for call, arguments in (
        (thew.mj_printModel, ()), (thew.mj_printFormattedModel, ("%.17g",)),
        (thew.mj_printData, ()), (thew.mj_printFormattedData, ("%.17g",)),
    ):  # fmt: skip
        data = (d,) if "Data" in call.__name__ else ()
        call(m, *data, str(tmp_path / "out"), *arguments)
        text = (tmp_path / "out").read_text()
        assert ("qpos 8" in text and "contact[0].dist" in text) if data else ("body_mass" in text and "opt.timestep" in text)
        if arguments:
            value = d.qpos[2] if data else m.opt.timestep
            assert f"{value:.17g}" in text
    with pytest.raises(ValueError):
        thew.mj_printFormattedModel(m, str(tmp_path / "out"), "%s %s")


def test_the_last_model_is_written(tmp_path):
    m = thew.MjModel.from_xml_string('<mujoco><worldbody><geom name="ball" size=".1"/></worldbody></mujoco>')
    thew.mj_saveLastXML(str(tmp_path / "out.xml"), m)
    assert thew.MjModel.from_xml_path(str(tmp_path / "out.xml")).geom("ball").size[0] == 0.1


def test_schema_as_text():
    for html in (False, True):
        for pad in (False, True):
            text = thew.mj_printSchema(html, pad)
            assert ("<table>" in text) is html
            assert all(word in text for word in ("mujoco", "compiler", "timestep", "springdamper"))


def test_files_that_a_model_names(tmp_path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "part.xml").write_text('<mujoco><asset><mesh name="a" file="a.obj"/></asset></mujoco>')
    (tmp_path / "main.xml").write_text(
        '<mujoco><compiler meshdir="meshes" texturedir="pictures"/><include file="part.xml"/>'
        '<asset><mesh name="b" file="b.stl"/><texture name="t" file="t.png" type="2d"/></asset></mujoco>'
    )
    found = thew.mju_getXMLDependencies(str(tmp_path / "main.xml"))
    names = {str(pathlib.Path(name).relative_to(tmp_path)) for name in found}
    assert {"main.xml", "part.xml", "meshes/b.stl", "pictures/t.png"} <= names
    with pytest.raises(ValueError):
        thew.mju_getXMLDependencies(str(tmp_path / "nothing.xml"))


def test_textures():
    xml = """<mujoco><asset><texture name="t" type="2d" builtin="checker" rgb1=".1 .2 .3" rgb2=".4 .5 .6" width="6" height="4"/></asset></mujoco>"""
    (pixels, space), (their_pixels, their_space) = (
        engine.mj_loadTexture(engine.MjModel.from_xml_string(xml), 0) for engine in (thew, mujoco)
    )
    np.testing.assert_array_equal(pixels, their_pixels)
    assert space == their_space
    m = thew.MjModel.from_xml_string(xml)
    with pytest.raises(ValueError, match="out of range"):
        thew.mj_loadTexture(m, 1)
    assert thew._thew.first_difference(thew.mj_embedAssets(m), m) is None


def test_cache():
    cache = thew.mj_getCache()
    capacity = thew.mj_getCacheCapacity(cache)
    thew.mj_clearCache(cache)
    assert capacity == 500 << 20 and thew.mj_getCacheSize(cache) == 0
    mesh = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    xml = '<mujoco><asset><mesh name="m" file="m.obj" scale="{0} 1 1"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
    first = thew.MjModel.from_xml_string(xml.format(1), {"m.obj": mesh})
    size = thew.mj_getCacheSize(cache)
    again = thew.MjModel.from_xml_string(xml.format(1), {"m.obj": mesh})
    assert size > 0 and thew.mj_getCacheSize(cache) == size
    assert thew._thew.first_difference(first, again) is None
    assert thew.MjModel.from_xml_string(xml.format(2), {"m.obj": mesh}).geom_aabb[0, 3] > first.geom_aabb[0, 3]
    assert thew.mj_getCacheSize(cache) > size
    assert thew.mj_setCacheCapacity(cache, 5) == 5 and thew.mj_getCacheSize(cache) == 0
    assert thew.mj_setCacheCapacity(cache, capacity) == capacity
    with pytest.raises(TypeError):
        thew.mj_getCacheSize(3)


def test_files_in_memory():
    mesh = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    xml = '<mujoco><asset><mesh name="m" file="m.obj"/></asset><worldbody><body><geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    with thew.MjVfs() as vfs:
        vfs["m.obj"], vfs["model.xml"] = mesh, xml.encode()
        assert "m.obj" in vfs and "nothing" not in vfs
        for model in (
            thew.MjModel.from_xml_string(xml, vfs=vfs), thew.MjModel.from_xml_path("model.xml", vfs=vfs),
        ):  # fmt: skip
            assert model.nmesh == 1
        with pytest.raises(ValueError):
            thew.MjModel.from_xml_string(xml, {"m.obj": mesh}, vfs=vfs)
    with pytest.raises(RuntimeError):
        vfs["x"] = b""


# --- elements of a spec -----------------------------------------------------------------------------


class MjsGeom:
    def __init__(self, id: int) -> None:
        self.id = id


def test_bind():
    m = thew.MjModel.from_xml_string(SCENE)
    d = thew.MjData(m)
    geom = m.bind(MjsGeom(1))
    geom.rgba[:] = 0.25
    assert (m.geom_rgba[1] == 0.25).all() and m.bind(None) is None
    several = d.bind([MjsGeom(0), MjsGeom(1)])
    assert len(several.xpos) == 6
    m.bind([MjsGeom(0), MjsGeom(1)]).margin = [[0.1], [0.2]]
    np.testing.assert_array_equal(m.geom_margin[:2], [0.1, 0.2])
    for bad in (3, [1, 2, 3]):
        with pytest.raises(ValueError):
            m.bind([MjsGeom(0), MjsGeom(1)]).margin = bad
    with pytest.raises(TypeError):
        m.bind("geom")
