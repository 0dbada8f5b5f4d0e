"""The integrator implicitspringdamper (an extension): (M + hD + h^2 K) v' = M v + h f - h K (q - springref).

f has no springs or dampers of joints and tendons; K and D are those of joints, and of tendons as J'kJ.
"""

import numpy as np
import pytest
from engines import engine, reference

NUMBER = 100
pytestmark = pytest.mark.skipif(engine is reference, reason="an extension that MuJoCo does not have")

ARM = """<mujoco>
  <option timestep="0.004"/>
  <worldbody>
    <body pos="0 0 1">
      <joint name="a" axis="0 1 0" stiffness="{k}" damping="{d}" springref="20" armature="0.01"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.04" contype="0" conaffinity="0"/>
      <body pos="0.3 0 0">
        <joint name="b" type="slide" axis="1 0 0.2" stiffness="{k}" damping="{d}" springref="0.05"/>
        <joint name="c" axis="0 0.3 1" damping="{d}"/>
        <geom type="box" size="0.1 0.05 0.03" pos="0.1 0 0" contype="0" conaffinity="0"/>
        <body pos="0.2 0 0">
          <joint name="e" axis="1 1 0" stiffness="{k}"/>
          <geom type="ellipsoid" size="0.1 0.06 0.04" contype="0" conaffinity="0"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="t" stiffness="{k}" damping="{d}" springlength="0.1">
      <joint joint="a" coef="0.7"/><joint joint="c" coef="-0.4"/><joint joint="b" coef="1.5"/>
    </fixed>
  </tendon>
  <actuator><motor joint="a" gear="2"/><motor tendon="t"/></actuator>
</mujoco>"""

RAIL = """<mujoco>
  <option timestep="0.01" gravity="0 0 0"><flag energy="enable"/></option>
  <worldbody>
    <body><joint type="slide" axis="1 0 0" stiffness="{k}" damping="{d}"/><geom size="0.1" mass="1"/>
      <body pos="0.5 0 0"><joint type="slide" axis="1 0 0" stiffness="{k}" damping="{d}"/><geom size="0.1" mass="0.5"/>
        <body pos="0.5 0 0"><joint type="slide" axis="1 0 0" stiffness="{k}"/><geom size="0.1" mass="2"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>"""


def load(xml, **values):
    model = engine.MjModel.from_xml_string(xml.format(**values))
    model.opt.integrator = NUMBER
    flags = engine.mjtDisableBit
    model.opt.disableflags |= int(flags.mjDSBL_CONSTRAINT) | int(flags.mjDSBL_CONTACT)
    return model, engine.MjData(model)


def columns(model, data):
    """M, K and D, dense; and the generalised force of all springs."""
    inertia = np.zeros((model.nv, model.nv))
    for dof in range(model.nv):
        engine.mj_mulM(model, data, inertia[dof], np.eye(model.nv)[dof])
    stiffness = np.diag([model.jnt_stiffness[j] for j in model.dof_jntid])
    damping = np.diag(model.dof_damping)
    for i in range(model.ntendon):
        jacobian = np.zeros(model.nv)
        entries = slice(model.ten_J_rowadr[i], model.ten_J_rowadr[i] + model.ten_J_rownnz[i])
        jacobian[np.ravel(model.ten_J_colind)[entries]] = np.ravel(data.ten_J)[entries]
        stiffness += model.tendon_stiffness[i] * np.outer(jacobian, jacobian)
        damping += model.tendon_damping[i] * np.outer(jacobian, jacobian)
    return inertia, stiffness, damping


def expected_velocity(model, data):
    """The formula, dense. Springs: K (q - springref) is minus the spring force at the start."""
    engine.mj_forward(model, data)
    inertia, stiffness, damping = columns(model, data)
    h = model.opt.timestep
    other = data.qfrc_smooth - data.qfrc_spring - data.qfrc_damper
    left = inertia + h * damping + h**2 * stiffness
    return np.linalg.solve(left, inertia @ data.qvel + h * other + h * data.qfrc_spring)


@pytest.mark.parametrize("k, d", [(0, 0), (0, 3), (50, 0), (50, 3), (1e4, 1), (1e3, 200), (1e7, 1e3)])
def test_the_step_is_the_formula(k, d):
    model, data = load(ARM, k=k, d=d)
    rng = np.random.default_rng(4)
    for _ in range(5):
        engine.mj_resetData(model, data)
        data.qpos[:], data.qvel[:] = 0.5 * rng.normal(size=model.nq), rng.normal(size=model.nv)
        data.ctrl[:], data.qfrc_applied[:] = rng.normal(size=model.nu), rng.normal(size=model.nv)
        before, place = data.qvel.copy(), data.qpos.copy()
        expected = expected_velocity(model, data)
        engine.mj_step(model, data)
        scale = max(1, np.abs(expected).max())
        assert np.abs(data.qvel - expected).max() / scale < 1e-10
        h = model.opt.timestep
        assert np.allclose(data.qpos, place + h * data.qvel, rtol=0, atol=1e-13 * scale)
        assert np.abs(data.qacc - (data.qvel - before) / h).max() < 1e-7 * max(1, np.abs(data.qacc).max())


@pytest.mark.parametrize("k", [1e2, 1e4, 1e6, 1e8, 1e10])
@pytest.mark.parametrize("d", [0, 1e2, 1e8])
def test_energy_never_grows(k, d):
    """Springs on a rail: the step is a contraction in the energy norm, for any stiffness and damping."""
    model, data = load(RAIL, k=k, d=d)
    data.qpos[:] = 0.1, -0.2, 0.15
    data.qvel[:] = 1, -2, 0.5
    engine.mj_forward(model, data)
    energies = [data.energy.sum()]
    for _ in range(300):
        engine.mj_step(model, data)
        engine.mj_forward(model, data)
        energies.append(data.energy.sum())
    assert np.all(np.isfinite(energies))
    assert np.all(np.diff(energies) <= 1e-12 * energies[0])


@pytest.mark.parametrize("k, d", [(1e6, 0), (1e9, 10), (1e3, 1e7)])
def test_stiff_arms_stay_bounded(k, d):
    """Ten seconds of a driven arm whose springs are far too stiff for an explicit step."""
    model, data = load(ARM, k=k, d=d)
    data.qvel[:] = 1
    data.ctrl[:] = 1
    engine.mj_step(model, data, nstep=2500)
    assert np.all(np.isfinite(data.qpos)) and np.abs(data.qpos).max() < 10
    assert np.abs(data.qvel).max() < 10
    assert data.time == pytest.approx(10.0)  # no reset on the way
