"""Builds a gripper on a gantry from nothing: it closes two fingers with one motor, lifts a block and carries it away.

Run: python examples/build_gripper.py
"""

import thew


def build():
    machine = thew.ModelBuilder("gripper").ground()
    machine.world.add_body("block", pos=(0, 0, 0.03)).free().box(size=(0.04, 0.06, 0.06), mass=0.1, friction=1.5)
    # A planar joint seen from the side: x is sideways, y is up, and the angle is held by a stiff motor.
    gantry = machine.world.add_body("gantry", pos=(0, 0, 0.3), euler=(1.5707963267948966, 0, 0))
    gantry.planar(x={"range": (-1, 1)}, y={"range": (-0.3, 0.5)}, angle={"range": (-0.5, 0.5)})
    gantry.box(size=(0.24, 0.04, 0.06), mass=1)
    for joint, kp, kd in (("gantry_x", 400, 60), ("gantry_y", 2000, 120), ("gantry_angle", 50, 5)):
        gantry.position_motor(kp=kp, kd=kd, joint=joint)
    left = gantry.add_body("left", pos=(-0.08, -0.02, 0)).slide(axis=(1, 0, 0), range=(0, 0.08), damping=1)
    left.box(size=(0.02, 0.2, 0.04), pos=(0, -0.1, 0), mass=0.1, friction=1.5)
    right = gantry.add_body("right", pos=(0.08, -0.02, 0)).slide(axis=(-1, 0, 0), range=(0, 0.08), damping=1)
    right.box(size=(0.02, 0.2, 0.04), pos=(0, -0.1, 0), mass=0.1, friction=1.5)
    machine.gear("right", "left", ratio=1, solref=(0.004, 1))  # one moves as far as the other
    left.position_motor(kp=500, kd=20, force_limit=20)
    return machine.build()


def go(model, data, seconds, **targets):
    """Sets the motors that are named and waits."""
    for name, target in targets.items():
        data.actuator(name).ctrl[0] = target
    for _ in range(round(seconds / model.opt.timestep)):
        thew.mj_step(model, data)


def main():
    model = build()
    data = thew.MjData(model)
    go(model, data, 1, gantry_y=-0.07)  # down, around the block
    go(model, data, 1, left=0.08)  # close
    go(model, data, 1, gantry_y=0.2)  # up
    go(model, data, 2, gantry_x=0.5)  # away
    block = data.body("block").xpos
    apart = abs(data.joint("left").qpos[0] - data.joint("right").qpos[0])
    print(f"the block is at x = {block[0]:.3f} m, z = {block[2]:.3f} m; the fingers differ by {1e3 * apart:.3f} mm")
    assert block[0] > 0.45 and block[2] > 0.2 and apart < 1e-3


if __name__ == "__main__":
    main()
