"""Random articulated models as MJCF text: random_tree(seed).

Every joint type and combination on one body, every way of giving inertia and orientation, default
classes, frames, springs, dampers, fixed tendons, actuators, options. What couples bodies by
constraints (contacts, limits, friction loss, equalities) stays out: these models test the smooth
dynamics. The same seed always gives the same text.
"""

import xml.etree.ElementTree as ElementTree

import numpy as np

JOINT_SETS = (
    # (joints of one body, weight); a ball may not be followed by another rotation
    (("hinge",), 6),
    (("slide",), 3),
    (("ball",), 3),
    (("hinge", "hinge"), 3),
    (("slide", "hinge"), 2),
    (("hinge", "slide"), 2),
    (("hinge", "hinge", "hinge"), 2),
    (("slide", "slide", "hinge"), 1),
    (("slide", "ball"), 1),
    (("ball", "slide"), 1),
    (("hinge", "slide", "ball"), 1),
    (("slide", "slide", "slide", "hinge", "hinge", "hinge"), 1),
)
DOFS = {"free": 6, "ball": 3, "slide": 1, "hinge": 1}
INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast")


def random_tree(seed: int) -> str:
    """The MJCF text of one random model."""
    return _Tree(seed).text()


class _Tree:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.degrees = self.chance(0.6)
        self.target = int(np.ceil(60 ** self.rng.uniform()))  # dofs: 1 to 60, small ones often
        self.dofs = 0
        self.joints = []  # (name, type)
        self.tendons = []
        self.classes = []
        self.counts = {}
        self.root = ElementTree.Element("mujoco", model=f"random tree {seed}")

    def text(self) -> str:
        self.write_compiler()
        self.write_option()
        self.write_defaults()
        self.write_world()
        self.write_tendons()
        self.write_actuators()
        ElementTree.indent(self.root)
        return ElementTree.tostring(self.root, encoding="unicode")

    # Chance and numbers.

    def chance(self, probability) -> bool:
        return bool(self.rng.random() < probability)

    def pick(self, options):
        return options[self.rng.integers(len(options))]

    def numbers(self, *values) -> str:
        return " ".join(f"{v:.6g}" for v in np.concatenate([np.atleast_1d(v) for v in values]))

    def normal(self, count, scale=1.0) -> str:
        return self.numbers(self.rng.normal(size=count) * scale)

    def uniform(self, low, high, count=1) -> str:
        return self.numbers(self.rng.uniform(low, high, count))

    def angle(self, radians):
        return np.degrees(radians) if self.degrees else radians

    def new_name(self, kind) -> str:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind}{self.counts[kind]}"

    def polynomial(self, scale) -> str:
        """One to three coefficients: the linear one, then the higher orders."""
        orders = 1 + int(self.chance(0.3)) + int(self.chance(0.15))
        return self.numbers(scale * self.rng.uniform(0.2, 1, orders) * [1, 0.3, 0.1][:orders])

    def interval(self, low, high) -> str:
        return self.numbers(-self.rng.uniform(low, high), self.rng.uniform(low, high))

    def orientation(self) -> dict:
        """An orientation in one of its written forms, or none."""
        form = self.pick(("", "", "quat", "euler", "axisangle", "xyaxes", "zaxis"))
        if form == "quat":
            return {form: self.normal(4)}
        if form == "euler":
            return {form: self.numbers(self.angle(self.rng.uniform(-2, 2, 3)))}
        if form == "axisangle":
            return {form: self.numbers(self.rng.normal(size=3), self.angle(self.rng.uniform(-3, 3)))}
        return {form: self.normal({"xyaxes": 6, "zaxis": 3}[form])} if form else {}

    def class_of(self, probability=0.2) -> dict:
        return {"class": self.pick(self.classes)} if self.classes and self.chance(probability) else {}

    # Head of the file.

    def write_compiler(self):
        compiler = ElementTree.SubElement(self.root, "compiler")
        compiler.set("angle", "degree" if self.degrees else "radian")
        if self.chance(0.5):
            compiler.set("eulerseq", self.pick(("zyx", "XYZ", "zxz", "YxZ", "ZYX", "yzx")))
        for name, value, probability in (
            ("boundmass", "0.05", 0.1),
            ("boundinertia", "0.0005", 0.1),
            ("balanceinertia", "true", 0.1),
            ("alignfree", "true", 0.1),
        ):
            if self.chance(probability):
                compiler.set(name, value)

    def write_option(self):
        integrator = self.pick(INTEGRATORS)
        option = ElementTree.SubElement(
            self.root, "option", integrator=integrator, timestep=self.uniform(0.0005, 0.004)
        )
        if self.chance(0.3):
            option.set("gravity", self.normal(3, 6))
        if self.chance(0.1):
            option.set("actuatorgroupdisable", "1 3")
        flags = {"contact": "disable"}
        for name in ("spring", "damper", "gravity", "clampctrl", "eulerdamp", "actuation", "warmstart"):
            if self.chance(0.08):
                flags[name] = "disable"
        if self.chance(0.3):
            flags["energy"] = "enable"
        if integrator != "RK4" and self.chance(0.1):  # there is no discrete inverse of RK4
            flags["invdiscrete"] = "enable"
        ElementTree.SubElement(option, "flag", flags)

    def write_defaults(self):
        if self.chance(0.3):
            return
        top = ElementTree.SubElement(self.root, "default")
        self.write_default_settings(top)
        holders = [top]
        for _ in range(self.rng.integers(0, 4)):  # a class lies in the top one or in an earlier class
            name = self.new_name("class")
            holders.append(ElementTree.SubElement(self.pick(holders), "default", {"class": name}))
            self.write_default_settings(holders[-1])
            self.classes.append(name)

    def write_default_settings(self, holder):
        settings = {
            "joint": {"damping": self.polynomial(0.3), "armature": self.uniform(0.005, 0.05)},
            "geom": {"density": self.uniform(300, 1500), "rgba": self.uniform(0, 1, 4)},
            "site": {"size": self.uniform(0.01, 0.03), "rgba": self.uniform(0, 1, 4)},
            "general": {"gear": self.uniform(0.5, 2), "ctrlrange": self.interval(0.3, 1)},
            "motor": {"gear": self.uniform(0.5, 2)},
            "position": {"kp": self.uniform(1, 8), "kv": self.uniform(0.05, 0.4)},
            "tendon": {"damping": self.uniform(0.01, 0.2)},
        }
        for element, attributes in settings.items():
            if self.chance(0.35):
                if element == "joint" and self.chance(0.5):
                    attributes["stiffness"] = self.polynomial(1)
                ElementTree.SubElement(holder, element, attributes)

    # Bodies.

    def write_world(self):
        world = ElementTree.SubElement(self.root, "worldbody")
        if self.chance(0.5):
            ElementTree.SubElement(world, "geom", type="plane", size="3 3 0.1", pos="0 0 -4")
        if self.chance(0.3):
            ElementTree.SubElement(world, "light", pos="0 0 5", dir=self.normal(3))
        for _ in range(self.rng.integers(0, 2)):
            mocap = ElementTree.SubElement(
                world, "body", {"name": self.new_name("mocap"), "mocap": "true", "pos": self.normal(3)},
                **self.orientation(),
            )  # fmt: skip
            ElementTree.SubElement(mocap, "geom", type="sphere", size="0.05")
        places = [world]
        while self.dofs < self.target:
            # A child mostly of the newest body, so that chains get long; sometimes of an old one.
            place = places[-1] if self.chance(0.6) else self.pick(places)
            places.append(self.write_body(place, at_top=place is world))

    def write_body(self, place, at_top):
        if self.chance(0.2):
            place = ElementTree.SubElement(
                place, "frame", {"pos": self.normal(3, 0.1)} | self.orientation()
            )
        body = ElementTree.SubElement(
            place, "body", {"name": self.new_name("body"), "pos": self.normal(3, 0.2)} | self.orientation()
        )
        if self.classes and self.chance(0.2):
            body.set("childclass", self.pick(self.classes))
        if self.chance(0.2):
            body.set("gravcomp", self.uniform(0.2, 1.5))
        kinds = self.joint_set(at_top)
        for kind in kinds:
            self.write_joint(body, kind, alone=len(kinds) == 1)
        self.write_mass(body)
        self.write_ornaments(body)
        return body

    def joint_set(self, at_top):
        room = self.target - self.dofs
        if at_top and room >= 6 and self.chance(0.4):
            return ("free",)
        if self.chance(0.08):
            return ()  # welded to its parent
        sets = [(kinds, w) for kinds, w in JOINT_SETS if sum(DOFS[k] for k in kinds) <= room]
        weights = np.array([weight for _, weight in sets], float)
        return sets[self.rng.choice(len(sets), p=weights / weights.sum())][0]

    def write_joint(self, body, kind, alone):
        name = self.new_name("joint")
        self.joints.append((name, kind))
        self.dofs += DOFS[kind]
        if kind == "free" and self.chance(0.5):
            ElementTree.SubElement(body, "freejoint", name=name)
            return
        joint = ElementTree.SubElement(body, "joint", {"name": name, "type": kind} | self.class_of())
        # Axes of one body may nearly coincide: armature keeps the inertia regular.
        if not alone or self.chance(0.4):
            joint.set("armature", self.uniform(0.01, 0.1))
        if self.chance(0.4):
            joint.set("damping", self.polynomial(0.5))
        if self.chance(0.3):
            joint.set("stiffness", self.polynomial(4 if kind != "free" else 1))
        if kind == "free":
            return
        if self.chance(0.5):
            joint.set("pos", self.normal(3, 0.05))
        if kind != "ball":
            self.write_scalar_joint(joint, kind)

    def write_scalar_joint(self, joint, kind):
        def position(scale):
            value = self.rng.normal() * scale
            return self.numbers(value * 0.1 if kind == "slide" else self.angle(value))

        joint.set("axis", self.normal(3))
        if self.chance(0.3):
            joint.set("springref", position(0.6))
        if self.chance(0.2):
            joint.set("ref", position(0.5))
        if self.chance(0.2):
            joint.set("actuatorfrcrange", self.interval(0.3, 2))
        if self.chance(0.15):
            joint.set("actuatorgravcomp", "true")
        if self.chance(0.05):
            joint.set("springdamper", self.uniform(0.05, 0.4, 2))

    def write_mass(self, body):
        form = self.pick(("geoms", "geoms", "geoms", "diagonal", "full"))
        mass = self.rng.uniform(0.2, 2)
        points = self.rng.normal(size=(6, 3)) * 0.1  # of equal mass: always a possible inertia
        if form == "geoms":
            for _ in range(self.rng.integers(1, 4)):
                self.write_geom(body)
            return
        inertial = ElementTree.SubElement(
            body, "inertial", mass=self.numbers(mass), pos=self.normal(3, 0.05)
        )
        if form == "diagonal":
            squares = (points**2).mean(axis=0)
            inertial.attrib.update(self.orientation())
            inertial.set("diaginertia", self.numbers(mass * (squares.sum() - squares) + 1e-4))
        else:
            points -= points.mean(axis=0)
            tensor = mass * (np.eye(3) * (points**2).sum() - points.T @ points) / len(points)
            tensor += 1e-4 * np.eye(3)
            entries = tensor[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
            inertial.set("fullinertia", self.numbers(entries))
        if self.chance(0.3):
            self.write_geom(body)

    def write_geom(self, body):
        kind = self.pick(("sphere", "capsule", "ellipsoid", "cylinder", "box"))
        geom = ElementTree.SubElement(
            body, "geom", {"type": kind, "contype": "0", "conaffinity": "0"} | self.class_of()
        )
        if kind != "sphere" and self.chance(0.3) and kind != "ellipsoid":
            geom.set("fromto", self.normal(6, 0.15))
            geom.set("size", self.uniform(0.03, 0.1))
        else:
            geom.set("pos", self.normal(3, 0.1))
            geom.attrib.update(self.orientation())
            geom.set("size", self.uniform(0.04, 0.15, {"sphere": 1, "capsule": 2, "cylinder": 2}.get(kind, 3)))
        weight = self.pick(("", "mass", "density"))
        if weight:
            geom.set(weight, self.uniform(*{"mass": (0.1, 1), "density": (200, 2000)}[weight]))
        if self.chance(0.15):
            geom.set("shellinertia", "true")
        if self.chance(0.3):
            geom.set("name", self.new_name("geom"))

    def write_ornaments(self, body):
        place = {"pos": self.normal(3, 0.1)}
        if self.chance(0.3):
            name = self.new_name("site")
            ElementTree.SubElement(body, "site", {"name": name} | place | self.orientation())
        if self.chance(0.15):
            mode = self.pick(("fixed", "track", "trackcom"))
            ElementTree.SubElement(
                body, "camera", {"name": self.new_name("camera"), "mode": mode} | place | self.orientation()
            )
        if self.chance(0.1):
            mode = self.pick(("fixed", "track", "trackcom"))
            ElementTree.SubElement(body, "light", {"mode": mode, "dir": self.normal(3)} | place)

    # Tendons and actuators.

    def write_tendons(self):
        scalar = [name for name, kind in self.joints if kind in ("hinge", "slide")]
        if not scalar or self.chance(0.4):
            return
        section = ElementTree.SubElement(self.root, "tendon")
        for _ in range(self.rng.integers(1, 4)):
            name = self.new_name("tendon")
            self.tendons.append(name)
            fixed = ElementTree.SubElement(section, "fixed", {"name": name} | self.class_of())
            if self.chance(0.6):
                fixed.set("stiffness", self.polynomial(3))
            if self.chance(0.5):
                fixed.set("damping", self.polynomial(0.3))
            if self.chance(0.4):
                fixed.set("armature", self.uniform(0.005, 0.05))
            if self.chance(0.5):
                low = self.rng.uniform(-0.5, 0.3)
                length = (low,) if self.chance(0.4) else (low, low + self.rng.uniform(0, 0.5))
                fixed.set("springlength", self.numbers(length))
            if self.chance(0.2):
                fixed.set("actuatorfrcrange", self.interval(0.2, 1))
            chosen = self.rng.permutation(scalar)[: self.rng.integers(1, 5)]
            for joint in chosen:
                ElementTree.SubElement(fixed, "joint", joint=str(joint), coef=self.normal(1))

    def write_actuators(self):
        if self.chance(0.15):
            return
        section = ElementTree.SubElement(self.root, "actuator")
        for _ in range(self.rng.integers(1, min(2 + self.dofs, 14))):
            kind = self.pick(("motor", "position", "velocity", "general", "general", "intvelocity", "damper", "cylinder"))
            actuator = ElementTree.SubElement(section, kind, {"name": self.new_name("actuator")} | self.class_of())
            self.write_transmission(actuator)
            getattr(self, "write_" + kind)(actuator)
            self.write_actuator_limits(actuator, kind)

    def write_transmission(self, actuator):
        if self.tendons and self.chance(0.25):
            actuator.set("tendon", self.pick(self.tendons))
            width = 1
        else:
            name, kind = self.joints[self.rng.integers(len(self.joints))]
            inside = kind in ("ball", "free") and self.chance(0.5)
            actuator.set("jointinparent" if inside else "joint", name)
            width = DOFS[kind]
        if width > 1 or self.chance(0.5):
            actuator.set("gear", self.normal(width))

    def write_actuator_limits(self, actuator, kind):
        if kind not in ("damper",) and self.chance(0.3):
            actuator.set("ctrlrange", self.interval(0.2, 1))
        if self.chance(0.25):
            actuator.set("forcerange", self.interval(0.2, 2))
        if self.chance(0.15):
            actuator.set("group", self.pick(("1", "2", "3")))
        if self.chance(0.1):
            actuator.set("damping", self.polynomial(0.1))
        if self.chance(0.1):
            actuator.set("armature", self.uniform(0.001, 0.02))

    def write_motor(self, actuator):
        pass

    def write_position(self, actuator):
        actuator.set("kp", self.uniform(1, 10))
        damping = self.pick(("", "kv", "dampratio"))
        if damping:
            actuator.set(damping, self.uniform(0.1, 0.8))
        if self.chance(0.3):
            actuator.set("timeconst", self.uniform(0.02, 0.2))

    def write_velocity(self, actuator):
        actuator.set("kv", self.uniform(0.05, 0.6))

    def write_intvelocity(self, actuator):
        actuator.set("kp", self.uniform(1, 6))
        actuator.set("kv", self.uniform(0.05, 0.3))
        actuator.set("actrange", self.interval(0.3, 1))

    def write_damper(self, actuator):
        actuator.set("kv", self.uniform(0.05, 0.4))
        actuator.set("ctrlrange", self.numbers(0, self.rng.uniform(0.5, 1)))

    def write_cylinder(self, actuator):
        actuator.set("timeconst", self.uniform(0.05, 0.5))
        actuator.set("area", self.uniform(0.5, 2))
        actuator.set("bias", self.normal(3, 0.2))

    def write_general(self, actuator):
        dynamics = self.pick(("none", "integrator", "filter", "filterexact"))
        actuator.set("dyntype", dynamics)
        if dynamics != "none":
            actuator.set("dynprm", self.uniform(0.02, 0.3))
            if self.chance(0.4):
                actuator.set("actearly", "true")
            if self.chance(0.3):
                actuator.set("actrange", self.interval(0.2, 1))
        affine = self.chance(0.4)
        actuator.set("gaintype", "affine" if affine else "fixed")
        actuator.set("gainprm", self.numbers(self.rng.normal(size=3) * (2, 0.5, 0.1)) if affine else self.normal(1, 2))
        if self.chance(0.5):
            actuator.set("biastype", "affine")
            actuator.set("biasprm", self.numbers(self.rng.normal(), -self.rng.uniform(0, 4), -self.rng.uniform(0, 0.4)))
