"""The models that are there to be looked at do what they promise, for ten seconds."""

import numpy as np
import pytest
import thew
from engines import OWN_MODELS

SECONDS = 10


GALLERY = (
    "humanoid quadruped gripper_arm hand muscle_leg drone car linkages dominoes newtons_cradle card_house wrecking_ball".split()
)


def load(name):
    return thew.MjModel.from_xml_path(str(next(path for path in OWN_MODELS if path.stem == name)))


def run(name, seconds=SECONDS, key=None, watch=lambda data: None):
    """The world after so many seconds; nothing has warned, and all is finite."""
    model = load(name)
    data = thew.MjData(model)
    if key is not None:
        thew.mj_resetDataKeyframe(model, data, key)
    while data.time < seconds:
        thew.mj_step(model, data)
        watch(data)
    assert np.isfinite(data.qpos).all() and np.isfinite(data.qvel).all()
    assert not any(warning.number for warning in data.warning)
    return model, data


def uprightness(model, data, bodies):
    return np.array([data.body(name).xmat[8] for name in bodies])


def test_the_house_of_cards_stands():
    model, data = run("card_house")
    leaning = [f"{frame}_{side}" for frame in ("first", "second", "third") for side in ("left", "right")]
    # Built at 18 degrees: cos 18 = 0.95. Friction lets the feet creep by less than 5 degrees.
    assert (uprightness(model, data, leaning) > np.cos(np.deg2rad(23))).all()
    assert data.body("third_left").xpos[2] > 0.12


def test_all_dominoes_fall():
    model, data = run("dominoes", 4)
    assert (uprightness(model, data, [f"domino{i}" for i in range(1, 15)]) < 0.4).all()


def test_the_last_ball_of_the_cradle_swings_out_and_the_first_stays():
    highest, first = [0.0], []

    def watch(data):
        if data.qpos[4] < highest[0]:
            highest[0] = data.qpos[4]
            first[:] = [data.qpos[0]]

    run("newtons_cradle", 0.9, watch=watch)
    # Let go at 40 degrees: the fifth ball reaches at least 36, while the first hangs within 4 of the vertical.
    assert np.rad2deg(-highest[0]) > 36
    assert abs(np.rad2deg(first[0]) + 40) < 4


def test_the_drone_hovers():
    _, data = run("drone", key=0)
    assert data.qpos[2] == pytest.approx(0.6, abs=0.01)


def test_the_car_drives_in_a_curve():
    _, data = run("car", 4, key=0)
    assert np.hypot(*data.qpos[:2]) > 1
    assert data.body("chassis").xmat[8] > 0.95


def test_the_ball_breaks_the_wall():
    _, data = run("wrecking_ball")
    assert data.body("brick9").xpos[2] < 0.25
    assert data.body("brick9").xpos[0] > 0.8


def test_the_leg_kicks_the_ball():
    _, data = run("muscle_leg", 2, key=0)
    assert data.body("ball").xpos[0] > 0.6


def test_the_hand_holds_the_ball():
    _, data = run("hand", 4, key=0)
    assert data.body("ball").xpos[2] > 0.1


def test_the_arm_keeps_its_pose_above_the_box():
    model, data = run("gripper_arm", key=0)
    assert data.qpos[:6] == pytest.approx(model.key_qpos[0][:6], abs=0.06)
    assert data.site("grip").xpos[2] > 0.2255


def test_the_arm_puts_the_box_into_the_tray_and_back():
    """By the controls of its keyframes, which the viewer follows more smoothly: lines between them do."""
    places = {}

    def watch(data):
        data.ctrl[:] = [np.interp(data.time, model.key_time, column) for column in model.key_ctrl.T]
        places[round(data.time, 3)] = data.body("box").xpos.copy()

    model = load("gripper_arm")
    run("gripper_arm", 12.4, key=0, watch=watch)
    box, tray = [0.5, -0.08, 0.225], [0.5, 0.25, 0.225]
    assert places[0.002] == pytest.approx(box, abs=2e-3)
    assert places[4.2][2] > 0.29, "it hangs in the air"
    assert places[6.2] == pytest.approx(tray, abs=0.02)
    assert places[10.0][2] > 0.29
    assert places[12.4] == pytest.approx(box, abs=0.02)


def test_linkages_do_what_their_inventors_say():
    seen = []
    run("linkages", watch=lambda data: seen.append([*data.sensordata, np.abs(data.efc_pos).max()]))
    seen = np.array(seen)[1000:]  # [steps of 1 ms] motors have started
    speeds, walker, middle, stroke, gap = seen[:, :4], seen[:, 7:10], seen[:, 10:13], seen[:, 13], seen[:, 14]
    assert gap.max() < 1e-4, "loops are closed [m]"
    assert (speeds.mean(axis=0) > 2).all() and (speeds > 0).all(), "cranks go round and round"
    assert np.ptp(stroke) == pytest.approx(2 * 0.07, abs=1e-3), "twice the crank"
    # Watt: the middle leaves its line by less than a seventieth of its way.
    assert np.ptp(middle[:, 2]) > 0.15 and np.ptp(middle[:, 0]) < np.ptp(middle[:, 2]) / 70
    # Chebyshev: half of the time the end is within 1 % of its way of the lowest line.
    low = walker[:, 2] < walker[:, 2].min() + 0.01 * np.ptp(walker[:, 0])
    assert 0.4 < low.mean() and np.ptp(walker[low, 0]) > 0.9 * 4 * 0.06


@pytest.mark.parametrize("name", GALLERY)
def test_ten_seconds_without_a_warning(name):
    model = load(name)
    run(name, key=0 if model.nkey else None)
