"""What an engine makes of a model: constants, every stage, steps, a trajectory. Flat {field: array} throughout."""

import contextlib
import importlib
import re

import numpy as np

from . import states

# Memory, statistics, scratch and bookkeeping of one implementation: not compared.
SKIP_MODEL = re.compile(r"n?buffer|narena|signature|opt|vis|stat|names|paths|text_data|plugin_attr")
SKIP_DATA = re.compile(
    r"n?(buffer|arena)|p(stack|base|arena)|thread\w+|maxuse_\w+|solver\w*|warning|timer|contact"
    r"|n?plugin\w*|signature|qDeriv|qLU|qH\w*|moment_\w+|n?efm\w*|n[JYA]|bvh_\w+|map_\w+"
    r"|i(frc|acc|efc)\w*|n?island\w*|\w+_island|nidof|\w*awake\w*|tree_asleep|tendon_efcadr"
    r"|flg_\w+|flex\w*hessian\w*|flexelem_\w+|flexvert_(lambda|conage)|" + "|".join(states.FIELDS)
)
# Constraint rows and contacts have no fixed order: their sums are compared, not the rows.
ROWS = re.compile(r"efc_\w+")

# What only these functions compute, called in this order after forward.
AFTER_FORWARD = {
    "mj_subtreeVel": ("subtree_linvel", "subtree_angmom"),
    "mj_rnePostConstraint": ("cacc", "cfrc_int", "cfrc_ext"),
    "mj_energyPos": (),
    "mj_energyVel": ("energy",),
    "mj_inverse": ("qfrc_inverse",),
}
MARKS = (1, 10, 100)  # steps of the trajectory that are kept, and the last one

# Where the number of objects is not "n" + the object's name.
COUNTS = {
    "joint": "njnt",
    "camera": "ncam",
    "texture": "ntex",
    "material": "nmat",
    "equality": "neq",
}


class Names:
    """Fields, integrators and kinds of objects, from the reference's own description of itself."""

    def __init__(self, reference):
        structs = importlib.import_module(reference.__name__ + ".introspect.structs").STRUCTS

        def fields(struct, skip):
            named = [f.name for f in structs[struct].fields if hasattr(f, "name")]
            return [name for name in named if not skip.fullmatch(name)]

        self.model = fields("mjModel", SKIP_MODEL)
        self.opt = fields("mjOption", SKIP_MODEL)
        self.stat = fields("mjStatistic", SKIP_MODEL)
        self.data = [name for name in fields("mjData", SKIP_DATA) if not ROWS.fullmatch(name)]
        self.rows = [name for name in fields("mjData", SKIP_DATA) if ROWS.fullmatch(name)]
        self.integrators = {
            name.removeprefix("mjINT_"): int(value)
            for name, value in reference.mjtIntegrator.__members__.items()
            if name.startswith("mjINT_")
        }
        self.objects = {
            name.removeprefix("mjOBJ_").lower(): int(value)
            for name, value in reference.mjtObj.__members__.items()
            if name.startswith("mjOBJ_") and 0 < int(value) < 100 and name not in ("mjOBJ_XBODY", "mjOBJ_DOF")
        }


def numbers(thing, names, prefix="") -> dict[str, np.ndarray]:
    """Copies of the named attributes that are numbers; an absent one is left out."""
    found = {}
    for name in names:
        with contextlib.suppress(Exception):
            value = np.array(getattr(thing, name))
            if value.dtype.kind in "biuf":
                found[prefix + name] = value
    return found


def model_numbers(engine, names: Names, model) -> dict[str, np.ndarray]:
    """Every number of a compiled model, and the names of its objects."""
    found = numbers(model, names.model)
    found |= numbers(model.opt, names.opt, "opt/") | numbers(model.stat, names.stat, "stat/")
    for kind, number in names.objects.items():
        with contextlib.suppress(Exception):
            count = getattr(model, COUNTS.get(kind, "n" + kind))
            text = "\n".join(engine.mj_id2name(model, number, i) or "" for i in range(count))
            found["names/" + kind] = np.frombuffer(text.encode(), np.uint8)
    return found


def stage_numbers(engine, names: Names, model, data, state, errors) -> dict[str, np.ndarray]:
    """Every field after a forward pass from `state`, and what the functions after it compute."""
    states.put(engine, model, data, state)
    engine.mj_forward(model, data)
    found = numbers(data, names.data)
    matrices = (("ten_J", model, "ten_J", model.ntendon), ("actuator_moment", data, "moment", model.nout))
    for field, holder, pattern, rows in matrices:
        with contextlib.suppress(Exception):
            found[field] = _probe(np.array(getattr(data, field)), holder, pattern, rows, model.nv)
    if "ten_wrapnum" in found:  # the rest of these arrays is not in use
        used = int(found["ten_wrapnum"].sum())
        for field, width in (("wrap_obj", 1), ("wrap_xpos", 3)):
            if field in found:
                found[field] = found[field].ravel()[: width * used]
    for function, fields in AFTER_FORWARD.items():
        if function == "mj_inverse":  # on accelerations that the engine did not compute itself
            data.qacc[:] = np.random.default_rng(model.nv).normal(size=model.nv)
        for field in fields:
            found.pop(field, None)
        if attempt(errors, function, lambda: getattr(engine, function)(model, data)):
            found |= numbers(data, fields)
    return found


def step_numbers(engine, names: Names, model, data, state, errors) -> dict[str, np.ndarray]:
    """The state after one step by each integrator."""
    found, own = {}, model.opt.integrator
    for name, number in names.integrators.items():
        states.put(engine, model, data, state)
        try:
            model.opt.integrator = number
            if attempt(errors, f"mj_step {name}", lambda: engine.mj_step(model, data)):
                found |= numbers(data, ("qpos", "qvel", "act"), f"step {name}/")
        finally:
            model.opt.integrator = own
    return found


def trajectory_numbers(engine, model, data, state, marks) -> dict[str, np.ndarray]:
    """{step: state} at the marks of a run with the model's own integrator."""
    found = {}
    states.put(engine, model, data, state)
    for step in range(1, max(marks, default=0) + 1):
        engine.mj_step(model, data)
        if step in marks:
            found[step] = numbers(data, ("qpos", "qvel", "act"), "trajectory/")
    return found


def attempt(errors: dict[str, str], what: str, call) -> bool:
    """Whether `call` succeeded; if not, `errors` says why."""
    try:
        call()
        return True
    except Exception as problem:
        errors.setdefault(what, f"{type(problem).__name__}: {problem}")
        return False


def _probe(values, holder, pattern, rows, columns) -> np.ndarray:
    """A matrix, sparse or dense, times three fixed vectors: the same numbers however it is stored."""
    vectors = np.cos(np.outer(np.arange(columns), (1.0, 1.7, 2.3)))
    if values.size == rows * columns:
        return values.reshape(rows, columns) @ vectors
    count, start, column = (
        np.array(getattr(holder, f"{pattern}_{part}")).ravel() for part in ("rownnz", "rowadr", "colind")
    )
    product = np.zeros((rows, vectors.shape[1]))
    for row in range(rows):
        entries = slice(start[row], start[row] + count[row])
        product[row] = values.ravel()[entries] @ vectors[column[entries]]
    return product
