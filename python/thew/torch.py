"""A step as a function that PyTorch differentiates: `thew.torch.step(model)(state, ctrl)`. Needs torch, which Thew does not install.

States are rows (qpos, qvel, act) of a batch, or one such vector; the function gives the next ones. Gradients run backwards through the
constraint solver by `thew.derivative.vjp`, in double precision on the CPU.
"""

from __future__ import annotations

import torch

from thew import _differentiable


class _Step(torch.autograd.Function):
    @staticmethod
    def forward(ctx, state, ctrl, stepper):
        ctx.stepper = stepper
        ctx.save_for_backward(state, ctrl)
        return _tensor(stepper.step(_array(state), _array(ctrl)), state)

    @staticmethod
    def backward(ctx, cotangent):
        state, ctrl = ctx.saved_tensors
        by_state, by_ctrl = ctx.stepper.vjp(_array(state), _array(ctrl), _array(cotangent))
        return _tensor(by_state, state), _tensor(by_ctrl, ctrl), None


def _array(tensor):
    return tensor.detach().cpu().double().numpy()


def _tensor(array, like):
    return torch.as_tensor(array, dtype=like.dtype, device=like.device)


def step(model, config=None):
    """The function (state, ctrl) -> next state of a model, for rows of a batch or one vector of each."""
    stepper = _differentiable.Stepper(model, config)

    def function(state, ctrl):
        if state.ndim == 1:
            return _Step.apply(state[None], ctrl[None], stepper)[0]
        return _Step.apply(state, ctrl, stepper)

    return function
