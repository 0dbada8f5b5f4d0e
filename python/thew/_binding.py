"""From elements of a spec to their rows in a model and a data: `model.bind(spec.body("torso")).mass`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from thew import _thew

_ACCESSORS = {"texture": "tex", "material": "mat", "camera": "cam", "joint": "jnt", "equality": "eq"}


class _Bound:
    """The rows of several elements: reading joins them, writing takes one value for each."""

    def __init__(self, elements) -> None:
        object.__setattr__(self, "elements", list(elements))

    def __getattr__(self, name: str) -> list:
        joined: list = []
        for element in self.elements:
            value = getattr(element, name)
            alone = isinstance(value, (str, bytes)) or not hasattr(value, "__iter__")
            joined.extend([value] if alone else value)
        return joined

    def __setattr__(self, name: str, values) -> None:
        count = len(self.elements)
        if not hasattr(values, "__iter__"):
            raise ValueError(f"Expected {count} values, got non-iterable {type(values).__name__}")
        values = list(values)
        if len(values) != count:
            raise ValueError(f"Expected {count} values, got {len(values)}")
        for element, value in zip(self.elements, values):
            setattr(element, name, value)


def _bind_scalar(self, element):
    """The rows of one element of the spec that this was compiled from."""
    if element is None:
        return None
    kind = type(element).__name__.removeprefix("Mjs").lower()
    accessor = getattr(self, _ACCESSORS.get(kind, kind), None)
    if not type(element).__name__.startswith("Mjs") or accessor is None:
        raise TypeError(f"expected an element of a spec, not {type(element).__name__}")
    if getattr(element, "signature", self.signature) != self.signature:
        raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
    number = element.id
    if number < 0:
        raise IndexError(f"Invalid index {number}: the element is not in the model")
    return accessor(number)


def _bind(self, elements):
    """The rows of an element of the spec, or of several."""
    if isinstance(elements, Sequence):
        return _Bound(self.bind_scalar(element) for element in elements)
    return self.bind_scalar(elements)


def _model_signature(self) -> int:
    """A number that models of the same structure share."""
    made = self._parts.get("signature")
    if made is None:
        digest = hashlib.sha256(bytes(self.names))
        for group, name, *_ in _thew.model_scalars():
            if not group:
                digest.update(f"{name}={getattr(self, name)};".encode())
        made = self._parts["signature"] = int.from_bytes(digest.digest()[:8], "little")
    return made


def install() -> None:
    """Gives MjModel and MjData what binds them to specs."""
    for owner in (_thew.MjModel, _thew.MjData):
        owner.bind_scalar = _bind_scalar
        owner.bind = _bind
    _thew.MjModel.signature = property(_model_signature)
    _thew.MjData.signature = property(lambda self: self.model.signature)
