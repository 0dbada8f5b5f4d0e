"""Builds a cart with a pole from nothing, and balances the pole for 10 s after a push.

Run: python examples/build_cart_pole.py
"""

import numpy as np

import thew


def build():
    machine = thew.ModelBuilder("cart pole")
    cart = machine.world.add_body("cart", pos=(0, 0, 0.1)).slide(axis=(1, 0, 0), range=(-2, 2), damping=0.1)
    cart.box(size=(0.4, 0.2, 0.1), mass=1).torque_motor(force_limit=30)
    pole = cart.add_body("pole").hinge(axis=(0, 1, 0), damping=0.002)
    pole.capsule(radius=0.02, end=(0, 0, 0.6), mass=0.2, collides=False).site("tip", pos=(0, 0, 0.6))
    return machine.build()


def main():
    model = build()
    data = thew.MjData(model)
    data.joint("pole").qvel[0] = 1.0  # the push [rad/s]
    gains = np.array([2.0, 60.0, 4.0, 12.0])  # position, angle, and their velocities
    steps = round(10 / model.opt.timestep)
    for _ in range(steps):
        data.ctrl[0] = gains @ np.concatenate([data.qpos, data.qvel])
        thew.mj_step(model, data)
    tip = data.site("tip").xpos
    print(f"after {data.time:.0f} s the tip is {1e3 * tip[0]:+.2f} mm from the middle, {tip[2]:.4f} m high")
    assert abs(data.qpos).max() < 1e-2 and abs(tip[2] - 0.7) < 1e-4


if __name__ == "__main__":
    main()
