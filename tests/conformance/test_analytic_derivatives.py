"""Derivatives in closed form against differences of steps with Richardson's extrapolation, in moving states with contacts.

Columns that cross a switch of constraints, in which differences to one side are not those to both, are counted and skipped.
"""

import numpy as np
import pytest
from engines import ROOT, ZOO

import thew
from thew import derivative

MODELS = (
    "gymnasium/ant.xml gymnasium/half_cheetah.xml gymnasium/hopper.xml gymnasium/walker2d.xml gymnasium/humanoid.xml gymnasium/swimmer.xml "
    "gymnasium/reacher.xml gymnasium/pusher.xml dm_control/acrobot.xml dm_control/ball_in_cup.xml dm_control/cartpole.xml dm_control/cheetah.xml "
    "dm_control/finger.xml dm_control/fish.xml dm_control/hopper.xml dm_control/humanoid.xml dm_control/humanoid_CMU.xml dm_control/manipulator.xml "
    "dm_control/pendulum.xml dm_control/point_mass.xml dm_control/quadruped.xml dm_control/stacker.xml dm_control/swimmer.xml dm_control/walker.xml "
    "menagerie/agility_cassie/scene.xml menagerie/aloha/scene.xml menagerie/anybotics_anymal_c/scene.xml menagerie/apptronik_apollo/scene.xml "
    "menagerie/berkeley_humanoid/scene.xml menagerie/bitcraze_crazyflie_2/scene.xml menagerie/boston_dynamics_spot/scene.xml "
    "menagerie/franka_emika_panda/scene.xml menagerie/google_barkour_vb/scene.xml menagerie/kinova_gen3/scene.xml menagerie/robotiq_2f85/scene.xml "
    "menagerie/shadow_hand/scene_right.xml menagerie/skydio_x2/scene.xml menagerie/trossen_wx250s/scene.xml menagerie/unitree_g1/scene.xml "
    "menagerie/unitree_go1/scene.xml menagerie/unitree_go2/scene.xml menagerie/unitree_h1/scene.xml menagerie/universal_robots_ur5e/scene.xml "
    "gymnasium/humanoidstandup.xml gymnasium/inverted_double_pendulum.xml gymnasium/inverted_pendulum.xml gymnasium/pusher_v5.xml "
    "gymnasium/walker2d_v5.xml dm_control/reacher.xml menagerie/leap_hand/scene_right.xml menagerie/leap_hand/scene_left.xml "
    "menagerie/boston_dynamics_spot/scene_arm.xml menagerie/google_barkour_vb/scene_hfield_mjx.xml menagerie/unitree_g1/scene_mjx.xml "
    "menagerie/unitree_go2/scene_mjx.xml menagerie/franka_emika_panda/mjx_single_cube.xml menagerie/shadow_hand/scene_left.xml mujoco/adhesion/fridge_door.xml "
    "mujoco/balloons/balloons.xml mujoco/car/car.xml mujoco/flex/mannequin.xml mujoco/humanoid/humanoid.xml mujoco/replicate/bowl.xml "
    "mujoco/replicate/cylinder.xml mujoco/replicate/helix.xml mujoco/slider_crank/slider_crank.xml mujoco/surfacevel/carousel.xml "
    "mujoco/surfacevel/treadmill.xml"
).split()


def moving(name, integrator=None):
    model = thew.MjModel.from_xml_path(str(ZOO / name))
    if integrator is not None:
        model.opt.integrator = integrator
    return moved(model, 100)


def moved(model, steps):
    """A world after some steps with noisy controls, the solver run to its end."""
    model.opt.tolerance, model.opt.iterations = 0, 100
    model.opt.ls_tolerance, model.opt.ls_iterations = 1e-6, 100
    data = thew.MjData(model)
    if model.nkey:
        thew.mj_resetDataKeyframe(model, data, 0)
    rng, ctrl = np.random.default_rng(1), data.ctrl.copy()
    for _ in range(steps):
        data.ctrl[:] = ctrl + 0.1 * rng.normal(size=model.nu)
        thew.mj_step(model, data)
    return model, data


def differences(model, data, eps, centred=True):
    return derivative.transition(model, data, derivative.DerivativeConfig("differences", eps, centred, sensors=False))


def check(model, data):
    got = derivative.transition(model, data, derivative.DerivativeConfig(sensors=False))
    assert got.method == "analytic", got.reason
    far, near = differences(model, data, 1e-6), differences(model, data, 5e-7)
    A, B = ((4 * y - x) / 3 for x, y in ((far.A, near.A), (far.B, near.B)))
    scale = max(1.0, np.abs(A).max())
    smooth = np.abs(differences(model, data, 1e-8, False).A - A).max(axis=0) <= 1e-4 * scale
    assert (~smooth).sum() <= len(A) // 20
    assert np.abs(got.A - A)[:, smooth].max() <= 1e-6 * scale
    assert derivative.max_relative_error(got.B, B) <= 1e-6


@pytest.mark.skipif(not ZOO.is_dir(), reason="the models of others are not there")
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.filterwarnings("ignore")
def test_closed_form_is_the_limit_of_differences(name):
    check(*moving(name))


@pytest.mark.skipif(not ZOO.is_dir(), reason="the models of others are not there")
@pytest.mark.parametrize("integrator", ["IMPLICIT", "IMPLICITFAST", "DISCRETE", "IMPLICITSPRINGDAMPER"])
@pytest.mark.parametrize("name", MODELS[::7])
@pytest.mark.filterwarnings("ignore")
def test_every_integrator_has_a_closed_form(name, integrator):
    check(*moving(name, getattr(thew.mjtIntegrator, f"mjINT_{integrator}")))


def one_sided(model, data, column, eps):
    """How the velocities of a step change with a position, to one side."""
    ends = []
    for by in (0, eps):
        world = thew.MjData(model)
        for field in ("qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat"):
            getattr(world, field)[:] = getattr(data, field)
        world.time = data.time
        thew.mj_integratePos(model, world.qpos, np.eye(model.nv)[column], by)
        thew.mj_step(model, world)
        ends.append(world.qvel.copy())
    return (ends[1] - ends[0]) / eps


@pytest.mark.parametrize("steps", [60, 200])
@pytest.mark.filterwarnings("ignore")
def test_closed_form_and_hybrid_differ_only_at_switches(steps):
    """Of all own models. A column in which differences of forces, however short, are not the closed form must have two one-sided derivatives, one of which it is."""
    columns = switches = 0
    for path in sorted((ROOT / "models").glob("*.xml")):
        model = thew.MjModel.from_xml_path(str(path))
        model.opt.enableflags &= ~int(thew.mjtEnableBit.mjENBL_SLEEP)
        model, data = moved(model, steps)
        nv = model.nv
        exact = derivative.transition(model, data, derivative.DerivativeConfig(sensors=False)).A
        scale = max(1.0, np.abs(exact).max())
        differs = np.ones(nv, bool)
        for eps in (1e-7, 1e-9):
            hybrid = derivative.transition(model, data, derivative.DerivativeConfig("hybrid", eps, sensors=False)).A
            differs &= np.abs(exact - hybrid)[:, :nv].max(axis=0) > 1e-6 * scale
        columns += nv
        for column in np.flatnonzero(differs):
            ahead, back = (one_sided(model, data, column, eps) for eps in (1e-8, -1e-8))
            own = exact[nv : 2 * nv, column]
            assert np.abs(ahead - back).max() > 1e-3 * scale, (path.stem, column)
            assert min(np.abs(ahead - own).max(), np.abs(back - own).max()) < 1e-5 * scale, (path.stem, column)
            switches += 1
    assert columns > 400
    assert switches <= columns // 100
