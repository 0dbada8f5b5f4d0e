#pragma once

// Controls become forces: those of actuators, limits of what they pull at, joint space. `rare`:
// some actuators are of kinds that few models have.

#include "gpu/actuator.h"
#include "gpu/drive.h"

namespace thew::gpu {

namespace detail {

/// The sum of the forces of a tendon's actuators.
template <class T>
THEW_STAGE T pull_along(const SmoothWorld<T>& w, int t) {
  const auto& m = w.m;
  T sum = T(0);
  THEW_ROLLED
  for (int i = m.tendon_driver[t]; i >= 0; i = m.actuator_next[i])
    sum = sum + w.s.actuator_force[m.actuator_outadr[i]];
  return sum;
}

/// Scales the forces on a tendon so that their sum stays in its range; where that is reached, they
/// do not react to velocity.
template <bool stiff, class T>
THEW_STAGE void bound_tendon(const SmoothWorld<T>& w, int t) {
  const auto& m = w.m;
  if (!m.tendon_actfrclimited[t]) return;
  const T low = w.own(m.tendon_actfrcrange, 2 * t), high = w.own(m.tendon_actfrcrange, 2 * t + 1);
  const T before = pull_along(w, t);
  const bool outside = (before < low || before > high) && before != T(0);
  const T scale = outside ? clamp(before, low, high) / before : T(1);
  THEW_ROLLED
  for (int i = m.tendon_driver[t]; i >= 0; i = m.actuator_next[i]) {
    T& force = w.s.actuator_force[m.actuator_outadr[i]];
    if (outside) force = force * scale;
    bound_force<stiff>(w, i);
  }
  const T total = pull_along(w, t), slack = sizeof(T) == sizeof(float) ? T(1e-6) : T(1e-10);
  const bool reached = total <= fma(slack, abs(low), low) || total >= fma(-slack, abs(high), high);
  THEW_ROLLED
  for (int i = m.tendon_driver[t]; i >= 0 && reached; i = m.actuator_next[i]) {
    w.s.actuator_slope[m.actuator_outadr[i]] = T(0);
    if constexpr (stiff) w.row(w.rows.actuator_stiffness)[m.actuator_outadr[i]] = T(0);
  }
}

/// Keeps moments and slopes of an actuator for the integrator: none where its joint's range bounds
/// the force.
template <bool rare, bool stiff, class T>
THEW_STAGE void keep_slope(const SmoothWorld<T>& w, int i) {
  const auto& m = w.m;
  const auto& t = m.tables;
  const int out = m.actuator_outadr[i], joint = m.actuator_trnid[2 * i];
  const auto type = static_cast<Transmission>(m.actuator_trntype[i]);
  bool bounded = false;
  if ((type == Transmission::Joint || type == Transmission::Jointinparent) &&
      m.jnt_actfrclimited[joint]) {
    const T force = w.s.actuator[m.jnt_dofadr[joint]];
    bounded = force <= w.own(m.jnt_actfrcrange, 2 * joint) ||
              force >= w.own(m.jnt_actfrcrange, 2 * joint + 1);
  }
  const int end = out + (rare ? m.actuator_outnum[i] : 1);
  for (int k = out; k < end; ++k)
    w.keep(w.rows.actuator_slope, k, bounded ? T(0) : w.s.actuator_slope[k]);
  for (int k = out; k < end && stiff && bounded; ++k) w.keep(w.rows.actuator_stiffness, k, T(0));
  THEW_ROLLED
  for (int e = t.moment_adr[out]; e < t.moment_adr[end]; ++e)
    w.row(w.rows.moment)[e] = w.s.moment[e];
}

}  // namespace detail

/// Forces of actuators on dofs, added to what they carry of the compensation of gravity.
template <bool rare, bool stiff, class Team, class T>
THEW_STAGE void actuation(const Team& team, const SmoothWorld<T>& w, const Call& call) {
  const auto& m = w.m;
  const auto& t = m.tables;
  if (m.nactuator == 0 || has(m.opt.disableflags, DisableBit::Actuation)) {
    return team.each(m.nv, [&](int i) { w.s.actuator[i] = T(0); });
  }
  const T* ctrl = w.row(w.rows.ctrl);
  const bool insane = team.any(m.nu, [&](int u) { return !(abs(ctrl[u]) <= T(kMaxVal)); });
  if constexpr (rare) {
    const double time = w.row(w.rows.time)[0] + m.timestep * fraction_of(call.stage);
    team.each(m.nactuator, [&](int i) { detail::drive<stiff>(w, i, !insane, time, call.again); });
  } else {
    team.each(m.nactuator, [&](int i) { detail::actuate(w, i, !insane); });
  }
  if (m.ntendon > 0) team.each(m.ntendon, [&](int k) { detail::bound_tendon<stiff>(w, k); });
  if constexpr (rare) team.each(m.nactuator, [&](int i) { detail::add_mechanics<stiff>(w, i); });
  T* all = w.row(w.rows.dof_slope);  // dampers have theirs there
  team.each(m.nv, [&](int i) {
    T force = T(0), slope = T(0);
    THEW_ROLLED
    for (int k = t.dof_moment_adr[i]; k < t.dof_moment_adr[i + 1]; ++k) {
      const int e = t.dof_moment[k];
      force = fma(w.s.moment[e], w.s.actuator_force[t.moment_out[e]], force);
      slope = fma(w.s.actuator_slope[t.moment_out[e]] * w.s.moment[e], w.s.moment[e], slope);
    }
    force = force + w.s.actuator[i];
    const int joint = m.dof_jntid[i];
    if (m.jnt_actfrclimited[joint] && i == m.jnt_dofadr[joint]) {
      const T low = w.own(m.jnt_actfrcrange, 2 * joint),
              high = w.own(m.jnt_actfrcrange, 2 * joint + 1);
      force = clamp(force, low, high);
      if (force <= low || force >= high) slope = T(0);
    }
    if (m.tables.implicit == kOwnSlopes) all[i] = slope + all[i];
    w.s.actuator[i] = force;
  });
  if (m.tables.implicit > kOwnSlopes)
    team.each(m.nactuator, [&](int i) { detail::keep_slope<rare, stiff>(w, i); });
}

}  // namespace thew::gpu
