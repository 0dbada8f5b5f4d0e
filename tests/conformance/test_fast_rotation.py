"""Runge-Kutta on bodies that turn by more than half a turn within one step."""

import numpy as np
import pytest
from engines import engine, reference

TEXT = """<mujoco><option integrator="RK4" gravity="0 0 0"/><worldbody><body>{joint}
<geom type="box" size=".1 .2 .3"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("speed", [100, 1400, 1500, 2000, 3100, 4000])
@pytest.mark.parametrize("joint", ["<freejoint/>", '<joint type="ball"/>'])
def test_one_step(joint, speed):
    found = []
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(TEXT.format(joint=joint))
        data = module.MjData(model)
        data.qvel[-3:] = speed * np.array([1, 2, 3]) / 14**0.5
        module.mj_step(model, data)
        found.append(np.concatenate([data.qpos, data.qvel / speed]))
    np.testing.assert_allclose(*found, rtol=0, atol=1e-11)
