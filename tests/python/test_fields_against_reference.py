"""The lists of fields and enumerations (include/thew/*.inc) against MuJoCo's own description of its structures."""

import csv
import pathlib
import re

import pytest

mujoco = pytest.importorskip("mujoco")
enums = pytest.importorskip("mujoco.introspect.enums").ENUMS
structs = pytest.importorskip("mujoco.introspect.structs").STRUCTS

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include" / "thew"

# MuJoCo's types by the names that fields.inc gives them.
TYPES = {
    "mjtNum": "Real",
    "float": "Float",
    "int": "Int",
    "mjtSize": "Long",
    "uintptr_t": "Long",
    "mjtByte": "Byte",
    "mjtBool": "Bool",
    "char": "Char",
}

# Fields in the one description without counterpart in the other. Warnings and timers are small structures in MuJoCo and
# columns here; the solver's trace of every iteration is not kept; the rest manages memory or names a nested structure.
OURS_ONLY = {
    "mjModel": set(),  # those that fields.inc marks as extra are not read here
    "mjData": {
        *("warning_number", "warning_lastinfo", "timer_duration", "timer_number"),
        *("contact_warmstart", "solver_residual", "solver_converged", "solver_fallback"),  # the classic formulation's
    },
}
REFERENCE_ONLY = {
    "mjModel": {"opt", "vis", "stat", "buffer", "signature"},
    "mjData": {
        *("solver", "warning", "timer", "contact"),
        *("buffer", "arena", "signature", "nplugin", "pstack", "pbase", "parena", "threadpool", "threadlock"),
    },
}
EXTENSIONS = {
    "mjtIntegrator": {"mjINT_IMPLICITSPRINGDAMPER": 100},
    "mjtSolver": {"mjSOL_CGSTRICT": 100},
    "mjtFormulation": {"mjFORM_DEFAULT": 0, "mjFORM_CLASSIC": 100},
    "mjtFlexXpbd": {"mjXPBD_NONE": 0, "mjXPBD_AUTO": 1, "mjXPBD_POINTS": 2, "mjXPBD_METRIC": 3},
    "mjtSkinBlend": {"mjBLEND_LINEAR": 0, "mjBLEND_DUAL": 1},
    "mjtActuator": {"mjACTUATOR_HILL": 100},
    "mjtDyn": {"mjDYN_HILL": 100},
    "mjtGain": {"mjGAIN_HILL": 100},
}


def macro_calls(file, macro):
    """The arguments of every call of the macro; quoted texts and what is in parentheses are single arguments."""
    calls = re.findall(rf"^{macro}\((.*)\)$", (INCLUDE / file).read_text(), re.MULTILINE)
    calls = [re.sub(r"(?<=\w)\([\w ,]*\)(?=, )", lambda part: part[0].replace(",", ";"), call, count=1) for call in calls]
    return list(csv.reader(calls, skipinitialspace=True))


def constants():
    """Values of the kN... dimensions."""
    text = (INCLUDE / "constants.h").read_text()
    return {name: int(value) for name, value in re.findall(r"int (kN\w+) = (\d+);", text)}


def our_extent(*dimensions):
    """A shape with constants as numbers and without trailing 1: ("njnt", "kNREF") is ("njnt", 2)."""
    known = constants()
    values = [int(d) if d.isdigit() else known.get(d, d) for d in dimensions]
    while values and values[-1] == 1:
        values.pop()
    return tuple(values)


def reference_extent(declaration):
    """The same for a declaration of MuJoCo."""
    symbols = {name: value for enum in enums.values() for name, value in enum.values.items()}
    extent = declaration.array_extent or getattr(declaration.type, "extents", ())

    def number(dimension):
        if isinstance(dimension, str) and dimension.startswith("mj"):
            return symbols[dimension] if dimension in symbols else getattr(mujoco, dimension)
        return dimension

    return tuple(number(dimension) for dimension in extent)


def reference_fields(fields):
    """{name: (type, shape)}; the type is None where fields.inc has no word for it."""
    described = {}
    for field in fields:
        element = getattr(field.type, "inner_type", field.type)
        described[field.name] = (TYPES.get(getattr(element, "name", None)), reference_extent(field))
    return described


def our_model():
    fields = {name: ("Long", ()) for name, *_ in macro_calls("fields.inc", "THEW_SIZE")}
    fields |= {name: ("Bool", ()) for name, *_ in macro_calls("fields.inc", "THEW_FLAG")}
    for kind, name, rows, columns, *_ in macro_calls("fields.inc", "THEW_MODEL"):
        fields[name] = (kind, our_extent(rows, columns))
    return fields


def our_data():
    fields = {name: (kind, ()) for kind, name, *_ in macro_calls("fields.inc", "THEW_DATA_SCALAR")}
    for kind, name, rows, columns, *_ in macro_calls("fields.inc", "THEW_DATA"):
        fields[name] = (kind, our_extent(rows, columns))
    return fields


def test_arrays_stand_in_the_order_of_the_reference():
    """MuJoCo's binary form is written by walking the list."""
    ours = list(our_model())
    reference = [field.name for field in structs["mjModel"].fields if field.name not in REFERENCE_ONLY["mjModel"]]
    assert ours == reference


def our_small(macro):
    return {name: (kind, our_extent(count)) for kind, name, count, *_ in macro_calls("fields.inc", macro)}


def without(fields, names):
    assert names <= fields.keys(), "a declared difference does not exist"
    return {name: value for name, value in fields.items() if name not in names}


@pytest.mark.parametrize(("struct", "ours"), [("mjModel", our_model), ("mjData", our_data)])
def test_arrays_and_scalars(struct, ours):
    reference = reference_fields(structs[struct].fields)
    assert without(ours(), OURS_ONLY[struct]) == without(reference, REFERENCE_ONLY[struct])


@pytest.mark.parametrize(
    ("struct", "macro"),
    [("mjOption", "THEW_OPTION"), ("mjStatistic", "THEW_STATISTIC"), ("mjContact", "THEW_CONTACT")],
)
def test_small_structures(struct, macro):
    ours = our_small(macro)
    assert ours == reference_fields(structs[struct].fields)
    assert list(ours) == [field.name for field in structs[struct].fields]


def test_visual():
    ours = {}
    for group, kind, name, count, *_ in macro_calls("fields.inc", "THEW_VISUAL"):
        ours.setdefault(group.rstrip("_"), {})[name] = (kind, our_extent(count))
    reference = {group.name: reference_fields(group.type.fields) for group in structs["mjVisual"].fields}
    assert ours == reference


def test_warning_and_timer_columns_cover_the_reference():
    data = our_data()
    for name in ("warning", "timer"):
        declaration = next(field for field in structs["mjData"].fields if field.name == name)
        members = reference_fields(structs[declaration.type.inner_type.name].fields)
        for member, (kind, _) in members.items():
            expected = "Int" if member in ("number", "lastinfo") else kind
            assert data[f"{name}_{member}"] == (expected, reference_extent(declaration))


def our_enums():
    """{MuJoCo's enumeration: {MuJoCo's enumerator: value}}"""
    found = {}
    text = (INCLUDE / "enums.inc").read_text() + (INCLUDE / "enums_view.inc").read_text()
    for line in text.splitlines():
        if opened := re.fullmatch(r"THEW_ENUM\(\w+, (\w+)\)", line):
            current = found.setdefault(opened[1], {})
        elif added := re.fullmatch(r"THEW_ENUMERATOR\(\w+, (\w+), (-?\d+)\)", line):
            current[added[1]] = int(added[2])
    return found


@pytest.mark.parametrize("name", sorted(our_enums()))
def test_enumeration(name):
    reference = dict(enums[name].values) if name in enums else {}
    assert our_enums()[name] == reference | EXTENSIONS.get(name, {})


def test_texts_are_complete_and_stages_known():
    stages = {
        *("state", "control", "kinematics", "com_pos", "tendon", "transmission", "inertia", "factor", "collision"),
        *("sleep", "velocity", "com_vel", "bias", "passive", "subtree_vel", "integrate", "actuation", "acceleration"),
        *("constraint", "island", "solver", "inverse", "rne_post_constraint", "sensor", "flex", "energy", "any"),
    }
    lines = [line for line in (INCLUDE / "fields.inc").read_text().splitlines() if line.startswith("THEW_")]
    rows = [line for line in lines if not re.match(r"THEW_VISUAL_(BEGIN|END)", line)]
    assert len(rows) > 900
    assert [row for row in rows if not re.search(r'"[^"]{3,}"\)$', row)] == []
    written = {row[3] for row in macro_calls("fields.inc", "THEW_DATA_SCALAR")}
    written |= {row[7] for row in macro_calls("fields.inc", "THEW_DATA")}
    assert written <= stages
