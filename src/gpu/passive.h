#pragma once

// Springs and dampers.

#include "element/poly_force.h"
#include "element/spring.h"
#include "gpu/com.h"

namespace thew::gpu {

namespace detail {

template <class T>
THEW_STAGE element::PolyForce<T> poly_force(const T* linear, const T* poly, int i) {
  return {linear[i], {poly[kNPOLY * i], poly[kNPOLY * i + 1]}};
}

// Number k of the position in which a joint's spring is at rest: where it has yielded to, or as in
// the model.
template <bool rare, class W>
THEW_STAGE typename W::Real spring_rest(const W& w, int j, int k) {
  if (const int plastic = rare ? w.m.jnt_plasticadr[j] : -1; plastic >= 0)
    return w.row(w.rows.plastic)[plastic + k];
  return w.own(w.m.qpos_spring, w.m.jnt_qposadr[j] + k);
}

// The shortest (k = 0) or longest (k = 1) length at which a tendon's spring is at rest.
template <bool rare, class W>
THEW_STAGE typename W::Real spring_rest_length(const W& w, int t, int k) {
  if (const int plastic = rare ? w.m.tendon_plasticadr[t] : -1; plastic >= 0)
    return w.row(w.rows.plastic)[plastic + k];
  return w.own(w.m.tendon_lengthspring, 2 * t + k);
}

template <bool rare, class T>
THEW_STAGE math::Vec3<T> ball_spring(const SmoothWorld<T>& w, int j, int k,
                                     const element::PolyForce<T>& stiffness) {
  using namespace math;
  const Quat<T> rest = {spring_rest<rare>(w, j, k), spring_rest<rare>(w, j, k + 1),
                        spring_rest<rare>(w, j, k + 2), spring_rest<rare>(w, j, k + 3)};
  const Quat<T> now = load4(w.s.qpos + w.m.jnt_qposadr[j] + k);
  return element::pull_back(stiffness, element::spring_rotation(now, rest));
}

template <bool rare, class T>
THEW_STAGE void joint_spring(const SmoothWorld<T>& w, int j) {
  using namespace math;
  using namespace element;
  const auto& m = w.m;
  const PolyForce<T> stiffness = poly_force(w.own(m.jnt_stiffness), w.own(m.jnt_stiffnesspoly), j);
  const auto type = static_cast<JointType>(m.jnt_type[j]);
  T* force = w.s.passive + m.jnt_dofadr[j];
  const T* q = w.s.qpos + m.jnt_qposadr[j];
  const Vec3<T> zero = {T(0), T(0), T(0)};
  const bool none = is_zero(stiffness);
  if (type == JointType::Slide || type == JointType::Hinge) {
    force[0] = none ? T(0) : pull_back(stiffness, q[0] - spring_rest<rare>(w, j, 0));
  } else if (type == JointType::Ball) {
    store(force, none ? zero : ball_spring<rare>(w, j, 0, stiffness));
  } else {
    const Vec3<T> rest = {spring_rest<rare>(w, j, 0), spring_rest<rare>(w, j, 1),
                          spring_rest<rare>(w, j, 2)};
    store(force, none ? zero : pull_back(stiffness, load3(q) - rest));
    store(force + 3, none ? zero : ball_spring<rare>(w, j, 3, stiffness));
  }
}

}  // namespace detail

/// Adds the share of an actuator and of those behind it to the damping of what they drive.
template <class W, class T>
THEW_STAGE void add_actuator_damping(const W& w, int first, element::PolyForce<T>& damping) {
  const auto& m = w.m;
  THEW_ROLLED
  for (int i = first; i >= 0; i = m.actuator_next[i]) {
    const T gear = w.own(m.actuator_gear, 6 * m.actuator_outadr[i]), square = gear * gear;
    damping.linear = damping.linear + w.own(m.actuator_damping, i) * square;
    for (int k = 0; k < kNPOLY; ++k) {
      damping.poly[k] = damping.poly[k] + w.own(m.actuator_dampingpoly, kNPOLY * i + k) * square;
    }
  }
}

/// Damping of a dof, with the share of its joint's actuators.
template <class T>
THEW_STAGE element::PolyForce<T> dof_damping(const SmoothWorld<T>& w, int dof) {
  const auto& m = w.m;
  element::PolyForce<T> damping =
      detail::poly_force(w.own(m.dof_damping), w.own(m.dof_dampingpoly), dof);
  add_actuator_damping(w, m.jnt_driver[m.dof_jntid[dof]], damping);
  return damping;
}

/// Springs and dampers of joints, and by how much dampers fall with velocity. `rare`: some springs
/// may yield.
template <bool rare, class Team, class T>
THEW_STAGE void passive(const Team& team, const SmoothWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  const bool spring = !has(m.opt.disableflags, DisableBit::Spring);
  const bool damper = !has(m.opt.disableflags, DisableBit::Damper);
  T* slope = w.row(w.rows.dof_slope);
  if (spring) {
    team.each(m.njnt, [&](int j) { detail::joint_spring<rare>(w, j); });
  }
  team.each(m.nv, [&](int i) {
    T force = spring ? w.s.passive[i] : T(0), fall = T(0);
    if (damper) {
      const auto damping = dof_damping(w, i);
      force = force + element::brake(damping, w.s.qvel[i]);
      fall = element::damper_slope(damping, w.s.qvel[i]);
    }
    w.s.passive[i] = force;
    slope[i] = fall;
  });
}

}  // namespace thew::gpu
