"""Models and data as text files."""

from __future__ import annotations

import textwrap

import numpy as np

from thew import _thew
from thew._visual.records import MjvScene

_FORMAT = "% -9.2g"


def _value(value, float_format: str) -> str:
    if isinstance(value, (bool, np.bool_)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return float_format % value
    if isinstance(value, bytes):
        return repr(value)
    return str(value)


def _rows(name: str, array: np.ndarray, float_format: str):
    yield f"{name} {'x'.join(str(n) for n in array.shape)}"
    for row in array.reshape(len(array), -1) if array.size else ():
        yield "  " + " ".join(_value(value, float_format) for value in row)


def _field(name: str, value, float_format: str):
    if isinstance(value, np.ndarray):
        yield from _rows(name, value, float_format)
    else:
        yield f"{name:<24} {_value(value, float_format)}"


def _structure(prefix: str, value, names, float_format: str):
    for name in names:
        yield from _field(f"{prefix}.{name}", getattr(value, name), float_format)


def _model_lines(m, float_format: str):
    for group, name, *_ in _thew.model_scalars():
        owner = m
        for part in group.split(".") if group else ():
            owner = getattr(owner, part)
        yield from _field(f"{group}.{name}" if group else name, getattr(owner, name), float_format)
    for name, *_ in _thew.model_fields():
        yield from _field(name, getattr(m, name), float_format)


def _data_lines(d, float_format: str):
    for _, name, *_ in _thew.data_scalars():
        yield from _field(name, getattr(d, name), float_format)
    for i, contact in enumerate(d.contact):
        yield from _structure(f"contact[{i}]", contact, contact._columns, float_format)
    hidden = ("warning_", "timer_", "solver_")
    for name, *_ in _thew.data_fields():
        if not name.startswith(hidden) and hasattr(d, name):
            yield from _field(name, getattr(d, name), float_format)


def _scene_lines(s, float_format: str):
    yield from _structure("scene", s, s._dtype.names, float_format)
    counts = {"geoms": s.ngeom, "lights": s.nlight, "camera": len(s.camera)}
    for name, count in counts.items():
        for i, record in enumerate(getattr(s, name)[:count]):
            yield from _structure(f"{name}[{i}]", record, record._dtype.names, float_format)


def _write(filename, lines) -> None:
    with open(filename, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)


def _checked(float_format: str) -> str:
    try:
        float_format % 1.0
    except (TypeError, ValueError):
        raise ValueError(f"{float_format!r} is no format of one number") from None
    return float_format


def mj_printFormattedModel(m, filename: str, float_format: str) -> None:
    """Writes all fields of a model to a text file; numbers by a format as in printf."""
    _write(filename, _model_lines(m, _checked(float_format)))


def mj_printFormattedData(m, d, filename: str, float_format: str) -> None:
    """Writes all fields of a data to a text file; numbers by a format as in printf."""
    _write(filename, _data_lines(d, _checked(float_format)))


def mj_printFormattedScene(s: MjvScene, filename: str, float_format: str) -> None:
    """Writes what a scene shows to a text file; numbers by a format as in printf."""
    _write(filename, _scene_lines(s, _checked(float_format)))


def mj_printScene(s: MjvScene, filename: str) -> None:
    """Writes what a scene shows to a text file."""
    mj_printFormattedScene(s, filename, _FORMAT)


def mj_printModel(m, filename: str) -> None:
    """Writes all fields of a model to a text file."""
    mj_printFormattedModel(m, filename, _FORMAT)


def mj_printData(m, d, filename: str) -> None:
    """Writes all fields of a data to a text file."""
    mj_printFormattedData(m, d, filename, _FORMAT)


def _schema_rows(elements, number=0, depth=0, mark="!", above=()):
    """Depth, name, how often it may occur, and attributes of every element; what recurs is listed once."""
    element = elements[number]
    names = sorted(attribute["name"] for attribute in element["attributes"])
    yield depth, element["name"], mark, names
    if element["name"] in ("frame", "replicate"):  # they hold what a body holds
        return
    for child, unique in element["children"]:
        below = elements[child]
        if below["name"] == "worldbody":  # a body, but for what moves it
            child = next(c for c, _ in below["children"] if elements[c]["name"] == "body")
        recurs = any(c == child for c, _ in elements[child]["children"])
        if child in above or child == number or (recurs and depth > 0 and element["name"] != "body"):
            continue
        kind = "R" if recurs else "?" if unique else "*"
        yield from _schema_rows(elements, child, depth + 1, kind, (*above, number))


def mj_printSchema(flg_html: bool, flg_pad: bool) -> str:
    """Elements and attributes of model files, as text or as a table in HTML."""
    lines = []
    for depth, element, mark, attributes in _schema_rows(_thew.schema_elements()):
        name, names = "(world)body" if element == "body" else element, " ".join(attributes)
        if flg_html:
            indent = f' style="padding-left:{5 + 15 * depth}"' if flg_pad else ""
            shown = name if flg_pad else "&nbsp;" * (4 * depth) + name
            lines.append(f"<tr><td{indent}>{shown}</td><td>{mark}</td><td>{names}</td></tr>")
        else:
            title = f"{'   ' * depth}{name} ({mark})"
            lines += textwrap.wrap(names, 70, initial_indent=f"{title:<30}", subsequent_indent=" " * 30) or [title]
    text = "\n".join(lines) + "\n"
    return f"<table>\n{text}</table>\n" if flg_html else text
