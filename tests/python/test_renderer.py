"""thew.Renderer, MjrContext and the mjr_ functions."""

import gc
import threading
import weakref

import numpy as np
import pytest
from drawing import need_drawing

import thew

XML = """
<mujoco>
  <visual><global offwidth="200" offheight="150"/></visual>
  <worldbody>
    <camera name="above" pos="0 0 3"/>
    <camera name="side" pos="0 -3 0" xyaxes="1 0 0 0 0 1"/>
    <geom name="ball" type="sphere" size="0.5" rgba="1 0 0 1"/>
    <body pos="1 0 0"><freejoint/><geom name="cube" type="box" size="0.2 0.2 0.2" rgba="0 1 0 1"/></body>
  </worldbody>
</mujoco>
"""
GEOM = int(thew.mjtObj.mjOBJ_GEOM)


@pytest.fixture(scope="module", autouse=True)
def drawing():
    need_drawing()


@pytest.fixture
def model():
    return thew.MjModel.from_xml_string(XML)


@pytest.fixture
def data(model):
    made = thew.MjData(model)
    thew.mj_forward(model, made)
    return made


@pytest.fixture
def renderer(model):
    with thew.Renderer(model, 100, 120) as made:
        yield made


def test_colours(renderer, data):
    renderer.update_scene(data, "above")
    picture = renderer.render()
    assert picture.shape == (100, 120, 3) and picture.dtype == np.uint8
    assert picture[50, 60, 0] > picture[50, 60, 1] + 50, "the ball is red"
    assert (picture[0, 0] == 0).all()
    right = picture[50, 60:]
    assert (right[:, 1] > right[:, 0] + 50).any(), "the box to the right is green"


def test_rows_begin_at_the_top(renderer, data):
    data.qpos[:3] = 0, 1, 0  # the box: up in the picture from above
    thew.mj_forward(renderer.model, data)
    renderer.update_scene(data, "above")
    renderer.enable_segmentation_rendering()
    rows = np.nonzero((renderer.render()[..., 0] == 1).any(axis=1))[0]
    assert rows.max() < 50


def test_depth_in_metres(renderer, data):
    renderer.update_scene(data, 0)
    renderer.enable_depth_rendering()
    depth = renderer.render()
    assert depth.shape == (100, 120) and depth.dtype == np.float32
    assert depth[50, 60] == pytest.approx(2.5, rel=1e-3)
    renderer.disable_depth_rendering()
    assert renderer.render().shape == (100, 120, 3)


def test_segments(renderer, data):
    renderer.update_scene(data, "above")
    renderer.enable_segmentation_rendering()
    segments = renderer.render()
    assert segments.shape == (100, 120, 2) and segments.dtype == np.int32
    assert segments[50, 60].tolist() == [0, GEOM]
    assert segments[0, 0].tolist() == [-1, -1]
    assert sorted(set(segments[..., 0].ravel())) == [-1, 0, 1]
    renderer.disable_segmentation_rendering()
    assert renderer.render().shape == (100, 120, 3)


def test_out(renderer, data):
    renderer.update_scene(data)
    expected = renderer.render()
    out = np.zeros_like(expected)
    assert renderer.render(out=out) is out
    assert (out == expected).all()
    other = np.zeros((100, 240, 3), np.float64)[:, ::2]
    assert renderer.render(out=other) is other
    assert (other == expected).all()
    with pytest.raises(ValueError, match="shape"):
        renderer.render(out=np.zeros((100, 121, 3), np.uint8))


def test_flags_stay_as_they_are(renderer, data):
    renderer.update_scene(data)
    before = renderer.scene.flags.copy()
    renderer.enable_segmentation_rendering()
    renderer.render()
    assert (renderer.scene.flags == before).all()


def test_cameras(renderer, data):
    renderer.update_scene(data, "side")
    by_name = renderer.render()
    renderer.update_scene(data, 1)
    assert (renderer.render() == by_name).all()
    camera = thew.MjvCamera()
    camera.type, camera.fixedcamid = thew.mjtCamera.mjCAMERA_FIXED, 1
    renderer.update_scene(data, camera)
    assert (renderer.render() == by_name).all()
    with pytest.raises(ValueError, match='camera "front" does not exist'):
        renderer.update_scene(data, "front")
    for number in (-2, 2):
        with pytest.raises(ValueError, match=f"{number} is out of range"):
            renderer.update_scene(data, number)


def test_options_and_own_geoms(renderer, data):
    option = thew.MjvOption()
    option.geomgroup[:] = 0
    renderer.update_scene(data, "above", option)
    assert (renderer.render() == 0).all()
    geom = renderer.scene.geoms[renderer.scene.ngeom]
    thew.mjv_initGeom(geom, thew.mjtGeom.mjGEOM_SPHERE, np.full(3, 0.3), np.zeros(3), np.eye(3).ravel(),
                      np.array([0, 0, 1, 1], np.float32))  # fmt: skip
    renderer.scene.ngeom += 1
    picture = renderer.render()
    assert picture[50, 60, 2] > picture[50, 60, 0] + 50


@pytest.mark.parametrize(("height", "width"), [(0, 10), (10, 0), (-1, 10), (151, 10), (10, 201)])
def test_sizes(model, height, width):
    with pytest.raises(ValueError, match="pixels"):
        thew.Renderer(model, height, width)


def test_closed(model, data):
    renderer = thew.Renderer(model, 10, 10)
    renderer.close()
    renderer.close()
    with pytest.raises(RuntimeError, match="closed"):
        renderer.render()


def test_nothing_stays_behind(model):
    renderer = thew.Renderer(model, 10, 10)
    context = weakref.ref(renderer._mjr_context)
    del renderer
    gc.collect()
    assert context() is None


def test_threads(model, data):
    with thew.Renderer(model, 60, 80) as renderer:
        renderer.update_scene(data)
        expected = renderer.render()
    seen = []

    def draw():
        with thew.Renderer(model, 60, 80) as own:
            own.update_scene(data)
            seen.append(own.render())

    threads = [threading.Thread(target=draw) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 3 and all((picture == expected).all() for picture in seen)


@pytest.fixture
def context(model):
    made = thew.MjrContext(model, thew.mjtFontScale.mjFONTSCALE_150)
    thew.mjr_setBuffer(thew.mjtFramebuffer.mjFB_OFFSCREEN, made)
    yield made
    made.free()


def pixels(context, rect=None):
    rect = rect or thew.mjr_maxViewport(context)
    rgb = np.zeros((rect.height, rect.width, 3), np.uint8)
    thew.mjr_readPixels(rgb, None, rect, context)
    return rgb


def test_rectangles(context):
    whole = thew.mjr_maxViewport(context)
    assert (whole.width, whole.height) == (200, 150) == (context.offWidth, context.offHeight)
    thew.mjr_rectangle(whole, 0, 0, 0, 1)
    thew.mjr_rectangle(thew.MjrRect(10, 20, 30, 40), 0, 0, 1, 1)
    expected = np.zeros((150, 200, 3), np.uint8)
    expected[20:60, 10:40, 2] = 255
    assert (pixels(context) == expected).all()


def test_scene_and_depth(context, model, data):
    scene, rect = thew.MjvScene(model, 100), thew.MjrRect(0, 0, 100, 100)
    camera = thew.MjvCamera()
    camera.type, camera.fixedcamid = thew.mjtCamera.mjCAMERA_FIXED, 0
    thew.mjv_updateScene(model, data, thew.MjvOption(), None, camera, thew.mjtCatBit.mjCAT_ALL, scene)
    thew.mjr_render(rect, scene, context)
    near, far = np.zeros(10000, np.float32), np.zeros(10000, np.float32)
    thew.mjr_readPixels(None, near, rect, context)
    context.readDepthMap = thew.mjtDepthMap.mjDEPTH_ZEROFAR
    thew.mjr_readPixels(None, far, rect, context)
    np.testing.assert_allclose(near, 1 - far, atol=1e-6)
    assert far[0] == 0 and far[5050] > 0
    scene.framewidth, scene.framergb = 3, (0, 1, 0)
    thew.mjr_render(rect, scene, context)
    framed = pixels(context, rect)
    assert (framed[1, :, 1] == 255).all() and (framed[:, 98, 1] == 255).all() and framed[50, 50, 1] < 255


def test_pixels_there_and_back(context):
    rect = thew.MjrRect(5, 6, 20, 10)
    noise = np.random.default_rng(0).integers(0, 256, (10, 20, 3), np.uint8)
    thew.mjr_drawPixels(noise, None, rect, context)
    assert (pixels(context, rect) == noise).all()


def test_buffers_are_checked(context):
    rect = thew.MjrRect(0, 0, 10, 10)
    for function in (thew.mjr_readPixels, thew.mjr_drawPixels):
        with pytest.raises(ValueError, match="rgb buffer is too small"):
            function(np.zeros(299, np.uint8), None, rect, context)
        with pytest.raises(ValueError, match="depth buffer is too small"):
            function(None, np.zeros(99, np.float32), rect, context)
        with pytest.raises(ValueError, match="C-contiguous"):
            function(np.zeros((20, 20, 3), np.uint8)[::2, ::2], None, rect, context)
        with pytest.raises(ValueError, match="non-negative"):
            function(None, None, thew.MjrRect(0, 0, -1, 10), context)
    with pytest.raises(thew.Error, match="not within the picture"):
        thew.mjr_readPixels(np.zeros(300, np.uint8), None, thew.MjrRect(195, 0, 10, 10), context)


def test_text_and_figures(context):
    whole = thew.mjr_maxViewport(context)

    def ink(draw):
        thew.mjr_rectangle(whole, 0, 0, 0.5, 1)
        before = pixels(context)
        draw()
        return (pixels(context) != before).any(axis=2)

    for place in thew.mjtGridPos.__members__.values():
        drawn = ink(lambda: thew.mjr_overlay(thew.mjtFont.mjFONT_NORMAL, place, whole, "time\nenergy", b"1.5\n2", context))
        assert 500 < drawn.sum() < drawn.size / 2, place
    assert ink(lambda: thew.mjr_text(thew.mjtFont.mjFONT_SHADOW, "Hello", context, 0.5, 0.5, 1, 1, 1))[75:, 100:].any()
    label = thew.MjrRect(20, 20, 100, 30)
    assert ink(lambda: thew.mjr_label(label, 0, "go", 1, 0, 0, 1, 1, 1, 1, context)).sum() == 3000
    figure = thew.MjvFigure()
    figure.title, figure.xlabel = "a title", "time"
    figure.linename[0] = b"speed"
    figure.linepnt[0] = 50
    figure.linedata[0, :100] = np.stack([np.arange(50), np.sin(np.arange(50))], axis=1).ravel()
    assert ink(lambda: thew.mjr_figure(whole, figure, context)).all()
    assert figure.xaxisdata.tolist() == [0, 49]
    figure.flg_barplot = 1
    thew.mjr_figure(whole, figure, context)


def test_resizing(context):
    thew.mjr_resizeOffscreen(300, 20, context)
    assert thew.mjr_maxViewport(context).width == 300 and context.offHeight == 20
    with pytest.raises(thew.Error, match="pixels cannot be drawn"):
        thew.mjr_resizeOffscreen(0, 20, context)
    assert thew.mjr_maxViewport(context).width == 300


def test_uploads(context, model):
    for function, what in ((thew.mjr_uploadMesh, "mesh"), (thew.mjr_uploadTexture, "texture")):
        with pytest.raises(thew.Error, match=f"there is no {what} 0"):
            function(model, context, 0)
    with pytest.raises(thew.Error, match="there is no height field 3"):
        thew.mjr_uploadHField(model, context, 3)


def test_freed_contexts(context, model):
    context.free()
    context.free()
    with pytest.raises(RuntimeError, match="freed"):
        thew.mjr_maxViewport(context)
    with pytest.raises(TypeError):
        thew.MjrContext(model)


def test_aux_buffers(context):
    """As MuJoCo's: what is drawn aside is not read until it is copied into the picture."""
    blue, red, green = [0, 0, 255], [255, 0, 0], [0, 255, 0]
    whole = thew.mjr_maxViewport(context)
    thew.mjr_addAux(0, 32, 24, 0, context)
    assert (context.auxWidth[0], context.auxHeight[0], context.auxSamples[0]) == (32, 24, 0)
    thew.mjr_rectangle(whole, 0, 0, 1, 1)
    thew.mjr_setAux(0, context)
    thew.mjr_rectangle(thew.MjrRect(0, 0, 32, 24), 1, 0, 0, 1)
    thew.mjr_rectangle(thew.MjrRect(0, 0, 4, 4), 0, 1, 0, 1)
    rgb = np.zeros((whole.height, whole.width, 3), np.uint8)
    thew.mjr_readPixels(rgb, None, whole, context)
    assert (rgb == blue).all()
    thew.mjr_restoreBuffer(context)
    thew.mjr_blitAux(0, thew.MjrRect(0, 0, 16, 8), 10, 20, context)
    thew.mjr_blitAux(3, thew.MjrRect(0, 0, 16, 8), 40, 20, context)  # nothing was added there
    thew.mjr_blitBuffer(whole, whole, 1, 1, context)  # there is no window
    thew.mjr_readPixels(rgb, None, whole, context)
    assert [rgb[row, column].tolist() for row, column in ((19, 10), (20, 10), (23, 13), (24, 14), (27, 25), (28, 26))] == [
        blue, green, green, red, red, blue,
    ]  # fmt: skip
    assert np.count_nonzero((rgb != blue).any(axis=2)) == 16 * 8
    thew.mjr_addAux(0, 0, 5, 0, context)  # no size: stays as it is
    assert context.auxWidth[0] == 32
    for wrong in (-1, 10):
        with pytest.raises(thew.FatalError, match="Invalid aux buffer index"):
            thew.mjr_addAux(wrong, 8, 8, 0, context)
    with pytest.raises(thew.FatalError, match="auxFBO 3 does not exist"):
        thew.mjr_setAux(3, context)
    with pytest.raises(thew.Error, match="not within the picture"):
        thew.mjr_blitAux(0, thew.MjrRect(30, 0, 16, 8), 0, 0, context)


def test_modules_of_mujoco():
    for name in ("egl", "osmesa", "glfw", "gl_context"):
        module = __import__(f"thew.{name}", fromlist=["GLContext"])
        with module.GLContext(10, 10) as context:
            context.make_current()
            context.free()
    assert __import__("thew.renderer", fromlist=["Renderer"]).Renderer is thew.Renderer
