"""Meshes with triangles that bound nothing: what MuJoCo keeps is kept, in its order, and weighs the same."""

import math
import random
import struct

import mujoco
import numpy as np
import pytest

import thew

COUNT = 60  # of each kind

BOX = [(x, 0.7 * y, 0.4 * z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
FACES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
         (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]  # fmt: skip


def odd_box(rng):
    """A box with doubled vertices, triangles without area, repeated ones, and vertices of no triangle."""
    vertices, faces = list(BOX), list(FACES)

    def replace(old, new):
        k = rng.randrange(len(faces))
        faces[k] = tuple(new if v == old else v for v in faces[k])

    def middle(a, b, shift=0.0):
        vertices.append(tuple((x + y) / 2 + shift for x, y in zip(vertices[a], vertices[b])))
        faces.append((a, len(vertices) - 1, b))

    if rng.random() < 0.5:
        for shift in [0.0, rng.choice([0.0, 1e-7, 1e-9, -1e-8])]:
            old = rng.randrange(8)
            vertices.append(tuple(x + shift for x in vertices[old]))
            replace(old, len(vertices) - 1)
    if rng.random() < 0.4:
        a, b = rng.sample(range(8), 2)
        faces.insert(rng.randrange(len(faces)), rng.choice([(a, a, b), (a, b, a), (b, a, a), (a, a, a)]))
    if rng.random() < 0.3:
        middle(0, 1)
    if rng.random() < 0.2:
        middle(2, 3, rng.choice([1e-6, 1e-8, 1e-10]))
    if rng.random() < 0.3:
        faces.append(faces[rng.randrange(len(faces))])
    if rng.random() < 0.2:
        a, b, c = faces[rng.randrange(len(faces))]
        faces.append((a, c, b))
    if rng.random() < 0.3:
        vertices.append(rng.choice([(0.5, 0.2, 0.1), (2, 2, 2)]))
    return vertices, faces


def odd_polygons(rng):
    """A tetrahedron and polygons of all sorts: concave, crossed, flat, or of one point."""
    vertices = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
    for _ in range(rng.randint(1, 3)):
        n = rng.choice([2, 3, 4, 4, 5, 6, 8])
        kind = rng.choice(["convex", "concave", "repeated", "doubled", "line", "crossed", "bent", "point"])
        points = []
        for k in range(n):
            angle, radius = 2 * math.pi * k / n, 0.1 if kind == "concave" and k % 2 else 0.3
            points.append((radius * math.cos(angle) + 0.2, radius * math.sin(angle) + 0.2, 0.1))
        if kind == "crossed" and n >= 4:
            points[1], points[2] = points[2], points[1]
        if kind == "line":
            points = [(0.1 * k, 0.05 * k, 0.1) for k in range(n)]
        if kind == "point":
            points = [points[0]] * n
        if kind == "bent":
            points = [(x, y, z + rng.uniform(-0.1, 0.1)) for x, y, z in points]
        if kind == "doubled":
            points[-1] = points[0]
        corners = list(range(len(vertices), len(vertices) + n))
        if kind == "repeated":
            corners[rng.randrange(n)] = corners[rng.randrange(n)]
        vertices += points
        faces.insert(rng.randrange(len(faces) + 1), tuple(corners))
    return vertices, faces


def inline(vertices, faces):
    numbers = " ".join(f"{x:.9g}" for p in vertices for x in p)
    return f'vertex="{numbers}" face="{" ".join(str(v) for f in faces for v in f)}"', {}


def obj(vertices, faces):
    text = "".join("v {:.9g} {:.9g} {:.9g}\n".format(*p) for p in vertices)
    text += "".join("f " + " ".join(str(v + 1) for v in f) + "\n" for f in faces)
    return 'file="m.obj"', {"m.obj": text.encode()}


def stl(vertices, faces):
    data = b" " * 80 + struct.pack("<I", len(faces))
    for face in faces:
        corners = b"".join(struct.pack("<3f", *vertices[v]) for v in face)
        data += struct.pack("<3f", 0, 0, 0) + corners + b"\0\0"
    return 'file="m.stl"', {"m.stl": data}


@pytest.mark.filterwarnings("ignore::thew.LoadWarning")  # of polygons that are left out
@pytest.mark.parametrize("make, write", [(odd_box, inline), (odd_box, obj), (odd_box, stl), (odd_polygons, obj)])
def test_odd_meshes(make, write):
    rng = random.Random(11)
    for _ in range(COUNT):
        inertia = rng.choice(["", "", ' inertia="exact"', ' inertia="convex"', ' inertia="shell"'])
        attributes, assets = write(*make(rng))
        xml = (f'<mujoco><asset><mesh name="m" {attributes}{inertia}/></asset><worldbody><body><joint/>'
               '<geom type="mesh" mesh="m"/></body></worldbody></mujoco>')  # fmt: skip
        try:
            theirs = mujoco.MjModel.from_xml_string(xml, assets)
        except ValueError:
            with pytest.raises(ValueError):
                thew.MjModel.from_xml_string(xml, assets)
            continue
        ours = thew.MjModel.from_xml_string(xml, assets)
        for field in ("mesh_face", "mesh_graph", "mesh_polyvert"):
            np.testing.assert_array_equal(getattr(ours, field), getattr(theirs, field), err_msg=field + xml)
        np.testing.assert_allclose(ours.mesh_vert, theirs.mesh_vert, atol=1e-6, err_msg=xml)
        np.testing.assert_allclose(ours.body_inertia, theirs.body_inertia, rtol=1e-6, err_msg=xml)
