"""Random models full of devices as MJCF text: random_devices(seed).

The trees, sites and paths of random_tendons.py with actuators of every kind on everything that they can act on, and
sensors of every type on every type of object, seen from every type of frame. The same seed always gives the same text.
"""

from actuator_models import KINDS, MUSCLES
from random_tendons import RandomTendons

FRAMES = "pos quat xaxis yaxis zaxis linvel angvel linacc angacc".split()
ON_SITES = "accelerometer velocimeter gyro force torque magnetometer rangefinder touch".split()
ENDS = "pos vel actuatorfrc".split()


def random_devices(seed: int) -> str:
    """The MJCF text of one random model."""
    return RandomDevices(seed, seed % 2 == 1).text()


class RandomDevices(RandomTendons):
    def text(self) -> str:
        text = super().text().replace("</worldbody>", f"{self.cameras()}</worldbody>", 1)
        return text.replace("<option ", '<option ccd_tolerance="1e-9" ccd_iterations="100" tolerance="0" iterations="100" ', 1)

    def cameras(self) -> str:
        mode = self.pick(("fixed", 'targetbody" target="b1'))
        return f'<camera name="eye" pos="{self.normal(3)}" quat="{self.normal(4)}" mode="{mode}" resolution="3 2"/>'

    def site(self) -> str:
        return f"s{self.rng.integers(self.sites)}"

    # Actuators.

    def actuators(self) -> str:
        self.actuated = []
        return "".join(self.actuator(f"a{i}") for i in range(self.rng.integers(2, 6)))

    def actuator(self, name) -> str:
        if self.chance(0.1):
            return self.orientation(name)
        kind = self.pick(tuple(KINDS) + tuple(MUSCLES))
        text = {**KINDS, **MUSCLES}[kind]
        # A force that follows from an acceleration needs something that moves.
        target = self.moving() if "scale=" in text or " -1 200" in text else self.target(kind in MUSCLES)
        if kind in MUSCLES:
            text = text.replace("{0}", '{0} lengthrange="-1 1.2"')
        self.actuated.append(name)
        return text.format(f'name="{name}" {target}')

    def orientation(self, name) -> str:
        balls = [joint for joint, kind in self.joints if kind == "ball"]
        first, second = self.two_sites()
        target = f'joint="{self.pick(balls)}"' if balls and self.chance(0.5) else f'site="{first}" refsite="{second}"'
        return f'<orientation name="{name}" {target} kp="{self.number(1, 4)}" kv="{self.number(0, 0.4)}"/>'

    def target(self, has_length) -> str:
        """What it acts on, with a length if it needs one."""
        first, second = self.two_sites()
        scalars = [joint for joint, kind in self.joints if kind in ("hinge", "slide")]
        choices = [f'cranksite="{first}" slidersite="{second}" cranklength="{self.number(0.1, 3)}"']
        choices += [f'tendon="{self.pick(self.tendons)}"']
        choices += [f'joint="{self.pick(scalars)}"'] if scalars else []
        if not has_length:
            joint = self.pick(self.joints)[0]
            choices += [f'joint="{joint}"', f'jointinparent="{joint}"', f'site="{first}"', f'site="{first}" refsite="{second}"']
        return f'{self.pick(choices)} gear="{self.normal(6)}"'

    def moving(self) -> str:
        scalars = [joint for joint, kind in self.joints if kind in ("hinge", "slide")]
        return f'joint="{self.pick(scalars or [self.joints[0][0]])}" gear="{self.normal(6)}"'

    def two_sites(self) -> tuple[str, str]:
        first = self.rng.integers(self.sites)
        return f"s{first}", f"s{(first + self.rng.integers(1, self.sites)) % self.sites}"

    # Sensors.

    def more(self) -> str:
        return f"<sensor>{''.join(self.sensor() for _ in range(25))}</sensor>"

    def sensor(self) -> str:
        kinds = (self.frame_sensor, self.frame_sensor, self.site_sensor, self.length_sensor, self.body_sensor, self.pair_sensor)
        text = self.pick(kinds)()
        plain = "quat" not in text and "axis" not in text and "cutoff" not in text
        if plain and self.chance(0.2):
            text = text.replace("/>", f' cutoff="{self.number(0.05, 2)}"/>')
        # In MuJoCo a kinetic energy that comes late spoils those that do not.
        if "e_kinetic" not in text and self.chance(0.1):
            text = text.replace("/>", ' nsample="3" delay=".005" interp="linear"/>')
        return text

    def object(self) -> tuple[str, str]:
        body = f"b{self.rng.integers(1, self.bodies + 1)}"
        things = [("body", body), ("xbody", body), ("site", self.site()), ("camera", "eye"), ("body", "world")]
        if self.geoms:
            things.append(("geom", f"g{self.rng.integers(self.geoms)}"))
        return self.pick(things)

    def frame_sensor(self) -> str:
        kind, (objtype, objname), (reftype, refname) = self.pick(FRAMES), self.object(), self.object()
        seen_from = "" if kind.endswith("acc") or self.chance(0.2) else f'reftype="{reftype}" refname="{refname}"'
        return f'<frame{kind} objtype="{objtype}" objname="{objname}" {seen_from}/>'

    def site_sensor(self) -> str:
        if self.chance(0.1):
            return f'<camprojection site="{self.site()}" camera="eye"/>'
        return f'<{self.pick(ON_SITES)} site="{self.site()}"/>'

    def length_sensor(self) -> str:
        if self.chance(0.3) and self.actuated:
            return f'<actuator{self.pick(("pos", "vel", "frc"))} actuator="{self.pick(self.actuated)}"/>'
        if self.chance(0.4):
            return f'<tendon{self.pick(ENDS)} tendon="{self.pick(self.tendons)}"/>'
        joint, kind = self.pick(self.joints)
        if kind == "ball":
            return f'<ball{self.pick(("quat", "angvel"))} joint="{joint}"/>'
        return "<clock/>" if kind == "free" else f'<joint{self.pick(ENDS)} joint="{joint}"/>'

    def body_sensor(self) -> str:
        body = f"b{self.rng.integers(1, self.bodies + 1)}"
        names = [f'<subtree{kind} body="{body}"/>' for kind in ("com", "linvel", "angmom")]
        return self.pick([*names, "<e_potential/>", "<e_kinetic/>", "<clock/>"])

    def pair_sensor(self) -> str:
        if self.geoms < 2:
            return self.body_sensor()
        first = self.rng.integers(self.geoms)
        second = (first + self.rng.integers(1, self.geoms)) % self.geoms
        if self.chance(0.5):
            objtype, objname = self.object()
            return f'<insidesite site="{self.site()}" objtype="{objtype}" objname="{objname}"/>'
        # Where cylinders are nearest is a matter of roots of small numbers.
        round_ones = self.kinds[first] == self.kinds[second] == "sphere"
        kind = self.pick(("distance", "normal", "fromto")) if round_ones else "distance"
        return f'<{kind} geom1="g{first}" geom2="g{second}" cutoff="3"/>'
