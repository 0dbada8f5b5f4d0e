#pragma once

// States of DC motors and how they advance.

#include <thew/data.h>

#include "element/motor.h"

namespace thew {

/// The states of an actuator; none if its parameters were changed so that others would be needed.
/// They are structure: those of the model in every world.
inline MotorStates motor_states(const Model& m, int i) {
  const MotorStates s =
      motor_states(m.actuator_dynprm.values().row(i), m.actuator_gainprm.values().row(i));
  return s.count == m.actuator_actnum[i] ? s : MotorStates{};
}

/// Rate at which the bristles of a motor's dry friction forget, <= 0 [1/s].
template <class T>
T bristle_rate(const Model& m, const BasicData<T>& d, int i) {
  const auto bias = [&](int place) { return param(d, m.actuator_biasprm, kNBIAS * i + place); };
  const element::Bristles<T> bristles = {
      param(d, m.actuator_dynprm, kNDYN * i + motor_dyn::kStiffness), bias(motor_bias::kCoulomb),
      bias(motor_bias::kStatic), bias(motor_bias::kStribeck)};
  return element::bristle_rate(bristles, d.actuator_velocity[m.actuator_outadr[i]]);
}

/// A state of a motor one step later. The current decays exponentially, and so do bristles at
/// constant velocity; the integral stays within its limit.
template <class T>
T next_motor_state(const Model& m, const BasicData<T>& d, int i, int adr, const T& rate) {
  const MotorStates s = motor_states(m, i);
  const int place = adr - m.actuator_actadr[i];
  const auto dyn = [&](int k) { return param(d, m.actuator_dynprm, kNDYN * i + k); };
  const T h = T(m.opt.timestep), x = d.act[adr];
  if (place == s.current) return element::decay(x, rate, dyn(motor_dyn::kTimeConstant), h);
  if (place == s.bristle) {
    const T v = d.actuator_velocity[m.actuator_outadr[i]];
    return element::next_bristle(x, bristle_rate(m, d, i), v, h);
  }
  const T next = math::fma(rate, h, x);
  return place == s.integral ? element::bounded(next, dyn(motor_dyn::kIntegralMax)) : next;
}

}  // namespace thew
