"""Random models with spatial tendons as MJCF text: random_tendons(seed).

A few trees of bodies with sites and round geoms all over them, and tendons that run through sites, around and inside
of geoms, with and without side sites, over pulleys, with every attribute that a tendon has. Nothing collides. The same
seed always gives the same text.
"""

import numpy as np

JOINTS = (
    ("hinge",),
    ("slide",),
    ("ball",),
    ("hinge", "slide"),
    (),  # fixed to its parent
)
INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast", "discrete")


def random_tendons(seed: int, constraints: bool = False) -> str:
    """The MJCF text of one random model; with friction, limits and equalities if asked."""
    return RandomTendons(seed, constraints).text()


class RandomTendons:
    def __init__(self, seed, constraints):
        self.rng = np.random.default_rng(seed)
        self.constraints = constraints
        self.sites, self.geoms, self.tendons, self.joints = 0, 0, [], []
        self.kinds = []  # of geoms
        self.bodies = 0
        self.integrator = self.pick(INTEGRATORS[:4] if constraints else INTEGRATORS)

    def text(self) -> str:
        rng = self.rng
        world = self.sites_and_geoms(2) + "".join(self.tree(0) for _ in range(rng.integers(1, 4)))
        tendons = "".join(self.tendon(i) for i in range(rng.integers(1, 5)))
        flags = "".join(f' {name}="disable"' for name in ("spring", "damper") if self.chance(0.05))
        return f"""<mujoco model="random tendons {seed_of(self)}"><compiler autolimits="true"/>
<option integrator="{self.integrator}" timestep="{self.pick((0.001, 0.004))}"><flag{flags}/></option>
<default><geom contype="0" conaffinity="0"/><tendon width=".01"/></default>
<worldbody>{world}</worldbody>
<tendon>{tendons}</tendon>
<equality>{self.equalities()}</equality>
<actuator>{self.actuators()}</actuator>{self.more()}</mujoco>"""

    def more(self) -> str:
        """Further sections."""
        return ""

    # Chance and numbers.

    def chance(self, probability) -> bool:
        return bool(self.rng.random() < probability)

    def pick(self, options):
        return options[self.rng.integers(len(options))]

    def normal(self, count, scale=1.0) -> str:
        return " ".join(f"{v:.6g}" for v in scale * self.rng.normal(size=count))

    def number(self, low, high) -> str:
        return f"{self.rng.uniform(low, high):.5g}"

    # Bodies.

    def tree(self, depth) -> str:
        self.bodies += 1
        name = f"b{self.bodies}"
        free = depth == 0 and self.chance(0.4)
        kinds = ("free",) if free else self.pick(JOINTS[: 4 if depth == 0 else 5])
        joint = "".join(self.joint(kind) for kind in kinds)
        inner = joint + f'<geom size=".1" pos="{self.normal(3, 0.1)}"/>' + self.sites_and_geoms(self.rng.integers(1, 4))
        if depth < 3:
            inner += "".join(self.tree(depth + 1) for _ in range(self.rng.integers(0, 3 - depth // 2)))
        return f'<body name="{name}" pos="{self.normal(3, 0.4)}" quat="{self.normal(4)}">{inner}</body>'

    def joint(self, kind) -> str:
        name = f"j{len(self.joints)}"
        self.joints.append((name, kind))
        axis = f' axis="{self.normal(3)}"' if kind in ("hinge", "slide") else ""
        return f'<joint name="{name}" type="{kind}"{axis}/>'

    def sites_and_geoms(self, count) -> str:
        found = ""
        for _ in range(count):
            found += f'<site name="s{self.sites}" pos="{self.normal(3, 0.4)}"/>'
            self.sites += 1
        if self.chance(0.6):
            kind = self.pick(("sphere", "cylinder"))
            self.kinds.append(kind)
            found += f'<geom name="g{self.geoms}" type="{kind}" size="{self.number(0.05, 0.4)} .3" mass=".1" '
            found += f'pos="{self.normal(3, 0.2)}" quat="{self.normal(4)}"/>'
            # A point near or inside of it, for paths that should pass on that side.
            found += f'<site name="side{self.geoms}" pos="{self.normal(3, self.pick((0.05, 0.5)))}"/>'
            self.geoms += 1
        return found

    # Tendons.

    def tendon(self, i) -> str:
        name = f"t{i}"
        self.tendons.append(name)
        wraps = self.geoms > 0 and self.chance(0.75)
        attributes = [f'name="{name}"']
        if self.chance(0.5):
            attributes.append(f'stiffness="{self.polynomial(30)}"')
            if self.chance(0.6):
                attributes.append(f'springlength="{self.pick(("0.5", "0 1", "0.3 1.2", "-1"))}"')
            if self.chance(0.15):
                attributes.append('springyield=".05"')
        if self.chance(0.4):
            attributes.append(f'damping="{self.polynomial(3)}"')
        if not wraps and self.chance(0.5):
            # More would make M indefinite, which has no entries between branches.
            attributes.append(f'armature="{self.number(0.01, 0.1)}"')
        if self.chance(0.3):
            attributes.append('actuatorfrcrange="-3 2"')
        if self.constraints:
            attributes += self.limits()
        return f"<spatial {' '.join(attributes)}>{self.path(wraps)}</spatial>"

    def limits(self) -> list[str]:
        found = []
        if self.chance(0.5):
            found.append(f'frictionloss="{self.number(0.1, 2)}"')
        if self.chance(0.5):
            found.append(f'range="{self.number(0.2, 1)} {self.number(1.1, 3)}" margin="{self.pick(("0", "5"))}"')
        return found

    def polynomial(self, scale) -> str:
        orders = self.rng.integers(1, 4)
        return " ".join(f"{v:.5g}" for v in scale * self.rng.uniform(0.2, 1, orders) * [1, 0.3, 0.1][:orders])

    def path(self, wraps) -> str:
        items, last = [], -1
        for branch in range(self.rng.integers(1, 4)):
            if branch > 0:
                items.append(f'<pulley divisor="{self.number(0.5, 3)}"/>')
            for k in range(self.rng.integers(2, 5)):
                if k > 0 and wraps and self.chance(0.6):
                    geom = self.rng.integers(self.geoms)
                    side = f' sidesite="side{geom}"' if self.chance(0.6) else ""
                    items.append(f'<geom geom="g{geom}"{side}/>')
                site = self.rng.integers(self.sites)
                last = site = (site + 1) % self.sites if site == last else site
                items.append(f'<site site="s{site}"/>')
        return "".join(items)

    # What acts on them.

    def actuators(self) -> str:
        found = ""
        for name in self.tendons:
            kind = self.pick(("motor", 'position kp="20" kv="1"', 'velocity kv="2"', "", ""))
            if kind:
                found += f'<{kind} tendon="{name}" gear="{self.normal(1)}" damping="{self.pick((0, 0.3))}"/>'
        return found

    def equalities(self) -> str:
        if not self.constraints or not self.chance(0.5):
            return ""
        first, second = self.pick(self.tendons), self.pick(self.tendons)
        other = f'tendon2="{second}"' if second != first else ""
        return f'<tendon tendon1="{first}" {other} polycoef=".1 {self.normal(2, 0.5)} 0 0"/>'


def seed_of(model) -> int:
    return int(model.rng.bit_generator.seed_seq.entropy)
