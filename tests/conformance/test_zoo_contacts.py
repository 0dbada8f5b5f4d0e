"""Contacts of third-party models agree with MuJoCo's, in states of MuJoCo's own motion.

Every 20th of 200 steps with random controls is carried over into both engines. A pair of geoms agrees when both find its
contacts, equal to 1e-9 (closed form) or 1e-5, or the same by the measure of test_pairs where a set of points is not unique.
A model agrees when all of its pairs do in all states. Those that do not stand in DIFFER, with the reason.
"""

import numpy as np
import pytest
from engines import ZOO, engine, reference
from test_model_zoo import MODELS, NOT_YET
from test_pairs import CLOSED_FORM, EQUAL, NEAR, is_same

STEPS, EVERY = 200, 20
DIFFER = {
    "mujoco/replicate/particle_free2d.xml": "ellipsoids in one plane: one of two mirrored normals, by the last bits of poses",
    "mujoco/replicate/bunnies.xml": "four of many corners of a face: the same hull up to one corner that is listed twice",
    "mujoco/flex/pulley.xml": "segments sunk into cylinders: depths to the tolerance of EPA, normals of a round side to its root",
}
pytestmark = pytest.mark.skipif(not MODELS, reason="no models")


def pairs(data):
    """The contacts of each pair of geoms or flexes: distance, position and frame in rows."""
    contact = data.contact
    rows = np.hstack([np.reshape(contact.dist, (-1, 1)), contact.pos, np.reshape(contact.frame, (-1, 9))])
    found = {}
    owners = np.hstack([np.reshape(contact.geom, (-1, 2)), np.reshape(contact.flex, (-1, 2))])
    for owner, row in zip(owners.tolist(), rows):
        found.setdefault(tuple(owner), []).append(row)
    return {owner: np.array(rows) for owner, rows in found.items()}


def agree(model, owner, ours, theirs):
    geoms = [g for g in owner[:2] if g >= 0]
    kinds = tuple(reference.mjtGeom(model.geom_type[g]).name.removeprefix("mjGEOM_").lower() for g in geoms)
    tolerance = EQUAL if kinds in CLOSED_FORM else NEAR
    if ours.shape == theirs.shape and np.abs(ours - theirs).max() <= tolerance:
        return True
    smaller = min((model.geom_rbound[g] or 1 for g in geoms), default=1)
    return kinds not in CLOSED_FORM and is_same(ours, theirs, 0, smaller)


def worlds(name):
    """Model and data of both engines; nobody sleeps, as who does is compared elsewhere."""
    for module in (reference, engine):
        model = module.MjModel.from_xml_path(str(ZOO / name))
        model.opt.enableflags &= ~int(reference.mjtEnableBit.mjENBL_SLEEP)
        yield model, module.MjData(model)


def controls(model, random):
    """Near the middle of the range, or near zero."""
    low, high = model.actuator_ctrlrange.T
    noise = 0.1 * random.uniform(-1, 1, model.nu)
    return np.where(model.actuator_ctrllimited != 0, low + (high - low) * (0.5 + noise), noise)


def disagreements(name):
    """(step, geoms) of the pairs that differ."""
    (model, moving), (our_model, our_data) = worlds(name)
    data = reference.MjData(model)
    if model.nkey:
        reference.mj_resetDataKeyframe(model, moving, 0)
    state = np.zeros(reference.mj_stateSize(model, reference.mjtState.mjSTATE_INTEGRATION))
    random = np.random.default_rng(1)
    found = []
    for step in range(STEPS):
        moving.ctrl[:] = controls(model, random)
        if step % EVERY == 0:
            reference.mj_getState(model, moving, state, reference.mjtState.mjSTATE_INTEGRATION)
            for module, m, d in ((reference, model, data), (engine, our_model, our_data)):
                module.mj_setState(m, d, state, int(reference.mjtState.mjSTATE_INTEGRATION))
                module.mj_fwdPosition(m, d)
            theirs, ours = pairs(data), pairs(our_data)
            found += [(step, g) for g in theirs.keys() ^ ours.keys()]
            found += [(step, g) for g in theirs.keys() & ours.keys() if not agree(model, g, ours[g], theirs[g])]
        reference.mj_step(model, moving)
    return found


@pytest.mark.parametrize("name", MODELS)
def test_contacts(name):
    if name in NOT_YET:
        pytest.skip(NOT_YET[name])
    found = disagreements(name)
    if name in DIFFER:
        assert found, f"{name} agrees now: remove it from DIFFER"
    else:
        assert not found
