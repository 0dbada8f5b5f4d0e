"""What the wrappers for PyTorch and JAX share: steps of many worlds as functions of their numbers (qpos, qvel, act)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thew import _chart, _thew, derivative


class Stepper:
    """Steps rows of states by rows of controls; each row is a world of its own, and nothing is kept from call to call."""

    def __init__(self, model, config: derivative.DerivativeConfig | None = None) -> None:
        self.model = model
        self.config = config or derivative.DerivativeConfig(sensors=False)
        self.data = _thew.MjData(model)
        self.size = model.nq + model.nv + model.na

    def _place(self, state: NDArray, ctrl: NDArray) -> None:
        m, d = self.model, self.data
        _thew.mj_resetData(m, d)
        d.qpos[:], d.qvel[:], d.act[:] = np.split(state, [m.nq, m.nq + m.nv])
        d.ctrl[:] = ctrl

    def _state(self) -> NDArray:
        return np.concatenate([self.data.qpos, self.data.qvel, self.data.act])

    def step(self, states: NDArray, ctrls: NDArray) -> NDArray:
        result = np.empty_like(states, dtype=float)
        for row, (state, ctrl) in enumerate(zip(states, ctrls)):
            self._place(state, ctrl)
            _thew.mj_step(self.model, self.data)
            result[row] = self._state()
        return result

    def vjp(self, states: NDArray, ctrls: NDArray, cotangents: NDArray) -> tuple[NDArray, NDArray]:
        m = self.model
        by_state, by_ctrl = np.empty_like(states, dtype=float), np.empty_like(ctrls, dtype=float)
        after = self.step(states, ctrls)
        for row, (state, ctrl, cotangent) in enumerate(zip(states, ctrls, cotangents)):
            self._place(state, ctrl)
            tangent = np.concatenate([_chart.chart(m, after[row]).T @ cotangent[: m.nq], cotangent[m.nq :]])
            gradient = derivative.vjp(m, self.data, tangent, self.config)
            by_state[row] = np.concatenate([_chart.inverse_chart(m, state).T @ gradient.x[: m.nv], gradient.x[m.nv :]])
            by_ctrl[row] = gradient.u
        return by_state, by_ctrl

    def matrices(self, states: NDArray, ctrls: NDArray) -> tuple[NDArray, NDArray]:
        """d next state / d state and / d ctrl of each row, in numbers instead of tangents."""
        m, n = self.model, len(states)
        by_state, by_ctrl = np.empty((n, self.size, self.size)), np.empty((n, self.size, m.nu))
        after = self.step(states, ctrls)
        rest = m.nv + m.na
        for row, (state, ctrl) in enumerate(zip(states, ctrls)):
            self._place(state, ctrl)
            t = derivative.transition(m, self.data, self.config)
            out, into = np.eye(m.nq + rest, m.nv + rest), np.eye(m.nv + rest, m.nq + rest)
            out[: m.nq, : m.nv], into[: m.nv, : m.nq] = _chart.chart(m, after[row]), _chart.inverse_chart(m, state)
            out[m.nq :, m.nv :], into[m.nv :, m.nq :] = np.eye(rest), np.eye(rest)
            out[: m.nq, m.nv :], out[m.nq :, : m.nv] = 0, 0
            into[: m.nv, m.nq :], into[m.nv :, : m.nq] = 0, 0
            by_state[row], by_ctrl[row] = out @ t.A @ into, out @ t.B
        return by_state, by_ctrl
