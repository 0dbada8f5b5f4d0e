"""Meshes that collide with their triangles (convex="false"): flat ground has no bumps, hollow things are hollow."""

import numpy as np
import pytest
import thew


def grid(cells, height=lambda x, y: 0.0 * x):
    """Vertices and triangles over [-3, 3]^2."""
    line = np.linspace(-3, 3, cells + 1)
    x, y = (a.ravel() for a in np.meshgrid(line, line))
    vertex = np.stack([x, y, height(x, y)], 1)
    row, column = (a.ravel() for a in np.meshgrid(*2 * [np.arange(cells)], indexing="ij"))
    a = row * (cells + 1) + column
    b, d = a + 1, a + cells + 1
    return vertex, np.concatenate([np.stack([a, b, d + 1], 1), np.stack([a, d + 1, d], 1)])


def text(values):
    return " ".join(repr(float(v)) if isinstance(v, float) else str(v) for v in np.ravel(values).tolist())


def model(ground, contents):
    vertex, face = ground
    return thew.MjModel.from_xml_string(
        f'<mujoco><option timestep="0.002"/><asset><mesh name="ground" convex="false" inertia="shell" '
        f'vertex="{text(vertex)}" face="{text(face)}"/></asset><worldbody>{contents}</worldbody></mujoco>'
    )


ON_MESH = '<geom type="mesh" mesh="ground" friction="0.3"/>'
ON_PLANE = '<geom type="plane" size="3 3 1" friction="0.3"/>'


def run(compiled, steps, qvel=None):
    data = thew.MjData(compiled)
    if qvel is not None:
        data.qvel[:] = qvel
    for _ in range(steps):
        thew.mj_step(compiled, data)
    return data


def test_ball_rolls_as_on_a_plane():
    """Across 40 triangles, oblique to their edges: the same way as on a plane, to rounding."""
    ball = '<body pos="-1.5 -1.1 0.1"><freejoint/><geom type="sphere" size="0.1"/></body>'
    speed = np.array([1.0, 0.7, 0, -7, 10, 0])
    ways = [run(model(grid(37), floor + ball), 1500, speed) for floor in (ON_MESH, ON_PLANE)]
    assert ways[1].qpos[0] > 0.9  # it went far
    np.testing.assert_allclose(ways[0].qpos[:3], ways[1].qpos[:3], atol=1e-6)
    np.testing.assert_allclose(ways[0].qvel, ways[1].qvel, atol=1e-6)


@pytest.mark.parametrize("cells", [1, 7, 30])
def test_box_slides_as_on_a_plane(cells):
    box = '<body pos="-1 0.05 0.2"><freejoint/><geom type="box" size="0.3 0.2 0.2" friction="0.3"/></body>'
    ways = [run(model(grid(cells), floor + box), 600, [2.0, 0.3, 0, 0, 0, 0]) for floor in (ON_MESH, ON_PLANE)]
    assert ways[1].qpos[0] > -0.6
    np.testing.assert_allclose(ways[0].qpos[:3], ways[1].qpos[:3], atol=5e-3)
    assert abs(ways[0].qpos[3]) > 0.999
    assert np.linalg.norm(ways[0].qvel) < 1e-3


@pytest.mark.parametrize("kind", ["sphere", "capsule", "ellipsoid", "cylinder", "box"])
def test_hollow_ground_holds_at_its_bottom(kind):
    """A bowl, whose hull has its lid at 0.9: a shape moves to and fro far below, and never leaves it."""
    bowl = grid(30, lambda x, y: 0.1 * np.minimum(x * x + y * y, 9.0))
    body = f'<body pos="0.3 0.2 0.4"><freejoint/><geom type="{kind}" size="0.15 0.15 0.15"/></body>'
    compiled = model(bowl, ON_MESH + body)
    data = thew.MjData(compiled)
    for _ in range(2000):
        thew.mj_step(compiled, data)
        x, y, z = data.qpos[:3]
        assert np.hypot(x, y) < 0.5
        assert 0.1 < z - 0.1 * (x * x + y * y) < 0.4
    assert data.qpos[2] < 0.35
