"""Motions whose answer is known in closed form. The reference is measured in the same run, and we are at least as good.

Run with -s to see both engines' errors side by side.
"""

import math
from typing import NamedTuple

import numpy as np
import pytest
from engines import OWN_MODELS, engine, reference

GRAVITY = 9.81
INTEGRATORS = {"Euler": 0, "RK4": 1, "implicit": 2, "implicitfast": 3}


class Case(NamedTuple):
    name: str
    measure: object  # (engine, integrator) -> the error, signed or not
    integrator: str
    rounding: float  # errors below this are rounding, where the order of sums decides


def load(module, xml, integrator):
    """A model at steps of 1 ms, and its data."""
    model = module.MjModel.from_xml_string(xml)
    model.opt.timestep = 0.001
    model.opt.integrator = INTEGRATORS[integrator]
    return model, module.MjData(model)


def own(name):
    return next(path for path in OWN_MODELS if path.stem == name).read_text()


def arithmetic_geometric_mean(a, b):
    while abs(a - b) > 1e-15 * a:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


def pendulum_period(module, integrator):
    """Relative error of the period at an amplitude of 45 degrees.

    T = 2 pi sqrt(I / (m g L)) / agm(1, cos(amplitude / 2)).
    """
    model, data = load(module, own("pendulum"), integrator)
    module.mj_resetDataKeyframe(model, data, 0)
    inertia = 1 + 1e-6  # of the bob about the pivot: m L^2 and its own
    exact = 2 * math.pi * math.sqrt(inertia / GRAVITY)
    exact /= arithmetic_geometric_mean(1, math.cos(math.pi / 8))
    crossings, before = [], (data.qpos[0], data.qvel[0])
    while len(crossings) < 4:
        module.mj_step(model, data)
        after = (data.qpos[0], data.qvel[0])
        if before[0] > 0 >= after[0]:
            crossings.append(data.time - 0.001 + hermite_root(before, after, 0.001))
        before = after
    return (crossings[-1] - crossings[0]) / 3 / exact - 1


def hermite_root(before, after, h):
    """When the cubic through both ends (positions and velocities) crosses zero."""
    (p0, v0), (p1, v1) = before, after

    def cubic(s):
        return (
            (2 * s**3 - 3 * s**2 + 1) * p0
            + (s**3 - 2 * s**2 + s) * h * v0
            + (3 * s**2 - 2 * s**3) * p1
            + (s**3 - s**2) * h * v1
        )

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if cubic(middle) > 0 else (low, middle)
    return h * (low + high) / 2


def double_pendulum_energy(module, integrator):
    """Drift of the energy in 10 s [J]."""
    model, data = load(module, own("double_pendulum"), integrator)
    module.mj_resetDataKeyframe(model, data, 0)
    module.mj_forward(model, data)
    before = data.energy.sum()
    module.mj_step(model, data, nstep=10_000)
    module.mj_forward(model, data)
    return data.energy.sum() - before


def free_body(inertia):
    return f"""<mujoco><option gravity="0 0 0"/><worldbody><body><freejoint/>
      <inertial pos="0 0 0" mass="1" diaginertia="{inertia[0]} {inertia[1]} {inertia[2]}"/>
    </body></worldbody></mujoco>"""


def tumble(module, integrator):
    """Dzhanibekov's body, turned about its middle axis for 100 s: energy and momentum before and after."""
    inertia = np.array([0.1, 0.2, 0.3])
    model, data = load(module, free_body(inertia), integrator)
    data.qvel[3:] = 0.01, 5, 0.01

    def invariants():
        module.mj_forward(model, data)
        spin = data.qvel[3:].copy()
        return 0.5 * spin @ (inertia * spin), data.ximat[1].reshape(3, 3) @ (inertia * spin)

    before = invariants()
    module.mj_step(model, data, nstep=100_000)
    return before, invariants()


def tumble_energy(module, integrator):
    before, after = tumble(module, integrator)
    return after[0] / before[0] - 1


def tumble_momentum(module, integrator):
    before, after = tumble(module, integrator)
    return float(np.linalg.norm(after[1] - before[1]) / np.linalg.norm(before[1]))


def symmetric_phase(module, integrator):
    """Phase error [rad] after 10 s of a symmetric top: w precesses in the body at (c - a)/a w_z."""
    a, c, spin = 0.2, 0.3, 2.0
    model, data = load(module, free_body((a, a, c)), integrator)
    data.qvel[3:] = 0.5, 0, spin
    module.mj_step(model, data, nstep=10_000)
    expected = (c - a) / a * spin * 10
    found = math.atan2(data.qvel[4], data.qvel[3])
    return math.remainder(found - expected, 2 * math.pi)


def projectile(module, integrator):
    """Height error [m] of a ball thrown upwards, after 1 s: z = v t - g t^2 / 2."""
    xml = """<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>"""
    model, data = load(module, xml, integrator)
    data.qvel[:3] = 1, 0, 4
    module.mj_step(model, data, nstep=1000)
    return float(data.qpos[2] - (4 - GRAVITY / 2))


CASES = [
    Case("pendulum period, relative", pendulum_period, "Euler", 1e-11),
    Case("pendulum period, relative", pendulum_period, "RK4", 1e-11),
    Case("double pendulum energy [J]", double_pendulum_energy, "Euler", 1e-9),
    Case("double pendulum energy [J]", double_pendulum_energy, "RK4", 1e-11),
    *(
        Case(name, measure, integrator, 1e-11)
        for name, measure in (
            ("tumbling energy, relative", tumble_energy),
            ("tumbling momentum, relative", tumble_momentum),
        )
        for integrator in ("Euler", "implicitfast", "RK4")
    ),
    Case("symmetric top phase [rad]", symmetric_phase, "Euler", 1e-11),
    Case("symmetric top phase [rad]", symmetric_phase, "RK4", 1e-11),
    Case("projectile height [m]", projectile, "Euler", 1e-12),
    Case("projectile height [m]", projectile, "RK4", 1e-12),
]

# What the errors may be at most, whatever the reference does: that it is bad too is no excuse.
BOUNDS = {
    ("pendulum period, relative", "Euler"): 4e-7,
    ("pendulum period, relative", "RK4"): 1e-11,
    ("double pendulum energy [J]", "RK4"): 1e-6,
    ("tumbling energy, relative", "RK4"): 1e-11,
    ("tumbling momentum, relative", "RK4"): 1e-10,
    ("symmetric top phase [rad]", "Euler"): 1e-4,
    ("symmetric top phase [rad]", "RK4"): 1e-10,
    ("projectile height [m]", "Euler"): 5e-3,
    ("projectile height [m]", "RK4"): 1e-12,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.integrator}")
def test_motion(case):
    ours = case.measure(engine, case.integrator)
    theirs = case.measure(reference, case.integrator)
    print(f"{case.name:30} {case.integrator:13} ours {ours:+.3e}   MuJoCo {theirs:+.3e}")
    assert abs(ours) <= abs(theirs) * (1 + 1e-6) + case.rounding
    assert abs(ours) <= BOUNDS.get((case.name, case.integrator), math.inf)


def test_the_exact_period_is_the_published_one():
    """L = 1 m, g = 9.81 m/s^2, 45 degrees: 2.086255873 s."""
    period = 2 * math.pi / math.sqrt(GRAVITY)
    period /= arithmetic_geometric_mean(1, math.cos(math.pi / 8))
    assert period == pytest.approx(2.086255873, abs=5e-10)
