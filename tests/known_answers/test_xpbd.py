"""Flexes that constraints on positions hold in shape: motions and shapes that are known."""

import math
import os
from pathlib import Path

import numpy as np
import pytest

import thew

ROOT = Path(__file__).parents[2]
NO_CONTACT = '<contact contype="0" conaffinity="0" selfcollide="none"/>'


def world(inside, option="", more=""):
    model = thew.MjModel.from_xml_string(f"<mujoco><option {option}/><worldbody>{inside}</worldbody>{more}</mujoco>")
    return model, thew.MjData(model)


def chain(points, inside, radius=0.01, mass=1.0, pins=()):
    """A chain through points; `mass` 1 is that of the density."""
    place = " ".join(f"{x!r} {y!r} {z!r}" for x, y, z in np.asarray(points, dtype=float).tolist())
    element = " ".join(f"{i} {i + 1}" for i in range(len(points) - 1))
    pinned = f'<pin id="{" ".join(map(str, pins))}"/>' if pins else ""
    return (f'<flexcomp name="f" type="direct" dim="1" radius="{radius!r}" mass="{mass!r}" point="{place}" element="{element}">'
            f"{NO_CONTACT}{inside}{pinned}</flexcomp>")  # fmt: skip


def run(model, data, steps):
    for _ in range(steps):
        thew.mj_step(model, data)


def settle(model, data, steps, brake=0.98):
    """Steps with velocities braked: to where the forces balance."""
    for _ in range(steps):
        thew.mj_step(model, data)
        data.qvel[:] *= brake
    thew.mj_forward(model, data)


def vertices(model, data):
    thew.mj_forward(model, data)
    return np.array(data.flexvert_xpos)


def test_spring_decays_as_implicit_euler_does():
    """Amplitude x 1/sqrt(1 + h^2 w^2) a step, frequency atan(h w)/h: .99803 and 4.9934 Hz."""
    h, w = 0.002, 2 * math.pi * 5
    model, data = world(chain([(0, 0, 0), (1, 0, 0)], f'<xpbd stretch="{1 / w**2!r}" substeps="1"/>', mass=2.0, pins=[0]),
                        f'timestep="{h}" gravity="0 0 0"')  # fmt: skip
    model.flex_damping[:] = 0
    z = (1 + 1j * h * w) / (1 + h * h * w * w)  # a root of one step
    assert abs(z) == pytest.approx(0.99803, abs=1e-5)
    assert math.atan(h * w) / h / (2 * math.pi) == pytest.approx(4.9934, abs=1e-4)
    x = data.qpos[0] = 0.05
    c = complex(x, -x * (z.real - abs(z) ** 2) / z.imag)  # x_n = Re(c z^n), at rest before: x_-1 = x_0
    for n in range(1, 400):
        thew.mj_step(model, data)
        assert data.qpos[0] == pytest.approx((c * z**n).real, abs=1e-12)


def test_modes_of_a_chain():
    """n masses between walls: w_k = 2 sqrt(k/m) sin(k pi / 2(n+1)): 45.30 and 315.07 Hz."""
    n, k, m, h = 10, 1e4, 0.01, 1e-5
    points = [(i, 0, 0) for i in range(n + 2)]
    model, data = world(chain(points, f'<xpbd stretch="{1 / k!r}" bend="1e9" substeps="1" iterations="30"/>', mass=m * (n + 2), pins=[0, n + 1]),
                        f'timestep="{h}" gravity="0 0 0"')  # fmt: skip
    model.flex_damping[:] = 0
    for mode, known in ((1, 45.30), (10, 315.07)):
        w = 2 * math.sqrt(k / m) * math.sin(mode * math.pi / (2 * (n + 1)))
        assert w / (2 * math.pi) == pytest.approx(known, abs=0.005)
        thew.mj_resetData(model, data)
        shape = np.sin(np.arange(1, n + 1) * mode * math.pi / (n + 1))
        data.qpos[::3] = 1e-3 * shape
        amplitude = []
        for _ in range(int(0.6 / known / h)):
            thew.mj_step(model, data)
            amplitude.append(shape @ data.qpos[::3])
        crossing = np.flatnonzero((np.array(amplitude[:-1]) > 0) & (np.array(amplitude[1:]) <= 0))[0]
        quarter = (crossing + 1 + amplitude[crossing] / (amplitude[crossing] - amplitude[crossing + 1])) * h
        assert 1 / (4 * quarter) == pytest.approx(known, rel=1e-3)


def test_hanging_rope():
    """A rope of 10 m stretches by rho g L^2 / 2E = 3.924 mm, exactly so with half a mass at its tip."""
    n, length, young, density = 10, 10.0, 1e8, 800
    points = [(0, 0, -length * i / n) for i in range(n + 1)]
    model, data = world(chain(points, f'<elasticity young="{young}"/><xpbd density="{density}" substeps="1" iterations="200"/>', pins=[0]), 'timestep=".01"')
    mass = np.array(model.body_mass)[1:]
    assert mass.sum() == pytest.approx(density * math.pi * 1e-4 * (length - length / n / 2))
    settle(model, data, 400, 0.9)
    assert -10 - vertices(model, data)[-1, 2] == pytest.approx(density * 9.81 * length**2 / (2 * young), rel=1e-6)
    assert density * 9.81 * length**2 / (2 * young) == pytest.approx(3.924e-3)


def test_catenary():
    """Span 1, length 1.2: sag .29234, tension at the ends .76189 of the weight per length."""
    n = 40
    half = 0.6
    angle = math.acos(0.5 / half)
    points = []
    for s in np.linspace(0, 1.2, n + 1):  # a tent to begin with
        along = min(s, 1.2 - s)
        points.append((s * math.cos(angle) if s <= half else 1 - (1.2 - s) * math.cos(angle), 0, -along * math.sin(angle)))
    model, data = world(chain(points, '<xpbd stretch="1e-9" bend="1e9" density="1000" substeps="4" iterations="10"/>', pins=[0, n]), 'timestep=".005"')
    settle(model, data, 1500, 0.97)
    x = vertices(model, data)
    assert -x[:, 2].min() == pytest.approx(0.29234, abs=2e-3)
    slope = x[1] - x[0]
    weight = np.array(model.body_mass)[1:].sum() * 9.81
    per_length = weight / (1.2 * (n - 1) / n)
    tension = weight / 2 / (-slope[2] / np.linalg.norm(slope))
    assert tension / per_length == pytest.approx(0.76189, rel=0.02)


def bar(n, poisson):
    """A beam of 1 x .1 x .1 m, clamped at x = 0."""
    return (f'<body name="b" pos=".5 0 0"><flexcomp name="f" type="grid" dim="3" count="{10 * n + 1} {n + 1} {n + 1}" spacing="{.1 / n!r} {.1 / n!r} {.1 / n!r}" radius=".001">'
            f'{NO_CONTACT}<elasticity young="1e8" poisson="{poisson}"/><xpbd density="1000" substeps="{60 * n}" iterations="5"/>'
            f'<pin gridrange="0 0 0 0 {n} {n}"/></flexcomp></body>')  # fmt: skip


@pytest.mark.parametrize(("poisson", "rate"), [(0, 0.55), (0.25, 0.65)])
def test_cantilever_converges(poisson, rate):
    """It sags by 14.715 mm under its own weight; coarse tetrahedra are too stiff, finer ones less so. Held volumes lock them more."""
    sag = []
    for n in (1, 2):
        model, data = world(bar(n, poisson), 'timestep=".02"')
        settle(model, data, 60, 0.8)
        sag.append(-vertices(model, data)[:, 2].min() - 0.05)
    assert 0 < sag[0] < sag[1] < 14.715e-3, sag
    assert 14.715e-3 - sag[1] < rate * (14.715e-3 - sag[0]), sag


def test_pressure_shrinks_a_solid():
    """dV/V = -p/K: a cube that is pushed on all sides."""
    young, poisson, pressure = 1e5, 0.4, 500.0
    bulk = young / (3 * (1 - 2 * poisson))
    for law, tolerance in (("edges", 0.02), ("neohookean", 0.01)):
        model, data = world(f'<body name="b"><flexcomp name="f" type="grid" dim="3" count="3 3 3" spacing=".05 .05 .05" radius=".001">{NO_CONTACT}'
                            f'<elasticity young="{young}" poisson="{poisson}"/><xpbd density="1000" law="{law}" iterations="1" substeps="50"/></flexcomp></body>',
                            'timestep=".01" gravity="0 0 0"')  # fmt: skip
        elements = np.array(model.flex_elem).reshape(-1, 4)
        shell = np.array(model.flex_shell).reshape(-1, 3)
        start = vertices(model, data)

        def volume(x):
            a, b, c = (x[elements[:, k]] - x[elements[:, 0]] for k in (1, 2, 3))
            return np.abs(np.einsum("ij,ij->i", np.cross(a, b), c)).sum() / 6

        middle = start.mean(axis=0)
        for _ in range(120):
            x = np.array(data.flexvert_xpos)
            force = np.zeros_like(x)
            for t in shell:
                normal = np.cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]) / 2
                inwards = -np.sign(normal @ (x[t].mean(axis=0) - middle))
                for v in t:
                    force[v] += inwards * normal * pressure / 3
            data.qfrc_applied[:] = force.ravel()
            thew.mj_step(model, data)
            data.qvel[:] *= 0.9
        change = volume(vertices(model, data)) / volume(start) - 1
        assert change == pytest.approx(-pressure / bulk, rel=tolerance), law


def cloth(inside, count=9, pins='<pin id="0 8"/>'):
    return (f'<body name="b" pos="0 0 1"><flexcomp name="f" type="grid" dim="2" count="{count} {count} 1" spacing=".05 .05 .05" radius=".002">'
            f"{NO_CONTACT}{inside}{pins}</flexcomp></body>")  # fmt: skip


def energy(model, data):
    """Of motion and height, and what the edges store."""
    thew.mj_forward(model, data)
    mass = np.array(model.body_mass)[2:]
    v = np.array(data.qvel).reshape(-1, 3)
    x = np.array(data.xpos)[2:]
    total = 0.5 * (mass * (v**2).sum(axis=1)).sum() + 9.81 * (mass * x[:, 2]).sum()
    at = np.array(data.flexvert_xpos)
    for r in range(model.nxpbdrun):
        count, a, b = model.xpbdrun_num[r], model.xpbdrun_vertadr[r], model.xpbdrun_numberadr[r]
        if model.xpbdrun_kind[r] == 0:
            ends = np.array(model.xpbd_vert[a : a + 2 * count]).reshape(-1, 2)
            soft, rest = np.array(model.xpbd_number[b : b + 2 * count]).reshape(-1, 2).T
            stretch = np.linalg.norm(at[ends[:, 1]] - at[ends[:, 0]], axis=1) - rest
            total += (stretch**2 / (2 * soft)).sum()
        else:
            around = np.array(model.xpbd_vert[a : a + 4 * count]).reshape(-1, 4)
            number = np.array(model.xpbd_number[b : b + 5 * count]).reshape(-1, 5)
            bend = np.einsum("ij,ijk->ik", number[:, 1:], at[around])
            total += ((bend**2).sum(axis=1) / (2 * number[:, 0])).sum()
    return total


def test_energy_of_a_hanging_cloth_never_rises():
    model, data = world(cloth('<xpbd density="300" stretch="1e-2" bend="100" substeps="2" iterations="20"/>'), 'timestep=".004"')
    first = last = energy(model, data)
    for _ in range(200):
        thew.mj_step(model, data)
        now = energy(model, data)
        assert now <= last + 1e-9
        last = now
    assert last < first - 1e-3


def test_pins_carry_the_weight():
    """A cloth pinned to a scale: at rest the scale weighs it, too."""
    inside = "".join(f'<body name="v{i}{j}" pos="{.1 * i} {.1 * j} -.2"><inertial pos="0 0 0" mass=".02" diaginertia="1e-6 1e-6 1e-6"/>'
                     '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/></body>'
                     for i in range(3) for j in range(2))  # fmt: skip
    inside += '<body name="scale"><joint name="s" type="slide" axis="0 0 1" stiffness="500" damping="5"/><geom size=".05" mass="1" contype="0" conaffinity="0"/></body>'
    bodies = [f"v{i}{j}" for i in range(3) for j in range(2)] + ["scale", "scale"]
    rest = " ".join(["0 0 0"] * 6 + ["0 .05 -.1", ".2 .05 -.1"])
    element = "0 2 1 1 2 3 2 4 3 3 4 5 0 6 1 4 7 5"
    more = (f'<deformable><flex name="f" dim="2" radius=".005" body="{" ".join(bodies)}" vertex="{rest}" element="{element}">{NO_CONTACT}'
            '<elasticity damping=".01"/><xpbd stretch="1e-5" bend="10"/></flex></deformable>')  # fmt: skip
    model, data = world(inside, 'timestep=".002"', more)
    settle(model, data, 3000, 0.99)
    assert -data.qpos[-1] * 500 == pytest.approx((1 + 6 * 0.02) * 9.81, rel=1e-3)


@pytest.mark.parametrize("coupling", ["auto", "points", "metric"])
def test_momentum_of_a_ball_and_a_cloth(coupling):
    """Nothing else pulls at them: what one loses the other gains."""
    inside = cloth(f'<xpbd stretch="1e-4" coupling="{coupling}"/>', pins="").replace(NO_CONTACT, "<contact selfcollide='none'/>")
    inside += '<body name="ball" pos=".01 .02 1.1"><freejoint/><geom size=".08" mass=".5"/></body>'
    model, data = world(inside, 'timestep=".002" gravity="0 0 0" cone="elliptic"')
    data.qvel[-6:-3] = (0.3, -0.2, -1.5)
    mass = np.array(model.body_mass)[2:]

    def momentum():
        v = np.concatenate([np.array(data.qvel[:-6]).reshape(-1, 3), [np.array(data.qvel[-6:-3])]])
        return mass @ v

    before, touched = momentum(), 0
    for _ in range(150):
        thew.mj_step(model, data)
        touched += data.ncon > 0
        assert momentum() == pytest.approx(before, abs=1e-12)
    assert touched > 20


@pytest.mark.parametrize("mass", [0.05, 0.5, 5, 50])
def test_a_cloth_of_100_g_holds_a_ball(mass):
    inside = ('<body name="b" pos="0 0 .5"><flexcomp name="f" type="grid" dim="2" count="11 11 1" spacing=".05 .05 .05" radius=".005" mass=".1">'
              '<contact selfcollide="none"/><elasticity young="1e7" poisson=".3" thickness=".002" damping=".01"/><xpbd/>'
              '<pin gridrange="0 0 10 0 0 10 10 10"/></flexcomp></body>'
              f'<body name="ball" pos="0 0 .59"><freejoint/><geom size=".08" mass="{mass}"/></body>')  # fmt: skip
    model, data = world(inside, 'timestep=".002"')
    run(model, data, 300)  # it falls on the cloth, and is caught
    settle(model, data, 700, 0.97)
    assert 0.3 < data.qpos[-5] < 0.58
    assert -1e-3 < float(np.min(data.contact.dist)) < 0


def test_cloth_rests_on_a_ball():
    """A cloth that falls on a sphere that does not move lies on it and does not sink in."""
    inside = cloth('<xpbd material="fabric/cotton"/>', count=13, pins="").replace(NO_CONTACT, "<contact selfcollide='none'/>")
    inside += '<geom size=".2" pos="0 0 .78"/>'
    model, data = world(inside, 'timestep=".002"')
    settle(model, data, 700, 0.995)
    deep = np.linalg.norm(vertices(model, data) - [0, 0, 0.78], axis=1).min() - 0.2
    assert deep > -1e-4
    assert 0.981 < np.array(data.flexvert_xpos)[:, 2].max() < 0.986


def random_material(random):
    """A body of any sort, six decades of stiffness, masses from 1 g to 100 kg and steps of .5 to 10 ms, under a ball on a plane."""
    dim = int(random.integers(1, 4))
    count = ["12 1 1", "6 6 1", "3 3 3"][dim - 1]
    young, mass, h = 10 ** random.uniform(3, 9), 10 ** random.uniform(-3, 2), 10 ** random.uniform(-3.3, -2)
    law = "neohookean" if dim == 3 and random.random() < 0.5 else "edges"
    twist = f'shear="{young / 3}"' if dim == 1 and random.random() < 0.5 else ""
    inside = (f'<geom type="plane" size="5 5 1"/><body name="b" pos="0 0 .3" euler="20 30 10"><flexcomp name="f" type="grid" dim="{dim}" count="{count}" spacing=".05 .05 .05" radius=".005" mass="{mass}">'
              f'<elasticity young="{young}" poisson="{random.uniform(0.05, 0.48)}" {twist} damping="{random.choice([0, 0.01])}"/><xpbd law="{law}" substeps="{random.integers(1, 12)}"/></flexcomp></body>'
              f'<body name="ball" pos="0 0 1"><freejoint/><geom size=".05" mass="{10 ** random.uniform(-3, 2)}"/></body>')  # fmt: skip
    return world(inside, f'timestep="{h}"'), (dim, young, mass, h, law, twist)


def test_random_materials_stay_finite():
    """THEW_XPBD_STEPS asks for more steps than the 3,600 that are quick."""
    random, steps = np.random.default_rng(3), int(os.environ.get("THEW_XPBD_STEPS", "3600"))
    for _ in range(steps // 150):
        (model, data), case = random_material(random)
        for _ in range(150):
            thew.mj_step(model, data)
        assert np.isfinite(data.qpos).all(), case
        hinges = np.array(model.jnt_dofadr)[np.array(model.jnt_type) == int(thew.mjtJoint.mjJNT_HINGE)]
        speed = np.abs(data.qvel)
        speed[hinges] *= 0.005  # at the surface of the chain, which rolls
        assert speed.max() < 100, case
        assert not any(warning.number for warning in data.warning), case


def test_a_world_in_a_batch_has_the_bits_of_the_world_alone():
    inside = cloth('<xpbd material="cloth/silk"/>').replace(NO_CONTACT, "<contact selfcollide='none'/>")
    model, data = world(inside + '<geom size=".2" pos="0 0 .7"/>', 'timestep=".004"')
    batch = thew.Batch(model, 3)
    batch.step(50)
    run(model, data, 50)
    for i in range(3):
        assert np.array_equal(batch.qpos[i], data.qpos)


@pytest.mark.parametrize("name", ["flag", "jelly", "rope"])
def test_scenes_stay_sound(name):
    model = thew.MjModel.from_xml_path(str(ROOT / "models" / "soft" / f"{name}.xml"))
    data = thew.MjData(model)
    run(model, data, 500)
    assert np.isfinite(data.qpos).all()
    assert not any(warning.number for warning in data.warning)
    assert np.array(data.flexvert_xpos)[:, 2].min() > 0.4


def test_a_folded_cloth_does_not_pass_through_itself():
    n, s = 9, 0.04
    points, elements = [], []
    for i in range(n):
        x, z = (i * s, 0.012) if i < n // 2 else (i * s, 0.03) if i == n // 2 else ((n - 1 - i) * s + 0.001, 0.05)
        points += [f"{x} {j * s} {z}" for j in range(n)]
    for i in range(n - 1):
        for j in range(n - 1):
            a = i * n + j
            elements += [a, a + n, a + 1, a + 1, a + n, a + n + 1]
    model, data = world('<geom type="plane" size="2 2 1"/><body name="b"><flexcomp name="f" type="direct" dim="2" radius=".004" '
                        f'point="{" ".join(points)}" element="{" ".join(map(str, elements))}"><xpbd material="fabric/cotton" bend="1e4"/></flexcomp></body>',
                        'timestep=".002"')  # fmt: skip
    for _ in range(10):
        run(model, data, 40)
        height = vertices(model, data).reshape(n, n, 3)[:, :, 2]
        assert (height[: n // 2 : -1] - height[: n // 2]).min() > 0.006, "two radii, and a fall that ends softly"


def rod(n, shear, more="", length=1.0, radius=0.01, density=1000, pins=(0, 1), xpbd='substeps="1" iterations="30"', option='timestep=".002" gravity="0 0 0"'):
    """A straight rod along x, whose first segment is held."""
    points = [(length * i / n, 0, 0) for i in range(n + 1)]
    inside = f'<elasticity young="1e7" shear="{shear!r}"/><xpbd density="{density}" {xpbd}/>'
    return world(chain(points, inside, radius=radius, pins=pins), option, more)


def test_a_rod_twists_by_its_torque():
    """A torque at the tip turns it by torque length / G J, and each segment by the same angle more than the one before."""
    n, shear, torque, radius = 10, 1e6, 1e-3, 0.01
    model, data = rod(n, shear)
    stiffness = shear * math.pi * radius**4 / 2
    hinges = np.flatnonzero(np.array(model.jnt_type) == int(thew.mjtJoint.mjJNT_HINGE))
    assert len(hinges) == n - 1, "the first segment is held"
    data.qfrc_applied[model.jnt_dofadr[hinges[-1]]] = torque
    settle(model, data, 800, 0.95)
    angle = np.array(data.qpos)[model.jnt_qposadr[hinges]]
    known = torque * (1 / n) / stiffness * np.arange(1, n)
    assert angle == pytest.approx(known, rel=1e-9)
    assert np.abs(vertices(model, data)[:, 1:]).max() < 1e-12, "it stays straight"


def test_modes_of_torsion():
    """N segments of inertia I behind one that is held, G J / l between them: w_k = 2 sqrt(G J / l I) sin((2k - 1) pi / 2(2N + 1))."""
    n, shear, radius, h = 9, 1e6, 0.01, 5e-6
    model, data = rod(n + 1, shear, xpbd='substeps="1" iterations="30"', option=f'timestep="{h}" gravity="0 0 0"')
    model.flex_damping[:] = 0
    hinge = np.flatnonzero(np.array(model.jnt_type) == int(thew.mjtJoint.mjJNT_HINGE))
    q, dof = np.array(model.jnt_qposadr)[hinge], np.array(model.jnt_dofadr)[hinge]
    thew.mj_forward(model, data)
    inertia = np.array(model.body_inertia)[np.array(model.jnt_bodyid)[hinge], 0]
    length = 1 / (n + 1)
    assert inertia == pytest.approx(1000 * math.pi * radius**2 * length * radius**2 / 2, rel=1e-9)
    for mode in (1, 2):
        w = 2 * math.sqrt(shear * math.pi * radius**4 / 2 / length / inertia[0]) * math.sin((2 * mode - 1) * math.pi / (2 * (2 * n + 1)))
        thew.mj_resetData(model, data)
        shape = np.sin(np.arange(1, n + 1) * (2 * mode - 1) * math.pi / (2 * n + 1))
        data.qpos[q] = 1e-2 * shape
        amplitude = [shape @ data.qpos[q]]
        while amplitude[-1] > 0:
            thew.mj_step(model, data)
            amplitude.append(shape @ data.qpos[q])
        quarter = (len(amplitude) - 2 + amplitude[-2] / (amplitude[-2] - amplitude[-1])) * h
        assert 2 * math.pi / (4 * quarter) == pytest.approx(w, rel=2e-3)


def test_a_twisted_rod_buckles():
    """Held at both ends and turned once, a straight rod stays so up to a torque of 8.987 E I / L (Greenhill), and coils beyond."""
    n, young, sideways = 16, 1e7, {}
    points = [(i / n, 0, 0) for i in range(n + 1)]
    for share in (0.9, 1.1):
        shear = share * 8.987 * young / (4 * math.pi)  # J = 2 I
        inside = f'<elasticity young="{young}" shear="{shear!r}"/><xpbd density="1000" substeps="4" iterations="20"/>'
        model, data = world(chain(points, inside, pins=(0, 1, n - 1, n)), 'timestep=".005" gravity="0 0 0"')
        turned = np.array(model.jnt_qposadr)[np.array(model.jnt_type) == int(thew.mjtJoint.mjJNT_HINGE)]
        data.qpos[turned] = np.linspace(0, 2 * math.pi, len(turned) + 2)[1:-1]
        data.plastic[-1] = 2 * math.pi  # between the last segment, which is held, and the one before
        slides = np.setdiff1d(np.arange(model.nq), turned)
        data.qpos[slides] += 1e-3 * np.random.default_rng(1).standard_normal(len(slides))
        settle(model, data, 300, 0.98)
        sideways[share] = np.abs(vertices(model, data)[:, 1:]).max()
    assert sideways[0.9] < 1e-4
    assert sideways[1.1] > 3e-3


def test_momentum_of_a_twisted_rod():
    """Free of outside forces, it keeps its momentum while twist turns into bending."""
    n = 12
    points = [(0.05 * i, 0.02 * math.sin(i), 0.02 * math.cos(1.3 * i)) for i in range(n + 1)]
    model, data = world(chain(points, '<elasticity young="1e6" shear="1e6"/><xpbd density="1000"/>'), 'timestep=".002" gravity="0 0 0"')
    hinge = np.array(model.jnt_type) == int(thew.mjtJoint.mjJNT_HINGE)
    data.qpos[np.array(model.jnt_qposadr)[hinge]] = 3 * np.sin(np.arange(n))
    slides = np.array(model.jnt_dofadr)[~hinge]
    mass = np.array(model.body_mass)[np.array(model.dof_bodyid)[slides]]
    moved = np.zeros(model.nv)
    for _ in range(200):
        thew.mj_step(model, data)
        v = np.array(data.qvel)
        assert (mass * v[slides]).reshape(-1, 3).sum(axis=0) == pytest.approx(0, abs=1e-12)
        moved = np.maximum(moved, np.abs(v))
    assert moved[slides].max() > 0.01
