"""The pipeline as a table: which field belongs to which stage, and how closely it must agree.

The error of an array is max|a - b| / max(floor, max|a|), with `a` the reference's. Integers must be equal.
"""

import re
from typing import NamedTuple

import numpy as np

SMOOTH = 1e-9  # closed-form quantities: rounding, amplified a little
HARD = 1e-7  # what an iterative solver stands behind
FLOAT32 = 2e-7  # fields stored in single precision


class Group(NamedTuple):
    name: str
    tolerance: float
    fields: str  # pattern of the Data fields that belong to it; Model fields are sorted by model_group
    needs: str = ""  # the capability of an engine without which the group is not compared


# In pipeline order: the first group that differs is the place to look for a fault.
GROUPS = (
    Group("load", 0, ""),
    Group("sizes", 0, ""),
    Group("names", 0, ""),
    Group("model constants", SMOOTH, ""),
    Group(
        "kinematics",
        SMOOTH,
        r"x(pos|quat|mat|ipos|iquat|imat|anchor|axis)|(geom|site|cam)_x\w+|subtree_com|cdof|cinert"
        r"|flexvert_xpos|flexedge_(length|J)",
    ),
    Group("tendon", SMOOTH, r"ten_\w+|wrap_\w+"),
    Group("inertia", SMOOTH, r"crb|M|qLD|qLDiagInv"),
    Group("contacts", HARD, r"ncon", "constraints"),
    Group("constraint rows", HARD, r"ne|nf|nl|nefc|efc_(?!force|state)\w+", "constraints"),
    Group("bias", SMOOTH, r"cvel|cdof_dot|qfrc_bias"),
    Group(
        "passive",
        SMOOTH,
        r"qfrc_(spring|damper|gravcomp|fluid|adhesion|passive)|flexedge_velocity",
    ),
    Group("actuation", SMOOTH, r"actuator_\w+|act_dot|qfrc_actuator"),
    Group("smooth acceleration", SMOOTH, r"qfrc_smooth|qacc_smooth"),
    Group("constraint forces", HARD, r"efc_(force|state)|qfrc_constraint", "constraints"),
    Group("acceleration", HARD, r"qacc"),
    Group("sensors", HARD, r"sensordata", "sensors"),
    Group("after constraint", HARD, r"cacc|cfrc_\w+|subtree_(linvel|angmom)|energy"),
    Group("inverse", HARD, r"qfrc_inverse"),
    Group("step EULER", HARD, r"step EULER/\w+"),
    Group("step RK4", HARD, r"step RK4/\w+"),
    Group("step IMPLICIT", HARD, r"step IMPLICIT/\w+"),
    Group("step IMPLICITFAST", HARD, r"step IMPLICITFAST/\w+"),
    Group("step DISCRETE", HARD, r"step DISCRETE/\w+"),
    Group("trajectory", 1e-6, r"trajectory/\w+"),
    # Reported, but no part of the verdict: looks, and how an engine stores things.
    Group("visual", SMOOTH, r"light_x\w+"),
    Group("internal", SMOOTH, r".*"),
)
BY_NAME = {group.name: group for group in GROUPS}
ORDER = {group.name: place for place, group in enumerate(GROUPS)}
NO_VERDICT = frozenset(("visual", "internal"))

VISUAL = re.compile(
    r"n?(tex|mat|skin|light)\w*"
    r"|\w+_(rgba|matid|group|texcoord\w*|elemtexcoord|flatskin|castshadow|width)"
    r"|n?mesh_?(normal|texcoord|facenormal|facetexcoord)\w*|nflextexcoord|cam_(ipd|output)"
    r"|names/(texture|material|skin|light)"
)
INTERNAL = re.compile(
    r"n?(bvh|oct)\w*|\w+_(bvh|oct|path|contenttype)(adr|num)|n?mesh_?(graph|poly|extrema)\w*"
    r"|n(names|paths)\w*|names_map|name_\w+adr|[BD]_\w+|map\w+|n[BCDM]|nJ\w+|n[ej]max|nconmax"
    r"|npolygonmax|nmeshdegmax|n?efm\w*|dof_(Madr|simplenum)|\w+_(simple|sameframe)|flg_\w+"
    r"|ngravcomp|text_\w+|ntextdata|plugin"
)


def model_group(field: str, value: np.ndarray) -> str:
    """The group of a Model field."""
    if INTERNAL.fullmatch(field):
        return "internal"
    if VISUAL.fullmatch(field):
        return "visual"
    if field.startswith("names/"):
        return "names"
    scalar = value.ndim == 0 and value.dtype.kind in "iu" and "/" not in field
    return "sizes" if scalar else "model constants"


def data_group(field: str) -> str:
    """The group of a Data field, or of a step's or trajectory's result."""
    return next(g.name for g in GROUPS if g.fields and re.fullmatch(g.fields, field))


def tolerance(group: str, value: np.ndarray, constraints: bool) -> float:
    """Without constraints nothing is iterative, so that every stage must agree as the smooth ones do."""
    limit = BY_NAME[group].tolerance
    if limit == HARD and not constraints:
        limit = SMOOTH
    return max(limit, FLOAT32) if value.dtype == np.float32 else limit


def error(a: np.ndarray, b: np.ndarray, floor: float) -> float:
    """max|a - b| / max(floor, max|a|); infinite where shapes or non-finite entries differ."""
    if a.shape != b.shape:
        return np.inf
    a, b, integer = a.astype(float), b.astype(float), a.dtype.kind != "f"
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(all="ignore"):
        gap = np.where(same, 0.0, np.abs(a - b))
    if np.isnan(gap).any():
        return np.inf
    size = 1.0 if integer else np.abs(a[np.isfinite(a)]).max(initial=floor)
    return float(gap.max(initial=0.0) / size)


def blank(a: np.ndarray) -> bool:
    """Whether an array says nothing: all zeros, or indices that are all none."""
    return not a.any() or (a.dtype.kind == "i" and bool((a == -1).all()))
