#include <utility>

#include <thew/builder.h>

#include "spec/build_checks.h"
#include "spec/motors.h"
#include "spec/vector.h"

namespace thew {

using base::Fault;
using build::Motor;
using build::Placement;
using build::Shape;
using spec::Body;
using spec::building;
using spec::check_finite;
using spec::check_free;
using spec::check_not_negative;
using spec::check_positive;
using spec::check_range;
using spec::Geom;
using spec::label;
using spec::Vec4;

namespace {

constexpr spec::Vec3 kX = {1, 0, 0}, kY = {0, 1, 0}, kZ = {0, 0, 1};

spec::Orientation orientation(const std::optional<Vec4>& quat,
                              const std::optional<spec::Vec3>& euler) {
  using Form = spec::Orientation::Form;
  if (quat && euler) throw Fault{"a rotation is given by quat or by euler, not by both"};
  spec::Orientation made;
  if (quat) {
    check_finite("quat", *quat);
    Vec4 unit = *quat;
    if (spec::normalise(unit) == 0) throw Fault{"quat is zero"};
    made.quat = *quat;
  } else if (euler) {
    check_finite("euler", *euler);
    made.form = Form::Euler;
    made.euler = *euler;
  }
  return made;
}

spec::Joint make_joint(JointType type, const build::Joint& joint, const spec::Vec3& axis) {
  spec::Joint made;
  made.type = type;
  made.axis = joint.axis.value_or(axis);
  check_finite("axis", made.axis);
  spec::Vec3 unit = made.axis;
  if (spec::normalise(unit) == 0) throw Fault{"axis is zero"};
  check_finite("pos", joint.pos);
  made.pos = joint.pos;
  if (joint.range) {
    check_range("range", *joint.range);
    if (type == JointType::Ball && (*joint.range)[0] != 0) {
      throw Fault{"the range of a ball goes from 0 to its largest angle"};
    }
    made.range = *joint.range;
  }
  check_not_negative("stiffness", made.stiffness[0] = joint.stiffness);
  check_not_negative("damping", made.damping[0] = joint.damping);
  check_not_negative("frictionloss", made.frictionloss = joint.frictionloss);
  check_not_negative("armature", made.armature = joint.armature);
  check_finite("springref", made.springref = joint.springref);
  check_finite("ref", made.ref = joint.ref);
  return made;
}

}  // namespace

BodyBuilder::BodyBuilder(std::shared_ptr<spec::Spec> spec, Body* body)
    : spec_(std::move(spec)), body_(body) {}

void BodyBuilder::fail(const std::string& what, const std::string& hint) const {
  throw Error({"", 0, 0, label("body", body_->name)}, what, hint);
}

BodyBuilder BodyBuilder::add_body(const std::string& name, const Placement& placement) {
  return building(label("body", name), [&] {
    if (name.empty()) throw Fault{"a body needs a name"};
    check_free<Body>(*spec_, name);
    check_finite("pos", placement.pos);
    const spec::Orientation turned = orientation(placement.quat, placement.euler);
    Body& made = body_->bodies.emplace_back();
    made.name = name;
    made.pos = placement.pos;
    made.orientation = turned;
    return BodyBuilder(spec_, &made);
  });
}

// --- joints --------------------------------------------------------------------------------------

void BodyBuilder::add_joint(JointType type, const std::string& name, const build::Joint& joint,
                            const Vec3& axis) {
  building(label("joint", name), [&] {
    if (body_ == &spec_->world) throw Fault{"the world does not move", "add a body to it"};
    for (const spec::Joint& other : body_->joints) {
      if (other.type == JointType::Free || type == JointType::Free) {
        throw Fault{"a body that is free has no other joint"};
      }
    }
    check_free<spec::Joint>(*spec_, name);
    spec::Joint made = make_joint(type, joint, axis);
    made.name = name;
    body_->joints.push_back(std::move(made));
  });
}

// Joints of a helper are called after the first name given, or after the body.
std::string BodyBuilder::joint_name(const build::Joint& first, const build::Joint& joint,
                                    const char* suffix) const {
  if (&joint != &first && !joint.name.empty()) return joint.name;
  return (first.name.empty() ? body_->name : first.name) + suffix;
}

BodyBuilder BodyBuilder::hinge(const build::Joint& joint) {
  add_joint(JointType::Hinge, joint_name(joint, joint, ""), joint, kZ);
  return *this;
}

BodyBuilder BodyBuilder::slide(const build::Joint& joint) {
  add_joint(JointType::Slide, joint_name(joint, joint, ""), joint, kZ);
  return *this;
}

BodyBuilder BodyBuilder::ball(const build::Joint& joint) {
  if (joint.axis) fail("a ball has no axis");
  add_joint(JointType::Ball, joint_name(joint, joint, ""), joint, kZ);
  return *this;
}

BodyBuilder BodyBuilder::free(const std::string& name) {
  const bool outermost = body_ == &spec_->world || spec::parent_of(*spec_, *body_) == &spec_->world;
  if (!outermost) fail("only bodies that stand directly in the world can be free");
  add_joint(JointType::Free, name.empty() ? body_->name : name, {}, kZ);
  return *this;
}

BodyBuilder BodyBuilder::fixed() {
  if (!body_->joints.empty()) fail("it has a joint already: it is not fixed");
  return *this;
}

BodyBuilder BodyBuilder::universal(const build::Joint& first, const build::Joint& second) {
  add_joint(JointType::Hinge, joint_name(first, first, "_1"), first, kX);
  add_joint(JointType::Hinge, joint_name(first, second, "_2"), second, kY);
  return *this;
}

BodyBuilder BodyBuilder::cylindrical(const build::Joint& turn, const build::Joint& slide) {
  const Vec3 axis = turn.axis.value_or(kZ);
  if (slide.axis && *slide.axis != axis) fail("a cylindrical joint has one axis, given by `turn`");
  add_joint(JointType::Hinge, joint_name(turn, turn, "_turn"), turn, axis);
  add_joint(JointType::Slide, joint_name(turn, slide, "_slide"), slide, axis);
  return *this;
}

BodyBuilder BodyBuilder::planar(const build::Joint& x, const build::Joint& y,
                                const build::Joint& angle) {
  add_joint(JointType::Slide, joint_name(x, x, "_x"), x, kX);
  add_joint(JointType::Slide, joint_name(x, y, "_y"), y, kY);
  add_joint(JointType::Hinge, joint_name(x, angle, "_angle"), angle, kZ);
  return *this;
}

// --- shapes --------------------------------------------------------------------------------------

Geom& BodyBuilder::add_shape(GeomType type, const Shape& shape) {
  return building(label("shape", shape.name), [&]() -> Geom& {
    check_free<Geom>(*spec_, shape.name);
    check_finite("pos", shape.pos);
    if (shape.mass) check_positive("mass", *shape.mass);
    check_not_negative("density", shape.density);
    check_not_negative("friction", shape.friction);
    Geom made;
    made.type = type;
    made.name = shape.name;
    made.pos = shape.pos;
    made.orientation = orientation(shape.quat, shape.euler);
    made.mass = shape.mass;
    made.density = shape.density;
    made.friction[0] = shape.friction;
    made.rgba = shape.rgba;
    if (!shape.collides) made.contype = made.conaffinity = 0;
    return body_->geoms.emplace_back(std::move(made));
  });
}

BodyBuilder BodyBuilder::sphere(double radius, const Shape& shape) {
  building(label("sphere", shape.name), [&] { check_positive("radius", radius); });
  add_shape(GeomType::Sphere, shape).size = {radius, 0, 0};
  return *this;
}

BodyBuilder BodyBuilder::box(const Vec3& size, const Shape& shape) {
  building(label("box", shape.name), [&] {
    for (const double edge : size) check_positive("size", edge);
  });
  add_shape(GeomType::Box, shape).size = {size[0] / 2, size[1] / 2, size[2] / 2};
  return *this;
}

BodyBuilder BodyBuilder::ellipsoid(const Vec3& radii, const Shape& shape) {
  building(label("ellipsoid", shape.name), [&] {
    for (const double radius : radii) check_positive("radii", radius);
  });
  add_shape(GeomType::Ellipsoid, shape).size = radii;
  return *this;
}

BodyBuilder BodyBuilder::add_along_z(GeomType type, double radius, double length,
                                     const Shape& shape) {
  building(label(type == GeomType::Capsule ? "capsule" : "cylinder", shape.name), [&] {
    check_positive("radius", radius);
    check_positive("length", length);
  });
  add_shape(type, shape).size = {radius, length / 2, 0};
  return *this;
}

BodyBuilder BodyBuilder::add_between(GeomType type, double radius, const Vec3& start,
                                     const Vec3& end, const Shape& shape) {
  building(label(type == GeomType::Capsule ? "capsule" : "cylinder", shape.name), [&] {
    check_positive("radius", radius);
    check_finite("start", start);
    check_finite("end", end);
    if (start == end) throw Fault{"start and end are the same point"};
    if (shape.pos != Vec3{} || shape.quat || shape.euler) {
      throw Fault{"start and end say where it is: leave out pos, quat and euler"};
    }
  });
  Geom& made = add_shape(type, shape);
  made.size = {radius, 0, 0};
  made.fromto = {start[0], start[1], start[2], end[0], end[1], end[2]};
  return *this;
}

BodyBuilder BodyBuilder::capsule(double radius, double length, const Shape& shape) {
  return add_along_z(GeomType::Capsule, radius, length, shape);
}

BodyBuilder BodyBuilder::cylinder(double radius, double length, const Shape& shape) {
  return add_along_z(GeomType::Cylinder, radius, length, shape);
}

BodyBuilder BodyBuilder::capsule(double radius, const Vec3& start, const Vec3& end,
                                 const Shape& shape) {
  return add_between(GeomType::Capsule, radius, start, end, shape);
}

BodyBuilder BodyBuilder::cylinder(double radius, const Vec3& start, const Vec3& end,
                                  const Shape& shape) {
  return add_between(GeomType::Cylinder, radius, start, end, shape);
}

BodyBuilder BodyBuilder::mesh(const std::vector<double>& vertices,
                              const std::vector<int>& triangles, const Shape& shape) {
  building(label("mesh", shape.name), [&] {
    if (shape.name.empty()) throw Fault{"a mesh needs a name"};
    if (vertices.size() < 12 || vertices.size() % 3 != 0) {
      throw Fault{"a mesh needs four vertices or more, three numbers each"};
    }
    if (triangles.size() % 3 != 0) throw Fault{"each triangle needs three vertices"};
    const int count = static_cast<int>(vertices.size() / 3);
    for (const int vertex : triangles) {
      if (vertex < 0 || vertex >= count) {
        throw Fault{"there is no vertex " + std::to_string(vertex),
                    "they are counted from 0 to " + std::to_string(count - 1)};
      }
    }
  });
  Geom& geom = add_shape(GeomType::Mesh, shape);
  geom.meshname = shape.name;
  auto data = std::make_shared<spec::MeshData>();
  // A model keeps vertices in single precision.
  for (const double x : vertices) data->vertex.push_back(static_cast<float>(x));
  data->face = triangles;
  spec::Mesh& made = spec_->meshes.emplace_back();
  made.name = shape.name;
  made.data = std::move(data);
  return *this;
}

BodyBuilder BodyBuilder::inertial(double mass, const Vec3& inertia, const Vec3& pos) {
  building(label("body", body_->name), [&] {
    check_positive("mass", mass);
    for (const double moment : inertia) check_positive("inertia", moment);
    check_finite("pos", pos);
    if (body_ == &spec_->world) throw Fault{"the world has no mass", "add a body to it"};
  });
  body_->explicit_inertial = true;
  body_->mass = mass;
  body_->inertia = inertia;
  body_->ipos = pos;
  return *this;
}

BodyBuilder BodyBuilder::site(const std::string& name, const Vec3& pos) {
  building(label("site", name), [&] {
    if (name.empty()) throw Fault{"a site needs a name"};
    check_free<spec::Site>(*spec_, name);
    check_finite("pos", pos);
    spec::Site& made = body_->sites.emplace_back();
    made.name = name;
    made.pos = pos;
  });
  return *this;
}

// --- motors --------------------------------------------------------------------------------------

Motor BodyBuilder::on_this(const Motor& motor) const {
  Motor named = motor;
  if (!motor.joint.empty() || !motor.tendon.empty()) return named;
  if (body_->joints.empty()) fail("it has no joint that a motor could drive");
  if (body_->joints.size() > 1) fail("it has several joints", "name the joint of the motor");
  named.joint = body_->joints[0].name;
  return named;
}

BodyBuilder BodyBuilder::torque_motor(const Motor& motor) {
  spec::add_motor(*spec_, ActuatorType::Motor, 1, on_this(motor));
  return *this;
}

BodyBuilder BodyBuilder::velocity_motor(double kv, const Motor& motor) {
  spec::add_motor(*spec_, ActuatorType::Velocity, kv, on_this(motor));
  return *this;
}

BodyBuilder BodyBuilder::position_motor(double kp, const Motor& motor) {
  spec::add_motor(*spec_, ActuatorType::Position, kp, on_this(motor));
  return *this;
}

}  // namespace thew
