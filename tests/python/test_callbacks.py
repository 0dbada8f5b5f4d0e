"""Functions of the user that the engine calls: control, passive forces, and dynamics, gain and bias of actuators."""

import threading

import numpy as np
import pytest

import thew

mujoco = pytest.importorskip("mujoco")

MODEL = """<mujoco><option integrator="{integrator}"/><worldbody>
<body><joint name="h" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody><actuator>
<motor joint="h"/><general joint="h" dyntype="user" gaintype="user" biastype="user"/>
<general joint="h" dyntype="user" actdim="3" gainprm=".5"/></actuator></mujoco>"""
NAMES = ["control", "passive", "sensor", "act_dyn", "act_gain", "act_bias"]


@pytest.fixture(autouse=True)
def without_callbacks():
    yield
    for module in (thew, mujoco):
        for name in NAMES:
            getattr(module, f"set_mjcb_{name}")(None)


def make(module, integrator="Euler"):
    model = module.MjModel.from_xml_string(MODEL.format(integrator=integrator))
    return model, module.MjData(model)


def control(model, data):
    data.ctrl[0] = -2 * data.qpos[0] - data.qvel[0]


def passive(model, data):
    data.qfrc_passive[:] -= 0.3 * data.qvel


def act_dyn(model, data, i):
    if model.actuator_actnum[i] == 1:
        return np.cos(data.time) - data.act[model.actuator_actadr[i]]
    first = model.actuator_actadr[i]
    data.act_dot[first : first + 3] = [1, data.act[first], data.act[first + 1]]
    return 0.0


def act_gain(model, data, i):
    return 2 + data.actuator_length[i]


def act_bias(model, data, i):
    return -0.5 * data.actuator_velocity[i]


FUNCTIONS = {"control": control, "passive": passive, "act_dyn": act_dyn, "act_gain": act_gain, "act_bias": act_bias}


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast"])
@pytest.mark.parametrize("names", [[name] for name in FUNCTIONS] + [list(FUNCTIONS)], ids="-".join)
def test_motion(names, integrator):
    states = []
    for module in (thew, mujoco):
        model, data = make(module, integrator)
        for name in names:
            getattr(module, f"set_mjcb_{name}")(FUNCTIONS[name])
        data.qvel[:] = 1
        for _ in range(20):
            module.mj_step(model, data)
        for _ in range(5):
            module.mj_step1(model, data)
            module.mj_step2(model, data)
        states.append(np.concatenate([data.qpos, data.qvel, data.act, data.act_dot, data.actuator_force, data.ctrl]))
    np.testing.assert_allclose(states[0], states[1], rtol=1e-11, atol=1e-12)


def test_set_get_and_remove():
    for module in (thew, mujoco):
        assert module.get_mjcb_control() is None
        module.set_mjcb_control(control)
        assert module.get_mjcb_control() is control
        module.set_mjcb_control(None)
        assert module.get_mjcb_control() is None
    with pytest.raises(TypeError):
        thew.set_mjcb_control(3)


def test_no_control_without_actuation():
    calls = []
    for module in (thew, mujoco):
        model, data = make(module)
        model.opt.disableflags |= int(module.mjtDisableBit.mjDSBL_ACTUATION)
        module.set_mjcb_control(lambda m, d, module=module: calls.append(module))
        module.mj_forward(model, data)
        assert calls == []
        module.mj_step1(model, data)
        assert calls == []


def test_passive_forces_may_be_disabled():
    counts = []
    for module in (thew, mujoco):
        model, data = make(module)
        flags, calls = module.mjtDisableBit, []
        module.set_mjcb_passive(lambda m, d, calls=calls: calls.append(1))
        for disabled in (0, int(flags.mjDSBL_SPRING), int(flags.mjDSBL_DAMPER), int(flags.mjDSBL_SPRING | flags.mjDSBL_DAMPER)):
            model.opt.disableflags = disabled
            module.mj_forward(model, data)
            calls.append(0)
        counts.append(calls)
    assert counts[0] == counts[1]


def test_objects_are_the_callers():
    model, data = make(thew)
    seen = []
    thew.set_mjcb_control(lambda m, d: seen.append(m is model and d is data))
    thew.mj_step(model, data, 3)
    assert seen == [True] * 3


def test_exceptions_come_through():
    model, data = make(thew)
    calls = []

    def fail(m, d):
        calls.append(1)
        raise RuntimeError("out of ideas")

    thew.set_mjcb_control(fail)
    with pytest.raises(RuntimeError, match="out of ideas"):
        thew.mj_step(model, data, 5)
    assert len(calls) == 1
    thew.set_mjcb_control(lambda m, d: None)
    thew.mj_step(model, data)
    thew.set_mjcb_act_gain(lambda m, d, i: "a word")
    with pytest.raises((TypeError, ValueError)):
        thew.mj_step(model, data)


def test_calls_within_calls():
    model, data = make(thew)
    other = thew.MjData(model)
    depth = []

    def look_ahead(m, d):
        if d is data:
            other.qpos[:] = d.qpos
            thew.mj_step(m, other)
            depth.append(other.time)

    thew.set_mjcb_control(look_ahead)
    thew.mj_step(model, data)
    assert depth == [model.opt.timestep]


def test_threads():
    model = make(thew)[0]
    datas = [thew.MjData(model) for _ in range(4)]
    thew.set_mjcb_control(lambda m, d: d.ctrl.__setitem__(0, d.time))
    threads = [threading.Thread(target=thew.mj_step, args=(model, data, 50)) for data in datas]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for data in datas:
        np.testing.assert_array_equal(data.qpos, datas[0].qpos)
        assert data.ctrl[0] > 0
