#pragma once

// Controls become forces: transmissions, activations, gains and biases, limits, joint space.

#include "element/activation.h"
#include "element/gain.h"
#include "element/muscle.h"
#include "gpu/passive.h"

namespace thew::gpu {

/// True if the actuator's group is switched off.
template <class T>
THEW_STAGE bool actuator_disabled(const DeviceModel<T>& m, int i) {
  const int group = m.actuator_group[i];
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group)) != 0;
}

/// The activation at address `adr` of actuator i one step later.
template <class W, class T>
THEW_STAGE T next_activation(const W& w, int i, const T& activation, const T& rate) {
  const auto& m = w.m;
  const T h = m.opt.timestep;
  T act = activation;
  if (m.actuator_dyntype[i] == static_cast<int>(Dynamics::Filterexact)) {
    act = element::decay(act, rate, w.own(m.actuator_dynprm, kNDYN * i), h);
  } else {
    act = fma(rate, h, act);
  }
  if (m.actuator_actlimited[i]) {
    act = clamp(act, w.own(m.actuator_actrange, 2 * i), w.own(m.actuator_actrange, 2 * i + 1));
  }
  return act;
}

namespace detail {

// Length of the transmission through a joint, and its moments.
template <class T>
THEW_STAGE T pull_joint(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  using namespace math;
  const auto& m = w.m;
  const int joint = m.actuator_trnid[2 * actuator];
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  const T* q = w.s.qpos + m.jnt_qposadr[joint];
  const T* gear = w.own(m.actuator_gear) + 6 * out;
  if (type == JointType::Hinge || type == JointType::Slide) {
    moment[0] = gear[0];
    return q[0] * gear[0];
  }
  const bool in_parent =
      m.actuator_trntype[actuator] == static_cast<int>(Transmission::Jointinparent);
  if (type == JointType::Ball) {
    const Quat<T> rotation = normalized(load4(q));
    const Vec3<T> axis = in_parent ? rotate(conjugate(rotation), load3(gear)) : load3(gear);
    store(moment, axis);
    return dot(logarithm(rotation), axis);
  }
  const Vec3<T> turn = load3(gear + 3);
  store(moment, load3(gear));
  store(moment + 3, in_parent ? rotate(conjugate(normalized(load4(q + 3))), turn) : turn);
  return T(0);
}

// The same through a tendon.
template <class T>
THEW_STAGE T pull_tendon(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  const auto& m = w.m;
  const int tendon = m.actuator_trnid[2 * actuator];
  const T gear = w.own(m.actuator_gear, 6 * out),
          *row = w.row(w.rows.ten_J) + m.ten_J_rowadr[tendon];
  THEW_ROLLED
  for (int k = 0; k < m.ten_J_rownnz[tendon]; ++k) moment[k] = row[k] * gear;
  return w.row(w.rows.ten_length)[tendon] * gear;
}

// The same at a site, in whose frame the gear is a force and a torque.
template <class T>
THEW_STAGE T pull_site(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  using namespace math;
  const auto& m = w.m;
  const auto& t = m.tables;
  const int site = m.actuator_trnid[2 * actuator], root = m.body_rootid[m.site_bodyid[site]];
  const T* gear = w.own(m.actuator_gear) + 6 * out;
  const Mat3<T> axes = load9(w.row(w.rows.site_xmat) + 9 * site);
  const Vec3<T> force = axes * load3(gear), torque = axes * load3(gear + 3);
  const Vec3<T> arm = load3(w.row(w.rows.site_xpos) + 3 * site) - load3(w.s.com + 3 * root);
  const Force<T> wrench = {torque + cross(arm, force), force};
  THEW_ROLLED
  for (int e = t.moment_adr[out]; e < t.moment_adr[out + 1]; ++e)
    moment[e - t.moment_adr[out]] = dot(load_motion(w.s.cdof + 6 * t.moment_dof[e]), wrench);
  return T(0);
}

template <class T>
THEW_STAGE T pull(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  switch (static_cast<Transmission>(w.m.actuator_trntype[actuator])) {
    case Transmission::Tendon:
      return pull_tendon(w, actuator, out, moment);
    case Transmission::Site:
      return pull_site(w, actuator, out, moment);
    default:
      return pull_joint(w, actuator, out, moment);
  }
}

template <class T>
THEW_STAGE element::Muscle<T> muscle(const T* p) {
  return {{p[0], p[1]}, p[2], p[3], p[4], p[5], p[6], p[7], p[8]};
}

template <class T>
THEW_STAGE element::MuscleState<T> muscle_at(const SmoothWorld<T>& w, int out,
                                             const element::Muscle<T>& muscle, const T& length,
                                             const T& velocity) {
  const T* range = w.own(w.m.actuator_lengthrange) + 2 * out;
  const T both[2] = {range[0], range[1]};
  return element::muscle_state(muscle, length, velocity, both, w.own(w.m.actuator_acc0, out));
}

// The rate of the activation, from the control and the activation.
template <class T>
THEW_STAGE T activation_rate(const SmoothWorld<T>& w, int i, const T& control, const T& act) {
  using namespace element;
  const T* prm = w.own(w.m.actuator_dynprm) + kNDYN * i;
  switch (static_cast<Dynamics>(w.m.actuator_dyntype[i])) {
    case Dynamics::Integrator:
      return control;
    case Dynamics::Filter:
    case Dynamics::Filterexact:
      return filter_rate(control, act, prm[0]);
    case Dynamics::Muscle:
      return muscle_rate(control, act, prm[0], prm[1], prm[2]);
    default:
      return T(0);
  }
}

// A force, and by how much it falls with velocity.
template <class T>
struct ForceAndSlope {
  T force, slope;
};

template <class T>
THEW_STAGE ForceAndSlope<T> actuator_force(const SmoothWorld<T>& w, int i, int out, const T& input,
                                           const T& length, const T& velocity) {
  using namespace element;
  const auto& m = w.m;
  const T *gain_prm = w.own(m.actuator_gainprm) + kNGAIN * i,
          *bias_prm = w.own(m.actuator_biasprm) + kNBIAS * i;
  T gain = gain_prm[0], bias = T(0), slope = T(0);
  const auto gain_type = static_cast<Gain>(m.actuator_gaintype[i]);
  if (gain_type == Gain::Affine) {
    gain = affine(gain_prm[0], gain_prm[1], gain_prm[2], length, velocity);
    slope = -gain_prm[2] * input;
  } else if (gain_type == Gain::Muscle) {
    const Muscle<T> muscle = detail::muscle(gain_prm);
    const MuscleState<T> state = muscle_at(w, out, muscle, length, velocity);
    gain = muscle_gain(muscle, state);
    if (m.tables.implicit != 0) slope = -muscle_gain_by_velocity(muscle, state) * input;
  }
  const auto bias_type = static_cast<Bias>(m.actuator_biastype[i]);
  if (bias_type == Bias::Affine) {
    bias = affine(bias_prm[0], bias_prm[1], bias_prm[2], length, velocity);
    slope = slope - bias_prm[2];
  } else if (bias_type == Bias::Muscle) {
    const Muscle<T> muscle = detail::muscle(bias_prm);
    bias = muscle_bias(muscle, muscle_at(w, out, muscle, length, velocity));
  }
  return {gain * input + bias, slope};
}

/// The force of an actuator within its own range, where it does not react to velocity.
template <class T>
THEW_STAGE void bound_force(const SmoothWorld<T>& w, int i) {
  const auto& m = w.m;
  const int out = m.actuator_outadr[i];
  T force = w.s.actuator_force[out];
  if (m.actuator_forcelimited[i]) {
    const T low = w.own(m.actuator_forcerange, 2 * i),
            high = w.own(m.actuator_forcerange, 2 * i + 1);
    force = clamp(force, low, high);
    if (force <= low || force >= high) w.s.actuator_slope[out] = T(0);
    w.s.actuator_force[out] = force;
  }
  w.keep(w.rows.actuator_force, out, force);
}

template <class T>
THEW_STAGE void actuate(const SmoothWorld<T>& w, int i, bool sane) {
  const auto& m = w.m;
  const auto& t = m.tables;
  const int out = m.actuator_outadr[i], first = t.moment_adr[out], end = t.moment_adr[out + 1];
  T* moment = w.s.moment + first;
  const T length = pull(w, i, out, moment);
  T velocity = T(0);
  THEW_ROLLED
  for (int e = first; e < end; ++e)
    velocity = fma(w.s.moment[e], w.s.qvel[t.moment_dof[e]], velocity);
  w.keep(w.rows.actuator_length, out, length);
  w.keep(w.rows.actuator_velocity, out, velocity);
  T control = T(0);
  if (sane && m.actuator_ctrlnum[i] > 0) {
    const int u = m.actuator_ctrladr[i];
    control = w.row(w.rows.ctrl)[u];
    if (m.actuator_ctrllimited[u] && !has(m.opt.disableflags, DisableBit::Clampctrl)) {
      control = clamp(control, w.own(m.actuator_ctrlrange, 2 * u),
                      w.own(m.actuator_ctrlrange, 2 * u + 1));
    }
  }
  T input = control;
  const bool disabled = actuator_disabled(m, i);
  if (m.actuator_actnum[i] > 0) {
    const int adr = m.actuator_actadr[i];
    const T act = w.row(w.rows.act)[adr];
    const T rate = disabled ? T(0) : activation_rate(w, i, control, act);
    w.row(w.rows.act_dot)[adr] = rate;
    input = m.actuator_actearly[i] ? next_activation(w, i, act, rate) : act;
  }
  ForceAndSlope<T> f = {T(0), T(0)};
  if (!disabled) f = actuator_force(w, i, out, input, length, velocity);
  w.s.actuator_slope[out] = f.slope;
  w.s.actuator_force[out] = f.force;
  bool last = true;  // a tendon's range comes before their own
  if (m.ntendon > 0 && m.actuator_trntype[i] == static_cast<int>(Transmission::Tendon))
    last = !m.tendon_actfrclimited[m.actuator_trnid[2 * i]];
  if (last) bound_force(w, i);
}

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
template <class T>
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
    bound_force(w, i);
  }
  const T total = pull_along(w, t), slack = sizeof(T) == sizeof(float) ? T(1e-6) : T(1e-10);
  const bool reached = total <= fma(slack, abs(low), low) || total >= fma(-slack, abs(high), high);
  THEW_ROLLED
  for (int i = m.tendon_driver[t]; i >= 0 && reached; i = m.actuator_next[i])
    w.s.actuator_slope[m.actuator_outadr[i]] = T(0);
}

/// Keeps moments and slopes of an actuator for the integrator: none where its joint's range bounds
/// the force.
template <class T>
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
  w.keep(w.rows.actuator_slope, out, bounded ? T(0) : w.s.actuator_slope[out]);
  THEW_ROLLED
  for (int e = t.moment_adr[out]; e < t.moment_adr[out + 1]; ++e)
    w.row(w.rows.moment)[e] = w.s.moment[e];
}

}  // namespace detail

/// Forces of actuators on dofs, added to what they carry of the compensation of gravity.
template <class Team, class T>
THEW_STAGE void actuation(const Team& team, const SmoothWorld<T>& w) {
  const auto& m = w.m;
  const auto& t = m.tables;
  if (m.nactuator == 0 || has(m.opt.disableflags, DisableBit::Actuation)) {
    return team.each(m.nv, [&](int i) { w.s.actuator[i] = T(0); });
  }
  const T* ctrl = w.row(w.rows.ctrl);
  const bool insane = team.any(m.nu, [&](int u) { return !(abs(ctrl[u]) <= T(kMaxVal)); });
  team.each(m.nactuator, [&](int i) { detail::actuate(w, i, !insane); });
  if (m.ntendon > 0) team.each(m.ntendon, [&](int k) { detail::bound_tendon(w, k); });
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
    team.each(m.nactuator, [&](int i) { detail::keep_slope(w, i); });
}

}  // namespace thew::gpu
