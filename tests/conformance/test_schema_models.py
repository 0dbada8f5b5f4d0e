"""Random models from the schema: what MuJoCo compiles, Thew compiles to the same model; what MuJoCo refuses, Thew refuses.

THEW_SEEDS=2000 runs more of them."""

import os
import re
import warnings

import numpy as np
import pytest
from engines import engine, reference
from rewriting import differences
from schema_models import Grower, everything
from thew import _thew
from thew.conformance import groups, record

SEEDS = int(os.environ.get("THEW_SEEDS", "200"))
EDITS = 100
NOT_COMPARED = {"names_map"}  # a hash table
SINGLE = {"cam_fovy"}  # MuJoCo finds it in single precision
PARTS = 20  # of the seeds, each a test


# Where the engines disagree, and why it stays so (docs/differences.md).
LISTED = {
    "unknown target body in (camera|light)": "MuJoCo does not find a target outside of a replicate",
    "cannot be written: its class gives": "a class that no attribute can undo: writing says so",
    'there is no (geom|body) ""': "an empty name finds what has no name in MuJoCo",
    "is not three of x, y, z": "MuJoCo takes a wrong eulerseq where no angles are written",
    "could not allocate mjData arena": "how much memory a model asks for has no meaning here",
    "timestep: must be positive": "a step of no time",
    "only pos, vel, ff and voltage may be combined": "a class may say it in MuJoCo, no actuator may have it",
    "the states of a dcmotor need dyntype dcmotor": "MuJoCo takes other dynamics for those of a motor",
    "orientation: input: \"\" is not one of": "an empty keyword",
    "inheritrange cannot both be defined": "shortcuts of one class share what they say in MuJoCo",
    "repeated name 'wedge' in mesh": "meshes that discardvisual takes away are not looked at",
    'sensor: there is no object "': "MuJoCo takes objtype default for no object, whatever its name",
    "count: must be positive": "a replicate of nothing; MuJoCo's manual forbids it too",
}


def load(module, text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return module.MjModel.from_xml_string(text)


def refusal(module, text):
    """What a module says against a model; None if it takes it."""
    try:
        load(module, text)
    except ValueError as problem:
        return str(problem)
    return None


def grown(seed):
    return Grower(seed, lambda text: refusal(reference, text)).grow(EDITS)


def limit(field, value):
    return 1e-6 if field in SINGLE else groups.tolerance(groups.model_group(field, value), value, True)


def other_fields(text):
    """The fields of the two compiled models that differ by more than 1e-9 (or as much as their type allows)."""
    names = record.Names(reference)
    theirs = record.model_numbers(reference, names, load(reference, text))
    ours = record.model_numbers(engine, names, load(engine, text))
    found = []
    singular = not theirs["dof_invweight0"].max(initial=0) <= 1e6  # as with two joints about one axis, or no inertia (NaN)
    of_inertia = ("invweight0", "acc0") + (("jnt_stiffness", "dof_damping") if "springdamper" in text else ())
    for field, value in theirs.items():
        if field in NOT_COMPARED or (singular and field.endswith(of_inertia)):
            continue
        if field not in ours or ours[field].shape != value.shape:
            if value.size or field in ours:
                found.append(f"{field} (another size)")
        elif value.size and not ((gap := groups.error(value, ours[field], 1.0)) <= limit(field, value)):
            if field != "actuator_lengthrange" or gap > 10 * own_noise(text, field):
                found.append(f"{field} (by {gap:.2g})")
    return found


def own_noise(text, field):
    """How far a field of MuJoCo's moves with poses that move by 1e-13; length ranges come of motion that may be chaotic."""
    spec = reference.MjSpec.from_string(text)
    for body in spec.bodies[1:]:
        body.pos = body.pos * (1 + 1e-13)
    exact, nudged = (np.asarray(getattr(model, field)) for model in (load(reference, text), spec.compile()))
    return groups.error(exact, nudged, 1.0)


def judge(seed):
    """What is wrong about the model of a seed, and what it has."""
    model, wrong = grown(seed), []
    problem = refusal(engine, model.text)
    if problem is not None:
        wrong.append(f"refused: {problem}")
    else:
        wrong += [f"differs: {field}" for field in other_fields(model.text)]
        if not wrong:
            wrong += [f"written: {problem}" for problem in written_problems(model.text)]
    for edit, text, problem in model.refused:
        if refusal(engine, text) is None:
            wrong.append(f"accepted: {edit}: {problem.splitlines()[0]}")
    return [problem for problem in wrong if not any(re.search(known, problem) for known in LISTED)], model


def written_problems(text):
    """What the writer changes."""
    try:
        written = engine.rewrite_string(text)
        field = _thew.first_difference(load(engine, text), load(engine, written))
        if field is not None:
            return [field]
        return [f"in MuJoCo {field}" for field in differences(load(reference, text), load(reference, written))]
    except ValueError as problem:
        return [str(problem)]


@pytest.mark.skipif(engine is reference, reason="MuJoCo agrees with itself")
@pytest.mark.parametrize("part", range(PARTS))
def test_models(part):
    wrong = {seed: judge(seed)[0] for seed in range(part, SEEDS, PARTS)}
    assert {seed: found for seed, found in wrong.items() if found} == {}


def test_the_generator_meets_most_of_the_schema():
    met = set().union(*(grown(seed).used for seed in range(40)))
    assert len(met & everything()) > 0.4 * len(everything())


@pytest.mark.parametrize("attributes", ['file="a.png" embed="false"', 'file="a.png" embed="false" hflip="true"', 'builtin="flat" width="4" height="4" embed="false"'])
def test_textures_that_stay_in_their_files(tmp_path, attributes):
    (tmp_path / "m.xml").write_text(f'<mujoco><asset><texture name="t" type="2d" {attributes}/></asset></mujoco>')
    found = []
    for module in (engine, reference):
        try:
            m = module.MjModel.from_xml_path(str(tmp_path / "m.xml"))
            found.append([m.tex_adr.tolist(), m.tex_width.tolist(), m.ntexdata, m.tex_colorspace.tolist()])
        except ValueError:
            found.append("refused")
    assert found[0] == found[1]
