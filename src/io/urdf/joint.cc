// Joints, their limits, and those that follow others.

#include <cmath>

#include <thew/nearest.h>

#include "io/urdf/reader.h"

namespace thew::io::urdf {

using spec::Vec3;

namespace {

const std::vector<std::string_view> kTypes = {"revolute", "continuous", "prismatic", "fixed",
                                              "floating", "planar",     "spherical"};

std::string type_of(const Node& node) {
  const std::string type = need_text(node, "type");
  for (const std::string_view known : kTypes) {
    if (type == known) return type;
  }
  fail_at(node, "type", "unknown type of joints: \"" + type + "\"", did_you_mean(type, kTypes));
}

}  // namespace

void Reader::read_joint(Link& link) {
  const Node& node = *link.joint;
  spec::Body& body = *link.body;
  const std::string type = type_of(node);
  const spec::Pose pose = origin(node);
  body.pos = pose.pos;
  body.orientation.quat = pose.quat;
  const Node* const written = find(node, "axis");
  const Vec3 axis = written == nullptr ? Vec3{1, 0, 0} : need_vector(*written, "xyz");
  link.is_fixed = type == "fixed";
  if (link.is_fixed) return;
  if (type == "planar") {
    // Two slides in the plane that the axis stands upon, and a hinge about it.
    Vec3 up = axis;
    if (spec::normalise(up) == 0) fail_at(*written, "xyz", "the axis is zero");
    const spec::Vec4 plane = spec::from_z(up);
    add_joint(node, body, JointType::Slide, spec::rotate(plane, {1, 0, 0}), "_TX");
    add_joint(node, body, JointType::Slide, spec::rotate(plane, {0, 1, 0}), "_TY");
    add_joint(node, body, JointType::Hinge, axis, "_RZ");
  } else if (type == "floating") {
    add_joint(node, body, JointType::Free, {0, 0, 1});
  } else {
    add_joint(node, body,
              type == "prismatic"   ? JointType::Slide
              : type == "spherical" ? JointType::Ball
                                    : JointType::Hinge,
              axis);
  }
  read_dynamics(node, body);
  read_limit(node, body.joints[0], type);
}

void Reader::add_joint(const Node& node, spec::Body& body, JointType type, const Vec3& axis,
                       const std::string& suffix) {
  spec::Joint& joint = body.joints.emplace_back();
  start(node, joint);
  joint.type = type;
  joint.axis = axis;
  const std::string name = need_text(node, "name") + suffix;
  if (joints_.emplace(name, type).second) {
    joint.name = name;
  } else {
    warn(node, "the name \"" + name + "\" is taken already: the joint has none");
  }
}

void Reader::read_dynamics(const Node& node, spec::Body& body) {
  const Node* const dynamics = find(node, "dynamics");
  if (dynamics == nullptr) return;
  for (spec::Joint& joint : body.joints) {
    joint.damping[0] = number(*dynamics, "damping").value_or(0);
    joint.frictionloss = number(*dynamics, "friction").value_or(0);
  }
}

// Of a planar joint, the limits are those of the first slide, as in the reference.
void Reader::read_limit(const Node& node, spec::Joint& joint, std::string_view type) {
  if (find(node, "safety_controller") != nullptr) {
    note(node, "<safety_controller> belongs to a controller and is not simulated");
  }
  const Node* const limit = find(node, "limit");
  if (limit == nullptr) {
    if (type == "revolute" || type == "prismatic") warn(node, "<limit> is missing: no limits");
    return;
  }
  if (limit_number(*limit, "velocity").value_or(0) > 0) {
    note(node, "limits of velocity are not simulated");
  }
  const double effort = std::abs(limit_number(*limit, "effort").value_or(0));
  if (effort > 0 && std::isfinite(effort)) joint.actfrcrange = {-effort, effort};
  const auto lower = limit_number(*limit, "lower"), upper = limit_number(*limit, "upper");
  if (type == "continuous" || (!lower && !upper)) return;
  const bool is_finite = std::isfinite(lower.value_or(0)) && std::isfinite(upper.value_or(0));
  if (is_finite) joint.range = {lower.value_or(0), upper.value_or(0)};
  if (lower && upper && *lower < *upper && is_finite) return;
  joint.limited = Limited::False;
  if (is_finite) warn(*limit, "lower must be less than upper, and both given: no limits");
}

bool Reader::is_scalar(const std::string& joint) const {
  const auto entry = joints_.find(joint);
  return entry != joints_.end() &&
         (entry->second == JointType::Hinge || entry->second == JointType::Slide);
}

// q = multiplier * q of the other joint + offset.
void Reader::read_mimics(const Node& root) {
  for (const Node& node : root.children) {
    const Node* const mimic = node.name() == "joint" ? find(node, "mimic") : nullptr;
    if (mimic == nullptr || node.get("type") == std::string_view("fixed")) continue;
    const std::string name = need_text(node, "name"), other = need_text(*mimic, "joint");
    if (!is_scalar(name) || !is_scalar(other)) {
      warn(*mimic, "left out: \"" + name + "\" and \"" + other +
                       "\" must both be revolute, continuous or prismatic joints");
      continue;
    }
    if (name == other) fail_at(*mimic, "joint", "the joint cannot follow itself");
    spec::Equality& equality = model_.spec.equalities.emplace_back();
    start(*mimic, equality);
    equality.type = EqualityType::Joint;
    equality.name1 = name;
    equality.name2 = other;
    equality.data[0] = number(*mimic, "offset").value_or(0);
    equality.data[1] = number(*mimic, "multiplier").value_or(1);
  }
}

}  // namespace thew::io::urdf
