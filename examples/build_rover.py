"""Builds a rover from nothing: one motor drives both rear wheels through a differential, so that it takes curves without slip.

Run: python examples/build_rover.py
"""

import thew

RADIUS, TRACK, WHEELBASE = 0.1, 0.4, 0.5  # [m]
STEER = 0.3  # angle of the front wheels [rad]


def build():
    machine = thew.ModelBuilder("rover").ground()
    chassis = machine.world.add_body("chassis", pos=(0, 0, RADIUS)).free()
    chassis.box(size=(WHEELBASE, 0.2, 0.06), pos=(WHEELBASE / 2, 0, 0.02), mass=5)
    for side, y in (("left", TRACK / 2), ("right", -TRACK / 2)):
        rear = chassis.add_body(f"rear {side}", pos=(0, y, 0)).hinge(axis=(0, 1, 0), damping=0.01)
        rear.cylinder(radius=RADIUS, start=(0, -0.02, 0), end=(0, 0.02, 0), mass=0.5)
        knuckle = chassis.add_body(f"knuckle {side}", pos=(WHEELBASE, y, 0)).hinge(axis=(0, 0, 1), range=(-0.6, 0.6))
        knuckle.box(size=(0.04, 0.04, 0.04), mass=0.2, collides=False).position_motor(kp=50, kd=1)
        front = knuckle.add_body(f"front {side}").hinge(axis=(0, 1, 0), damping=0.01)
        front.cylinder(radius=RADIUS, start=(0, -0.02, 0), end=(0, 0.02, 0), mass=0.5)
    # The motor turns the carrier of the differential: its speed is the mean of those of the wheels.
    shaft = chassis.add_body("shaft").hinge(axis=(0, 1, 0))
    shaft.cylinder(radius=0.02, start=(0, -0.05, 0), end=(0, 0.05, 0), mass=0.2, collides=False)
    shaft.velocity_motor(kv=2, force_limit=5)
    machine.differential("shaft", "rear left", "rear right")
    return machine.build()


def main():
    model = build()
    data = thew.MjData(model)
    data.actuator("knuckle left").ctrl[0] = data.actuator("knuckle right").ctrl[0] = STEER
    data.actuator("shaft").ctrl[0] = 5  # [rad/s]
    while data.time < 10:
        thew.mj_step(model, data)
    left, right, shaft = (data.joint(name).qvel[0] for name in ("rear left", "rear right", "shaft"))
    turning = data.body("chassis").cvel[2]
    print(f"wheels turn at {left:.3f} and {right:.3f} rad/s, the shaft at {shaft:.3f}; the rover at {turning:.3f} rad/s")
    # In a curve to the left the right wheel has the longer way: that is what a differential is for.
    assert right > left + 0.5
    assert abs((left + right) / 2 - shaft) < 0.01
    assert abs(turning - (right - left) * RADIUS / TRACK) < 0.02
    assert abs(data.qpos[2] - RADIUS) < 0.01


if __name__ == "__main__":
    main()
