"""How structures, records and views are printed."""

from collections.abc import Callable, Iterable
from typing import Any


def describe(kind: str, names: Iterable[str], value: Callable[[str], Any]) -> str:
    """`<kind`, a line `name: value` for each name, `>`."""
    lines = [f"<{kind}"]
    for name in names:
        lines.append(f"  {name}: " + repr(value(name)).replace("\n", "\n  "))
    return "\n".join([*lines, ">"])
