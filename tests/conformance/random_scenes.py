"""Random scenes with constraints of every kind as MJCF text: random_scene(seed).

Piles of mixed shapes, and linkages whose loops are closed by equalities, with limits, dry friction, tendons, explicit pairs, every
dimension of contacts, both cones, both forms of solref. Scenes are small, so that a thousand of them are compared in seconds. The same
seed always gives the same text.
"""

import numpy as np

SHAPES = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")
INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast", "discrete")
EQUALITIES = ("connect", "connect sites", "weld", "weld sites", "joint", "one joint", "tendon", "one tendon")


def random_scene(seed: int) -> str:
    """The MJCF text of one random scene."""
    return _Scene(seed).text()


def attributes(values: dict) -> str:
    return "".join(f' {name}="{value}"' for name, value in values.items())


class _Scene:
    def __init__(self, seed):
        self.seed, self.rng = seed, np.random.default_rng(seed)
        self.bodies, self.links, self.geoms, self.sites = [], [], [], []
        self.scalar_joints = []  # hinges and slides
        self.tendons = []
        self.uses_mesh = False

    def text(self) -> str:
        kind = self.pick(("pile", "linkage", "both"))
        world = self.ground()
        if kind != "linkage":
            world += "".join(self.pile_body(i) for i in range(self.rng.integers(2, 5)))
        if kind != "pile":
            world += "".join(self.linkage(i) for i in range(self.rng.integers(1, 3)))
        parts = [self.option(), self.default(), f"<worldbody>{world}</worldbody>", self.contact(), self.tendon()]
        parts += [self.equality(), self.actuator()]
        if self.uses_mesh:
            parts.insert(2, self.asset())
        return f'<mujoco model="random scene {self.seed}">\n' + "\n".join(part for part in parts if part) + "\n</mujoco>"

    # Chance and numbers.

    def chance(self, probability) -> bool:
        return bool(self.rng.random() < probability)

    def pick(self, options):
        return options[self.rng.integers(len(options))]

    def numbers(self, *values) -> str:
        return " ".join(f"{v:.5g}" for v in np.concatenate([np.atleast_1d(v) for v in values]))

    def uniform(self, low, high, count=1) -> str:
        return self.numbers(self.rng.uniform(low, high, count))

    def some(self, **optional) -> dict:
        """Each attribute with its probability: name=(probability, value)."""
        return {name: value() for name, (probability, value) in optional.items() if self.chance(probability)}

    # How constraints behave.

    def solref(self) -> str:
        if self.chance(0.25):
            return self.numbers(-self.rng.uniform(200, 3000), -self.rng.uniform(5, 60))
        return self.numbers(self.rng.uniform(0.01, 0.05), self.rng.uniform(0.5, 1.5))

    def solimp(self) -> str:
        low = self.rng.uniform(0.5, 0.95)
        return self.numbers(low, self.rng.uniform(low, 0.98), self.rng.uniform(1e-3, 0.02), self.rng.uniform(0.2, 0.8), self.rng.uniform(1, 4))

    def friction(self) -> str:
        return self.numbers(self.rng.uniform(0.2, 1.2), self.rng.uniform(1e-3, 0.05), self.rng.uniform(1e-3, 0.05))

    def softness(self, prefix="", probability=0.3) -> dict:
        found = self.some(solref=(probability, self.solref), solimp=(probability, self.solimp))
        return {name + prefix: value for name, value in found.items()}

    # Head of the file.

    def option(self) -> str:
        values = {
            "timestep": self.uniform(0.001, 0.005),
            "cone": self.pick(("pyramidal", "elliptic")),
            "jacobian": self.pick(("dense", "sparse", "auto")),
            "impratio": self.pick((1, 1, self.uniform(1, 10))),
            "integrator": self.pick(INTEGRATORS),
        }
        flags = self.some(
            warmstart=(0.1, lambda: "disable"),
            refsafe=(0.1, lambda: "disable"),
            filterparent=(0.1, lambda: "disable"),
            island=(0.2, lambda: "disable"),
            diagexact=(0.05, lambda: "enable"),
        )
        return f"<option{attributes(values)}><flag{attributes(flags)}/></option>"

    def default(self) -> str:
        geom = {"density": self.uniform(300, 2000), "friction": self.friction(), "condim": self.pick((1, 3, 4, 6)), **self.softness()}
        joint = {"damping": self.uniform(0, 0.1), "armature": self.uniform(0, 0.01)}
        return f"<default><geom{attributes(geom)}/><joint{attributes(joint)}/><equality{attributes(self.softness())}/></default>"

    def asset(self) -> str:
        """A polyhedron with twelve corners."""
        corners = self.rng.normal(size=(12, 3))
        corners *= self.rng.uniform(0.08, 0.12, (12, 1)) / np.linalg.norm(corners, axis=1, keepdims=True)
        return f'<asset><mesh name="rock" vertex="{self.numbers(corners.ravel())}"/></asset>'

    # Bodies.

    def ground(self) -> str:
        text = f'<geom name="floor" type="plane" size="3 3 .1"{attributes(self.softness())}/>'
        if self.chance(0.3):
            text += f'<geom name="wall" type="box" size=".1 1 .5" pos=".5 0 .3" euler="0 {self.uniform(-20, 20)} 0"/>'
        return text

    def geom(self, reach=0.1) -> str:
        shape = self.pick(SHAPES)
        name = f"g{len(self.geoms)}"
        values = {"name": name, "type": shape, "size": self.uniform(0.5 * reach, reach, 3)}
        if shape == "mesh":
            self.uses_mesh = True
            values["mesh"] = "rock"
            del values["size"]
        values |= self.softness(probability=0.2)
        values |= self.some(
            condim=(0.5, lambda: self.pick((1, 3, 4, 6))),
            friction=(0.3, self.friction),
            margin=(0.2, lambda: self.uniform(0, 0.02)),
            gap=(0.1, lambda: self.uniform(0, 0.005)),
            priority=(0.15, lambda: 1),
            solmix=(0.2, lambda: self.uniform(0.1, 3)),
            pos=(0.5, lambda: self.uniform(-0.05, 0.05, 3)),
            euler=(0.5, lambda: self.uniform(-180, 180, 3)),
        )
        self.geoms.append(name)
        return f"<geom{attributes(values)}/>"

    def site(self) -> str:
        name = f"s{len(self.sites)}"
        self.sites.append(name)
        return f'<site name="{name}" pos="{self.uniform(-0.1, 0.1, 3)}" euler="{self.uniform(-90, 90, 3)}"/>'

    def pile_body(self, place) -> str:
        name = f"b{len(self.bodies)}"
        self.bodies.append(name)
        position = self.numbers(self.rng.uniform(-0.08, 0.08, 2), 0.08 + 0.12 * place + self.rng.uniform(-0.03, 0.01))
        geoms = self.geom() + (self.geom(0.07) if self.chance(0.3) else "")
        return f'<body name="{name}" pos="{position}" euler="{self.uniform(-180, 180, 3)}"><freejoint/>{geoms}{self.site()}</body>\n'

    def joint(self) -> str:
        kind = self.pick(("hinge", "hinge", "slide", "ball"))
        name = f"j{len(self.links)}"
        self.links.append(name)
        values = {"name": name, "type": kind, "axis": self.uniform(-1, 1, 3), "pos": self.uniform(-0.05, 0.05, 3)}
        values |= self.some(frictionloss=(0.4, lambda: self.uniform(0.01, 0.5)))
        if kind != "ball":
            self.scalar_joints.append(name)
        if self.chance(0.6):
            scale = {"hinge": 30, "slide": 0.05, "ball": 30}[kind]
            low = 0 if kind == "ball" else -self.rng.uniform(0.1, 1)
            values["range"] = self.numbers(scale * low, scale * self.rng.uniform(0.1, 1))
            values |= self.softness("limit") | self.some(margin=(0.2, lambda: self.uniform(0, 0.02)))
        values |= self.softness("friction", 0.15)
        return f"<joint{attributes(values)}/>"

    def linkage(self, place) -> str:
        """A branched chain above the ground, free or fixed to the world."""
        head = "<freejoint/>" if self.chance(0.3) else self.joint()
        position = self.numbers(0.35 * (-1) ** place, self.rng.uniform(-0.1, 0.1), self.rng.uniform(0.15, 0.4))
        text = f'<body name="{self.new_body()}" pos="{position}">{head}{self.geom(0.08)}{self.site()}'
        depth = 1
        for _ in range(self.rng.integers(1, 4)):
            text += f'<body name="{self.new_body()}" pos="{self.uniform(-0.15, 0.15, 3)}">{self.joint()}{self.geom(0.08)}{self.site()}'
            depth += 1
            if self.chance(0.3):
                text += "</body>"
                depth -= 1
        return text + "</body>" * depth + "\n"

    def new_body(self) -> str:
        self.bodies.append(f"b{len(self.bodies)}")
        return self.bodies[-1]

    # What couples bodies.

    def two(self, names):
        return [str(name) for name in self.rng.choice(names, 2, replace=False)]

    def contact(self) -> str:
        text, pairs = "", set()
        for _ in range(self.rng.integers(0, 4) if self.chance(0.5) else 0):
            pair = tuple(sorted(self.two(self.geoms + ["floor"])))
            if pair in pairs:
                continue
            pairs.add(pair)
            values = {"geom1": pair[0], "geom2": pair[1], "condim": self.pick((1, 3, 4, 6))}
            values |= self.softness() | self.some(
                friction=(0.6, lambda: self.numbers(self.rng.uniform(0.3, 1, 2), self.rng.uniform(1e-3, 0.05, 3))),
                solreffriction=(0.3, self.solref),
                margin=(0.3, lambda: self.uniform(0, 0.02)),
                gap=(0.2, lambda: self.uniform(0, 0.005)),
            )
            text += f"<pair{attributes(values)}/>"
        if len(self.bodies) > 2 and self.chance(0.2):
            first, second = self.two(self.bodies)
            text += f'<exclude body1="{first}" body2="{second}"/>'
        return f"<contact>{text}</contact>" if text else ""

    def tendon(self) -> str:
        text = ""
        for _ in range(self.rng.integers(0, 3)):
            fixed = len(self.scalar_joints) >= 1 and self.chance(0.6)
            name = f"t{len(self.tendons)}"
            self.tendons.append(name)
            values = {"name": name} | self.some(frictionloss=(0.4, lambda: self.uniform(0.01, 1)))
            if self.chance(0.6):
                middle = 0 if fixed else 0.3
                low, high = middle - self.rng.uniform(0.01, 0.1), middle + self.rng.uniform(0.01, 0.1)
                values |= {"range": self.numbers(low, high), **self.softness("limit")}
            values |= self.softness("friction", 0.15)
            if fixed:
                joints = self.rng.choice(self.scalar_joints, min(len(self.scalar_joints), 2), replace=False)
                path = "".join(f'<joint joint="{joint}" coef="{self.uniform(-1, 1)}"/>' for joint in joints)
            else:
                path = "".join(f'<site site="{site}"/>' for site in self.two(self.sites))
            text += f"<{'fixed' if fixed else 'spatial'}{attributes(values)}>{path}</{'fixed' if fixed else 'spatial'}>"
        return f"<tendon>{text}</tendon>" if text else ""

    def equality(self) -> str:
        text = "".join(self.one_equality() for _ in range(self.rng.integers(0, 4)))
        return f"<equality>{text}</equality>" if text else ""

    def one_equality(self) -> str:
        kind = self.pick(EQUALITIES)
        element = kind.split()[0] if not kind.startswith("one") else kind.split()[1]
        values = self.softness()
        if kind in ("connect", "weld"):
            first, second = self.two([*self.bodies, "world"])
            values |= {"body1": first, "body2": second, "anchor": self.uniform(-0.1, 0.1, 3)}
            if kind == "weld":
                values |= self.some(torquescale=(0.5, lambda: self.uniform(0.1, 2)), relpose=(0.2, lambda: self.uniform(-0.5, 0.5, 7)))
        elif kind.endswith("sites"):
            first, second = self.two(self.sites)
            values |= {"site1": first, "site2": second}
        else:
            names = self.scalar_joints if element == "joint" else self.tendons
            count = 1 if kind.startswith("one") else 2
            if len(names) < count:
                return ""
            chosen = self.rng.choice(names, count, replace=False)
            values |= {f"{element}{i + 1}": name for i, name in enumerate(chosen)}
            values["polycoef"] = self.uniform(-0.3, 0.3, 5)
        return f"<{element}{attributes(values)}/>"

    def actuator(self) -> str:
        joints = [joint for joint in self.scalar_joints if self.chance(0.4)]
        text = "".join(f'<motor joint="{joint}" gear="{self.uniform(1, 5)}"/>' for joint in joints)
        return f"<actuator>{text}</actuator>" if text else ""
