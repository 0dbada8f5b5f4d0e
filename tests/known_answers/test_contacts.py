"""Contacts, loops and stacks with a known answer. Each case runs on both engines; ours is at least as good as MuJoCo."""

import numpy as np
import pytest
from engines import engine, reference

BOX = "<body pos='0 0 {z}'><freejoint/><geom type='box' size='.1 .1 .1' mass='{mass}'/></body>"


def load(module, text):
    model = module.MjModel.from_xml_string(text)
    return model, module.MjData(model)


def run(module, model, data, seconds, watch=None):
    for _ in range(round(seconds / model.opt.timestep)):
        module.mj_step(model, data)
        if watch is not None:
            watch(data)


def measure(case, text):
    """What both engines give; the table shows with `pytest -s`."""
    ours, theirs = (case(module, text) for module in (engine, reference))
    print(f"\n{case.__name__:30} thew {ours:14.6g}  mujoco {theirs:14.6g}")
    assert np.isfinite(ours)
    return ours, theirs


def no_worse(ours, theirs, slack):
    """As small as MuJoCo's error, but for rounding."""
    assert abs(ours) <= abs(theirs) + slack


INCLINE = """<mujoco><option timestep=".001" cone="{cone}" impratio="{impratio}" gravity="{gx} 0 {gz}"/>
<default><geom friction=".5"/></default><worldbody><geom type="plane" size="9 9 1"/>
<body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"""


def incline(cone, impratio, share):
    """A plane whose slope is `share` of the friction coefficient .5."""
    angle = np.arctan(0.5 * share)
    return INCLINE.format(cone=cone, impratio=impratio, gx=9.81 * np.sin(angle), gz=-9.81 * np.cos(angle))


def creep(module, text):
    model, data = load(module, text)
    run(module, model, data, 1)
    return data.qvel[0]


@pytest.mark.parametrize("cone, impratio, bound", [("pyramidal", 1, 4.5e-3), ("elliptic", 1, 1.5e-3), ("elliptic", 10, 1.5e-4)])
def test_box_on_an_incline_sticks(cone, impratio, bound):
    ours, theirs = measure(creep, incline(cone, impratio, 0.9))
    assert 0 < ours < bound
    no_worse(ours, theirs, 1e-6)


def test_box_on_a_steeper_incline_slides():
    angle = np.arctan(0.5 * 1.5)
    expected = 9.81 * (np.sin(angle) - 0.5 * np.cos(angle))

    def error(module, text):
        return creep(module, text) / expected - 1

    ours, theirs = measure(error, incline("elliptic", 1, 1.5))
    assert abs(ours) < 0.02
    no_worse(ours, theirs, 1e-6)


def test_rolling_sphere():
    """A solid ball rolls down with 5/7 g sin(angle)."""
    angle = np.radians(10)
    text = f"""<mujoco><option timestep=".001" gravity="{9.81 * np.sin(angle)} 0 {-9.81 * np.cos(angle)}"/>
    <worldbody><geom type="plane" size="9 9 1"/><body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""

    def rolling(module, source):
        model, data = load(module, source)
        run(module, model, data, 0.5)
        start = data.qvel[0]
        run(module, model, data, 1)
        return (data.qvel[0] - start) / (5 / 7 * 9.81 * np.sin(angle)) - 1

    ours, theirs = measure(rolling, text)
    assert abs(ours) < 2e-3
    no_worse(ours, theirs, 1e-6)


def test_bounce():
    """Without damping of the contact a ball comes back to the height it fell from."""
    text = """<mujoco><option timestep=".001"/><worldbody><geom type="plane" size="9 9 1" solref="-1e4 0" solimp=".99 .99"/>
    <body pos="0 0 1.1"><freejoint/><geom size=".1" solref="-1e4 0" solimp=".99 .99"/></body></worldbody></mujoco>"""

    def height(module, source):
        model, data = load(module, source)
        run(module, model, data, 0.6)
        top = [0.0]
        run(module, model, data, 0.6, lambda d: top.append(d.qpos[2]))
        return max(top) - 1.1

    ours, theirs = measure(height, text)
    assert abs(ours) < 0.02
    no_worse(ours, theirs, 1e-6)


def stack(masses, options=""):
    boxes = "".join(BOX.format(z=0.1 + 0.2 * i, mass=mass) for i, mass in enumerate(masses))
    return f"<mujoco><option timestep='.002' {options}/><worldbody><geom type='plane' size='9 9 1'/>{boxes}</worldbody></mujoco>"


@pytest.mark.parametrize("seconds", [5])
def test_stack_of_ten_boxes(seconds):
    def sinking(module, text):
        model, data = load(module, text)
        run(module, model, data, seconds)
        return 1.9 - data.qpos[7 * 9 + 2]

    ours, theirs = measure(sinking, stack([1] * 10))
    assert 0 < ours < 0.01
    no_worse(ours, theirs, 1e-6)


def test_heavy_box_on_a_light_one():
    """1000 kg on 1 kg hold with a stiff reference: both contacts together give way by some millimetres."""
    text = stack([1, 1000]).replace("<worldbody>", "<default><geom solref='.004 1'/></default><worldbody>")

    def sinking(module, source):
        model, data = load(module, source)
        run(module, model, data, 2)
        return 0.3 - data.qpos[7 + 2]

    ours, theirs = measure(sinking, text)
    assert abs(ours) < 0.005
    no_worse(ours, theirs, 1e-6)


def test_stack_of_three_spheres():
    """Balls in a tube keep their place for ten seconds; none enters another by a millimetre."""
    balls = "".join(
        f"<body pos='0 0 {0.1 + 0.2 * i}'><joint type='slide' axis='0 0 1'/><geom size='.1' mass='1'/></body>" for i in range(3)
    )
    text = f"<mujoco><option timestep='.001'/><worldbody><geom type='plane' size='9 9 1'/>{balls}</worldbody></mujoco>"

    def deepest(module, source):
        model, data = load(module, source)
        found = [0.0]
        run(module, model, data, 10, lambda d: found.append(-min(d.contact.dist, default=0)))
        return max(found)

    ours, theirs = measure(deepest, text)
    assert ours < 1e-3
    no_worse(ours, theirs, 1e-7)


def test_painleve_rod():
    """A rod that slides steeply into the floor with mu = 2: finite, and energy does not grow."""
    text = """<mujoco><option timestep=".001" cone="elliptic"><flag energy="enable"/></option>
    <default><geom friction="2"/></default><worldbody><geom type="plane" size="9 9 1"/>
    <body pos="0 0 .5" euler="0 30 0"><freejoint/><geom type="capsule" size=".01 .5" mass="1"/></body></worldbody></mujoco>"""

    def gain(module, source):
        model, data = load(module, source)
        data.qvel[0], data.qvel[2] = 3, -1
        module.mj_forward(model, data)
        start, most = data.energy.sum(), [-np.inf]
        run(module, model, data, 2, lambda d: most.append(d.energy.sum()))
        return max(most) - start

    ours, theirs = measure(gain, text)
    assert ours < 1e-2
    no_worse(max(ours, 0), max(theirs, 0), 1e-3)


FOUR_BAR = """<mujoco><option timestep=".001" integrator="{integrator}"><flag energy="enable" contact="disable"/></option>
<default><geom type="capsule" size=".01" mass="1"/><joint axis="0 1 0"/></default>
<worldbody>
  <body><joint/><geom fromto="0 0 0 0 0 1"/>
    <body pos="0 0 1"><joint/><geom fromto="0 0 0 1 0 0"/>
      <body pos="1 0 0"><joint/><geom fromto="0 0 0 0 0 -1"/></body></body></body>
</worldbody>
<equality><connect body1="world" body2="{last}" anchor="1 0 0" solref=".002 1" solimp=".999 .999"/></equality></mujoco>"""


@pytest.mark.parametrize("integrator, bound", [("Euler", 0.2), ("RK4", 1e-2)])
def test_four_bar_keeps_its_energy(integrator, bound):
    text = FOUR_BAR.format(integrator=integrator, last="last").replace('<body pos="1 0 0">', '<body name="last" pos="1 0 0">')

    def drift(module, source):
        model, data = load(module, source)
        data.qvel[:] = 1, -1, 1
        module.mj_forward(model, data)
        start = data.energy.sum()
        run(module, model, data, 2)
        return data.energy.sum() - start

    ours, theirs = measure(drift, text)
    assert abs(ours) < bound
    no_worse(ours, theirs, 1e-6)


def link(name, mass, inertia, com, pos="0 0 0", end=None, inside=""):
    """A body of the squeezer; at `end` it meets others."""
    if end is not None:
        inside += f'<site name="end{name}" pos="{end} 0"/>'
    return f"""<body pos="{pos}"><joint axis="0 0 1"/>
    <inertial pos="{com} 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/>{inside}</body>"""


def squeezer():
    """Andrews' squeezing mechanism (Hairer and Wanner, Solving Ordinary Differential Equations II, VII.7)."""
    a, b = "-.06934 -.00227 0", "-.03635 .03273 0"
    second = link(2, 0.00365, 4.410e-7, "-.0115 0", ".007 0 0", end="-.028 0")
    fourth = link(4, 0.00706, 5.667e-7, "0 -.00579", ".04 0 0", end="0 -.02")
    sixth = link(6, 0.00706, 5.667e-7, ".00579 0", "0 -.04 0", end=".02 0")
    text = link(1, 0.04325, 2.194e-6, ".00092 0", inside=second)
    text += link(3, 0.02373, 5.255e-6, ".01043 -.01874", b, "0 -.035", '<site name="d" pos=".02 -.018 0"/>')
    text += link(5, 0.07050, 1.169e-5, ".02308 .00916", a, inside=fourth)
    text += link(7, 0.05498, 1.912e-5, "-.00449 -.01228", a, inside=sixth)
    connects = "".join(f'<connect site1="end2" site2="end{name}"/>' for name in (3, 4, 6))
    return f"""<mujoco><compiler angle="radian"/><option timestep="1e-5" gravity="0 0 0" integrator="RK4" tolerance="0"/>
    <default><equality solref="2e-5 1" solimp=".9999 .9999"/></default>
    <worldbody><site name="c" pos=".014 .072 0"/>{text}</worldbody>
    <tendon><spatial stiffness="4530" springlength=".07785"><site site="d"/><site site="c"/></spatial></tendon>
    <equality>{connects}</equality></mujoco>"""


def test_andrews_squeezer():
    beta, theta, gamma, phi, delta, omega, epsilon = range(7)
    order = [beta, theta, gamma, delta, phi, epsilon, omega]  # of the joints in the file
    start = [-0.06171389001427645, 0, 0.4552798191630704, 0.2226683901658859, 0.48736497954384255, -0.2226683901658859, 1.2305474445498212]
    end = [15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304, 0.5347301163226948, 1.048080741042263]

    def error(module, text):
        model, data = load(module, text)
        data.qpos[:] = np.array(start)[order]
        data.qfrc_applied[0] = 0.033
        run(module, model, data, 0.03)
        return np.abs(data.qpos - np.array(end)[order]).max()

    ours, theirs = measure(error, squeezer())
    assert ours < 1e-4
    no_worse(ours, theirs, 1e-7)
