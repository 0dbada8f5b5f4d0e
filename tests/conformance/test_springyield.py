"""Springs that yield: rest positions and motions agree with MuJoCo, for every joint and integrator."""

import numpy as np
import pytest
from engines import engine, reference

INTEGRATORS = ["Euler", "RK4", "implicit", "implicitfast", "discrete"]
BODY = '<body><joint name="j" {joint}/><geom type="box" size=".1 .2 .3" mass="1" pos=".1 0 .2"/>{more}</body>'
SPRING = 'stiffness="30 4 5" damping=".2"'
CASES = {
    "slide": (f'type="slide" {SPRING} springref=".05" springyield=".02"', ""),
    "hinge": (f'type="hinge" axis="0 1 0" {SPRING} springref="5" springyield="3"', ""),
    "ball": (f'type="ball" {SPRING} springyield="4"', ""),
    "stiff tendon": ('type="slide"', 'springlength=".1"'),
    "dead band": ('type="slide"', 'springlength=".05 .3"'),
    "tendon that only pulls": ('type="slide"', 'springlength="0 .3"'),
    "tendon at rest at zero": ('type="slide"', 'springlength="0"'),
    "tendon over a hinge": ('type="hinge" axis="0 1 0"', ""),
}


def model_text(case, integrator):
    joint, tendon = CASES[case]
    end = ""
    if "tendon" in case or "band" in case:
        end = f'<tendon><fixed {SPRING} {tendon} springyield=".02"><joint joint="j" coef="2"/></fixed></tendon>'
    return f"""<mujoco><option timestep=".01" integrator="{integrator}"><flag energy="enable"/></option><worldbody>
    {BODY.format(joint=joint, more="")}</worldbody>{end}</mujoco>"""


def run(module, text, speed, steps=100):
    model = module.MjModel.from_xml_string(text)
    data = module.MjData(model)
    start = data.plastic.copy()
    data.qvel[:] = speed * np.arange(1, model.nv + 1)
    rows = []
    for _ in range(steps):
        module.mj_step(model, data)
        rows.append(np.concatenate([data.qpos, data.qvel, data.plastic, data.qfrc_spring, data.energy]))
    return model, start, np.array(rows)


@pytest.mark.parametrize("speed", [2, -2])
@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("case", CASES)
def test_motion(case, integrator, speed):
    text = model_text(case, integrator)
    ours, start, found = run(engine, text, speed)
    theirs, expected_start, expected = run(reference, text, speed)
    assert ours.nplastic == theirs.nplastic > 0
    np.testing.assert_array_equal(ours.jnt_plasticadr, theirs.jnt_plasticadr)
    np.testing.assert_allclose(ours.jnt_springyield, theirs.jnt_springyield, rtol=1e-15)
    np.testing.assert_allclose(start, expected_start, atol=1e-15)
    moved = np.abs(expected[:, ours.nq + ours.nv :][:, : ours.nplastic] - expected_start).max()
    assert moved > 0.01  # the spring did yield
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_keyframes_and_the_state_vector():
    text = model_text("ball", "Euler").replace(
        "</mujoco>", '<keyframe><key plastic="0 1 0 0"/><key/></keyframe></mujoco>'
    )
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(text)
        data = module.MjData(model)
        np.testing.assert_array_equal(model.key_plastic, [[0, 1, 0, 0], [1, 0, 0, 0]])
        module.mj_resetDataKeyframe(model, data, 0)
        np.testing.assert_array_equal(data.plastic, [0, 1, 0, 0])
        size = module.mj_stateSize(model, module.mjtState.mjSTATE_PLASTIC)
        state = np.zeros(size)
        module.mj_getState(model, data, state, module.mjtState.mjSTATE_PLASTIC)
        np.testing.assert_array_equal(state, data.plastic)
        module.mj_resetData(model, data)
        np.testing.assert_array_equal(data.plastic, [1, 0, 0, 0])


def test_a_disabled_spring_does_not_yield():
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(model_text("slide", "Euler"))
        model.opt.disableflags |= module.mjtDisableBit.mjDSBL_SPRING
        data = module.MjData(model)
        data.qpos[0] = 1
        module.mj_step(model, data)
        assert data.plastic[0] == 0.05


def test_a_free_joint_cannot_yield():
    text = '<mujoco><worldbody><body><joint type="free" stiffness="1" springyield="1"/><geom size=".1"/></body></worldbody></mujoco>'
    for module in (engine, reference):
        with pytest.raises(Exception, match="free"):
            module.MjModel.from_xml_string(text)
