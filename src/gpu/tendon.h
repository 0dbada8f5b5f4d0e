#pragma once

// Fixed tendons, weighted sums of joint positions: lengths, velocities and the forces of their
// springs and dampers.

#include "gpu/passive.h"

namespace thew::gpu {

namespace detail {

/// Length of a tendon; sets its row of the Jacobian, the weights.
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

/// Tendons, and what they add to the passive forces.
template <class Team, class T>
THEW_STAGE void tendons(const Team& team, const SmoothWorld<T>& w) {
  const auto& m = w.m;
  if (m.ntendon == 0) return;
  T *jacobian = w.row(w.rows.ten_J), *force = w.row(w.rows.ten_force);
  team.each(m.ntendon, [&](int t) {
    const T length = detail::measure_tendon(w, t, jacobian);
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
