"""Derivatives in Python: matrices, products with their transposes, checks, and the wrappers for PyTorch and JAX."""

import pathlib

import numpy as np
import pytest

import thew
from thew import derivative

MODELS = pathlib.Path(__file__).parents[2] / "models"


def moving(name, steps=40, **options):
    model = thew.MjModel.from_xml_path(str(MODELS / f"{name}.xml"))
    for option, value in options.items():
        setattr(model.opt, option, value)
    data = thew.MjData(model)
    for i in range(steps):
        data.ctrl[:] = 0.1 * np.sin(0.1 * i + np.arange(model.nu))
        thew.mj_step(model, data)
    return model, data


def test_a_result_unpacks_in_the_order_of_its_letters():
    model, data = moving("humanoid")
    result = derivative.transition(model, data)
    A, B, C, D = result
    assert A is result.A and B is result.B and C is result.C and D is result.D
    nx = 2 * model.nv + model.na
    assert A.shape == (nx, nx) and B.shape == (nx, model.nu) and C.shape == (model.nsensordata, nx)
    assert result.method == "analytic" and result.reason == ""


def test_data_stay_as_they_are():
    model, data = moving("quadruped")
    before = {name: getattr(data, name).copy() for name in ("qpos", "qvel", "ctrl", "qacc", "sensordata")}
    derivative.transition(model, data)
    derivative.vjp(model, data, np.ones(2 * model.nv + model.na))
    for name, value in before.items():
        assert np.array_equal(getattr(data, name), value), name


@pytest.mark.parametrize("name", ["humanoid", "quadruped", "arm", "muscle_leg", "gripper_arm", "sensors"])
def test_the_check_against_differences_passes(name):
    model, data = moving(name, tolerance=0, iterations=100, ls_iterations=100)
    result = derivative.validate_analytical_vs_fd(model, data, tolerance=1e-6)
    assert result.ok, str(result)


def test_a_check_names_what_disagrees(capsys):
    model, data = moving("pendulum")
    wide = derivative.DerivativeConfig("differences", eps=0.5)
    result = derivative.validate_analytical_vs_fd(model, data, wide, tolerance=1e-9)
    assert not result.ok
    assert "d qvel 0 (pivot) / d qpos 0 (pivot) (A)" in capsys.readouterr().out


def test_differences_converge_where_nothing_switches():
    model, data = moving("double_pendulum")
    assert derivative.fd_convergence_check(model, data).ok


def test_methods_agree():
    model, data = moving("quadruped", tolerance=0)
    results = {m: derivative.transition(model, data, derivative.DerivativeConfig(m)) for m in ("analytic", "hybrid", "differences")}
    assert [r.method for r in results.values()] == list(results)
    for other in ("hybrid", "differences"):
        for got, want in zip(results[other], results["analytic"]):
            assert derivative.max_relative_error(got, want) < 1e-5
    with pytest.raises(ValueError, match="analytic, hybrid, differences"):
        derivative.DerivativeConfig("guess")


@pytest.mark.parametrize("name", ["humanoid", "muscle_leg", "newtons_cradle"])
def test_a_product_with_the_transpose_is_that_of_the_matrices(name):
    model, data = moving(name)
    result = derivative.transition(model, data, derivative.DerivativeConfig(forces=True))
    cotangent = np.random.default_rng(1).normal(size=2 * model.nv + model.na)
    got = derivative.vjp(model, data, cotangent)
    for value, matrix in ((got.x, result.A), (got.u, result.B), (got.f, result.F)):
        assert derivative.max_relative_error(value, matrix.T @ cotangent) < 1e-11


def test_a_rollout_backwards_is_the_product_of_its_steps():
    model, data = moving("humanoid")
    steps, rng = 7, np.random.default_rng(2)
    ctrl, nx = 0.1 * rng.normal(size=(steps, model.nu)), 2 * model.nv + model.na
    cotangents = rng.normal(size=(steps, nx))
    start = data.qpos.copy(), data.qvel.copy(), data.qacc_warmstart.copy()
    matrices = []
    for u in ctrl:
        data.ctrl[:] = u
        matrices.append(derivative.transition(model, data))
        thew.mj_step(model, data)
    end = data.qpos.copy()
    by_x, by_ctrl = np.zeros(nx), np.zeros_like(ctrl)
    for t in reversed(range(steps)):
        total = by_x + cotangents[t]
        by_x, by_ctrl[t] = matrices[t].A.T @ total, matrices[t].B.T @ total
    data.qpos[:], data.qvel[:], data.qacc_warmstart[:] = start
    got_x, got_ctrl = derivative.rollout_vjp(model, data, ctrl, cotangents)
    assert np.array_equal(data.qpos, end)
    assert derivative.max_relative_error(got_x, by_x) < 1e-8
    assert derivative.max_relative_error(got_ctrl, by_ctrl) < 1e-8


def test_numbers_of_the_model_are_inputs():
    model, data = moving("quadruped", tolerance=0, iterations=100, ls_iterations=100)
    numbers = [("body_mass", 2), ("dof_damping", 7), ("geom_friction", (0, 0)), ("gravity", 2)]
    result = derivative.transition(model, data, derivative.DerivativeConfig(numbers=numbers))
    assert result.P.shape == (2 * model.nv, 4) and result.E.shape == (model.nsensordata, 4)
    start = data.qpos.copy(), data.qvel.copy(), data.qacc_warmstart.copy()

    def velocity(field, index, by):
        array = getattr(model.opt if field == "gravity" else model, field)
        array[index] += by
        data.qpos[:], data.qvel[:], data.qacc_warmstart[:] = start
        thew.mj_step(model, data)
        array[index] -= by
        return data.qvel.copy()

    for column, (field, index) in zip(result.P.T, numbers):
        want = (velocity(field, index, 1e-6) - velocity(field, index, -1e-6)) / 2e-6
        assert derivative.max_relative_error(column[model.nv :], want) < 1e-6, field


def test_gradients_by_numbers_add_up_along_a_rollout():
    model, data = moving("quadruped")
    config = derivative.DerivativeConfig(sensors=False, numbers=[("body_mass", 1), ("geom_friction", (0, 0))])
    steps, nx, rng = 5, 2 * model.nv + model.na, np.random.default_rng(4)
    ctrl, cotangent = 0.1 * rng.normal(size=(steps, model.nu)), rng.normal(size=nx)
    start = data.qpos.copy(), data.qvel.copy(), data.qacc_warmstart.copy()
    slope = np.zeros((nx, 2))
    for u in ctrl:
        data.ctrl[:] = u
        step = derivative.transition(model, data, config)
        slope = step.A @ slope + step.P
        thew.mj_step(model, data)
    data.qpos[:], data.qvel[:], data.qacc_warmstart[:] = start
    _, _, by_numbers = derivative.rollout_vjp(model, data, ctrl, cotangent, config)
    assert derivative.max_relative_error(by_numbers, cotangent @ slope) < 1e-8


@pytest.mark.parametrize("number", [("body_weight", 0), ("body_mass", 99), ("mesh_pos", (0, 0)), ("geom_friction", 3)])
def test_numbers_that_the_model_lacks_are_errors(number):
    model, data = moving("pendulum")
    with pytest.raises(Exception, match=number[0]):
        derivative.transition(model, data, derivative.DerivativeConfig(numbers=[number]))


def test_a_state_that_is_not_finite_is_an_error():
    model, data = moving("pendulum")
    data.qpos[0] = np.nan
    with pytest.raises(Exception, match="not finite"):
        derivative.transition(model, data)


def gradient_by_differences(model, function, state, ctrl, weights, eps=1e-6):
    def cost(x, u):
        return float(weights @ np.asarray(function(x, u)))

    by_state = [(cost(state + eps * e, ctrl) - cost(state - eps * e, ctrl)) / (2 * eps) for e in np.eye(len(state))]
    by_ctrl = [(cost(state, ctrl + eps * e) - cost(state, ctrl - eps * e)) / (2 * eps) for e in np.eye(len(ctrl))]
    return np.array(by_state), np.array(by_ctrl)


def differentiable_state():
    model, data = moving("humanoid", steps=5, tolerance=0)
    state = np.concatenate([data.qpos, data.qvel, data.act])
    return model, state, data.ctrl.copy(), np.random.default_rng(3).normal(size=len(state))


def test_the_gradient_of_numbers_is_that_of_differences():
    from thew import _differentiable

    model, state, ctrl, weights = differentiable_state()
    stepper = _differentiable.Stepper(model)
    by_state, by_ctrl = stepper.vjp(state[None], ctrl[None], weights[None])
    want_state, want_ctrl = gradient_by_differences(model, lambda x, u: stepper.step(x[None], u[None])[0], state, ctrl, weights)
    assert derivative.max_relative_error(by_state[0], want_state) < 1e-5
    assert derivative.max_relative_error(by_ctrl[0], want_ctrl) < 1e-5
    A, B = stepper.matrices(state[None], ctrl[None])
    assert derivative.max_relative_error(A[0].T @ weights, by_state[0]) < 1e-10
    assert derivative.max_relative_error(B[0].T @ weights, by_ctrl[0]) < 1e-10


def test_pytorch_differentiates_steps():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    import thew.torch

    model, state, ctrl, weights = differentiable_state()
    x, u = (torch.tensor(np.stack([v, v]), requires_grad=True) for v in (state, ctrl))
    (thew.torch.step(model)(x, u) @ torch.tensor(weights)).sum().backward()
    from thew import _differentiable

    by_state, by_ctrl = _differentiable.Stepper(model).vjp(state[None], ctrl[None], weights[None])
    assert np.allclose(x.grad[1], by_state[0]) and np.allclose(u.grad[0], by_ctrl[0])


def test_jax_differentiates_steps():
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    jax.config.update("jax_enable_x64", True)
    import thew.jax

    model, state, ctrl, weights = differentiable_state()
    function = thew.jax.step(model)
    gradients = jax.grad(lambda x, u: weights @ function(x, u), argnums=(0, 1))(state, ctrl)
    from thew import _differentiable

    by_state, by_ctrl = _differentiable.Stepper(model).vjp(state[None], ctrl[None], weights[None])
    assert np.allclose(gradients[0], by_state[0]) and np.allclose(gradients[1], by_ctrl[0])
    _, tangent = jax.jvp(function, (state, ctrl), (np.ones_like(state), np.ones_like(ctrl)))
    assert np.isclose(weights @ tangent, by_state[0].sum() + by_ctrl[0].sum())
    both = jax.vmap(function)(np.stack([state, state]), np.stack([ctrl, ctrl]))
    assert np.array_equal(both[0], both[1])
