"""GPUs on which a `thew.Batch` may keep its worlds: `thew.Batch(model, n, device="cuda")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from thew import _thew


class Gpu(NamedTuple):
    """A GPU that the driver finds."""

    index: int
    name: str
    major: int  # of its compute capability
    minor: int
    memory: int  # bytes


class MemoryNeed(NamedTuple):
    """What a batch takes of a GPU's memory, in bytes."""

    model: int
    """What all worlds share."""
    world: int
    """What each world has."""

    def worlds(self, memory: int) -> int:
        """How many worlds fit."""
        return max(0, (memory - self.model) // self.world)


def available() -> bool:
    """Whether a GPU can be used; `reason` says why not."""
    return not reason()


def reason() -> str:
    """Why no GPU can be used, in a sentence; empty where one can."""
    return _thew.gpu_reason()


def devices() -> list[Gpu]:
    """The GPUs that can be used."""
    return [Gpu(*one) for one in _thew.gpu_devices()]


def memory_need(model, precision: str = "double", outputs: Sequence[str] = ()) -> MemoryNeed:
    """What a batch would take, before it is made. An error names what of the model GPUs do not simulate yet."""
    return MemoryNeed(*_thew.gpu_memory_need(model, precision == "single", list(outputs)))
