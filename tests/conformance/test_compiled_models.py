"""Every third-party file compiles to MuJoCo's model: all fields, those of trees of boxes and hulls included."""

import json
import re
import warnings

import numpy as np
import pytest
from engines import ZOO, engine, reference
from thew.conformance import groups, record

INDEX = ZOO / "index.json"
MODELS = [entry["path"] for entry in json.loads(INDEX.read_text())] if INDEX.exists() else []
NAMES = record.Names(reference)
# Not compared: a hash table; the order in which a solver may eliminate vertices (docs/differences.md).
NOT_COMPARED = re.compile("names_map|efmC_perm")


def load(module, path):
    """The model of a file, or why there is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return module.MjModel.from_xml_path(str(path))
        except ValueError as problem:
            return str(problem)


def differing_fields(found, expected):
    """Names of fields that differ by more than their type and 1e-9 allow."""
    ours, theirs = (record.model_numbers(module, NAMES, model) for module, model in ((engine, found), (reference, expected)))
    for field, value in theirs.items():
        if NOT_COMPARED.fullmatch(field):
            continue
        if ours[field].shape != value.shape:
            yield f"{field} (another size)"
        elif not groups.error(value, ours[field], 1.0) <= (groups.FLOAT32 if value.dtype == np.float32 else groups.SMOOTH):
            yield field


@pytest.mark.parametrize("name", MODELS)
def test_file(name):
    found, expected = load(engine, ZOO / name), load(reference, ZOO / name)
    assert isinstance(found, str) == isinstance(expected, str), (found, expected)
    if not isinstance(found, str):
        assert bytes(found.names) == bytes(expected.names)
        assert list(differing_fields(found, expected)) == []


# Triangles whose centres follow each other within rounding, and some without area, in a row that has no order.
def test_trees_of_meshes_whose_triangles_have_no_order():
    random = np.random.default_rng(5)
    for count in (4, 9, 60, 400):
        corners = random.normal(size=(4, 3))
        x = 1 + np.float32(6e-8) * random.integers(0, 3, size=count)
        strip = [[value, y, z] for value in x for y, z in random.integers(0, 4, size=(3, 2))]
        vertices = np.concatenate([corners * 3, strip])
        faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3], *(np.arange(3 * count).reshape(-1, 3) + 4).tolist()]
        text = (
            f'<mujoco><asset><mesh name="m" inertia="shell" vertex="{" ".join(map(str, vertices.ravel()))}" '
            f'face="{" ".join(map(str, np.ravel(faces)))}"/></asset>'
            '<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
        )
        found, expected = (module.MjModel.from_xml_string(text) for module in (engine, reference))
        assert found.bvh_nodeid.tolist() == expected.bvh_nodeid.tolist()
        assert np.array_equal(found.bvh_child, expected.bvh_child)
        assert np.abs(found.bvh_aabb - expected.bvh_aabb).max() < 1e-9
