#pragma once

// States of DC motors and how they advance.

#include <thew/data.h>

#include "math/functions.h"
#include "math/pack.h"
#include "model/motor_parameters.h"

namespace thew {

/// The states of an actuator; none if its parameters were changed so that others would be needed.
/// They are structure: those of the model in every world.
inline MotorStates motor_states(const Model& m, int i) {
  const MotorStates s =
      motor_states(m.actuator_dynprm.values().row(i), m.actuator_gainprm.values().row(i));
  return s.count == m.actuator_actnum[i] ? s : MotorStates{};
}

/// How fast the bristles of dry friction forget, as a rate <= 0 [1/s] (LuGre): -stiffness |v| /
/// g(v), with g between the static level at rest and the Coulomb level at speed.
template <class T>
T bristle_rate(const Model& m, const BasicData<T>& d, int i) {
  using namespace math;
  const int bias = kNBIAS * i;
  const T v = d.actuator_velocity[m.actuator_outadr[i]];
  const T coulomb = param(d, m.actuator_biasprm, bias + motor_bias::kCoulomb);
  const T rest = param(d, m.actuator_biasprm, bias + motor_bias::kStatic);
  const T ratio = v / max(param(d, m.actuator_biasprm, bias + motor_bias::kStribeck), T(kMinVal));
  const T level = coulomb + (rest - coulomb) * exp(-(ratio * ratio));
  const T stiffness = param(d, m.actuator_dynprm, kNDYN * i + motor_dyn::kStiffness);
  return -stiffness * abs(v) / max(level, T(kMinVal));
}

/// A state of a motor one step later. The current decays exponentially, and so do bristles at
/// constant velocity; the integral stays within its limit.
template <class T>
T next_motor_state(const Model& m, const BasicData<T>& d, int i, int adr, const T& rate) {
  using namespace math;
  const MotorStates s = motor_states(m, i);
  const int place = adr - m.actuator_actadr[i];
  const T h = T(m.opt.timestep), x = d.act[adr];
  if (place == s.current) {
    const T tau =
        max(param(d, m.actuator_dynprm, kNDYN * i + motor_dyn::kTimeConstant), T(kMinVal));
    return x + rate * tau * (T(1) - exp(-h / tau));
  }
  if (place == s.bristle) {
    const T a = bristle_rate(m, d, i), decay = exp(a * h);
    const auto moving = abs(a) > T(kMinVal);
    const T time = select(moving, (decay - T(1)) / select(moving, a, T(1)), h);
    return decay * x + time * d.actuator_velocity[m.actuator_outadr[i]];
  }
  const T next = fma(rate, h, x);
  if (place != s.integral) return next;
  const T most = param(d, m.actuator_dynprm, kNDYN * i + motor_dyn::kIntegralMax);
  return select(most > T(0), clamp(next, -most, most), next);
}

}  // namespace thew
