"""Models built from nothing, for those who never saw MJCF.

    machine = thew.ModelBuilder("pendulum")
    arm = machine.world.add_body("arm", pos=(0, 0, 1))
    arm.hinge(axis=(0, 1, 0)).capsule(radius=0.02, end=(0, 0, -0.5), mass=1).position_motor(kp=20)
    model = machine.build()

Units are SI, angles radians, positions are in the frame of the parent. docs/builder.md has whole machines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from thew import _thew

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import ArrayLike

    from thew import MjModel
    from thew.spec import MjSpec

__all__ = ["Body", "ModelBuilder"]

Vector = Sequence[float]


class Placement(TypedDict, total=False):
    """Where something stands in its parent; a rotation is `quat` (w x y z), or `euler`, the angles about the own x, y and z axes."""

    pos: Vector
    quat: Vector
    euler: Vector


class Joint(TypedDict, total=False):
    """Options of a joint; all but `ref` are those of the joint's own motion, in N, m or N m, rad."""

    name: str  # that of the body if not given
    axis: Vector  # in the frame of the body; z if not given
    pos: Vector  # a point of the axis
    range: Vector | None  # lowest and highest position; for a ball, 0 and the largest angle
    stiffness: float  # of a spring
    springref: float  # the position at which the spring rests
    damping: float
    frictionloss: float  # dry friction
    armature: float  # inertia of a rotor, as seen at the joint
    ref: float  # what the position is called at the start


class Shape(Placement, total=False):
    """What all shapes have."""

    name: str
    mass: float | None  # [kg]; from the density if not given
    density: float  # [kg/m^3]; 1000 if not given
    friction: float  # coefficient of sliding friction; 1 if not given
    rgba: Vector
    collides: bool


class Motor(TypedDict, total=False):
    """What all motors have."""

    name: str  # that of the joint or tendon if not given
    joint: str  # the joint that it drives; not needed where a body has only one
    tendon: str  # or the tendon
    gear: float  # turns of the motor per turn of the joint
    force_limit: float | None  # largest force or torque before the gear
    range: Vector | None  # of the control
    on: bool  # False: it stands in group 30, which is off


class Coupling(TypedDict, total=False):
    """What all couplings have."""

    name: str
    solref: Vector | None  # how stiff it is: time constant [s] and damping ratio


class Tendon(TypedDict, total=False):
    """Options of a tendon."""

    stiffness: float
    damping: float
    frictionloss: float
    range: Vector | None  # of the length


class Body:
    """A body that is being built: `ModelBuilder.world` and what `add_body` gives. Calls return the body itself."""

    __slots__ = ("_body",)

    def __init__(self, body):
        self._body = body

    def __repr__(self):
        return f"<Body {self.name!r}>"

    @property
    def name(self) -> str:
        return self._body.name

    def add_body(self, name: str, **placement: Unpack[Placement]) -> Body:
        """A body inside of this one, which it moves with but for its joints; returns the new one."""
        return Body(self._body.add_body(name, placement))

    # Joints. Without one a body is part of its parent; several work in the order given.

    def hinge(self, **joint: Unpack[Joint]) -> Body:
        """Turns about an axis."""
        self._body.hinge(joint)
        return self

    def slide(self, **joint: Unpack[Joint]) -> Body:
        """Moves along an axis."""
        self._body.slide(joint)
        return self

    def ball(self, **joint: Unpack[Joint]) -> Body:
        """Turns about a point, any way."""
        self._body.ball(joint)
        return self

    def free(self, name: str = "") -> Body:
        """Moves and turns any way; only for bodies that stand directly in the world."""
        self._body.free(name)
        return self

    def fixed(self) -> Body:
        """Says that there is no joint."""
        self._body.fixed()
        return self

    def universal(self, first: Joint | None = None, second: Joint | None = None) -> Body:
        """Two hinges, by default about x and y: NAME_1 and NAME_2. Each has the options of a hinge."""
        self._body.universal(first or {}, second or {})
        return self

    def cylindrical(self, turn: Joint | None = None, slide: Joint | None = None) -> Body:
        """A hinge and a slide along one axis, that of `turn`: NAME_turn and NAME_slide."""
        self._body.cylindrical(turn or {}, slide or {})
        return self

    def planar(self, x: Joint | None = None, y: Joint | None = None, angle: Joint | None = None) -> Body:
        """Two slides and a hinge, by default along x, y and about z: NAME_x, NAME_y and NAME_angle."""
        self._body.planar(x or {}, y or {}, angle or {})
        return self

    # Shapes, which collide and give the body its mass.

    def sphere(self, radius: float, **shape: Unpack[Shape]) -> Body:
        self._body.sphere(radius, shape)
        return self

    def box(self, size: Vector, **shape: Unpack[Shape]) -> Body:
        """`size` are the lengths of the edges."""
        self._body.box(size, shape)
        return self

    def ellipsoid(self, radii: Vector, **shape: Unpack[Shape]) -> Body:
        self._body.ellipsoid(radii, shape)
        return self

    def capsule(
        self, radius: float, length: float | None = None, start: Vector | None = None, end: Vector | None = None,
        **shape: Unpack[Shape],
    ) -> Body:  # fmt: skip
        """Of a length along z, measured between the centres of its caps; or from start (by default the origin) to end."""
        self._body.capsule(radius, length, start, end, shape)
        return self

    def cylinder(
        self, radius: float, length: float | None = None, start: Vector | None = None, end: Vector | None = None,
        **shape: Unpack[Shape],
    ) -> Body:  # fmt: skip
        """Of a length along z, or from start (by default the origin) to end."""
        self._body.cylinder(radius, length, start, end, shape)
        return self

    def mesh(self, name: str, vertices: ArrayLike, triangles: ArrayLike | None = None, **shape: Unpack[Shape]) -> Body:
        """Vertices (n x 3) and triangles (m x 3, counted from 0); without triangles the convex hull."""
        self._body.mesh(vertices, triangles, {"name": name, **shape})
        return self

    def inertial(self, mass: float, inertia: Vector, pos: Vector = (0, 0, 0)) -> Body:
        """Mass, principal moments of inertia and centre of mass, instead of those of the shapes."""
        self._body.inertial(mass, inertia, pos)
        return self

    def site(self, name: str, pos: Vector = (0, 0, 0)) -> Body:
        """A point that sensors can refer to."""
        self._body.site(name, pos)
        return self

    # Motors of a joint of this body.

    def torque_motor(self, **motor: Unpack[Motor]) -> Body:
        """The control is the force or torque."""
        self._body.torque_motor(motor)
        return self

    def velocity_motor(self, kv: float, **motor: Unpack[Motor]) -> Body:
        """force = kv (control - velocity)"""
        self._body.velocity_motor(kv, motor)
        return self

    def position_motor(self, kp: float, kd: float | None = None, **motor: Unpack[Motor]) -> Body:
        """force = kp (control - position) - kd velocity; kd is 2 sqrt(kp) if not given."""
        self._body.position_motor(kp, {"kd": kd, **motor})
        return self


class ModelBuilder:
    """A model that is being built: its bodies, and what stands between them.

    It is stepped by the integrator `implicitfast`, which stays stable with stiff motors on light joints.
    """

    __slots__ = ("_builder",)

    def __init__(self, name: str = "model", *, timestep: float = 0.002, gravity: Vector = (0, 0, -9.81)):
        self._builder = _thew.ModelBuilder(name, timestep, gravity)

    @property
    def world(self) -> Body:
        """The body that stands still and holds all others."""
        return Body(self._builder.world())

    def body(self, name: str) -> Body:
        """A body by name."""
        return Body(self._builder.body(name))

    def ground(self, height: float = 0, friction: float = 1) -> ModelBuilder:
        """An endless floor, called "ground"."""
        self._builder.ground(height, friction)
        return self

    # Motors of the joint or tendon that is named.

    def torque_motor(self, **motor: Unpack[Motor]) -> ModelBuilder:
        """The control is the force or torque."""
        self._builder.torque_motor(motor)
        return self

    def velocity_motor(self, kv: float, **motor: Unpack[Motor]) -> ModelBuilder:
        """force = kv (control - velocity)"""
        self._builder.velocity_motor(kv, motor)
        return self

    def position_motor(self, kp: float, kd: float | None = None, **motor: Unpack[Motor]) -> ModelBuilder:
        """force = kp (control - position) - kd velocity; kd is 2 sqrt(kp) if not given."""
        self._builder.position_motor(kp, {"kd": kd, **motor})
        return self

    # Couplings: equality constraints.

    def gear(
        self, driven: str, driver: str, ratio: float, offset: float = 0, **coupling: Unpack[Coupling]
    ) -> ModelBuilder:
        """Gear wheels: driven = offset + ratio driver, both from where they are at the start."""
        self._builder.gear(driven, driver, ratio, offset, coupling)
        return self

    def differential(
        self, carrier: str, left: str, right: str, ratio: float = 1, **coupling: Unpack[Coupling]
    ) -> ModelBuilder:
        """ratio carrier = (left + right) / 2, from where they are at the start."""
        self._builder.differential(carrier, left, right, ratio, coupling)
        return self

    def tendon_network(
        self, name: str, cables: Sequence[Mapping[str, float]], **coupling: Unpack[Coupling]
    ) -> ModelBuilder:
        """Cables NAME_1, NAME_2... that do not stretch: for each, the sum of arm times position of its joints stays as it is."""
        self._builder.tendon_network(name, [dict(arms) for arms in cables], coupling)
        return self

    def tendon(self, name: str, arms: Mapping[str, float], **tendon: Unpack[Tendon]) -> ModelBuilder:
        """A cable whose length is the sum of arm times position, for motors to pull and springs to hold."""
        self._builder.tendon(name, dict(arms), tendon)
        return self

    def connect(self, body1: str, body2: str, pos: Vector, **coupling: Unpack[Coupling]) -> ModelBuilder:
        """A point of the first body, in its frame, that the second body holds on to: closes a loop."""
        self._builder.connect(body1, body2, pos, coupling)
        return self

    def no_contact(self, body1: str, body2: str) -> ModelBuilder:
        """Two bodies that pass through one another."""
        self._builder.no_contact(body1, body2)
        return self

    # What becomes of it.

    def build(self) -> MjModel:
        """The compiled model. The builder stays as it is; more may be added and built again."""
        return self._builder.build()

    def to_xml(self) -> str:
        """The model as an MJCF text."""
        return self._builder.to_xml()

    def spec(self) -> MjSpec:
        """A copy as an MjSpec, for everything else that a model may have."""
        from thew.spec import MjSpec

        return MjSpec.from_string(self.to_xml())
