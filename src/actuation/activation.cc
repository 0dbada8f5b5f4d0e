// Rates of activations: integrators, filters, muscles, controllers and motors.

#include "model/activation.h"

#include <thew/callback.h>

#include "actuation/four_muscles.h"
#include "actuation/hill_actuator.h"
#include "actuation/motor.h"
#include "actuation/pid_plugin.h"
#include "actuation/servo.h"
#include "actuation/stages.h"
#include "element/activation.h"
#include "element/muscle.h"
#include "model/lane_types.h"

namespace thew::actuation {

using namespace math;
using namespace element;

namespace {

// The rate of a set point that is on its way to the first input.
template <class T>
T slew_rate(const Model& m, const BasicData<T>& d, int i, const T* ctrl) {
  return (ctrl[m.actuator_ctrladr[i]] - d.act[m.actuator_actadr[i]]) / T(m.opt.timestep);
}

// The states of a pid controller: the slewed set point and the integral of the error.
template <class T>
void pid_rates(const Model& m, BasicData<T>& d, int i, const T* ctrl) {
  const T period = setpoint_period(m, d, i);
  const int first = m.actuator_actadr[i];
  const PidStates states = pid_states(m, i);
  if (states.slews) d.act_dot[first] = slew_rate(m, d, i, ctrl);
  if (!states.integrates) return;
  const int adr = first + m.actuator_actnum[i] - 1;
  const T length = d.actuator_length[m.actuator_outadr[i]];
  const T error = wrap_setpoint(ctrl[m.actuator_ctrladr[i]], length, period) - length;
  d.act_dot[adr] = bounded_rate(error, d.act[adr], param(d, m.actuator_dynprm, kNDYN * i));
}

// Temperature and current of a motor.
template <class T>
void electric_rates(const Model& m, BasicData<T>& d, int i, const MotorStates& s, const T* ctrl) {
  const int first = m.actuator_actadr[i];
  const T w = d.actuator_velocity[m.actuator_outadr[i]];
  const T constant = motor_gainprm(m, d, i, motor_gain::kConstant);
  const T voltage = motor_voltage(m, d, i, s, ctrl), resistance = motor_resistance(m, d, i, s);
  const T settled = settled_current(voltage, constant, w, resistance);
  const T current = s.current >= 0 ? d.act[first + s.current] : settled;
  if (s.temperature >= 0) {
    d.act_dot[first + s.temperature] =
        warming_rate(resistance, current, d.act[first + s.temperature],
                     motor_dynprm(m, d, i, motor_dyn::kThermalResistance),
                     motor_dynprm(m, d, i, motor_dyn::kThermalCapacitance));
  }
  if (s.current >= 0) {
    d.act_dot[first + s.current] =
        current_rate(settled, current, motor_dynprm(m, d, i, motor_dyn::kTimeConstant),
                     motor_dynprm(m, d, i, motor_dyn::kCurrentRate));
  }
}

template <class T>
void motor_rates(const Model& m, BasicData<T>& d, int i, const T* ctrl) {
  const MotorStates s = motor_states(m, i);
  const int first = m.actuator_actadr[i], out = m.actuator_outadr[i];
  if (s.slew >= 0) d.act_dot[first + s.slew] = slew_rate(m, d, i, ctrl);
  if (s.integral >= 0) {
    const T error = ctrl[m.actuator_ctrladr[i]] - d.actuator_length[out];
    d.act_dot[first + s.integral] = bounded_rate(error, d.act[first + s.integral],
                                                 motor_dynprm(m, d, i, motor_dyn::kIntegralMax));
  }
  electric_rates(m, d, i, s, ctrl);
  if (s.bristle >= 0) {
    const int adr = first + s.bristle;
    d.act_dot[adr] = bristle_rate(m, d, i) * d.act[adr] + d.actuator_velocity[out];
  }
}

// A callback returns the rate of a single activation and writes several itself.
template <class T>
void user_rates(const Model& m, BasicData<T>& d, int i) {
  if constexpr (kCallsUser<T>) {
    const auto dynamics = callback(callbacks.act_dyn, d);
    if (dynamics == nullptr) return;
    const double rate = dynamics(m, d, i);
    if (m.actuator_actnum[i] == 1) d.act_dot[m.actuator_actadr[i]] = rate;
  }
}

template <class T>
void activation_rate(const Model& m, BasicData<T>& d, int i, const T* ctrl) {
  const int first = m.actuator_actadr[i], count = m.actuator_actnum[i];
  const int last = first + count - 1, u = m.actuator_ctrladr[i], inputs = m.actuator_ctrlnum[i];
  for (int a = first; a <= last; ++a) d.act_dot[a] = T(0);
  const auto prm = [&](int k) { return param(d, m.actuator_dynprm, kNDYN * i + k); };
  switch (static_cast<Dynamics>(m.actuator_dyntype[i])) {
    case Dynamics::None:
      break;
    case Dynamics::Integrator:
      for (int k = 0; k < min(inputs, count); ++k) d.act_dot[last - k] = ctrl[u + inputs - 1 - k];
      break;
    case Dynamics::Filter:
    case Dynamics::Filterexact:
      d.act_dot[last] = filter_rate(wrap_setpoint(ctrl[u], d.act[last], setpoint_period(m, d, i)),
                                    d.act[last], prm(0));
      break;
    case Dynamics::Muscle:
      d.act_dot[last] = muscle_rate(ctrl[u], d.act[last], prm(0), prm(1), prm(2));
      break;
    case Dynamics::Hill:
      hill_rates(m, d, i, ctrl[u]);
      break;
    case Dynamics::Pid:
      pid_rates(m, d, i, ctrl);
      break;
    case Dynamics::Dcmotor:
      motor_rates(m, d, i, ctrl);
      break;
    default:
      user_rates(m, d, i);
  }
}

// An actuator with the activation of a muscle and nothing else.
bool has_muscle_rate(const Model& m, int i) {
  return m.actuator_dyntype[i] == static_cast<int>(Dynamics::Muscle) && m.actuator_actadr[i] >= 0 &&
         m.actuator_actnum[i] == 1 && m.actuator_plugin[i] < 0;
}

// activation_rate() of four of them.
template <class T>
void four_muscle_rates(const Model& m, BasicData<T>& d, int i, const T* ctrl) {
  const auto prm = [&](int k) {
    return of_four<T>(i, [&](int a) { return param(d, m.actuator_dynprm, kNDYN * a + k); });
  };
  const auto input = of_four<T>(i, [&](int a) { return ctrl[m.actuator_ctrladr[a]]; });
  const auto act = of_four<T>(i, [&](int a) { return d.act[m.actuator_actadr[a]]; });
  const auto rate = muscle_rate(input, act, prm(0), prm(1), prm(2));
  for (int k = 0; k < kFour; ++k) d.act_dot[m.actuator_actadr[i + k]] = rate[k];
}

}  // namespace

template <class T>
void activation_rates(const Model& m, BasicData<T>& d, const T* ctrl) {
  for (int i = 0; i < m.nactuator && m.na > 0; ++i) {
    if constexpr (lanes_v<T> == 1) {
      if (all_four(m, i, [&](int a) { return has_muscle_rate(m, a); })) {
        four_muscle_rates(m, d, i, ctrl);
        i += kFour - 1;
        continue;
      }
    }
    if (m.actuator_actadr[i] < 0) continue;
    activation_rate(m, d, i, ctrl);
    if (m.actuator_plugin[i] >= 0) pid_plugin_rates(m, d, i);
  }
}

#define THEW_INSTANTIATE(T) template void activation_rates(const Model&, BasicData<T>&, const T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
