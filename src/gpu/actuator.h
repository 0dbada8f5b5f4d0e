#pragma once

// One actuator: its activation, gain and bias, and its range.

#include "element/gain.h"
#include "element/muscle.h"
#include "gpu/activation.h"
#include "gpu/transmission.h"

namespace thew::gpu::detail {

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

// A force, and by how much it falls with velocity and with length.
template <class T>
struct ForceAndSlope {
  T force, slope, stiffness = T(0);
};

template <class T>
THEW_STAGE ForceAndSlope<T> actuator_force(const SmoothWorld<T>& w, int i, int out, const T& input,
                                           const T& length, const T& velocity) {
  using namespace element;
  const auto& m = w.m;
  const T *gain_prm = w.own(m.actuator_gainprm) + kNGAIN * i,
          *bias_prm = w.own(m.actuator_biasprm) + kNBIAS * i;
  T gain = gain_prm[0], bias = T(0), slope = T(0), stiffness = T(0);
  const auto gain_type = static_cast<Gain>(m.actuator_gaintype[i]);
  if (gain_type == Gain::Affine) {
    gain = affine(gain_prm[0], gain_prm[1], gain_prm[2], length, velocity);
    slope = -gain_prm[2] * input;
    stiffness = -gain_prm[1] * input;
  } else if (gain_type == Gain::Muscle) {
    const Muscle<T> muscle = detail::muscle(gain_prm);
    const MuscleState<T> state = muscle_at(w, out, muscle, length, velocity);
    gain = muscle_gain(muscle, state);
    if (m.tables.implicit != 0) slope = -muscle_gain_by_velocity(muscle, state) * input;
    stiffness = -muscle_gain_by_length(muscle, state) * input;
  }
  const auto bias_type = static_cast<Bias>(m.actuator_biastype[i]);
  if (bias_type == Bias::Affine) {
    bias = affine(bias_prm[0], bias_prm[1], bias_prm[2], length, velocity);
    slope = slope - bias_prm[2];
    stiffness = stiffness - bias_prm[1];
  } else if (bias_type == Bias::Muscle) {
    const Muscle<T> muscle = detail::muscle(bias_prm);
    const MuscleState<T> state = muscle_at(w, out, muscle, length, velocity);
    bias = muscle_bias(muscle, state);
    stiffness = stiffness - muscle_bias_by_length(muscle, state);
  }
  return {gain * input + bias, slope, stiffness};
}

/// Whether an actuator pulls at a tendon whose range comes before its own.
template <class T>
THEW_STAGE bool is_bounded_tendon(const DeviceModel<T>& m, int i) {
  return m.ntendon > 0 && m.actuator_trntype[i] == static_cast<int>(Transmission::Tendon) &&
         m.tendon_actfrclimited[m.actuator_trnid[2 * i]];
}

/// The force of an actuator within its own range, where it does not react to velocity, nor to
/// length where that is kept (`stiff`).
template <bool stiff, class T>
THEW_STAGE void bound_force(const SmoothWorld<T>& w, int i) {
  const auto& m = w.m;
  const int out = m.actuator_outadr[i];
  T force = w.s.actuator_force[out];
  if (m.actuator_forcelimited[i]) {
    const T low = w.own(m.actuator_forcerange, 2 * i),
            high = w.own(m.actuator_forcerange, 2 * i + 1);
    force = clamp(force, low, high);
    if (force <= low || force >= high) {
      w.s.actuator_slope[out] = T(0);
      if constexpr (stiff) w.row(w.rows.actuator_stiffness)[out] = T(0);
    }
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
    input = m.actuator_actearly[i] ? next_activation<false>(w, i, adr, act, rate) : act;
  }
  ForceAndSlope<T> f = {T(0), T(0)};
  if (!disabled) f = actuator_force(w, i, out, input, length, velocity);
  w.s.actuator_slope[out] = f.slope;
  w.s.actuator_force[out] = f.force;
  if (!is_bounded_tendon(m, i)) bound_force<false>(w, i);
}

}  // namespace thew::gpu::detail
