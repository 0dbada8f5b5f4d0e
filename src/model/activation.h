#pragma once

// Activation states of actuators: how they advance, and which actuators take part.

#include <thew/data.h>

#include "math/functions.h"
#include "math/pack.h"

namespace thew {

/// True if the actuator's group is switched off.
inline bool actuator_disabled(const Model& m, int i) {
  const int group = m.actuator_group[i];
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group)) != 0;
}

/// The activation at address `adr` of actuator i one step later. Filters with exact integration
/// decay exponentially, others advance by Euler's rule; then the range holds.
template <class T>
T next_activation(const Model& m, const BasicData<T>& d, int i, int adr, const T& rate) {
  const T h = T(m.opt.timestep);
  T act = d.act[adr];
  if (m.actuator_dyntype[i] == static_cast<int>(Dynamics::Filterexact)) {
    const T tau = math::max(param(d, m.actuator_dynprm, kNDYN * i), T(kMinVal));
    act = act + rate * tau * (T(1) - math::exp(-h / tau));
  } else {
    act = math::fma(rate, h, act);
  }
  if (m.actuator_actlimited[i]) {
    act = math::clamp(act, param(d, m.actuator_actrange, 2 * i),
                      param(d, m.actuator_actrange, 2 * i + 1));
  }
  return act;
}

/// What the gain of actuator i multiplies: its control, or its last activation (the next one if it
/// acts early).
template <class T>
T actuator_input(const Model& m, const BasicData<T>& d, int i, const T* ctrl) {
  if (m.actuator_actnum[i] == 0) return ctrl[m.actuator_ctrladr[i]];
  const int last = m.actuator_actadr[i] + m.actuator_actnum[i] - 1;
  return m.actuator_actearly[i] ? next_activation(m, d, i, last, d.act_dot[last]) : d.act[last];
}

/// Servos on a ball joint aim at an angle: the period after which their set point repeats, or 0 for
/// all others.
template <class T>
T setpoint_period(const Model& m, const BasicData<T>& d, int i) {
  const auto trn = static_cast<Transmission>(m.actuator_trntype[i]);
  const auto dyn = static_cast<Dynamics>(m.actuator_dyntype[i]);
  if (trn != Transmission::Joint && trn != Transmission::Jointinparent) return T(0);
  if (m.jnt_type[m.actuator_trnid[2 * i]] != static_cast<int>(JointType::Ball)) return T(0);
  if (m.actuator_gaintype[i] != static_cast<int>(Gain::Fixed) ||
      m.actuator_biastype[i] != static_cast<int>(Bias::Affine) ||
      (dyn != Dynamics::None && dyn != Dynamics::Integrator)) {
    return T(0);
  }
  const int gear = 6 * m.actuator_outadr[i];
  const T x = param(d, m.actuator_gear, gear), y = param(d, m.actuator_gear, gear + 1),
          z = param(d, m.actuator_gear, gear + 2);
  const auto servo =
      param(d, m.actuator_gainprm, kNGAIN * i) == -param(d, m.actuator_biasprm, kNBIAS * i + 1);
  const T period =
      T(2 * 3.14159265358979323846) * math::sqrt(math::fma(z, z, math::fma(y, y, x * x)));
  return math::select(servo, period, T(0));
}

/// The representative of a periodic set point that is nearest to the length.
template <class T>
T wrap_setpoint(const T& setpoint, const T& length, const T& period) {
  const auto periodic = period > T(0);
  const T turns = (setpoint - length) / math::select(periodic, period, T(1));
  // Halves away from zero.
  const T nearest = math::copysign(math::floor(math::abs(turns) + T(0.5)), turns);
  return math::select(periodic, setpoint - period * nearest, setpoint);
}

}  // namespace thew
