"""The classic formulation in Python: options and their bounds, files, batches, statistics, derivatives."""

import numpy as np
import pytest
import thew

BOX = """<mujoco><option {options}/><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .0499"><freejoint/><geom type="box" size=".1 .1 .05" mass="2"/></body></worldbody></mujoco>"""
CLASSIC = thew.mjtFormulation.mjFORM_CLASSIC
PGS, CG, NEWTON, STRICT = (
    thew.mjtSolver.mjSOL_PGS, thew.mjtSolver.mjSOL_CG, thew.mjtSolver.mjSOL_NEWTON, thew.mjtSolver.mjSOL_CGSTRICT
)  # fmt: skip
ABOVE_ZERO = ["max_constraint_vel", "max_constraint_angvel", "friction_smoothing"]
FROM_ZERO = ["regularization", "default_eq_stiffness", "default_eq_damping"]


def box(options='formulation="classic"'):
    return thew.MjModel.from_xml_string(BOX.format(options=options))


def test_defaults():
    opt = box().opt
    assert opt.formulation == CLASSIC and opt.solver == PGS
    numbers = [getattr(opt, name) for name in FROM_ZERO + ABOVE_ZERO]
    assert numbers == [1e-6, 1e4, 1e3, 1, 1, 1000]
    assert box("").opt.formulation == thew.mjtFormulation.mjFORM_DEFAULT and box("").opt.solver == NEWTON


@pytest.mark.parametrize("name", FROM_ZERO + ABOVE_ZERO)
@pytest.mark.parametrize("value", ["-1", "0", "nan", "inf", "1e11"])
def test_bad_numbers_are_refused(name, value):
    model = box()
    before = getattr(model.opt, name)
    if value == "0" and name in FROM_ZERO:
        setattr(model.opt, name, 0)
        assert getattr(box(f'formulation="classic" {name}="0"').opt, name) == 0
        return
    with pytest.raises(ValueError, match=name):
        setattr(model.opt, name, float(value))
    assert getattr(model.opt, name) == before
    with pytest.raises(ValueError) as error:
        box(f'formulation="classic" {name}="{value}"')
    assert "line 1:" in str(error.value) and name in str(error.value)


def test_options_that_do_not_go_together():
    for options in ['formulation="classic" solver="Newton"', 'formulation="classic" integrator="discrete"', 'solver="CGStrict"']:
        with pytest.raises(ValueError, match="line 1:.*classic"):
            box(options)
    opt = box("").opt
    with pytest.raises(ValueError, match="Newton"):
        opt.formulation = CLASSIC
    with pytest.raises(ValueError, match="classic"):
        opt.solver = STRICT
    opt.solver = CG
    opt.formulation = CLASSIC
    opt.solver = STRICT
    with pytest.raises(ValueError, match="Newton"):
        opt.solver = NEWTON
    with pytest.raises(ValueError, match="discrete"):
        opt.integrator = thew.mjtIntegrator.mjINT_DISCRETE


def test_specs_and_files():
    spec = thew.MjSpec.from_string(BOX.format(options='formulation="classic" regularization="2e-6"'))
    text = spec.to_xml()
    assert 'formulation="classic"' in text and 'solver="PGS"' in text and 'regularization="2e-06"' in text
    assert thew.MjModel.from_xml_string(text).opt.regularization == 2e-6
    with pytest.raises(ValueError, match="Newton"):
        spec.option.solver = NEWTON


def test_mjb_is_refused(tmp_path):
    with pytest.raises(Exception, match="mjFORM_CLASSIC"):
        thew.mj_saveModel(box(), str(tmp_path / "box.mjb"))


SENSING = """<mujoco><option formulation="classic" solver="{solver}"/><worldbody><geom name="floor" type="plane" size="1 1 1"/>
  <body pos="0 0 .0499"><freejoint/><geom name="box" type="box" size=".1 .1 .05" mass="2"/><site name="all" type="box" size=".2 .2 .2"/></body></worldbody>
  <sensor><touch site="all"/><contact geom1="floor" geom2="box" num="1" reduce="netforce" data="force"/></sensor></mujoco>"""


@pytest.mark.parametrize("solver", ["PGS", "CG", "CGStrict"])
def test_forces_that_others_read(solver):
    """The weight is what mj_contactForce, sensors, batches and arrows of a scene show."""
    weight = pytest.approx(2 * 9.81, rel=1e-6)
    model = thew.MjModel.from_xml_string(SENSING.format(solver=solver))
    data, batch = thew.MjData(model), thew.Batch(model, 5, outputs=["sensordata"])
    for _ in range(500):
        thew.mj_step(model, data)
        batch.step()
    forces = np.zeros((data.ncon, 6))
    for i in range(data.ncon):
        thew.mj_contactForce(model, data, i, forces[i])
    assert forces[:, 0].sum() == weight and thew.mj_isPyramidal(model) == 0
    assert data.solver_converged[0] == 1 and data.solver_residual[0] < 1e-6 and data.solver_fallback[0] == 0
    assert data.sensordata[0] == weight and np.linalg.norm(data.sensordata[1:4]) == weight
    assert (batch.sensordata == data.sensordata).all()
    option = thew.MjvOption()
    option.flags[thew.mjtVisFlag.mjVIS_CONTACTFORCE] = True
    scene = thew.MjvScene(model, 100)
    thew.mjv_updateScene(model, data, option, thew.MjvPerturb(), thew.MjvCamera(), thew.mjtCatBit.mjCAT_ALL, scene)
    arrows = [g for g in scene.geoms[: scene.ngeom] if g.type == thew.mjtGeom.mjGEOM_ARROW]
    assert len(arrows) == data.ncon == 4
    lengths = np.linalg.norm(forces[:, :3], axis=1) * model.vis.map.force / model.stat.meanmass
    assert [g.size[2] for g in arrows] == pytest.approx(lengths, rel=1e-5)


def test_inverse_dynamics_find_the_push():
    model = thew.MjModel.from_xml_string("""<mujoco><option formulation="classic" tolerance="1e-14" iterations="10000"/><worldbody>
      <geom type="plane" size="1 1 1"/><body pos="0 0 .0499"><freejoint/><geom size=".05" mass="2" condim="6"/></body></worldbody></mujoco>""")
    data = thew.MjData(model)
    data.qfrc_applied[0] = 1.5
    for _ in range(20):
        thew.mj_step(model, data)
    thew.mj_forward(model, data)
    force = data.qfrc_constraint.copy()
    thew.mj_inverse(model, data)
    assert data.qfrc_inverse == pytest.approx(data.qfrc_applied, abs=1e-6)
    assert data.qfrc_constraint == pytest.approx(force, abs=1e-6)


def test_state_carries_the_memory_of_contacts():
    model = box()
    assert thew.mj_stateSize(model, thew.mjtState.mjSTATE_WARMSTART) == model.nv + 12 * model.nwarmstart
    batch = thew.Batch(model, 3)
    alone = thew.MjData(model)
    for _ in range(50):
        batch.step()
        thew.mj_step(model, alone)
    other = thew.Batch(model, 3)
    other.set_state(batch.state())
    for _ in range(20):
        other.step()
        thew.mj_step(model, alone)
    assert (other.qpos == alone.qpos).all() and (other.contact_warmstart == alone.contact_warmstart).all()


def test_derivatives_in_closed_form_are_refused_by_name():
    model = box()
    data = thew.MjData(model)
    for _ in range(10):
        thew.mj_step(model, data)
    report = thew.derivative.transition(model, data)
    assert "classic" in str(report.reason)
