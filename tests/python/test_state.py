"""The state vector, reset and keyframes."""

import mujoco
import numpy as np
import pytest
import samples

import thew

STATES = [
    thew.mjtState.mjSTATE_PHYSICS,
    thew.mjtState.mjSTATE_FULLPHYSICS,
    thew.mjtState.mjSTATE_USER,
    thew.mjtState.mjSTATE_INTEGRATION,
]


@pytest.fixture
def pair():
    made = samples.Pair(samples.SMOOTH)
    made.randomize()
    made.call("mj_step")
    return made


@pytest.mark.parametrize("sig", STATES)
def test_state_is_that_of_mujoco(pair, sig):
    size = thew.mj_stateSize(pair.ours, sig)
    assert size == mujoco.mj_stateSize(pair.theirs, int(sig))
    ours, theirs = np.empty(size), np.empty(size)
    thew.mj_getState(pair.ours, pair.our_data, ours, sig)
    mujoco.mj_getState(pair.theirs, pair.their_data, theirs, int(sig))
    samples.assert_close(ours, theirs)


def test_a_stored_state_gives_the_same_future(pair):
    model, data = pair.ours, pair.our_data
    sig = thew.mjtState.mjSTATE_INTEGRATION
    states = [np.empty(thew.mj_stateSize(model, sig)) for _ in range(4)]
    thew.mj_getState(model, data, states[0], sig)
    thew.mj_step(model, data)
    thew.mj_getState(model, data, states[1], sig)
    thew.mj_setState(model, data, states[0], sig)
    thew.mj_step(model, data)
    thew.mj_getState(model, data, states[2], sig)
    np.testing.assert_array_equal(states[1], states[2])
    other = thew.MjData(model)
    thew.mj_copyState(model, data, other, sig)
    thew.mj_getState(model, other, states[3], sig)
    np.testing.assert_array_equal(states[2], states[3])


def test_extract_state(pair):
    model = pair.ours
    whole = np.empty(thew.mj_stateSize(model, thew.mjtState.mjSTATE_INTEGRATION))
    thew.mj_getState(model, pair.our_data, whole, thew.mjtState.mjSTATE_INTEGRATION)
    sig = thew.mjtState.mjSTATE_QVEL | thew.mjtState.mjSTATE_CTRL
    part = np.empty(thew.mj_stateSize(model, sig))
    thew.mj_extractState(model, whole, thew.mjtState.mjSTATE_INTEGRATION, part, sig)
    np.testing.assert_array_equal(part, [*pair.our_data.qvel, *pair.our_data.ctrl])
    with pytest.raises(thew.FatalError):
        thew.mj_extractState(model, part, sig, whole, thew.mjtState.mjSTATE_INTEGRATION)


def test_wrong_arguments(pair):
    model, data = pair.ours, pair.our_data
    sig = thew.mjtState.mjSTATE_PHYSICS
    end = 2**thew.mjtState.mjNSTATE
    with pytest.raises(thew.FatalError, match=rf"invalid state signature {end} >= 2\^mjNSTATE"):
        thew.mj_stateSize(model, end)
    with pytest.raises(thew.FatalError, match="invalid state signature -1"):
        thew.mj_stateSize(model, -1)
    size = thew.mj_stateSize(model, sig)
    for wrong in (
        np.empty(size + 1),
        np.empty(size, np.float32),
        [0.0] * size,
        np.empty(2 * size)[::2],
    ):
        with pytest.raises(TypeError):
            thew.mj_getState(model, data, wrong, sig)
    readonly = np.empty(size)
    readonly.flags.writeable = False
    with pytest.raises(TypeError):
        thew.mj_getState(model, data, readonly, sig)
    with pytest.raises(TypeError):
        thew.mj_setState(model, data, np.empty(size - 1), sig)


def test_reset(pair):
    pair.call("mj_resetData")
    fields = ("qpos", "qvel", "act", "ctrl", "mocap_pos", "xfrc_applied", "qfrc_applied", "time")
    pair.compare(*fields)
    pair.call("mj_resetDataKeyframe", 0)
    pair.compare(*fields)
    assert pair.our_data.time == 2
    pair.call("mj_resetDataKeyframe", 7)  # there is no such keyframe
    pair.compare(*fields)


def test_set_keyframe(pair):
    model, data = pair.ours, pair.our_data
    pair.call("mj_setKeyframe", 2)
    for field in ("time", "qpos", "qvel", "act", "ctrl", "mpos", "mquat"):
        samples.assert_close(
            getattr(model, f"key_{field}"), getattr(pair.theirs, f"key_{field}"), field
        )
    before = data.qpos.copy()
    thew.mj_step(model, data)
    thew.mj_resetDataKeyframe(model, data, 2)
    np.testing.assert_array_equal(data.qpos, before)
    with pytest.raises(thew.FatalError, match="index must be smaller than 3"):
        thew.mj_setKeyframe(model, data, 3)
    with pytest.raises(thew.FatalError):
        thew.mj_setKeyframe(model, data, -1)
