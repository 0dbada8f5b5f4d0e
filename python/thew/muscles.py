"""Muscles: those that work against each other, by a drive and a level of co-contraction, and their fibres at rest."""

from collections.abc import Sequence

import numpy as np

from thew._thew import MjData, MjModel, settle_muscles

__all__ = ["Antagonists", "co_contraction", "settle"]


def settle(model: MjModel, data: MjData) -> None:
    """Puts the fibres of all Hill muscles in equilibrium with their tendons at the present pose and activations.

    For states that are set by hand: a reset and keyframes begin in equilibrium.
    """
    settle_muscles(model, data)


def co_contraction(drive, level=0.0):
    """Excitations (agonist, antagonist) for a drive in [-1, 1] and a level of co-contraction in [0, 1].

    Both sides get the level, and the side that the drive asks for the rest of its range in proportion: a drive of 0
    stiffens the joint without moving it, a drive of 1 is the full excitation of the agonist at any level.
    """
    drive, level = np.clip(drive, -1, 1), np.clip(level, 0, 1)
    return level + (1 - level) * np.maximum(drive, 0), level + (1 - level) * np.maximum(-drive, 0)


class Antagonists:
    """Two groups of actuators, by their names, that pull a joint in opposite directions."""

    def __init__(self, model: MjModel, agonists: Sequence[str], antagonists: Sequence[str]):
        self.agonists = [model.actuator(name).id for name in agonists]
        self.antagonists = [model.actuator(name).id for name in antagonists]
        if set(self.agonists) & set(self.antagonists):
            raise ValueError("an actuator cannot be on both sides")
        self._controls = [[int(model.actuator_ctrladr[i]) for i in side] for side in (self.agonists, self.antagonists)]

    def apply(self, data: MjData, drive: float, level: float = 0.0) -> None:
        """Sets the controls of both groups; others stay as they are."""
        for controls, excitation in zip(self._controls, co_contraction(drive, level), strict=True):
            data.ctrl[controls] = excitation
