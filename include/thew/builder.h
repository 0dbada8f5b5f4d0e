#pragma once

// Models built from nothing, for those who never saw MJCF:
//
//   thew::ModelBuilder machine("pendulum");
//   machine.world().add_body("arm", {.pos = {0, 0, 1}})
//       .hinge({.axis = {{0, 1, 0}}})
//       .capsule(0.02, {0, 0, 0}, {0, 0, -0.5}, {.mass = 1})
//       .position_motor(20);
//   const thew::Model model = thew::compile_spec(machine.spec());
//
// Units are SI, angles radians, positions are in the frame of the parent. Each call makes ordinary
// elements of the Spec, which may be edited further. What makes no sense throws Error.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <thew/spec.h>

namespace thew {

namespace build {

using spec::Rgba;
using spec::Vec2;
using spec::Vec3;
using spec::Vec4;

/// Motors of this group are off; writing Model::actuator_group switches one on or off.
inline constexpr int kOffGroup = 30;

/// What holds for the whole model.
struct Settings {
  double timestep = 0.002;       ///< [s]
  Vec3 gravity = {0, 0, -9.81};  ///< [m/s^2]
  /// Stays stable with stiff motors on light joints, where Euler, the default of MJCF, does not.
  Integrator integrator = Integrator::Implicitfast;
};

/// Where a body stands in its parent; a rotation is either a quaternion (w x y z) or angles about
/// the own x, y and z axes, in that order.
struct Placement {
  Vec3 pos = {};
  std::optional<Vec4> quat;
  std::optional<Vec3> euler;
};

/// A joint. Motors and couplings find it by its name, which is that of the body if none is given.
struct Joint {
  std::string name;
  std::optional<Vec3> axis;   ///< in the frame of the body; z if not given
  Vec3 pos = {};              ///< a point of the axis
  std::optional<Vec2> range;  ///< lowest and highest position; for a ball, 0 and the largest angle
  double stiffness = 0;       ///< of a spring
  double springref = 0;       ///< the position at which the spring rests
  double damping = 0;
  double frictionloss = 0;  ///< dry friction
  double armature = 0;      ///< inertia of a rotor, as seen at the joint
  double ref = 0;           ///< what the position is called at the start
};

/// What all shapes have. Mass is that of the shape, or follows from its density.
struct Shape {
  std::string name;
  Vec3 pos = {};
  std::optional<Vec4> quat;
  std::optional<Vec3> euler;
  std::optional<double> mass;  ///< [kg]
  double density = 1000;       ///< [kg/m^3]
  double friction = 1;         ///< coefficient of sliding friction
  Rgba rgba = {0.5f, 0.5f, 0.5f, 1};
  bool collides = true;
};

/// A motor. Those of a body drive its only joint, or the one of its joints that is named here.
struct Motor {
  std::string name;                   ///< that of the joint or tendon if not given
  std::string joint, tendon;          ///< what it drives
  std::optional<double> kd;           ///< of a position motor; 2 sqrt(kp) if not given
  double gear = 1;                    ///< turns of the motor per turn of the joint
  std::optional<double> force_limit;  ///< largest force or torque before the gear
  std::optional<Vec2> range;          ///< of the control
  bool on = true;                     ///< one that is off stands in the group kOffGroup
};

/// How stiff a coupling is; the solver's usual values if nothing is given.
struct Coupling {
  std::string name;
  std::optional<Vec2> solref;  ///< time constant [s] and damping ratio
};

/// A cable that joints take up as they move.
struct Tendon {
  double stiffness = 0;
  double damping = 0;
  double frictionloss = 0;
  std::optional<Vec2> range;  ///< of the length
};

/// Joints, with how much of a cable one unit of their position takes up.
using Arms = std::vector<std::pair<std::string, double>>;

}  // namespace build

class ModelBuilder;

/// A body that is being built. Each call returns the same body again, add_body the new one.
class BodyBuilder {
 public:
  using Vec3 = spec::Vec3;

  /// A body inside of this one, which it moves with but for its joints.
  BodyBuilder add_body(const std::string& name, const build::Placement& placement = {});
  const std::string& name() const { return body_->name; }

  // Joints. Without one a body is part of its parent; several work in the order given.
  BodyBuilder hinge(const build::Joint& joint = {});
  BodyBuilder slide(const build::Joint& joint = {});
  BodyBuilder ball(const build::Joint& joint = {});
  /// Six degrees of freedom; only for bodies that stand directly in the world.
  BodyBuilder free(const std::string& name = "");
  /// Says that there is no joint.
  BodyBuilder fixed();
  /// Two hinges, by default about x and y: NAME_1 and NAME_2.
  BodyBuilder universal(const build::Joint& first = {}, const build::Joint& second = {});
  /// A hinge and a slide along one axis: NAME_turn and NAME_slide.
  BodyBuilder cylindrical(const build::Joint& turn = {}, const build::Joint& slide = {});
  /// Two slides and a hinge, by default along x, y and about z: NAME_x, NAME_y and NAME_angle.
  BodyBuilder planar(const build::Joint& x = {}, const build::Joint& y = {},
                     const build::Joint& angle = {});

  // Shapes, which collide and give the body its mass.
  BodyBuilder sphere(double radius, const build::Shape& shape = {});
  /// `size` are the lengths of the edges.
  BodyBuilder box(const Vec3& size, const build::Shape& shape = {});
  BodyBuilder ellipsoid(const Vec3& radii, const build::Shape& shape = {});
  /// Along z; the length of a capsule is that between the centres of its caps.
  BodyBuilder capsule(double radius, double length, const build::Shape& shape = {});
  BodyBuilder cylinder(double radius, double length, const build::Shape& shape = {});
  BodyBuilder capsule(double radius, const Vec3& start, const Vec3& end,
                      const build::Shape& shape = {});
  BodyBuilder cylinder(double radius, const Vec3& start, const Vec3& end,
                       const build::Shape& shape = {});
  /// Three numbers per vertex, three vertices per triangle; without triangles the convex hull.
  BodyBuilder mesh(const std::vector<double>& vertices, const std::vector<int>& triangles = {},
                   const build::Shape& shape = {});
  /// Mass, principal moments of inertia and centre of mass, instead of those of the shapes.
  BodyBuilder inertial(double mass, const Vec3& inertia, const Vec3& pos = {});
  /// A point that sensors and tendons can refer to.
  BodyBuilder site(const std::string& name, const Vec3& pos = {});

  // Motors of a joint of this body.
  /// The control is the force or torque.
  BodyBuilder torque_motor(const build::Motor& motor = {});
  /// force = kv (control - velocity)
  BodyBuilder velocity_motor(double kv, const build::Motor& motor = {});
  /// force = kp (control - position) - kd velocity
  BodyBuilder position_motor(double kp, const build::Motor& motor = {});

 private:
  friend class ModelBuilder;
  BodyBuilder(std::shared_ptr<spec::Spec> spec, spec::Body* body);
  spec::Geom& add_shape(GeomType type, const build::Shape& shape);
  BodyBuilder add_along_z(GeomType type, double radius, double length, const build::Shape& shape);
  BodyBuilder add_between(GeomType type, double radius, const Vec3& start, const Vec3& end,
                          const build::Shape& shape);
  void add_joint(JointType type, const std::string& name, const build::Joint& joint,
                 const Vec3& axis);
  std::string joint_name(const build::Joint& first, const build::Joint& joint,
                         const char* suffix) const;
  build::Motor on_this(const build::Motor& motor) const;
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;

  std::shared_ptr<spec::Spec> spec_;  ///< shared with the builder and the other bodies
  spec::Body* body_;
};

/// A model that is being built: its bodies, and what stands between them.
class ModelBuilder {
 public:
  using Vec3 = spec::Vec3;

  explicit ModelBuilder(const std::string& name = "model", const build::Settings& settings = {});
  ModelBuilder(ModelBuilder&&) = default;  // no copies: bodies belong to one builder
  ModelBuilder& operator=(ModelBuilder&&) = default;

  /// The body that stands still and holds all others.
  BodyBuilder world();
  /// A body by name. Throws Error.
  BodyBuilder body(const std::string& name);
  /// An endless floor, called "ground".
  ModelBuilder& ground(double height = 0, double friction = 1);

  // Motors of the joint or tendon that `motor` names.
  ModelBuilder& torque_motor(const build::Motor& motor);
  ModelBuilder& velocity_motor(double kv, const build::Motor& motor);
  ModelBuilder& position_motor(double kp, const build::Motor& motor);

  // Couplings: equality constraints.
  /// Gear wheels: driven = offset + ratio driver, both from where they are at the start.
  ModelBuilder& gear(const std::string& driven, const std::string& driver, double ratio,
                     double offset = 0, const build::Coupling& coupling = {});
  /// ratio carrier = (left + right) / 2, from where they are at the start.
  ModelBuilder& differential(const std::string& carrier, const std::string& left,
                             const std::string& right, double ratio = 1,
                             const build::Coupling& coupling = {});
  /// Cables NAME_1, NAME_2... that do not stretch: the sum of arm times position over the joints of
  /// each stays what it is at the start.
  ModelBuilder& tendon_network(const std::string& name, const std::vector<build::Arms>& cables,
                               const build::Coupling& coupling = {});
  /// A cable whose length is the sum of arm times position, for motors to pull and springs to hold.
  ModelBuilder& tendon(const std::string& name, const build::Arms& arms,
                       const build::Tendon& options = {});
  /// A point of the first body, in its frame, that the second body holds on to: closes a loop.
  ModelBuilder& connect(const std::string& body1, const std::string& body2, const Vec3& pos,
                        const build::Coupling& coupling = {});
  /// Two bodies that pass through one another.
  ModelBuilder& no_contact(const std::string& body1, const std::string& body2);

  /// What has been built so far, for compile_spec, to_xml, and for everything else that a model may
  /// have.
  spec::Spec& spec() { return *spec_; }
  const spec::Spec& spec() const { return *spec_; }

 private:
  std::shared_ptr<spec::Spec> spec_;
};

}  // namespace thew
