#pragma once

// Tendons, weighted sums of joint positions or strings along a path: lengths, velocities and the
// forces of their springs and dampers.

#include "gpu/passive.h"
#include "gpu/path.h"

namespace thew::gpu {

namespace detail {

/// Calls visit(dof, wrench) for the dofs that move one end of a segment and not the other: by its
/// axis each changes the length at the rate dot(axis, wrench). Dofs that move both ends alike
/// cannot change it. The last dofs come first.
template <class T, class Visit>
THEW_STAGE void each_dof(const SmoothWorld<T>& w, const Segment<T>& s, Visit visit) {
  using namespace math;
  const auto& m = w.m;
  const auto arm = [&](const Vec3<T>& point, int body) {
    return point - load3(w.s.com + 3 * m.body_rootid[body]);
  };
  const Force<T> pull = {cross(arm(s.q, s.to), s.direction), s.direction},
                 push = {-cross(arm(s.p, s.from), s.direction), -s.direction};
  int i = last_dof(m, s.from), j = last_dof(m, s.to);
  THEW_ROLLED
  while (i != j) {
    const bool deeper = i > j;
    const int dof = deeper ? i : j;
    visit(dof, deeper ? push : pull);
    (deeper ? i : j) = m.dof_parentid[dof];
  }
}

/// Length of a spatial tendon; sets its row of the Jacobian.
template <class T>
THEW_STAGE T measure_path(const SmoothWorld<T>& w, int t, T* jacobian) {
  using namespace math;
  const auto& m = w.m;
  const int first = m.ten_J_rowadr[t], end = first + m.ten_J_rownnz[t];
  THEW_ROLLED
  for (int e = first; e < end; ++e) jacobian[e] = T(0);
  T length = T(0);
  each_piece(w, t, [&](const Piece<T>& piece, const T& divisor) {
    length = length + piece.length / divisor;
    const T share = T(1) / divisor;
    THEW_ROLLED
    for (int k = 0; k < piece.count; ++k) {
      int e = end - 1;
      each_dof(w, piece.segment[k], [&](int dof, const Force<T>& wrench) {
        while (e > first && m.ten_J_colind[e] > dof) --e;
        jacobian[e] = fma(share, dot(load_motion(w.s.cdof + 6 * dof), wrench), jacobian[e]);
      });
    }
  });
  return length;
}

/// Velocity of a point of a body, and what its acceleration has from turning with the body.
template <class T>
struct PointMotion {
  math::Vec3<T> velocity, turning;
};
template <class T>
THEW_STAGE PointMotion<T> point_motion(const SmoothWorld<T>& w, const math::Vec3<T>& point,
                                       int body) {
  using namespace math;
  const Motion<T> v = load_motion(w.s.cvel + 6 * body);
  const Vec3<T> arm = point - load3(w.s.com + 3 * w.m.body_rootid[body]);
  const Vec3<T> velocity = v.translation + cross(v.rotation, arm);
  return {velocity, cross(v.rotation, velocity)};
}

/// How fast a straight path grows faster while no joint accelerates: the accelerations of its ends
/// along it, and its turning, whose rate is the velocity across it by the length.
template <class T>
THEW_STAGE T segment_drift(const SmoothWorld<T>& w, const Segment<T>& s, const T& length) {
  using namespace math;
  const PointMotion<T> p = point_motion(w, s.p, s.from), q = point_motion(w, s.q, s.to);
  const Vec3<T> relative = q.velocity - p.velocity;
  const Vec3<T> across = axpy(-dot(relative, s.direction), s.direction, relative);
  T sum = length > T(kMinVal) ? dot(across, across) / length : T(0);
  sum = sum + dot(q.turning - p.turning, s.direction);
  each_dof(w, s, [&](int dof, const Force<T>& wrench) {
    const Motion<T> rate = load_motion(w.row(w.rows.cdof_dot) + 6 * dof);
    sum = fma(w.s.qvel[dof], dot(rate, wrench), sum);
  });
  return sum;
}
template <class T>
THEW_STAGE T path_drift(const SmoothWorld<T>& w, int t) {
  T sum = T(0);
  each_piece(w, t, [&](const Piece<T>& piece, const T& divisor) {
    if (piece.free) sum = sum + segment_drift(w, piece.segment[0], piece.length) / divisor;
  });
  return sum;
}

/// Armature of a tendon, with the share of its actuators.
template <class T>
THEW_STAGE T tendon_armature(const SmoothWorld<T>& w, int t) {
  const auto& m = w.m;
  T sum = w.own(m.tendon_armature, t);
  THEW_ROLLED
  for (int i = m.tendon_driver[t]; i >= 0; i = m.actuator_next[i]) {
    const T gear = w.own(m.actuator_gear, 6 * m.actuator_outadr[i]);
    sum = sum + w.own(m.actuator_armature, i) * (gear * gear);
  }
  return sum;
}

/// Length of a fixed tendon; sets its row of the Jacobian, the weights.
template <class T>
THEW_STAGE T measure_tendon(const SmoothWorld<T>& w, int t, T* jacobian) {
  const auto& m = w.m;
  const int first = m.ten_J_rowadr[t], end = first + m.ten_J_rownnz[t];
  T length = T(0);
  THEW_ROLLED
  for (int k = m.tendon_adr[t]; k < m.tendon_adr[t] + m.tendon_num[t]; ++k) {
    const int joint = m.wrap_objid[k], dof = m.jnt_dofadr[joint];
    const T coefficient = w.own(m.wrap_prm, k);
    length = fma(coefficient, w.s.qpos[m.jnt_qposadr[joint]], length);
    THEW_ROLLED
    for (int e = first; e < end; ++e) {
      if (m.ten_J_colind[e] == dof) jacobian[e] = coefficient;
    }
  }
  return length;
}

/// Force along a tendon of its spring and damper; by how much that of the damper falls with
/// velocity is kept.
template <bool rare, class T>
THEW_STAGE T tendon_force(const SmoothWorld<T>& w, int t, const T& length, const T& velocity) {
  using namespace element;
  const auto& m = w.m;
  T force = T(0), slope = T(0);
  if (!has(m.opt.disableflags, DisableBit::Spring)) {
    const PolyForce<T> stiffness =
        poly_force(w.own(m.tendon_stiffness), w.own(m.tendon_stiffnesspoly), t);
    const T low = spring_rest_length<rare>(w, t, 0), high = spring_rest_length<rare>(w, t, 1);
    if (!is_zero(stiffness)) force = pull_back(stiffness, spring_stretch(length, low, high));
  }
  if (!has(m.opt.disableflags, DisableBit::Damper)) {
    PolyForce<T> damping = poly_force(w.own(m.tendon_damping), w.own(m.tendon_dampingpoly), t);
    add_actuator_damping(w, m.tendon_driver[t], damping);
    if (!is_zero(damping)) force = force + brake(damping, velocity);
    slope = damper_slope(damping, velocity);
  }
  w.keep(w.rows.ten_slope, t, slope);
  return force;
}

}  // namespace detail

/// Tendons, and what they add to the passive forces. `paths`: some are strings along a path, or
/// have armature; `rare`: some springs may yield.
template <bool paths, bool rare, class Team, class T>
THEW_STAGE void tendons(const Team& team, const SmoothWorld<T>& w) {
  const auto& m = w.m;
  if (m.ntendon == 0) return;
  T *jacobian = w.row(w.rows.ten_J), *force = w.row(w.rows.ten_force);
  team.each(m.ntendon, [&](int t) {
    T length;
    if (paths && m.tendon_type[t] != static_cast<int>(TendonType::Fixed)) {
      length = detail::measure_path(w, t, jacobian);
    } else {
      length = detail::measure_tendon(w, t, jacobian);
    }
    T velocity = T(0);
    THEW_ROLLED
    for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e)
      velocity = fma(jacobian[e], w.s.qvel[m.ten_J_colind[e]], velocity);
    w.keep(w.rows.ten_length, t, length);
    w.keep(w.rows.ten_velocity, t, velocity);
    force[t] = detail::tendon_force<rare>(w, t, length, velocity);
    if (paths && m.tables.armed_tendons != 0) {
      const T inertia = detail::tendon_armature(w, t);
      const bool bends = m.tendon_type[t] != static_cast<int>(TendonType::Fixed);
      w.row(w.rows.ten_inertia)[t] = inertia;
      w.row(w.rows.ten_drift)[t] = inertia == T(0) || !bends ? T(0) : detail::path_drift(w, t);
    }
  });
  team.each(m.nv, [&](int i) {
    T sum = w.s.passive[i];
    THEW_ROLLED
    for (int t = 0; t < m.ntendon; ++t) {
      THEW_ROLLED
      for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e) {
        if (m.ten_J_colind[e] == i) sum = fma(jacobian[e], force[t], sum);
      }
    }
    w.s.passive[i] = sum;
  });
}

}  // namespace thew::gpu
