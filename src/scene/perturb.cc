// What the mouse does to bodies.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <thew/dynamics.h>
#include <thew/error.h>

#include "math/quat.h"
#include "scene/around_point.h"
#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

using Rotation = Quat<double>;

struct Pose {
  Vector pos;
  Rotation quat;
};

Pose operator*(const Pose& a, const Pose& b) {
  return {a.pos + rotate(a.quat, b.pos), a.quat * b.quat};
}

Pose inverse(const Pose& a) {
  const Rotation back = conjugate(a.quat);
  return {-rotate(back, a.pos), back};
}

bool is_body(const Model& m, int body) {
  return body > 0 && body < m.nbody;
}

bool is_active(const Perturb& perturb, PertBit bit) {
  return ((perturb.active | perturb.active2) & static_cast<int>(bit)) != 0;
}

// The frame of a body's inertia in the world.
Pose inertial(const Model& m, const Data& d, int body) {
  return {load3(d.xipos.row(body)),
          load4(d.xquat.row(body)) * load4(m.body_iquat.values().row(body))};
}

Vector selected_point(const Data& d, const Perturb& perturb) {
  const int body = perturb.select;
  return load3(d.xpos.row(body)) + load9(d.xmat.row(body)) * load3(perturb.localpos);
}

// How heavy the point is to pull: 3 / trace(J M^-1 J'), or 1 where it cannot be moved.
double mass_at(const Model& m, const Data& d, const double* point, int body) {
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  std::vector<double> jacobian(3 * nv), solved;
  dynamics::jacobian<double>(m, d, jacobian.data(), nullptr, point, body);
  solved = jacobian;
  double trace = 0;
  for (std::size_t row = 0; row < 3; ++row) {
    dynamics::solve_inertia(m, d, solved.data() + row * nv);
    for (std::size_t k = row * nv; k < (row + 1) * nv; ++k) trace += jacobian[k] * solved[k];
  }
  return trace > kMinVal ? 3 / trace : 1;
}

bool is_vertical(MouseAction action) {
  return action == MouseAction::RotateV || action == MouseAction::MoveV ||
         action == MouseAction::MoveVRel;
}

void shift(Perturb& perturb, const Vector& way) {
  store(perturb.refpos, load3(perturb.refpos) + way);
  store(perturb.refselpos, load3(perturb.refselpos) + way);
}

// Turns by a whole turn for a vector of length 1, but no more than a quarter away from the body.
void turn(const Rotation& present, const Vector& v, Perturb& perturb) {
  const double length = norm(v);
  const Vector axis = length < kMinVal ? Vector{1, 0, 0} : v * (1 / length);
  Rotation wanted =
      normalized(axis_angle(axis, 2 * std::numbers::pi * length) * load4(perturb.refquat));
  const Vector away = difference(wanted, present);
  const double angle = norm(away);
  if (angle > std::numbers::pi / 2) {
    wanted = present * axis_angle(away * (1 / angle), std::numbers::pi / 2);
  }
  store(perturb.refquat, wanted);
}

// A spring and a damper pull the selected point, another damper brakes its spin about the pull.
void pull(const Model& m, const Data& d, const Perturb& perturb, const double* velocity,
          double inertia, Vector& force, Vector& torque) {
  const Vector point = selected_point(d, perturb), spin = load3(velocity);
  const Vector arm = point - load3(d.xipos.row(perturb.select));
  const Vector speed = load3(velocity + 3) + cross(spin, arm);
  const Vector way = load3(perturb.refselpos) - point;
  const double stiffness = m.vis.map.stiffness;
  force = (way * stiffness - speed * std::sqrt(stiffness)) * perturb.localmass;
  const double length = norm(way);
  const Vector axis = length < kMinVal ? Vector{1, 0, 0} : way * (1 / length);
  const double damping = inertia * std::sqrt(double{m.vis.map.stiffnessrot});
  torque = cross(arm, force) - axis * (damping * dot(spin, axis));
}

}  // namespace

void init_perturb(const Model& model, const Data& data, const Scene& scene, Perturb& perturb) {
  if (!is_body(model, perturb.select)) return;
  const Pose held = inertial(model, data, perturb.select);
  store(perturb.refpos, held.pos);
  store(perturb.refquat, held.quat);
  store(perturb.refselpos, selected_point(data, perturb));
  perturb.localmass = mass_at(model, data, perturb.refselpos, perturb.select);
  const CameraFrame frame = camera_in_model(scene);
  const double depth = dot(load3(perturb.refselpos) - load3(frame.pos), load3(frame.forward));
  perturb.scale =
      frustum_height(scene) * depth * (scene.camera[0].orthographic ? kOrthographicReach : 1);
}

void move_perturb(const Model& model, const Data& data, MouseAction action, double dx, double dy,
                  const Scene& scene, Perturb& perturb) {
  if (!is_body(model, perturb.select)) return;
  const CameraFrame frame = camera_in_model(scene);
  const double level = std::hypot(frame.forward[0], frame.forward[1]);
  const Vector ahead = level < kMinVal
                           ? Vector{1, 0, 0}
                           : Vector{frame.forward[0] / level, frame.forward[1] / level, 0};
  const Vector right = {ahead.y, -ahead.x, 0};
  const Vector other = is_vertical(action) ? Vector{0, 0, 1} : ahead;
  switch (action) {
    case MouseAction::RotateV:
    case MouseAction::RotateH:
      return turn(inertial(model, data, perturb.select).quat, other * dx + right * dy, perturb);
    case MouseAction::MoveV:
    case MouseAction::MoveH:
      return shift(perturb, (right * dx - other * dy) * perturb.scale);
    case MouseAction::MoveVRel:
    case MouseAction::MoveHRel: {
      const Vector way = is_vertical(action) ? Vector{0, dx, dy} : Vector{dy, dx, 0};
      return shift(perturb, load9(data.xmat.row(perturb.select)) * way * perturb.scale);
    }
    case MouseAction::Zoom:
      return;
    default:
      throw Error({}, "unexpected mouse action " + std::to_string(static_cast<int>(action)));
  }
}

void apply_perturb_pose(const Model& model, Data& data, const Perturb& perturb, bool paused) {
  const int body = perturb.select;
  if (!is_body(model, body) || (perturb.active | perturb.active2) == 0) return;
  const Pose wanted = {load3(perturb.refpos), load4(perturb.refquat)};
  const int mocap = model.body_mocapid[body], root = model.body_rootid[body];
  if (mocap >= 0) {
    const Pose local = {load3(model.body_ipos.values().row(body)),
                        load4(model.body_iquat.values().row(body))};
    const Pose pose = wanted * inverse(local);
    store(data.mocap_pos.row(mocap), pose.pos);
    store(data.mocap_quat.row(mocap), pose.quat);
    return;
  }
  const int joint = model.body_jntadr[root];
  const bool free =
      model.body_jntnum[root] == 1 && model.jnt_type[joint] == static_cast<int>(JointType::Free);
  if (!paused || !free) return;
  // The tree moves as a whole, so that the body comes to the place.
  double* qpos = data.qpos.data() + model.jnt_qposadr[joint];
  const Pose present = {load3(qpos), load4(qpos + 3)};
  const Pose pose = wanted * (inverse(inertial(model, data, body)) * present);
  store(qpos, pose.pos);
  store(qpos + 3, pose.quat);
}

void apply_perturb_force(const Model& model, Data& data, const Perturb& perturb) {
  const int body = perturb.select;
  if (!is_body(model, body) || (perturb.active | perturb.active2) == 0) return;
  double velocity[6];
  dynamics::object_velocity(model, data, ObjectType::Body, body, velocity, false);
  const double weight = model.body_invweight0.values().row(body)[1];
  const double inertia = weight > 0 ? 1 / std::max(kMinVal, weight) : 1;
  Vector force = {0, 0, 0}, torque = {0, 0, 0};
  if (is_active(perturb, PertBit::Translate)) {
    pull(model, data, perturb, velocity, inertia, force, torque);
  }
  if (is_active(perturb, PertBit::Rotate)) {
    const double stiffness = model.vis.map.stiffnessrot;
    const Vector away = difference(load4(perturb.refquat), inertial(model, data, body).quat);
    const Vector way = load9(data.ximat.row(body)) * away;
    torque = torque + (way * stiffness - load3(velocity) * std::sqrt(stiffness)) * inertia;
  }
  store(data.xfrc_applied.row(body), force);
  store(data.xfrc_applied.row(body) + 3, torque);
}

}  // namespace thew::scene
