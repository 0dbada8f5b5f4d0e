"""Equalities agree with MuJoCo: constants of the model, rows, forces and accelerations, at states off the constraint."""

import numpy as np
import pytest
from engines import ROOT, engine, reference

CONSTANTS = "eq_type eq_obj1id eq_obj2id eq_objtype eq_active0 eq_solref eq_solimp eq_data".split()
ROWS = "efc_type efc_id efc_pos efc_margin efc_vel efc_aref efc_KBIP efc_D efc_R efc_diagA tendon_efcadr".split()
FORCES = "efc_force qfrc_constraint qacc cacc cfrc_ext cfrc_int".split()
STATE = "qpos qvel qacc_warmstart mocap_pos mocap_quat eq_active ctrl".split()

TREE = """<mujoco><option jacobian="{jacobian}" tolerance="0" ls_iterations="100"/>
<default><geom contype="0" conaffinity="0"/></default>
<worldbody>
  <body name="base" pos="0 0 1"><freejoint/><geom size=".1"/>
    <body pos=".2 0 0"><joint type="ball"/><geom size=".1" pos=".1 0 0"/>
      <body name="left" pos=".1 0 .2" euler="20 0 10">
        <joint name="l1" axis="0 1 1" ref="10"/><joint name="l2" type="slide" axis="1 0 0"/>
        <geom size=".05" pos=".2 0 .2"/><site name="left" pos=".2 .1 0" euler="30 10 0"/>
      </body>
      <body name="right" pos=".1 0 -.2"><joint name="r" axis="0 1 0" range="-1 1"/><geom size=".05" pos=".2 0 -.2"/>
        <body name="tip" pos=".1 .1 .1"><geom size=".03"/><site name="tip" pos=".1 .2 .1" euler="0 10 40"/></body>
      </body>
    </body>
  </body>
  <body name="free" pos="1 0 1"><freejoint align="true"/><geom type="box" size=".1 .2 .3" pos=".1 .2 0" euler="10 20 0"/></body>
  <body name="hand" mocap="true" pos="1 0 1" euler="10 20 30"/>
</worldbody>
<tendon>
  <fixed name="one" frictionloss=".1"><joint joint="l1" coef="1"/><joint joint="r" coef="-2"/></fixed>
  <fixed name="two"><joint joint="l2" coef=".5"/><joint joint="r" coef="1"/></fixed>
</tendon>
<equality>{equality}</equality></mujoco>"""

EQUALITIES = [
    '<connect body1="left" body2="right" anchor=".1 .2 .3"/>',
    '<connect body1="tip" anchor=".1 .2 .3" solref="-500 -20"/>',
    '<connect site1="left" site2="tip" solimp=".5 .99 .2 .3 3"/>',
    '<connect body1="free" body2="left" anchor="0 0 0"/>',
    '<weld body1="left" body2="tip" anchor=".1 .2 .3" torquescale=".7"/>',
    '<weld body1="right" body2="base" relpose=".1 .2 .3 1 .2 .3 .4" torquescale="3"/>',
    '<weld body1="right" body2="base" relpose=".1 .2 .3 0 0 0 0" anchor="1 0 0"/>',
    '<weld body1="hand" body2="left" solref=".005 .5"/>',
    '<weld body1="free" body2="hand"/>',
    '<weld body1="left"/>',
    '<weld body1="world" body2="free"/>',
    '<weld site1="tip" site2="left" torquescale=".4"/>',
    '<joint joint1="l1" joint2="r" polycoef=".1 .2 .3 .4 .5"/>',
    '<joint joint1="r" joint2="l2" polycoef="0 2"/>',
    '<joint joint1="r" polycoef=".3"/>',
    '<tendon tendon1="one" tendon2="two" polycoef=".1 .2 .3 .4 .5"/>',
    '<tendon tendon1="two"/>',
    '<weld body1="left" active="false"/>',
]


def close(ours, theirs, tolerance, what):
    ours, theirs = np.asarray(ours, float).ravel(), np.asarray(theirs, float).ravel()
    assert ours.shape == theirs.shape, what
    error = np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))
    assert not error.size or error.max() <= tolerance, f"{what}: {error.max():.1e}"


def dense(module, model, data):
    """efc_J in full; it is so already where the model is small."""
    if not module.mj_isSparse(model):
        return data.efc_J.reshape(data.nefc, model.nv)
    full = np.zeros((data.nefc, model.nv))
    for i in range(data.nefc):
        entries = slice(data.efc_J_rowadr[i], data.efc_J_rowadr[i] + data.efc_J_rownnz[i])
        full[i, data.efc_J_colind[entries]] = data.efc_J[entries]
    return full


def same_model(models):
    for field in ["neq", "nemax", *CONSTANTS]:
        close(*(getattr(model, field) for model in models), 1e-12, field)


def same_stages(models, datas):
    for module, model, data in zip((engine, reference), models, datas):
        module.mj_forward(model, data)
        module.mj_rnePostConstraint(model, data)
    ours, theirs = datas
    assert (ours.ne, ours.nf, ours.nl, ours.nefc) == (theirs.ne, theirs.nf, theirs.nl, theirs.nefc)
    close(dense(engine, models[0], ours), dense(reference, models[1], theirs), 1e-9, "efc_J")
    for field in ROWS:
        close(getattr(ours, field), getattr(theirs, field), 1e-9, field)
    for field in FORCES:
        close(getattr(ours, field), getattr(theirs, field), 1e-7, field)


def agree(models, *, toggle=False, rounds=5):
    same_model(models)
    for model in models:
        model.opt.tolerance = 0
        model.opt.iterations = model.opt.ls_iterations = 100
    datas = [module.MjData(model) for module, model in zip((engine, reference), models)]
    ours, theirs = datas
    rng = np.random.default_rng(7)
    for _ in range(rounds):
        for _ in range(10):
            reference.mj_step(models[1], theirs)
        reference.mj_integratePos(models[1], theirs.qpos, 0.1 * rng.normal(size=theirs.qvel.size), 1)
        theirs.qvel[:] += rng.normal(size=theirs.qvel.size)
        theirs.mocap_pos[:] = rng.normal(size=theirs.mocap_pos.shape)
        theirs.mocap_quat[:] = rng.normal(size=theirs.mocap_quat.shape)
        if toggle:
            theirs.eq_active[:] = rng.random(models[1].neq) < 0.6
        for field in STATE:
            getattr(ours, field)[:] = getattr(theirs, field)
        same_stages(models, datas)


@pytest.fixture(autouse=True)
def quiet(recwarn):
    """A replicate that leaves equalities out says so."""


def load(text, assets=None):
    return [module.MjModel.from_xml_string(text, assets) for module in (engine, reference)]


@pytest.mark.parametrize("equality", EQUALITIES)
def test_one(equality):
    agree(load(TREE.format(jacobian="dense", equality=equality)))


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_many_of_them_switched_on_and_off(jacobian):
    agree(load(TREE.format(jacobian=jacobian, equality="".join(EQUALITIES))), toggle=True)


def test_four_bar():
    path = str(ROOT / "models" / "four_bar.xml")
    agree([module.MjModel.from_xml_path(path) for module in (engine, reference)], toggle=True)


def test_disabled():
    text = TREE.format(jacobian="auto", equality=EQUALITIES[0])
    agree(load(text.replace("<default>", '<option><flag equality="disable"/></option><default>')))


# Edits of the description: copies and scales.

PART = """<body name="b" quat=".5 .5 .5 .5"><joint name="j"/><joint name="sj" type="slide"/><geom type="ellipsoid" size=".1 .1 .1"/>
<site name="s"/><body name="b2" pos=".1 0 .1"><joint name="j2"/><geom type="ellipsoid" size=".1 .1 .1"/><site name="s2"/></body></body>"""
OUTER = '<body name="c" pos="1 0 0"><joint name="k"/><geom size=".1"/><site name="sc"/></body>'
HELD = """<tendon><fixed name="t"><joint joint="sj" coef="1"/></fixed><fixed name="tk"><joint joint="k" coef="1"/></fixed></tendon>
<equality>
  <weld name="w" body1="b" body2="c" anchor=".1 .2 .3" relpose="1 2 3 1 0 0 0" torquescale=".5"/>
  <weld name="wc" body1="c" body2="b2" anchor=".1 .2 .3" torquescale=".5"/><weld name="ww" body1="b" body2="world"/>
  <weld name="we" body1="b"/><connect name="in" body1="b" body2="b2" anchor=".1 .2 .3"/><connect name="si" site1="s" site2="s2"/>
  <connect name="co" body1="c" body2="b" anchor=".1 .2 .3"/><weld name="sw" site1="s" site2="sc" torquescale="2"/>
  <joint name="jj" joint1="j" joint2="j2"/><joint name="jk" joint1="sj" joint2="k" polycoef="1 2 3 4 5"/>
  <joint name="kj" joint1="k" joint2="sj" polycoef="1 2 3 4 5"/><joint name="j1" joint1="sj" polycoef="1 2 3 4 5"/>
  <tendon name="tt" tendon1="t" tendon2="tk" polycoef="1 2 3 4 5"/><tendon name="t1" tendon1="t"/><joint name="kk" joint1="k"/>
</equality>"""
INNER = f"<mujoco><worldbody>{OUTER}{PART}</worldbody>{HELD}</mujoco>"

EDITS = {
    "replicate": f'<mujoco><worldbody>{OUTER}<replicate count="2" offset="0 0 1">{PART}</replicate></worldbody>{HELD}</mujoco>',
    "attach own": f'<mujoco><worldbody>{OUTER}{PART}<attach body="b" prefix="x-"/></worldbody>{HELD}</mujoco>',
    "attach body": '<mujoco><asset><model name="o" file="o.xml"/></asset><worldbody><body name="c"/>'
    '<attach model="o" body="b" prefix="x-"/><attach model="o" body="b" prefix="y-"/></worldbody></mujoco>',
    "attach all": '<mujoco><asset><model name="o" file="o.xml"/></asset><worldbody><attach model="o" prefix="x-"/></worldbody></mujoco>',
    "fusestatic": f'<mujoco><compiler fusestatic="true"/><worldbody><body name="f"/><body name="g" pos="1 0 0"/>{OUTER}{PART}</worldbody>'
    f'{HELD.replace("</equality>", "")}<weld body1="g" body2="b"/></equality></mujoco>',
    "scale": f'<mujoco><worldbody>{OUTER}<frame scale="2 2 2" massscale="3">{PART}</frame></worldbody>{HELD}</mujoco>',
    "stretch": f'<mujoco><worldbody>{OUTER}<frame scale="1 2 3" scaling="geometry">{PART}</frame></worldbody>{HELD}</mujoco>',
}


@pytest.mark.parametrize("edit", EDITS)
def test_edits(edit):
    models = load(EDITS[edit], {"o.xml": INNER.encode()})
    same_model(models)
    names = [
        [module.mj_id2name(model, module.mjtObj.mjOBJ_EQUALITY, i) for i in range(model.neq)]
        for module, model in zip((engine, reference), models)
    ]
    assert names[0] == names[1]


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("kind", ['connect body1="a" body2="b" anchor="0 0 .1"', 'connect body1="a" anchor=".1 0 0"', 'weld body1="a" body2="b"'])
def test_bodies_that_cannot_move_have_no_rows(kind, jacobian):
    """Only rows count: behind them MuJoCo's dense efc_J has room for those that it dropped."""
    xml = f"""<mujoco><option jacobian="{jacobian}"/><worldbody>
      <body name="a" pos="0 0 1"><geom size=".1"/></body><body name="b" pos="1 0 1"><geom size=".1"/></body>
      <body name="arm" pos="0 2 1"><joint/><geom size=".1"/></body></worldbody>
      <equality><{kind}/><connect body1="arm" anchor=".1 .1 0"/></equality></mujoco>"""
    worlds = []
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(xml)
        data = module.MjData(model)
        data.qpos[0] = 0.1
        module.mj_forward(model, data)
        worlds.append(data)
    ours, theirs = worlds
    assert ours.nefc == theirs.nefc == ours.ne == theirs.ne == 3
    for name in ("efc_id", "efc_pos", "efc_aref", "efc_force"):
        assert np.allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9, atol=1e-9), name
    assert np.allclose(ours.efc_J[:3].ravel(), theirs.efc_J[:3].ravel(), rtol=0, atol=1e-12)
