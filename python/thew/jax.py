"""A step as a function that JAX differentiates: `thew.jax.step(model)(state, ctrl)`. Needs jax, which Thew does not install.

States are vectors (qpos, qvel, act); `jax.vmap` makes batches, which reach the engine as one call. The step runs on the host as a pure
callback. Its derivative is that of `thew.derivative.transition`, applied forwards (jvp) and, transposed by JAX, backwards (vjp).
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from thew import _differentiable


def step(model, config=None):
    """The function (state, ctrl) -> next state of a model."""
    stepper = _differentiable.Stepper(model, config)
    nx, nu = stepper.size, model.nu

    def rows(function, state, ctrl):
        """Calls a function of rows with whatever batch dimensions there are."""
        state, ctrl = np.asarray(state, float), np.asarray(ctrl, float)
        batch = np.broadcast_shapes(state.shape[:-1], ctrl.shape[:-1])
        count = int(np.prod(batch))
        state = np.broadcast_to(state, (*batch, nx)).reshape(count, nx)
        ctrl = np.broadcast_to(ctrl, (*batch, nu)).reshape(count, nu)
        return batch, function(state, ctrl)

    def host_step(state, ctrl):
        batch, result = rows(stepper.step, state, ctrl)
        return result.reshape(*batch, nx).astype(np.asarray(state).dtype)

    def host_matrices(state, ctrl):
        batch, (by_state, by_ctrl) = rows(stepper.matrices, state, ctrl)
        dtype = np.asarray(state).dtype
        return by_state.reshape(*batch, nx, nx).astype(dtype), by_ctrl.reshape(*batch, nx, nu).astype(dtype)

    def shape(like, *dimensions):
        return jax.ShapeDtypeStruct(dimensions, like.dtype)

    @jax.custom_jvp
    def function(state, ctrl):
        return jax.pure_callback(host_step, shape(state, nx), state, ctrl, vmap_method="broadcast_all")

    @function.defjvp
    def derivative(primals, tangents):
        state, ctrl = map(jnp.asarray, primals)
        A, B = jax.pure_callback(
            host_matrices, (shape(state, nx, nx), shape(state, nx, nu)), state, ctrl, vmap_method="broadcast_all"
        )
        return function(state, ctrl), A @ tangents[0] + B @ tangents[1]

    return function
