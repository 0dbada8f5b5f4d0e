"""Hill muscles in models: forces of whole muscles, experiments with known answers, every integrator."""

import numpy as np
import pytest

import thew
from thew.muscles import Antagonists, co_contraction
from thew.muscles import settle as settle_fibres

INTEGRATORS = ["Euler", "RK4", "implicit", "implicitfast", "discrete", "implicitspringdamper"]
# A weight on a rail that a muscle pulls towards the origin; its length is the position.
RAIL = """<mujoco><option gravity="0 0 0" integrator="{integrator}" timestep="{step}"/><worldbody>
<site name="o"/><body pos="0 0 0"><joint name="x" type="slide" axis="1 0 0" {joint}/><geom size=".1" mass="{mass}" contype="0"/>
<site name="e"/></body></worldbody><tendon><spatial name="t"><site site="o"/><site site="e"/></spatial></tendon>
<actuator><hill name="m" tendon="t" {muscle}/></actuator></mujoco>"""


def rail(muscle="", *, integrator="Euler", step=0.001, mass=1, joint=""):
    text = RAIL.format(muscle=muscle, integrator=integrator, step=step, mass=mass, joint=joint)
    model = thew.MjModel.from_xml_string(text)
    return model, thew.MjData(model)


def active(length):
    return np.exp(-((length - 1) ** 2) / 0.45)


def tendon(strain, reference=0.04):
    e = max(strain, 0) / reference
    toe = 0.33 / np.expm1(3) * np.expm1(3 * min(e, 0.609) / 0.609)
    return toe + 0.33 / np.expm1(3) * 3 / 0.609 * np.exp(3) * max(e - 0.609, 0)


def settle(model, data, length, activation, steps=2000):
    """The pull of a muscle that is held at a length."""
    for _ in range(steps):
        data.qpos[:], data.qvel[:] = length, 0
        data.act[-1], data.ctrl[:] = activation, activation
        thew.mj_step(model, data)
    return -float(data.actuator_force[0])


def test_states_and_parameters():
    model, data = rail('preset="soleus" strain=".05"')
    assert (model.nu, model.na) == (1, 2)
    assert model.actuator_gaintype[0] == thew.mjtGain.mjGAIN_HILL
    assert model.actuator_dyntype[0] == thew.mjtDyn.mjDYN_HILL
    np.testing.assert_allclose(model.actuator_gainprm[0], [3549, 0.05, 0.25, 0.4363, 6, 0.1, 0.05, 1.4, 0, 0])
    np.testing.assert_allclose(model.actuator_dynprm[0, :4], [0.02, 0.08, 0, 0.01])
    assert rail('rigid="true"')[0].na == 1


@pytest.mark.parametrize("name", ["default", "biceps", "quadriceps", "gastrocnemius", "soleus"])
def test_presets_hold_their_greatest_force_at_the_optimum(name):
    model, data = rail(f'preset="{name}"')
    force, fibre, slack, pennation = model.actuator_gainprm[0, :4]
    strain = next(e for e in np.linspace(0, 0.05, 50001) if tendon(e) >= np.cos(pennation))
    pull = settle(model, data, slack * (1 + strain) + fibre * np.cos(pennation), 1)
    assert pull == pytest.approx(force * np.cos(pennation), rel=1e-4)
    assert data.act[0] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("length", [0.6, 0.8, 1.0, 1.2])
@pytest.mark.parametrize("activation", [0.3, 1.0])
def test_isometric(length, activation):
    """With a rigid tendon: the active curve at the length at which the muscle is held, and the passive one."""
    model, data = rail('rigid="true" force="100"')
    passive = np.expm1(5 * max(length - 1, 0) / 0.6) / np.expm1(5)
    pull = settle(model, data, 0.2 + 0.1 * length, activation, steps=2)
    assert pull == pytest.approx(100 * (activation * active(length) + passive), rel=1e-9)


def test_isotonic():
    """Against a constant load the muscle shortens with Hill's velocity."""
    model, data = rail('rigid="true" force="100" fibredamping="0"', mass=0.001, step=1e-4, integrator="implicitfast")
    data.qpos[:], data.act[:], data.ctrl[:] = 0.31, 1, 1
    for _ in range(2000):
        data.qfrc_applied[:] = 40
        thew.mj_step(model, data)
        length = (data.qpos[0] - 0.2) / 0.1
        if length < 1:
            break
    wanted = -(1 - 0.4) / (1 + 0.4 / 0.25)  # F = 0.4 at the optimal length, in units of vmax
    assert data.qvel[0] / (10 * 0.1) == pytest.approx(wanted, rel=5e-3)


def test_quick_release():
    """The force drops along the tendon's curve at once and is built up again."""
    model, data = rail('preset="biceps"', step=1e-4)
    force, fibre, slack = model.actuator_gainprm[0, :3]
    length = slack * 1.04 + fibre
    before = settle(model, data, length, 1, steps=5000)
    fibre_length = fibre * (1 + data.act[0])
    released = length - 0.01 * slack
    after = settle(model, data, released, 1, steps=1)
    assert after == pytest.approx(force * tendon((released - fibre_length) / slack - 1), rel=0.05)
    assert after < 0.75 * before
    assert settle(model, data, released, 1, steps=5000) > 0.95 * before


HELD = """<mujoco><option gravity="0 0 0"/><worldbody><site name="o"/><body pos=".4 0 0"><joint type="slide" axis="1 0 0"/>
<geom size=".1" mass="1e9" contype="0"/><site name="e"/></body></worldbody><tendon><spatial name="t"><site site="o"/><site site="e"/></spatial></tendon>
<actuator><hill tendon="t" {muscle}/></actuator><keyframe><key qpos=".01"/><key qpos=".01" act="{act}"/><key qpos="-.3"/></keyframe></mujoco>"""


@pytest.mark.parametrize("preset", ["biceps", "default"])
def test_fibres_begin_in_equilibrium(preset):
    """At a reset, in keyframes that say nothing else and after settle() the fibre of a muscle that is held does not move."""
    model = thew.MjModel.from_xml_string(HELD.format(muscle=f'preset="{preset}"', act="0 .5"))
    data = thew.MjData(model)

    def rate():
        data.ctrl[:] = data.act[1]  # the activation stays
        if data.act[1] < 0.01:
            data.act[1] = data.ctrl[0] = 0.01
        thew.mj_forward(model, data)
        return abs(float(data.act_dot[0]))

    assert data.act[0] != 0 and rate() < 1e-6
    thew.mj_resetDataKeyframe(model, data, 0)
    assert data.act[0] == model.key_act[0, 0] != model.actuator_dynprm[0, 4] and rate() < 1e-6
    thew.mj_resetDataKeyframe(model, data, 1)
    assert data.act[0] == 0 and rate() > 1e-3  # as the file says
    settle_fibres(model, data)
    assert data.act[0] != 0 and data.act[1] == 0.5 and rate() < 1e-6
    thew.mj_resetDataKeyframe(model, data, 2)
    assert data.act[0] == 0  # shorter than its tendon: there is no equilibrium


@pytest.mark.parametrize("rigid", ["true", "false"])
def test_actrange_bounds_the_activation_alone(rigid):
    model, data = rail(f'rigid="{rigid}" actrange=".2 .6"', mass=1e6)
    data.qpos[:] = 0.25
    settle_fibres(model, data)
    fibre = []
    for ctrl in (1, 0):
        data.ctrl[:] = ctrl
        for _ in range(1000):
            thew.mj_step(model, data)
            assert 0.2 <= data.act[-1] <= 0.6
            fibre.append(data.act[0])
        assert data.act[-1] == (0.6 if ctrl else 0.2)
    assert rigid == "true" or min(fibre) < -0.2  # of the fibre's own length


def test_activation_follows_its_time_constants():
    model, data = rail('timeconst=".02 .08"', joint='frictionloss="1e6"')
    data.qpos[:], data.ctrl[:] = 0.3, 1
    thew.mj_forward(model, data)
    assert data.act_dot[1] == pytest.approx(1 / (0.02 * 0.5))  # tau (0.5 + 1.5 a)
    data.act[1], data.ctrl[:] = 1, 0
    thew.mj_forward(model, data)
    assert data.act_dot[1] == pytest.approx(-1 / (0.08 / 2))


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_all_integrators_agree_on_small_steps(integrator):
    ends = []
    for name in ("RK4", integrator):
        model, data = rail('preset="biceps"', integrator=name, step=1e-5, mass=20)
        data.qpos[:], data.act[1] = 0.40, 0.5
        for _ in range(2000):
            data.ctrl[:] = 0.5 + 0.4 * np.sin(50 * data.time)
            thew.mj_step(model, data)
        ends.append(np.concatenate([data.qpos, data.qvel, data.act]))
    np.testing.assert_allclose(ends[1], ends[0], atol=5e-4)


@pytest.mark.parametrize("integrator", ["implicit", "implicitfast", "discrete"])
def test_tangents_are_derivatives_of_the_force(integrator):
    """A step of a free weight against one with a known force: what is left is the implicit part."""
    for muscle in ('rigid="true"', ""):
        model, data = rail(f'force="500" {muscle}', integrator=integrator, step=1e-3, mass=2)
        data.qpos[:], data.qvel[:], data.act[-1], data.ctrl[:] = 0.315, 0.1, 0.6, 0.6
        start = [x.copy() for x in (data.qpos, data.qvel, data.act)]

        def force(dx=0.0, dv=0.0):
            data.qpos[:], data.qvel[:], data.act[:] = start[0] + dx, start[1] + dv, start[2]
            thew.mj_forward(model, data)
            return float(data.qfrc_actuator[0])

        h, eps = 1e-3, 1e-6
        k = -(force(dx=eps) - force(dx=-eps)) / (2 * eps)
        b = -(force(dv=eps) - force(dv=-eps)) / (2 * eps)
        f = force()
        k = max(k, 0) if integrator == "discrete" else 0
        wanted = (f - h * k * start[1][0]) / (2 + h * b + h * h * k)
        data.qpos[:], data.qvel[:], data.act[:] = start
        thew.mj_step(model, data)
        assert (data.qvel[0] - start[1][0]) / h == pytest.approx(wanted, rel=1e-4)


def test_stiff_tendons_are_stable():
    """A tendon a hundred times as stiff as usual, at a common time step."""
    model, data = rail('preset="soleus" strain=".0004"', integrator="discrete", step=0.002, mass=5)
    data.qpos[:] = 0.29
    highest = 0
    for _ in range(2000):
        data.ctrl[:] = 0.3
        data.qfrc_applied[:] = 200
        thew.mj_step(model, data)
        highest = max(highest, abs(data.qvel[0]))
    assert np.isfinite(data.qpos).all() and highest < 1
    assert abs(data.qvel[0]) < 1e-3, "it comes to rest where the muscle holds the load"
    assert -data.actuator_force[0] == pytest.approx(200, rel=1e-3)


@pytest.mark.parametrize("rigid", ["true", "false"])
@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "discrete"])
def test_a_passive_muscle_creates_no_energy(rigid, integrator):
    """A weight that swings on a muscle without activation loses energy, whatever the integrator."""
    model, data = rail(f'rigid="{rigid}" force="300" floor="0"', integrator=integrator, step=5e-4, mass=3)
    data.qpos[:], data.qvel[:] = 0.33, 0.5
    peaks = []
    for _ in range(6000):
        before = data.qvel[0]
        thew.mj_step(model, data)
        data.qfrc_applied[:] = 20
        if before * data.qvel[0] < 0:
            peaks.append(data.qpos[0])
    highs = peaks[0::2]
    assert len(highs) >= 2
    assert all(b <= a + 1e-6 for a, b in zip(highs, highs[1:]))


def test_co_contraction():
    assert co_contraction(0.5) == (0.5, 0)
    assert co_contraction(-1, 0.2) == (0.2, 1)
    assert co_contraction(0, 0.4) == (0.4, 0.4)
    assert co_contraction(3, 5) == (1, 1)
    agonist, antagonist = co_contraction(np.linspace(-1, 1, 5), 0.2)
    assert (agonist[::-1] == antagonist).all()


def test_antagonists_stiffen_a_joint():
    """Equal muscles on both sides of a joint: more co-contraction moves it less under the same load."""
    model = thew.MjModel.from_xml_string("""<mujoco><option gravity="0 0 0"/><worldbody><body>
    <joint name="elbow" damping=".1"/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body></worldbody><actuator>
    <hill name="flexor" joint="elbow" gear=".04" preset="biceps"/><hill name="extensor" joint="elbow" gear="-.04" preset="biceps"/>
    </actuator></mujoco>""")
    pair = Antagonists(model, ["flexor"], ["extensor"])
    angles = []
    for level in (0.05, 0.2, 0.8):
        data = thew.MjData(model)
        pair.apply(data, 0, level)
        for _ in range(3000):
            data.qfrc_applied[:] = 0.5
            thew.mj_step(model, data)
        assert abs(data.qvel[0]) < 0.05
        angles.append(float(data.qpos[0]))
    assert angles[0] > 1.2 * angles[1] > 2 * angles[2] > 0
    with pytest.raises(ValueError):
        Antagonists(model, ["flexor"], ["flexor"])


@pytest.mark.parametrize(
    "muscle",
    ['preset="triceps"', 'force="0"', 'fibre="-1"', 'slack="0"', 'pennation="1.5"', 'vmax="0"', 'plateau="1"', 'strain="0"',
     'fibredamping="0"', 'floor="1"', 'timeconst="0 1"'],
)  # fmt: skip
def test_what_is_refused(muscle):
    with pytest.raises(ValueError, match="line 4"):
        rail(muscle)
