#pragma once

// Activation states of actuators: how they advance, and which actuators take part.

#include <thew/data.h>

#include "element/activation.h"
#include "element/servo.h"
#include "model/dcmotor.h"
#include "model/formulation.h"

namespace thew {

/// True if the actuator's group is switched off.
inline bool actuator_disabled(const Model& m, int i) {
  const int group = m.actuator_group[i];
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group)) != 0;
}

/// The activation of a muscle within [0, 1], where the classic formulation asks for it.
template <class T>
T bounded_activation(const Model& m, int i, const T& act) {
  const bool muscle = m.actuator_dyntype[i] == static_cast<int>(Dynamics::Muscle);
  return muscle && is_classic(m) ? math::clamp(act, T(0), T(1)) : act;
}

/// The activation at address `adr` of actuator i one step later. Filters with exact integration
/// decay exponentially, others advance by Euler's rule; then the range holds.
template <class T>
T next_activation(const Model& m, const BasicData<T>& d, int i, int adr, const T& rate) {
  const auto type = static_cast<Dynamics>(m.actuator_dyntype[i]);
  if (type == Dynamics::Dcmotor) return next_motor_state(m, d, i, adr, rate);
  const T h = T(m.opt.timestep);
  T act = d.act[adr];
  if (type == Dynamics::Filterexact) {
    act = element::decay(act, rate, param(d, m.actuator_dynprm, kNDYN * i), h);
  } else {
    act = math::fma(rate, h, act);
  }
  // The range of a Hill muscle is that of its activation, which is the last of its states.
  const bool ranged =
      type != Dynamics::Hill || adr + 1 == m.actuator_actadr[i] + m.actuator_actnum[i];
  if (m.actuator_actlimited[i] && ranged) {
    act = math::clamp(act, param(d, m.actuator_actrange, 2 * i),
                      param(d, m.actuator_actrange, 2 * i + 1));
  }
  return bounded_activation(m, i, act);
}

/// The activation at address `adr` as the force sees it: now, or the next one of actuators that act
/// early.
template <class T>
T seen_activation(const Model& m, const BasicData<T>& d, int i, int adr) {
  return m.actuator_actearly[i] ? next_activation(m, d, i, adr, d.act_dot[adr]) : d.act[adr];
}

/// True if an actuator measures one angle on a circle: on a ball joint, or between two sites.
template <class T>
bool measures_angle(const Model& m, const BasicData<T>& d, int i) {
  const int id = m.actuator_trnid[2 * i], gear = 6 * m.actuator_outadr[i];
  switch (static_cast<Transmission>(m.actuator_trntype[i])) {
    case Transmission::Joint:
    case Transmission::Jointinparent:
      return m.jnt_type[id] == static_cast<int>(JointType::Ball);
    case Transmission::Site:
      for (int k = 0; k < 3; ++k) {
        if (!math::all(param(d, m.actuator_gear, gear + k) == T(0))) return false;
      }
      return m.actuator_trnid[2 * i + 1] >= 0;
    default:
      return false;
  }
}

/// Servos may aim at an angle: the period after which their set point repeats, or 0 for all others.
template <class T>
T setpoint_period(const Model& m, const BasicData<T>& d, int i) {
  const auto gain = static_cast<Gain>(m.actuator_gaintype[i]);
  const auto dyn = static_cast<Dynamics>(m.actuator_dyntype[i]);
  math::MaskOf<T> servo = gain == Gain::Pid;
  if (gain == Gain::Fixed && m.actuator_biastype[i] == static_cast<int>(Bias::Affine) &&
      dyn <= Dynamics::Filterexact) {  // none, integrator, filters
    servo =
        param(d, m.actuator_gainprm, kNGAIN * i) == -param(d, m.actuator_biasprm, kNBIAS * i + 1);
  }
  if (!math::any(servo) || !measures_angle(m, d, i)) return T(0);
  const bool site = m.actuator_trntype[i] == static_cast<int>(Transmission::Site);
  const int gear = 6 * m.actuator_outadr[i] + (site ? 3 : 0);
  const T x = param(d, m.actuator_gear, gear), y = param(d, m.actuator_gear, gear + 1),
          z = param(d, m.actuator_gear, gear + 2);
  const T period =
      T(2 * 3.14159265358979323846) * math::sqrt(math::fma(z, z, math::fma(y, y, x * x)));
  return math::select(servo, period, T(0));
}

}  // namespace thew
