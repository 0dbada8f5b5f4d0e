"""Delayed controls: what actuators remember, read and act on agrees with MuJoCo."""

import numpy as np
import pytest
from engines import engine, reference

MODEL = """<mujoco><option timestep=".01" integrator="{integrator}"/><worldbody>
  <body><joint name="h" type="hinge" damping=".1"/><geom size=".1 .2 .1" type="box"/></body></worldbody>
  <actuator>
    <motor joint="h" nsample="{nsample}" delay="{delay}" interp="{interp}" ctrlrange="-1 1"/>
    <position joint="h" kp="3" timeconst=".1" nsample="4" delay=".02"/>
    <motor joint="h" nsample="3"/>
    <motor joint="h"/>
  </actuator><keyframe><key time="1" ctrl="1 2 3 4"/></keyframe></mujoco>"""
CASES = [(1, ".01", "zoh"), (1, ".003", "linear"), (4, ".03", "zoh"), (4, ".025", "zoh")]
CASES += [(n, delay, interp) for n in (2, 5) for delay in (".013", ".04", ".5") for interp in ("linear", "cubic")]


def both(**options):
    text = MODEL.format(**{"integrator": "Euler", "nsample": 4, "delay": ".025", "interp": "cubic", **options})
    return [(module, *make(module, text)) for module in (engine, reference)]


def make(module, text):
    model = module.MjModel.from_xml_string(text)
    return model, module.MjData(model)


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicitfast"])
@pytest.mark.parametrize(("nsample", "delay", "interp"), CASES)
def test_motion(nsample, delay, interp, integrator):
    rows = []
    for module, model, data in both(nsample=nsample, delay=delay, interp=interp, integrator=integrator):
        rng = np.random.default_rng(7)
        found = [data.history.copy()]
        for _ in range(20):
            data.ctrl[:] = rng.normal(size=model.nu)
            module.mj_step(model, data)
            found.append(np.concatenate([data.history, data.actuator_force, data.qpos, data.qvel, data.act]))
        rows.append((model, np.concatenate(found)))
    (ours, found), (theirs, expected) = rows
    for name in ("nhistory", "actuator_history", "actuator_historyadr", "actuator_delay"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_samples_out_of_order():
    """Time that jumps back, stands still or lies between two samples."""
    rows = []
    for module, model, data in both():
        found = []
        for k, time in enumerate([0.1, 0.2, 0.15, 0.15, -1, 0.17, 0.3, 0.12, 0.3]):
            data.time = time
            data.ctrl[:] = k + 1
            module.mj_step(model, data)
            found.append(np.concatenate([data.history, data.actuator_force]))
        rows.append(np.array(found))
    np.testing.assert_allclose(rows[0], rows[1], rtol=1e-12, atol=1e-12)


def test_functions():
    rows = []
    for module, model, data in both():
        found = []
        for k in range(6):
            data.ctrl[:] = [k, k * k, -k, 1]
            module.mj_step(model, data)
        result = np.zeros(1)
        for interp in (-1, 0, 1, 2):
            for time in np.linspace(-0.1, 0.2, 61):
                for actuator in range(model.nactuator):
                    value = module.mj_readCtrl(model, data, actuator, time, result, interp)
                    found.append([float(value[0])])
        data.history[0] = 7
        module.mj_initCtrlHistory(model, data, 0, None, np.arange(4.0)[:, None])
        found.append(data.history.copy())
        module.mj_initCtrlHistory(model, data, 0, np.array([0.1, 0.2, 0.4, 0.8]), np.arange(4.0)[:, None])
        found.append(data.history.copy())
        for arguments in [
            (0, np.array([0.1, 0.2, 0.2, 0.8]), np.zeros((4, 1))),
            (0, np.zeros(3), np.zeros((4, 1))),
            (0, None, np.zeros((1, 4))),
            (0, None, np.zeros((4, 2))),
            (9, None, np.zeros((4, 1))),
        ]:
            with pytest.raises((TypeError, IndexError, module.FatalError)):
                module.mj_initCtrlHistory(model, data, *arguments)
        with pytest.raises(TypeError):
            module.mj_readCtrl(model, data, 0, 0.0, np.zeros(2), 0)
        with pytest.raises(IndexError):
            module.mj_readCtrl(model, data, 4, 0.0, result, 0)
        found.append(data.history.copy())
        module.mj_resetDataKeyframe(model, data, 0)
        found.append(data.history.copy())
        state = np.zeros(module.mj_stateSize(model, module.mjtState.mjSTATE_HISTORY))
        module.mj_getState(model, data, state, module.mjtState.mjSTATE_HISTORY)
        found.append(state)
        rows.append(np.concatenate(found))
    np.testing.assert_allclose(rows[0], rows[1], rtol=1e-12, atol=1e-12)


def test_nonsense_in_the_buffer_does_no_harm():
    for value in (np.nan, np.inf, -5, 1e300, 2.5):
        model, data = make(engine, MODEL.format(integrator="Euler", nsample=4, delay=".025", interp="cubic"))
        data.history[:] = value
        for _ in range(10):
            engine.mj_step(model, data)
        assert np.isfinite(data.qpos).all()


@pytest.mark.parametrize(
    ("old", "new"),
    [('timestep=".01"', 'timestep="0"'), ('nsample="4" delay', "delay"), ('nsample="4"', 'nsample="20000000"')],
)
def test_errors(old, new):
    text = MODEL.format(integrator="Euler", nsample=4, delay=".025", interp="cubic")
    assert old in text
    for module in (engine, reference):
        with pytest.raises(ValueError):
            module.MjModel.from_xml_string(text.replace(old, new))
