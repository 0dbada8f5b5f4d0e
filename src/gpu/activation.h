#pragma once

// Activations of actuators as they advance, and set points on a circle. `rare`: the model has
// actuators of kinds that few have.

#include "element/activation.h"
#include "element/history.h"
#include "element/motor.h"
#include "element/servo.h"
#include "gpu/world.h"

namespace thew::gpu {

/// True if the actuator's group is switched off.
template <class T>
THEW_STAGE bool actuator_disabled(const DeviceModel<T>& m, int i) {
  const int group = m.actuator_group[i];
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group)) != 0;
}

namespace detail {

/// The states of a motor; of a pid controller, its set point and its integral (tables.inc).
template <class T>
THEW_STAGE MotorStates states_of(const DeviceModel<T>& m, int i) {
  const std::int32_t* place = m.tables.actuator_state + 5 * i;
  MotorStates s;
  s.slew = place[0];
  s.integral = place[1];
  s.temperature = place[2];
  s.bristle = place[3];
  s.current = place[4];
  return s;
}

/// Rate at which the bristles of a motor's dry friction forget, <= 0 [1/s].
template <class W>
THEW_STAGE typename W::Real bristle_rate(const W& w, int i) {
  const auto& m = w.m;
  const auto* bias = w.own(m.actuator_biasprm) + kNBIAS * i;
  const element::Bristles<typename W::Real> bristles = {
      w.own(m.actuator_dynprm, kNDYN * i + motor_dyn::kStiffness), bias[motor_bias::kCoulomb],
      bias[motor_bias::kStatic], bias[motor_bias::kStribeck]};
  return element::bristle_rate(bristles, w.row(w.rows.actuator_velocity)[m.actuator_outadr[i]]);
}

/// A state of a motor one step later. The current decays exponentially, and so do bristles at
/// constant velocity; the integral stays within its limit.
template <class W, class T>
THEW_CALL T next_motor_state(const W& w, int i, int adr, const T x, const T rate) {
  const auto& m = w.m;
  const MotorStates s = states_of(m, i);
  const int place = adr - m.actuator_actadr[i];
  const T *prm = w.own(m.actuator_dynprm) + kNDYN * i, h = m.opt.timestep;
  if (place == s.current) return element::decay(x, rate, prm[motor_dyn::kTimeConstant], h);
  if (place == s.bristle) {
    const T v = w.row(w.rows.actuator_velocity)[m.actuator_outadr[i]];
    return element::next_bristle(x, bristle_rate(w, i), v, h);
  }
  const T next = fma(rate, h, x);
  return place == s.integral ? element::bounded(next, prm[motor_dyn::kIntegralMax]) : next;
}

/// True if an actuator measures one angle on a circle: on a ball joint, or between two sites.
template <class W>
THEW_STAGE bool measures_angle(const W& w, int i) {
  const auto& m = w.m;
  const int id = m.actuator_trnid[2 * i];
  const auto* gear = w.own(m.actuator_gear) + 6 * m.actuator_outadr[i];
  switch (static_cast<Transmission>(m.actuator_trntype[i])) {
    case Transmission::Joint:
    case Transmission::Jointinparent:
      return m.jnt_type[id] == static_cast<int>(JointType::Ball);
    case Transmission::Site:
      return gear[0] == 0 && gear[1] == 0 && gear[2] == 0 && m.actuator_trnid[2 * i + 1] >= 0;
    default:
      return false;
  }
}

/// Servos may aim at an angle: the period after which their set point repeats, or 0 for all others.
template <class W>
THEW_CALL typename W::Real setpoint_period(const W& w, int i) {
  using T = typename W::Real;
  const auto& m = w.m;
  const auto gain = static_cast<Gain>(m.actuator_gaintype[i]);
  bool servo = gain == Gain::Pid;
  if (gain == Gain::Fixed && m.actuator_biastype[i] == static_cast<int>(Bias::Affine) &&
      m.actuator_dyntype[i] <= static_cast<int>(Dynamics::Filterexact)) {
    servo = w.own(m.actuator_gainprm, kNGAIN * i) == -w.own(m.actuator_biasprm, kNBIAS * i + 1);
  }
  if (!servo || !measures_angle(w, i)) return T(0);
  const bool site = m.actuator_trntype[i] == static_cast<int>(Transmission::Site);
  const math::Vec3<T> axis =
      math::load3(w.own(m.actuator_gear) + 6 * m.actuator_outadr[i] + (site ? 3 : 0));
  return T(2 * 3.14159265358979323846) *
         sqrt(fma(axis.z, axis.z, fma(axis.y, axis.y, axis.x * axis.x)));
}

}  // namespace detail

/// The activation at address `adr` of actuator i one step later.
template <bool rare, class W, class T>
THEW_STAGE T next_activation(const W& w, int i, int adr, const T& activation, const T& rate) {
  const auto& m = w.m;
  const auto type = static_cast<Dynamics>(m.actuator_dyntype[i]);
  if (rare && type == Dynamics::Dcmotor)
    return detail::next_motor_state(w, i, adr, activation, rate);
  const T h = m.opt.timestep;
  T act = activation;
  if (type == Dynamics::Filterexact) {
    act = element::decay(act, rate, w.own(m.actuator_dynprm, kNDYN * i), h);
  } else {
    act = fma(rate, h, act);
  }
  // The range of a Hill muscle is that of its activation, which is the last of its states.
  const bool ranged =
      !rare || type != Dynamics::Hill || adr + 1 == m.actuator_actadr[i] + m.actuator_actnum[i];
  if (m.actuator_actlimited[i] && ranged) {
    act = clamp(act, w.own(m.actuator_actrange, 2 * i), w.own(m.actuator_actrange, 2 * i + 1));
  }
  return act;
}

namespace detail {

/// Set points on a circle that are integrated or filtered, or of an orientation, stay near what
/// they aim at.
template <class W>
THEW_STAGE void anchor_setpoint(const W& w, int i) {
  const auto& m = w.m;
  if (m.actuator_dyntype[i] == static_cast<int>(Dynamics::None) ||
      m.actuator_dyntype[i] > static_cast<int>(Dynamics::Filterexact) || m.actuator_actnum[i] == 0)
    return;
  auto* act = w.row(w.rows.act) + m.actuator_actadr[i];
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::So3))
    return store(act, element::shortest_turn(math::load3(act)));
  const auto period = setpoint_period(w, i);
  if (!(period > 0)) return;
  auto& last = act[m.actuator_actnum[i] - 1];
  last = element::wrap_setpoint(last, w.row(w.rows.actuator_length)[m.actuator_outadr[i]], period);
}

/// The ring of an actuator's past controls; it must have one.
template <class W>
THEW_STAGE history::Ring<double> ring_of(const W& w, int i) {
  const auto& m = w.m;
  return {w.row(w.rows.history) + m.actuator_historyadr[i], m.actuator_history[2 * i],
          m.actuator_ctrlnum[i], 0};
}

/// Delayed actuators remember the controls of this moment.
template <class Team, class W>
THEW_STAGE void remember_controls(const Team& team, const W& w) {
  const auto& m = w.m;
  if (m.nhistory == 0) return;
  team.each(m.nactuator, [&](int i) {
    if (m.actuator_historyadr[i] < 0) return;
    const auto ring = ring_of(w, i);
    const int place = history::insert(ring, w.row(w.rows.time)[0]);
    THEW_ROLLED
    for (int u = 0; u < ring.dim; ++u)
      ring.set_value(place, u, w.row(w.rows.ctrl)[m.actuator_ctrladr[i] + u]);
  });
}

}  // namespace detail

}  // namespace thew::gpu
