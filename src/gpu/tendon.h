#pragma once

// Tendons, weighted sums of joint positions or strings along a path: lengths, velocities and the
// forces of their springs and dampers.

#include "gpu/passive.h"
#include "gpu/path.h"

namespace thew::gpu {

namespace detail {

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
      const Segment<T>& s = piece.segment[k];
      const auto arm = [&](const Vec3<T>& point, int body) {
        return point - load3(w.s.com + 3 * m.body_rootid[body]);
      };
      const Force<T> pull = {cross(arm(s.q, s.to), s.direction), s.direction},
                     push = {-cross(arm(s.p, s.from), s.direction), -s.direction};
      // Dofs that move both ends alike cannot change it.
      int i = last_dof(m, s.from), j = last_dof(m, s.to), e = end - 1;
      THEW_ROLLED
      while (i != j) {
        const bool deeper = i > j;
        const int dof = deeper ? i : j;
        while (e > first && m.ten_J_colind[e] > dof) --e;
        jacobian[e] =
            fma(share, dot(load_motion(w.s.cdof + 6 * dof), deeper ? push : pull), jacobian[e]);
        (deeper ? i : j) = m.dof_parentid[dof];
      }
    }
  });
  return length;
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

/// Force along a tendon of its spring and damper.
template <class T>
THEW_STAGE T tendon_force(const SmoothWorld<T>& w, int t, const T& length, const T& velocity) {
  using namespace element;
  const auto& m = w.m;
  T force = T(0);
  if (!has(m.opt.disableflags, DisableBit::Spring)) {
    const PolyForce<T> stiffness =
        poly_force(w.own(m.tendon_stiffness), w.own(m.tendon_stiffnesspoly), t);
    const T* rest = w.own(m.tendon_lengthspring) + 2 * t;
    if (!is_zero(stiffness)) force = pull_back(stiffness, spring_stretch(length, rest[0], rest[1]));
  }
  if (!has(m.opt.disableflags, DisableBit::Damper)) {
    PolyForce<T> damping = poly_force(w.own(m.tendon_damping), w.own(m.tendon_dampingpoly), t);
    add_actuator_damping(w, m.tendon_driver[t], damping);
    if (!is_zero(damping)) force = force + brake(damping, velocity);
  }
  return force;
}

}  // namespace detail

/// Tendons, and what they add to the passive forces. `paths`: some are strings along a path.
template <bool paths, class Team, class T>
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
    force[t] = detail::tendon_force(w, t, length, velocity);
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
