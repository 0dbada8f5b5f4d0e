"""Random models made from the schema itself: every element, attribute, keyword and class can occur, and wrong ones too.

A model grows from a small scene by random edits: an element is added, or an attribute set. An edit that MuJoCo refuses is taken
back; the text that it refused is kept, for the other engine has to refuse it too."""

import random
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field

from thew import _thew

SCENE = """
<mujoco>
  <default>
    <default class="outer"><default class="inner"/></default>
    <default class="other"/>
  </default>
  <asset>
    <texture name="checker" type="2d" builtin="checker" width="8" height="8"/>
    <texture name="cube" type="cube" builtin="flat" width="4" height="24"/>
    <material name="paint"/>
    <mesh name="wedge" vertex="0 0 0 .3 0 0 0 .3 0 0 0 .3 .2 .2 .2"/>
    <mesh name="shell" builtin="sphere" params="1"/>
    <hfield name="hills" nrow="3" ncol="2" size="1 1 .2 .1" elevation="0 .1 .2 .3 .4 .5"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <site name="mark" pos="0 0 2"/>
    <camera name="eye" pos="0 -2 1"/>
    <light name="lamp" pos="0 0 3"/>
    <body name="hand" mocap="true" pos="1 1 1"/>
    <body name="loose" pos="1 0 1"><freejoint name="free"/><geom name="ball" size=".1"/></body>
    <body name="upper" pos="0 0 1">
      <joint name="hinge"/><joint name="slide" type="slide"/>
      <geom name="rod" type="capsule" size=".05 .2"/><site name="tip" pos="0 0 .3"/>
      <frame name="turned" pos="0 .1 0">
        <body name="lower" pos="0 0 .4">
          <joint name="round" type="ball"/><geom name="box" type="box" size=".1 .1 .1"/><site name="end" size=".02"/>
        </body>
      </frame>
    </body>
  </worldbody>
  <contact/>
  <tendon>
    <fixed name="sum"><joint joint="hinge" coef="1"/><joint joint="slide" coef="-2"/></fixed>
    <spatial name="cord"><site site="mark"/><site site="tip"/></spatial>
  </tendon>
  <equality/>
  <actuator><motor name="push" joint="hinge"/></actuator>
  <sensor/>
  <custom/>
  <keyframe/>
</mujoco>
"""

# Where the names that attributes refer to are found.
KINDS = {
    "a body": ["body"], "a joint": ["joint", "freejoint"], "a geom": ["geom"], "a site": ["site"], "a camera": ["camera"],
    "a mesh": ["mesh"], "a height field": ["hfield"], "a texture": ["texture"], "a material": ["material"],
    "a tendon": ["fixed", "spatial"], "an actuator": [], "a plugin instance": ["instance"], "a frame": ["frame"],
}  # fmt: skip
# Elements that need files, and those that other tests make: a distance field takes a second.
ELSEWHERE = {"model", "skin", "bone", "include", "attach", "plugin", "config", "instance", "extension", "flex", "flexcomp", "deformable", "mujoco"}
# Attributes of files, and one that only Thew has.
FILES = {"convex", "file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback", "content_type", "meshdir", "texturedir", "assetdir", "strippath"}
# Values that a random number would hardly meet; None leaves the attribute alone.
VALUES = {
    "eulerseq": ["xyz", "zyx", "XYZ", "xYz", "abc"], "coordinate": ["local"], "gridlayout": None, "gridsize": None, "memory": ["1M", "64K", "-1", "x"],
    "nstack": None, "njmax": None, "nconmax": None, "settotalmass": ["2", "-1"], "preset": ["soleus"], "count": ["1", "2", "3", "x"],
    "plastic": None, "nkey": ["0", "2"], "userdata": ["1"], "condim": ["1", "3", "4", "6", "2"], "contype": ["0", "1", "3"],
    "conaffinity": ["0", "1", "2"], "group": ["0", "1", "3", "5"], "inertiagrouprange": ["0 5", "0 1", "2 1"], "nsample": ["0", "2", "5", "-1"],
    "delay": ["0", ".01", ".004"], "interval": [".01", ".01 .002", "0"], "actdim": ["-1", "1", "2"], "timestep": [".001", ".005", "0"],
    "builtin": None, "params": None, "vertex": None, "face": None, "normal": None, "texcoord": None, "elevation": None,
    "nrow": None, "ncol": None, "maxhullvert": ["-1", "4", "6", "3"], "width": ["4", "8"], "height": ["4", "8", "24"], "nchannel": ["3", "1", "4"],
    "dim": ["1", "3", "0"], "num": ["1", "2", "0"], "resolution": ["4 3", "1 1"], "fromto": ["0 0 0 .1 .2 .3", "0 0 0 0 0 0"],
    "fovy": ["30", "60", "200"], "sensorsize": ["1 1"], "actuatorgroupdisable": ["1 3", "31"], "fullinertia": ["1 1 1 .1 .2 .1", "1 2 5 0 0 0"],
    "diaginertia": ["1 1 1", ".1 .1 .05", "1 1 5"], "mpos": ["1 2 3"], "mquat": ["1 0 0 1"], "time": ["1.5"], "cell": None, "integrator": None,
    "solimp": [".8 .9", ".9 .95 .01 .4 3"], "solimplimit": [".8 .9 .01"], "solimpfriction": [".7"], "solref": [".03", ".02 1", "-100 -5"],
    "solreflimit": [".03 .9"], "solreffriction": [".05"], "o_solref": [".03"], "o_solimp": [".7 .8"], "range": ["-1 1", "0 .5", "1 -1"],
    "nuser_body": ["1", "2", "-1"], "user": ["1 2", ".5", "1 2 3"], "passthrough": ["none"], "usethread": None, "iterations": ["20"],
    "ls_iterations": ["10"], "noslip_iterations": ["0", "2"], "ccd_iterations": ["20"], "sdf_iterations": ["5"], "sdf_initpoints": ["5"],
    "nuserdata": ["3", "0", "-1"], "cameraid": ["-1", "0"], "numslices": ["8"], "numstacks": ["8"], "numquads": ["4"], "offsamples": ["2"],
    "shadowsize": ["64"], "offwidth": ["64"], "offheight": ["48"], "size": None, "interp": ["zoh", "linear", "cubic"],
    "tausmooth": [".1"], "data": None, "polycoef": ["0 1", "0 1 .1 0 .2"], "relpose": ["0 1 0 1 0 0 0"], "quat": ["1 0 0 1", ".5 .5 .5 .5", "0 0 0 0"],
    "refquat": ["1 0 1 0"], "refpos": [".1 0 0"], "scale": ["1 2 1.5", ".5 .5 .5", "-1 1 1"], "scaling": None, "massscale": None,
    "directional": ["true", "false"], "qpos": None, "qvel": None, "act": None, "ctrl": None, "lengthrange": [".1 1", "0 1"],
    "gear": ["2", "1 0 .5", "1 0 0 0 1 0"], "axis": ["1 0 0", "0 1 1", "0 0 0"], "dir": ["0 1 -1"], "bindquat": None, "accel": ["20"],
    "inttotal": ["2"], "tolrange": [".05", "1"], "maxforce": ["0", "5"], "uselimit": None, "objname": None, "refname": None, "objtype": None, "reftype": None,
    "xyaxes": ["1 0 0 0 1 0", "0 1 0 -1 0 .2", "1 0 0 1 0 0"], "zaxis": ["0 1 1", "0 0 -1", "0 0 0"], "axisangle": ["0 0 1 30", "1 1 0 .5"],
    "euler": ["10 20 30", "0 0 1.5"], "ref": [".1", "-.2"], "springref": [".1"], "fitscale": ["1", "1.5"], "offset": ["1 0 0", "0 .5 .2"],
}  # fmt: skip
# What only Thew has.
EXTENSIONS = {("actuator", "hill"), ("default", "hill"), ("equality", "distance"), ("flexcomp", "xpbd"), ("flex", "xpbd")} | {(place, "composite") for place in ("worldbody", "body", "frame", "replicate")}
THEWS_WORDS = {"implicitspringdamper", "impliciteuler", "CGStrict"}
CLASSIC = {"formulation", "regularization", "default_eq_stiffness", "default_eq_damping", "max_constraint_vel", "max_constraint_angvel", "friction_smoothing"}
OF_NOTHING = {"clock", "e_potential", "e_kinetic", "user", "contact"}  # sensors that may name no object
WRONG = ["", "nonsense", "1e999", "1 2 3 4 5 6 7 8 9 10 11 12 13", "-1", "0"]


@dataclass
class Grown:
    """A model that MuJoCo accepts, the texts that it refused on the way, and what of the schema the model has."""

    text: str
    refused: list[tuple[str, str, str]] = field(default_factory=list)  # edit, text, what MuJoCo says
    used: set[str] = field(default_factory=set)


class Grower:
    def __init__(self, seed, accepts):
        self.rng = random.Random(seed)
        self.accepts = accepts
        self.elements = _thew.schema_elements()
        self.root = xml.fromstring(SCENE)
        self.refused, self.made = [], 0
        self.focus = self._focus(seed)

    def grow(self, edits, wrong=0.1):
        self._settings()
        for i in range(edits):
            before = xml.tostring(self.root, encoding="unicode")
            edit = self._wrong_edit() if self.rng.random() < wrong else self._edit(i)
            text = xml.tostring(self.root, encoding="unicode")
            if text == before:
                continue
            problem = self.accepts(text)
            if problem is not None:
                self.refused.append((edit, text, problem))
                self.root = xml.fromstring(before)
        return Grown(xml.tostring(self.root, encoding="unicode"), self.refused, self._used())

    # --- edits -----------------------------------------------------------------------------------

    def _settings(self):
        for name in ("compiler", "option", "size", "statistic", "visual"):
            if self.root.find(name) is None:
                xml.SubElement(self.root, name)

    def _nodes(self):
        """Nodes of the tree with their rows in the schema."""

        def below(node, number):
            yield node, number
            children = {self.elements[child]["name"]: child for child, _ in self.elements[number]["children"]}
            for child in node:
                if child.tag in children:
                    yield from below(child, children[child.tag])

        return list(below(self.root, 0))

    def _focus(self, seed):
        """Three kinds of elements that this model gets for sure, so that a hundred models have all of them."""
        kinds = [
            (number, child)
            for number, element in enumerate(self.elements)
            for child, _ in element["children"]
            if self.elements[child]["name"] not in ELSEWHERE and element["name"] in SECTIONS | {"tendon", "spatial", "fixed", "tuple", "material"}
        ]
        return [kinds[(3 * seed + k) % len(kinds)] for k in range(3)]

    def _edit(self, i):
        if i < 12:
            return self._add(self.focus[i % 3])
        return self._set() if self.rng.random() < 0.6 else self._add()

    def _set(self):
        """Sets or takes away an attribute of a random element, often of one of those in focus."""
        nodes = self._nodes()
        if self.rng.random() < 0.5:
            children = {child for _, child in self.focus}
            nodes = [pair for pair in nodes if pair[1] in children] or nodes
        node, number = self.rng.choice(nodes)
        rows = [row for row in self.elements[number]["attributes"] if row["simulated"]]
        if node.tag in ELSEWHERE or not rows:
            return ""
        row = self.rng.choice(rows)
        if row["name"] in ("name", "class") and node.tag == "default":
            return ""
        if row["name"] in node.attrib and self.rng.random() < 0.3:
            del node.attrib[row["name"]]
            return f"{node.tag} without {row['name']}"
        self._give(node, number, row)
        return f"{node.tag} {row['name']}"

    def _add(self, kind=None):
        """Adds an element with a few attributes to a random one that may hold it, or one of this kind."""
        parents = [(n, e) for n, e in self._nodes() if self.elements[e]["children"]]
        if kind is not None:
            parents = [pair for pair in parents if pair[1] == kind[0]]
            if not parents:
                return ""
        sections = [pair for pair in parents if pair[0].tag in SECTIONS]
        node, number = self.rng.choice(sections if sections and self.rng.random() < 0.5 else parents)
        rows = self.elements[number]["children"]
        child, unique = next(row for row in rows if row[0] == kind[1]) if kind else self.rng.choice(rows)
        element = self.elements[child]
        tag = element["name"]
        if tag in ELSEWHERE or (node.tag, tag) in EXTENSIONS or (unique and node.find(tag) is not None) or node.tag == "mujoco":
            return ""
        if self._copies_clocks(tag):
            return ""
        if not any(row["simulated"] for row in element["attributes"]) and element["attributes"]:
            return ""
        added = xml.SubElement(node, tag)
        for row in element["attributes"]:
            if row["required"] or self.rng.random() < 0.15:
                self._give(added, child, row)
        self._complete(added, node)
        return f"{tag} in {node.tag}"

    def _copies_clocks(self, tag):
        """MuJoCo copies sensors that measure nothing in particular with every replicate, once more for each copy (docs/differences.md)."""
        tags = {node.tag for node in self.root.iter()} | {tag}
        return "replicate" in tags and bool(tags & OF_NOTHING) and tag in OF_NOTHING | {"replicate"}

    def _wrong_edit(self):
        """Something that is likely to be refused: a wrong value, a missing reference, a repeated name, an unknown attribute."""
        node, number = self.rng.choice(self._nodes())
        rows = [row for row in self.elements[number]["attributes"] if row["simulated"] and row["name"] not in FILES | CLASSIC]
        if node.tag in ELSEWHERE or not rows:
            return ""
        row = self.rng.choice(rows)
        name, kind = row["name"], self.rng.randrange(4)
        if kind == 0 and row["type"].startswith("name of"):
            node.set(name, "nobody")
        elif kind == 1 and "name" in node.attrib:
            node.set("name", self.rng.choice(self._names([node.tag])))
        elif kind == 2:
            node.set("nonsense", "1")
        elif VALUES.get(name, ()) is not None:
            node.set(name, self.rng.choice(WRONG[row["type"].startswith("name of") :]))  # an empty name finds what has none
        return f"{node.tag} {name}: wrong"

    # --- values ----------------------------------------------------------------------------------

    def _names(self, tags):
        sections = [node for node, _ in self._nodes() if node.tag in tags]
        return [node.get("name") for node in sections if node.get("name")] or ["nobody"]

    def _name_of(self, what):
        if what == "a default class":
            return self.rng.choice(["main", "outer", "inner", "other"])
        if what == "an actuator":
            return self.rng.choice([node.get("name") for node in self.root.find("actuator") if node.get("name")] or ["nobody"])
        if what == "an object":
            return self.rng.choice(self._names(["body", "geom", "site", "camera"]))
        return self.rng.choice(self._names(KINDS.get(what, [])))

    def _give(self, node, number, row):
        """Sets an attribute, and takes away those that exclude it."""
        name = row["name"]
        value = self._value(node, row)
        if value is None:
            return
        for group in self.elements[number]["exclusives"]:
            if name in group:
                for other in group:
                    node.attrib.pop(other, None)
        node.set(name, value)
        self._companions(node, name)

    def _value(self, node, row):
        name, kind = row["name"], row["type"]
        if name in FILES | CLASSIC:
            return None
        if name == "name":
            self.made += 1
            return f"{node.tag}{self.made}"
        if name == "class" and node.tag == "default":
            self.made += 1
            return f"class{self.made}"
        if row["keywords"]:
            words = [word for word in row["keywords"] if word not in THEWS_WORDS]
            if kind == "keywords":
                return " ".join(word for word in words if self.rng.random() < 0.3) or words[0]
            return self.rng.choice(words)
        if kind.startswith("name of "):
            return self._name_of(kind[len("name of ") :])
        chosen = VALUES.get(name, ())
        if chosen is None:
            return self._special(node, name)
        if chosen and not (name == "width" and node.tag == "spatial") and not (name == "scale" and node.tag == "muscle"):
            return self.rng.choice(chosen)
        if kind == "text":
            return "word"
        return self._numbers(row, 0.01, 1.0)

    def _numbers(self, row, low, high):
        most = row["most"] if row["most"] > 0 else 3
        count = self.rng.randint(max(1, row["least"]), most)
        if row["type"] == "int":
            return " ".join(str(self.rng.randint(0, 3)) for _ in range(count))
        sign = -1 if self.rng.random() < 0.1 else 1
        return " ".join(f"{sign * self.rng.uniform(low, high):.3g}" for _ in range(count))

    def _special(self, node, name):
        """Values that depend on where they stand."""
        pick = self.rng.choice
        if name == "size":
            if node.tag == "hfield":
                return pick(["1 2 .3 .1", "1 1 1 1"])
            if node.tag == "numeric":
                return pick(["3", "5"])
            return pick([".1", ".1 .2", ".1 .2 .15"])
        if name == "objname" and node.tag != "user" and node.tag != "element":
            return pick(self._names(["body", "geom", "site", "camera"]))
        if name in ("objname", "refname"):
            return pick(self._names(["body", "geom", "site"]))
        if name == "data" and node.tag in ("numeric", "text"):
            return pick(["1 2 3", ".5"])
        if name in ("qvel", "qpos", "ctrl", "act") and node.tag == "key":
            count = {"qvel": 12, "qpos": 15, "ctrl": 1, "act": 0}[name]
            return " ".join(f"{self.rng.uniform(-1, 1):.3g}" for _ in range(count)) or None
        if name == "vertex":
            return " ".join(f"{self.rng.uniform(-1, 1):.3g}" for _ in range(3 * self.rng.randint(4, 8)))
        if name == "elevation":
            return " ".join(f"{self.rng.random():.3g}" for _ in range(6))
        return None

    def _companions(self, node, name):
        """Attributes that need one another."""
        pick = self.rng.choice
        if name == "mesh" and node.tag in ("geom", "site"):
            node.set("type", "mesh")
            node.attrib.pop("fromto", None)
        elif name == "hfield" and node.tag == "geom":
            node.set("type", "hfield")
            node.attrib.pop("mesh", None)
        elif name == "type" and node.tag in ("geom", "site") and node.get("type") in ("mesh", "hfield", "sdf"):
            node.set("type", pick(["sphere", "capsule", "cylinder", "ellipsoid", "box"]))
        elif name in ("cranksite", "slidersite", "cranklength"):
            node.attrib.update(cranksite="tip", slidersite="mark", cranklength="1")
        elif name == "refsite":
            node.set("site", "tip")
        elif name in ("site1", "site2"):
            node.attrib.update(site1="mark", site2="tip")
            for other in ("body1", "body2", "anchor", "relpose"):
                node.attrib.pop(other, None)
        elif name in ("body1", "body2") and node.tag in ("connect", "weld"):
            node.attrib.pop("site1", None), node.attrib.pop("site2", None)
        elif name in ("reftype", "refname"):
            node.attrib.update(reftype="body", refname="upper")
        elif name == "delay":
            node.attrib.setdefault("nsample", "4")
        elif name == "range" and node.tag in ("joint", "fixed", "spatial"):
            node.set("limited", "true")
        elif name in ("focal", "focalpixel", "principal", "principalpixel"):
            node.attrib.update(sensorsize="1 1", resolution="8 8")
            node.attrib.pop("fovy", None)

    def _complete(self, node, parent):
        """What a new element can hardly do without."""
        pick, tag = self.rng.choice, node.tag
        if tag == "body" and self.rng.random() < 0.8:
            xml.SubElement(node, "geom", size=".1")
            if self.rng.random() < 0.5:
                self.made += 1
                xml.SubElement(node, "joint", name=f"joint{self.made}")
        elif tag in ("geom", "site") and parent.tag != "default" and parent.tag not in ("fixed", "spatial") and "size" not in node.attrib:
            node.set("size", ".1 .2 .15")
        elif tag == "mesh" and parent.tag == "asset" and "builtin" not in node.attrib:
            self.made += 1
            node.attrib.update(name=f"mesh{self.made}", vertex=self._special(node, "vertex"))
        elif tag == "texture" and parent.tag == "asset":
            self.made += 1
            node.attrib.update(name=f"texture{self.made}", builtin=pick(["gradient", "checker", "flat"]), type="2d", width="4", height="4")
        elif tag in ("material", "hfield", "numeric", "text", "tuple", "fixed", "spatial"):
            self.made += 1
            node.set("name", f"{tag}{self.made}")
            for other in {"fixed": 1, "spatial": 2}.get(tag, 0) * [0]:
                xml.SubElement(node, *({"fixed": ("joint", {"joint": "hinge", "coef": "1"})}.get(tag, ("site", {"site": pick(["mark", "tip", "end"])}))))
            if tag == "numeric":
                node.attrib.setdefault("data", "1 2")
            if tag == "text":
                node.set("data", "words")
            if tag == "hfield":
                node.attrib.update(nrow="2", ncol="3", size="1 1 .5 .1")
        elif parent.tag == "actuator" and not {"joint", "tendon", "site", "body", "cranksite", "jointinparent"} & set(node.attrib):
            node.set(*pick([("joint", "hinge"), ("joint", "slide"), ("tendon", "sum"), ("tendon", "cord")]))
        elif tag in ("connect", "weld") and "body1" not in node.attrib and "site1" not in node.attrib:
            node.attrib.update(body1="upper", anchor="0 0 .1")
        elif tag == "pair":
            node.attrib.update(geom1="floor", geom2=pick(self._names(["geom"])))
        elif tag == "element" and parent.tag == "tuple":
            node.attrib.update(objtype="body", objname=pick(self._names(["body"])))
        elif parent.tag == "sensor":
            if "objname" in node.attrib or "objtype" in node.attrib:
                node.attrib.update(objtype=pick(["body", "xbody"]), objname=pick(self._names(["body"])))
            if tag in ("distance", "normal", "fromto") and not {"geom1", "body1"} & set(node.attrib):
                node.attrib.update(geom1="ball", geom2="box")

    def _used(self):
        """Elements, attributes and keywords of the model."""
        used = set()
        for node, number in self._nodes():
            element = self.elements[number]
            place = ("default/" if number in self._in_defaults() else "") + node.tag
            used.add(place)
            for row in element["attributes"]:
                if row["name"] in node.attrib:
                    used.add(f"{place} {row['name']}")
                    if row["keywords"]:
                        used |= {f"{place} {row['name']}={word}" for word in node.get(row["name"]).split() if word in row["keywords"]}
        return used

    def _in_defaults(self):
        if not hasattr(self, "_default_rows"):
            defaults = next(e for e in self.elements if e["name"] == "default")
            self._default_rows = {child for child, _ in defaults["children"] if self.elements[child]["name"] != "default"}
        return self._default_rows


SECTIONS = {"contact", "tendon", "equality", "actuator", "sensor", "custom", "keyframe", "asset", "worldbody", "body", "default", "visual", "option", "compiler"}


def everything():
    """All that the generator can meet: elements, attributes and keywords of the schema that it makes."""
    elements, found = _thew.schema_elements(), set()
    defaults = next(e for e in elements if e["name"] == "default")
    in_defaults = {child for child, _ in defaults["children"] if elements[child]["name"] != "default"}
    for number, element in enumerate(elements):
        if element["name"] in ELSEWHERE | {"hill"} or not all(row["simulated"] for row in element["attributes"]):
            continue
        place = ("default/" if number in in_defaults else "") + element["name"]
        found.add(place)
        for row in element["attributes"]:
            if row["name"] not in FILES | CLASSIC:
                found.add(f"{place} {row['name']}")
                found |= {f"{place} {row['name']}={word}" for word in row["keywords"]}
    return found
