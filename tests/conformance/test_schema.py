"""Everything that MuJoCo's schema has is in Thew's: elements, how often they may occur, attributes, keywords, counts and defaults.

MuJoCo prints elements and attributes itself; what values look like stands in the manual inside of its package."""

import re
from functools import cache
from pathlib import Path

import pytest
from engines import engine, reference
from schema_models import CLASSIC
from thew import _thew

pytestmark = pytest.mark.skipif(engine is reference, reason="MuJoCo has its own schema")
MANUAL = Path(reference.__file__).parent / "doc" / "XMLreference.rst"
# What Thew has beyond MuJoCo; frame and replicate are outside of the schema that MuJoCo prints.
EXTENSIONS = {
    "mujoco/(world)body/frame", "mujoco/(world)body/replicate", "mujoco/asset/mesh convex", "mujoco/equality/distance",
    "mujoco/default/mesh convex", "mujoco/asset/skin blend", "mujoco/deformable/skin blend", "mujoco/actuator/hill", "mujoco/default/hill",
    "mujoco/(world)body/flexcomp/xpbd", "mujoco/deformable/flex/xpbd", "mujoco/(world)body/composite",
    *(f"mujoco/(world)body/composite/{name}" for name in "joint geom site skin plugin plugin/config".split()),
    *(f"mujoco/option {name}" for name in CLASSIC),
}  # fmt: skip


def printed(module):
    """Elements by path, with how often they may occur and their attributes."""
    elements, path = {}, []
    for line in module.mj_printSchema(False, False).splitlines():
        start = re.match(r"( *)(\S+) \((.)\)(.*)", line)
        if start:
            path[len(start[1]) // 3 :] = [start[2]]
            elements["/".join(path)] = (start[3], [])
        elements["/".join(path)][1].extend((start[4] if start else line).split())
    return elements


def lacking(these, those):
    """What is in one schema and not in the other."""
    missing = [path for path in these if path not in those]
    for path in these.keys() & those.keys():
        missing += [f"{path} {name}" for name in these[path][1] if name not in those[path][1]]
        if these[path][0] != those[path][0]:
            missing.append(f"{path} ({these[path][0]})")
    return missing


def test_every_element_and_attribute_is_there():
    theirs, ours = printed(reference), printed(engine)
    count = sum(len(attributes) for _, attributes in theirs.values())
    missing = lacking(theirs, ours)
    print(f"{len(theirs)} elements, {count} attributes; missing {len(missing)}")
    assert len(theirs) > 160 and count > 1500
    assert missing == []


def test_what_is_more_is_known():
    assert set(lacking(printed(engine), printed(reference))) == EXTENSIONS


# --- what values look like -----------------------------------------------------------------------


@cache
def places():
    """Attributes of Thew by element and name; an element is named by what it stands in, too."""
    elements, found = _thew.schema_elements(), {}
    for parent in elements:
        above = {"mujoco": "", "worldbody": "body-"}.get(parent["name"], parent["name"] + "-")
        for child, _ in parent["children"]:
            for attribute in elements[child]["attributes"]:
                if parent["name"] != "default":
                    found.setdefault((above + elements[child]["name"], attribute["name"]), attribute)
    for attribute in elements[0]["attributes"]:
        found["mujoco", attribute["name"]] = attribute
    return found


def documented():
    """(label of the manual, attribute, form, default) of each attribute that the manual describes; several labels may stand before one."""
    labels = []
    for line in MANUAL.read_text().splitlines():
        label = re.match(r"\.\. _([\w-]+):$", line)
        value = re.match(r":at:`(\w+)`.*:at-val:`(.*)`$", line)
        if label:
            labels.append(label[1])
        elif value:
            names = re.findall(r":at:`(\w+)`", line)
            form, _, usual = value[2].rpartition(", ")
            for label in labels:
                element, _, name = label.rpartition("-")
                if name in names:
                    yield element, name, form, usual
        elif line.strip() and not line.startswith(".."):
            labels = [] if not line.startswith(" ") else labels


# Where MuJoCo does not do what its manual says: what its parser requires, and a default.
MANUAL_IS_WRONG = {
    "asset-material-name", "contact-pair-geom1", "contact-pair-geom2", "sensor-insidesite-site", "plugin-config-key", "instance-config-key",
    "flexcomp-pin-id", "flexcomp-pin-range", "flexcomp-pin-grid", "flexcomp-pin-gridrange", "actuator-damper-kv", "flex-elasticity-yield",
}  # fmt: skip
IN_WORDS = re.compile(r"\.\.\.|for URDF")


def same_default(a, b):
    if a == b:
        return True
    try:
        return [float(word) for word in a.split()] == [float(word) for word in b.split()]
    except ValueError:
        return False


def test_keywords_counts_and_defaults_are_those_of_the_manual():
    wrong, checked = [], 0
    for element, name, form, usual in documented():
        ours = places().get((element, name))
        place = f"{element}-{name}"
        if ours is None or place in MANUAL_IS_WRONG:
            continue
        checked += 1
        words = re.fullmatch(r"\[(.*)\]", form)
        if words:
            missing = set(words[1].replace('"', "").split(", ")) - set(ours["keywords"])
            if missing:
                wrong.append(f"{place}: keywords {sorted(missing)}")
        count = re.fullmatch(r"(?:int|real)\((\d+)\)", form)
        if count and ours["most"] not in (-1, int(count[1])):
            wrong.append(f"{place}: {ours['most']} values, not {count[1]}")
        if (usual == "required") != ours["required"]:
            wrong.append(f"{place}: {usual}, here required is {ours['required']}")
        elif usual.startswith('"') and not IN_WORDS.search(usual) and not same_default(usual.strip('"'), ours["default"]):
            wrong.append(f"{place}: default {usual}, here \"{ours['default']}\"")
    print(f"{checked} attributes compared with the manual")
    assert checked > 500
    assert wrong == []
