"""Inertia frames of symmetric bodies: where moments are equal, rounding chooses the axes, and ours is MuJoCo's."""

import math
import random

import mujoco
import numpy as np

import thew

FRACTION = 1 / 3  # of bodies without symmetry


def text(numbers):
    return " ".join(f"{x:.17g}" for x in numbers)


def some_shape(rng):
    kind = rng.choice(["sphere", "box", "capsule", "cylinder", "ellipsoid"])
    size = [max(0.1, round(rng.uniform(0.02, 0.3), rng.choice([1, 2, 4]))) for _ in range(3)]
    return f'type="{kind}" size="{text(size)}"'


def symmetric_body(rng):
    """Copies of one geom around an axis, turned along or not, sometimes with one in the middle."""
    shape, axis, count = some_shape(rng), rng.randrange(3), rng.choice([2, 3, 4, 6, 8])
    distance, start = rng.choice([rng.uniform(0.1, 1), 0.5]), rng.choice([0, math.pi / 4, 0.3])
    turned = rng.random() < 0.5
    geoms = []
    for i in range(count):
        angle = 2 * math.pi * i / count + start
        pos, quat = [0.0] * 3, [1.0, 0.0, 0.0, 0.0]
        pos[(axis + 1) % 3], pos[(axis + 2) % 3] = distance * math.cos(angle), distance * math.sin(angle)
        if turned:
            quat[0], quat[axis + 1] = math.cos(angle / 2), math.sin(angle / 2)
        geoms.append(f'<geom {shape} pos="{text(pos)}" quat="{text(quat)}"/>')
    if rng.random() < 0.4:
        geoms.append(f"<geom {some_shape(rng)}/>")
    return "".join(geoms)


def plain_body(rng):
    def geom():
        pos = [rng.uniform(-1, 1) for _ in range(3)]
        quat = [rng.gauss(0, 1) for _ in range(4)]
        return f'<geom {some_shape(rng)} pos="{text(pos)}" quat="{text(quat)}"/>'

    return "".join(geom() for _ in range(rng.randint(2, 4)))


def test_axes_and_moments_have_the_bits_of_mujoco():
    rng = random.Random(5)
    bodies = [plain_body(rng) if rng.random() < FRACTION else symmetric_body(rng) for _ in range(400)]
    xml = "<mujoco><worldbody>" + "".join(f"<body><joint/>{b}</body>" for b in bodies) + "</worldbody></mujoco>"
    ours, theirs = thew.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    for field in ("body_mass", "body_ipos", "body_inertia", "body_iquat"):
        np.testing.assert_array_equal(getattr(ours, field), getattr(theirs, field), err_msg=field)
