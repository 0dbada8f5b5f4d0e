"""Islands agree with MuJoCo: which trees belong together, all tables in their order, and forces with and without them."""

import numpy as np
import pytest
from engines import ZOO, engine, reference

INTEGERS = """nisland nidof tree_island island_ntree island_itreeadr map_itree2tree dof_island island_nv island_idofadr island_dofadr
map_dof2idof map_idof2dof efc_island island_ne island_nf island_nefc island_iefcadr map_efc2iefc map_iefc2efc iefc_type
iefc_id iefc_state""".split()
NUMBERS = "iefc_frictionloss iefc_D iefc_R iefc_aref iefc_force ifrc_smooth iacc_smooth iacc ifrc_constraint qacc".split()
STATE = "qpos qvel act ctrl qacc_warmstart".split()

PILES = """<mujoco><option cone="{cone}" jacobian="{jacobian}"/>
<default><geom size=".1 .08 .06"/><joint damping=".1"/></default>
<worldbody><geom type="plane" size="3 3 .1"/>
  <body pos="0 0 .2"><freejoint/><geom type="box"/></body>
  <body pos=".05 0 .4" euler="10 20 30"><freejoint/><geom type="capsule"/></body>
  <body pos="1 0 .06"><freejoint/><geom type="ellipsoid" condim="6"/></body>
  <body pos="1 1 2"><freejoint/><geom/></body>
  <body name="a" pos="2 0 .5"><joint axis="0 1 0" frictionloss=".01"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
    <body pos=".3 0 0"><joint axis="0 1 0" range="-20 20" limited="true"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body>
  </body>
  <body name="b" pos="2 1 .5"><joint type="ball"/><geom type="box"/></body>
  <body pos="0 2 1"><joint name="s" type="slide" axis="0 0 1"/><geom/></body>
  <body pos="0 3 1"><joint name="t" type="slide" axis="0 0 1"/><geom/></body>
  <body pos="3 3 3"><joint axis="1 0 0"/><geom pos="0 .2 0"/></body>
</worldbody>
<equality><connect body1="a" body2="b" anchor=".2 0 0"/><joint joint1="s" joint2="t"/></equality></mujoco>"""


def both(xml):
    pair = []
    for module in (reference, engine):
        model = module.MjModel.from_xml_string(xml)
        model.opt.tolerance = 0
        model.opt.ls_iterations = 100
        pair.append((module, model, module.MjData(model)))
    return pair


def walk(pair, states, every):
    """States of MuJoCo's motion, in both engines after a forward pass."""
    (_, model, theirs), (_, own_model, ours) = pair
    for _ in range(states):
        for _ in range(every):
            reference.mj_step(model, theirs)
        for name in STATE:
            getattr(ours, name)[:] = getattr(theirs, name)
        reference.mj_forward(model, theirs)
        engine.mj_forward(own_model, ours)
        yield theirs, ours


def check(theirs, ours):
    for name in INTEGERS:
        assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
    for name in NUMBERS:
        a, b = np.asarray(getattr(theirs, name)), np.asarray(getattr(ours, name))
        assert a.shape == b.shape, name
        assert np.abs(a - b).max(initial=0) <= 1e-7 * max(1, np.abs(a).max(initial=0)), name


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_tables_and_forces(cone, jacobian):
    seen = set()
    for theirs, ours in walk(both(PILES.format(cone=cone, jacobian=jacobian)), 20, 15):
        check(theirs, ours)
        seen.add(ours.nisland)
    assert len(seen) > 1 and max(seen) >= 4  # islands come and go


def test_disabled():
    pair = both(PILES.format(cone="elliptic", jacobian="auto"))
    for module, model, _ in pair:
        model.opt.disableflags |= int(module.mjtDisableBit.mjDSBL_ISLAND)
    for theirs, ours in walk(pair, 10, 20):
        assert ours.nisland == theirs.nisland == 0
        assert ours.nidof == theirs.nidof == 0
        assert np.abs(ours.qacc - theirs.qacc).max() <= 1e-7 * np.abs(theirs.qacc).max()


def test_together_or_apart_is_the_same():
    model = engine.MjModel.from_xml_string(PILES.format(cone="elliptic", jacobian="auto"))
    model.opt.tolerance = 0
    whole = engine.MjModel.from_xml_string(PILES.format(cone="elliptic", jacobian="auto"))
    whole.opt.tolerance = 0
    whole.opt.disableflags |= int(engine.mjtDisableBit.mjDSBL_ISLAND)
    data, alone = engine.MjData(model), engine.MjData(whole)
    for _ in range(300):
        engine.mj_step(model, data)
        for name in STATE:
            getattr(alone, name)[:] = getattr(data, name)
        engine.mj_forward(model, data)
        engine.mj_forward(whole, alone)
        scale = np.abs(data.qacc).max()
        assert np.abs(data.qacc - alone.qacc).max() <= 1e-9 * scale
        assert np.abs(data.efc_force - alone.efc_force).max(initial=0) <= 1e-9 * max(1, np.abs(data.efc_force).max(initial=0))


def test_many_humanoids():
    path = ZOO / "mujoco" / "humanoid" / "22_humanoids.xml"
    if not path.exists():
        pytest.skip(f"no models in {ZOO}")
    pair = []
    for module in (reference, engine):
        model = module.MjModel.from_xml_path(str(path))
        pair.append((module, model, module.MjData(model)))
    for theirs, ours in walk(pair, 4, 80):
        assert ours.nisland > 10
        check(theirs, ours)
