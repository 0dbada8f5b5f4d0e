"""An arm's masses and friction, found from noisy encoders: Gauss-Newton on a simulation that knows its own derivatives.

A motion of 2.4 s is measured with noise. Derivatives of a step by numbers of the model (P of thew.derivative) go along with the
simulation, s_next = A s + P, and say how each angle at each time reacts to each unknown.
Run: python examples/identify_arm.py
"""

import numpy as np
import thew
from thew.derivative import DerivativeConfig

XML = """
<mujoco model="arm">
  <option timestep="0.004" integrator="implicitfast"/>
  <worldbody>
    <body name="upper" pos="0 0 2">
      <joint name="shoulder" axis="0 1 0" damping="0.2" frictionloss="0.3"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.04" mass="2" contype="0" conaffinity="0"/>
      <body name="lower" pos="0 0 -0.5">
        <joint name="elbow" axis="0 1 0" damping="0.1" frictionloss="0.1"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.03" mass="1.2" contype="0" conaffinity="0"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="shoulder" gear="10"/><motor joint="elbow" gear="4"/></actuator>
</mujoco>
"""
STEPS, NOISE = 600, 2e-3  # NOISE: deviation of a measured angle [rad]
# The unknowns: the mass of each link, whose inertia grows with it, damping and dry friction of each joint.
NAMES = ["mass of upper", "mass of lower", "damping of shoulder", "damping of elbow", "friction of shoulder", "friction of elbow"]
GUESS = np.array([1.2, 2.0, 0.05, 0.3, 0.1, 0.3])
FIELDS = ["body_mass", "body_mass", "dof_damping", "dof_damping", "dof_frictionloss", "dof_frictionloss"]
PLACES = [1, 2, 0, 1, 0, 1]
NUMBERS = [*zip(FIELDS, PLACES)] + [("body_inertia", (body, axis)) for body in (1, 2) for axis in range(3)]


def controls():
    t = np.arange(STEPS)[:, None] * 0.004
    return 0.4 * np.sin(2 * np.pi * t * [0.9, 1.7]) + 0.3 * np.sin(2 * np.pi * t * [2.3, 0.6])


def unknowns(model):
    return np.array([getattr(model, field)[place] for field, place in zip(FIELDS, PLACES)])


def write(model, values):
    for body in (1, 2):
        model.body_inertia[body] *= values[body - 1] / model.body_mass[body]
    for field, place, value in zip(FIELDS, PLACES, values):
        getattr(model, field)[place] = value


def simulate(model, with_slopes=True):
    """Angles of a motion, and what each unknown does to them: (STEPS, 2, 6)."""
    data, config = thew.MjData(model), DerivativeConfig(sensors=False, numbers=NUMBERS)
    angles, slopes, slope = np.empty((STEPS, 2)), np.zeros((STEPS, 2, 6)), np.zeros((4, 6))
    for t, ctrl in enumerate(controls()):
        data.ctrl[:] = ctrl
        if with_slopes:
            step = thew.derivative.transition(model, data, config)
            P = step.P[:, :6].copy()
            for body in (1, 2):  # inertia is in proportion to mass
                P[:, body - 1] += step.P[:, 3 + 3 * body : 6 + 3 * body] @ model.body_inertia[body] / model.body_mass[body]
            slope = step.A @ slope + P
        thew.mj_step(model, data)
        angles[t], slopes[t] = data.qpos, slope[:2]
    return angles, slopes


def identify(model, measured, iterations=40):
    """Least squares of the measured angles; gives the unknowns of each iteration, and the residuals."""
    history, weight = [unknowns(model)], 1e-3
    angles, slopes = simulate(model)
    for _ in range(iterations):
        J, away = slopes.reshape(-1, 6) * history[-1], (measured - angles).ravel()  # by relative changes
        H = J.T @ J
        while True:
            change = np.linalg.solve(H + weight * np.diag(np.diag(H)), J.T @ away)
            write(model, history[-1] * np.exp(np.clip(change, -0.5, 0.5)))
            tried = simulate(model)
            if np.square(measured - tried[0]).sum() <= np.square(away).sum() or weight > 1e6:
                break
            weight *= 10
        (angles, slopes), weight = tried, weight / 10
        history.append(unknowns(model))
        if np.abs(history[-1] / history[-2] - 1).max() < 1e-4:
            break
    return np.array(history), measured - angles


def run():
    """The unknowns of each iteration, the truth, and the residuals."""
    model = thew.MjModel.from_xml_string(XML)
    truth = unknowns(model)
    angles, _ = simulate(model, with_slopes=False)
    measured = angles + NOISE * np.random.default_rng(0).normal(size=angles.shape)
    write(model, GUESS)
    history, residual = identify(model, measured)
    return history, truth, residual


def main():
    history, truth, residual = run()
    for name, guess, found, true in zip(NAMES, GUESS, history[-1], truth):
        print(f"{name:20}: guess {guess:5.2f}, found {found:7.4f}, truth {true:5.2f}")
    print(f"{len(history) - 1} iterations; what is left is the noise: {residual.std():.2e} rad of {NOISE:.2e}")
    assert np.abs(history[-1] / truth - 1).max() < 0.03, "not found"
    assert abs(residual.std() / NOISE - 1) < 0.05, "the motion does not fit"


if __name__ == "__main__":
    main()
