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
<body pos="0 0 .05"><freejoint/><geom type="box" size=".1 .1 .05"/></body></worldbody></mujoco>"""


def incline(cone, impratio, share):
    """A plane whose slope is `share` of the friction coefficient .5."""
    angle = np.arctan(0.5 * share)
    return INCLINE.format(cone=cone, impratio=impratio, gx=9.81 * np.sin(angle), gz=-9.81 * np.cos(angle))


def creep(module, text):
    model, data = load(module, text)
    run(module, model, data, 1)
    return data.qvel[0]


@pytest.mark.parametrize("cone, impratio, bound", [("pyramidal", 1, 2.75e-3), ("elliptic", 1, 1.2e-3), ("elliptic", 10, 1.2e-4)])
def test_box_on_an_incline_sticks(cone, impratio, bound):
    ours, theirs = measure(creep, incline(cone, impratio, 0.9))
    assert 0 < ours < bound
    no_worse(ours, theirs, 1e-6)


@pytest.mark.parametrize("share, bound", [(1.05, 0.01), (1.5, 2e-3)])
def test_box_on_a_steeper_incline_slides(share, bound):
    angle = np.arctan(0.5 * share)
    expected = 9.81 * (np.sin(angle) - 0.5 * np.cos(angle))

    def error(module, text):
        return creep(module, text) / expected - 1

    ours, theirs = measure(error, incline("elliptic", 1, share))
    assert abs(ours) < bound
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
    assert abs(ours) < 1.05e-3
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
    assert 0 < ours < 0.0078
    no_worse(ours, theirs, 1e-6)


def stack(masses, options=""):
    boxes = "".join(BOX.format(z=0.1 + 0.2 * i, mass=mass) for i, mass in enumerate(masses))
    return f"<mujoco><option timestep='.002' {options}/><worldbody><geom type='plane' size='9 9 1'/>{boxes}</worldbody></mujoco>"


def test_stack_of_ten_boxes():
    """Stands for a minute; the topmost box comes down by what ten soft contacts give way."""

    def sinking(module, text):
        model, data = load(module, text)
        run(module, model, data, 60)
        return 1.9 - data.qpos[7 * 9 + 2]

    ours, theirs = measure(sinking, stack([1] * 10))
    assert 0 < ours < 6.15e-3
    no_worse(ours, theirs, 1e-6)


@pytest.mark.parametrize("impedance, bound", [(0.95, 2e-3), (0.99, 0.6e-3)])
def test_heavy_box_on_a_light_one(impedance, bound):
    """1000 kg on 1 kg hold with a stiff reference; each of eight contacts gives way by F R / (k impedance). The upper box is a little
    smaller: of two faces with the same corners either engine finds eight or ten contacts, as rounding has it."""
    text = stack([1, 1000]).replace("<worldbody>", f"<default><geom solref='.004 1' solimp='{impedance} {impedance}'/></default><worldbody>")
    text = text.replace("size='.1 .1 .1' mass='1000'", "size='.095 .095 .1' mass='1000'")

    def depth(module, source):
        model, data = load(module, source)
        run(module, model, data, 2)
        return (0.3 - data.qpos[7 + 2]) / 2

    ours, theirs = measure(depth, text)
    expected = 9.81 * 1000 / 4 * (1 - impedance) / impedance * (impedance * 0.004) ** 2 / impedance
    assert ours < bound
    assert abs(ours / expected - 1) < 2e-3  # the lower contacts carry the light box as well
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
    assert ours <= 1e-9
    no_worse(max(ours, 0), max(theirs, 0), 1e-9)


def four_bars(integrator):
    """Two windows of four bars (IFToMM benchmark A02, N = 2): three rods stand on hinges, two lie on them; each 1 m, 1 kg."""
    rod = "<inertial pos='{}' mass='1' diaginertia='{} .0833333333333333 {}'/>"
    upright, lying = rod.format("0 0 .5", 1 / 12, 1e-9), rod.format(".5 0 0", 1e-9, 1 / 12)
    coupler = "<body name='lying{i}' pos='0 0 1'><joint/>{lying}</body>"
    bodies = "".join(
        f"<body name='upright{i}' pos='{i} 0 0'><joint/>{upright}{coupler.format(i=i, lying=lying) if i < 2 else ''}</body>" for i in range(3)
    )
    loops = "".join(f"<connect body1='lying{i}' body2='upright{i + 1}' anchor='1 0 0'/>" for i in range(2))
    return f"""<mujoco><compiler balanceinertia="true"/><option timestep=".001" integrator="{integrator}"><flag energy="enable"/></option>
    <default><joint axis="0 1 0"/><equality solref=".002 1" solimp=".9999 .9999"/></default>
    <worldbody>{bodies}</worldbody><equality>{loops}</equality></mujoco>"""


def swing_of_four_bars(seconds, step=1e-4):
    """Angle of the rods that stand: the chain is one pendulum, 3 angle'' = 3.5 g sin(angle)."""
    state = np.array([0.0, 1.0])

    def slope(s):
        return np.array([s[1], 3.5 / 3 * 9.81 * np.sin(s[0])])

    for _ in range(round(seconds / step)):
        a = slope(state)
        b = slope(state + step / 2 * a)
        c = slope(state + step / 2 * b)
        state = state + step / 6 * (a + 2 * b + 2 * c + slope(state + step * c))
    return state[0]


@pytest.mark.parametrize("integrator, energy_bound, angle_bound", [("Euler", 0.0915, 4e-4), ("RK4", 3.35e-4, 3e-4)])
def test_chain_of_four_bars(integrator, energy_bound, angle_bound):
    """Energy stays for ten seconds, through the singular positions in which all rods are in line."""
    ends = []

    def drift(module, source):
        model, data = load(module, source)
        data.qvel[:] = 1, -1, 1, -1, 1
        module.mj_forward(model, data)
        start, most = data.energy.sum(), [0.0]
        run(module, model, data, 10, lambda d: most.append(abs(d.energy.sum() - start)))
        ends.append(data.qpos[0])
        return max(most)

    ours, theirs = measure(drift, four_bars(integrator))
    assert ours < energy_bound
    no_worse(ours, theirs, 1e-6)
    errors = np.abs(np.array(ends) - swing_of_four_bars(10))
    print(f"{'angle':30} thew {errors[0]:14.6g}  mujoco {errors[1]:14.6g}")
    assert errors[0] < angle_bound
    no_worse(errors[0], errors[1], 1e-6)


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
    assert ours < 1.5e-6
    no_worse(ours, theirs, 1e-8)
