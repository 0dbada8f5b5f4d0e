#pragma once

// The controller of `mujoco.pid`: force = kp e + ki (integral of e) + kd de/dt, where e is the set
// point minus the length. Its first activations are the integral, where ki is not zero, and the
// last set point, where its rate is limited; a filtered or integrated control comes behind them.

#include <thew/data.h>

#include "math/pack.h"
#include "model/activation.h"
#include "model/plugin.h"
#include "model/time.h"

namespace thew::actuation {

struct PidPlugin {
  double kp = 0, ki = 0, kd = 0;
  double bound = -1;  ///< of the integral; negative: none
  double slew = -1;   ///< greatest rate of the set point; negative: any
  bool integrates() const { return ki != 0; }
  bool slews() const { return slew >= 0; }
};

/// The settings of an actuator. Without room for its states, as a model from bytes might be, it has
/// none.
inline PidPlugin pid_plugin(const Model& m, int i) {
  PidPlugin pid;
  const int instance = m.actuator_plugin[i];
  if (m.plugin[instance] != kPidPlugin || m.actuator_ctrlnum[i] == 0) return pid;
  double force = -1;
  const auto read = [&](int number, double& value) {
    read_setting(plugin_setting(m, instance, number), &value, 1);
  };
  read(0, pid.kp);
  read(1, pid.ki);
  read(2, pid.kd);
  read(3, force);
  read(4, pid.slew);
  if (pid.integrates() && plugin_setting(m, instance, 3) != "") pid.bound = force / pid.ki;
  if (pid.integrates() + pid.slews() > m.actuator_actnum[i]) return {pid.kp, 0, pid.kd, -1, -1};
  return pid;
}

/// Where the set point is now; `early`: where it will be after the step.
template <class T>
T pid_setpoint(const Model& m, const BasicData<T>& d, int i, const PidPlugin& pid, bool early) {
  const int first = m.actuator_actadr[i], last = first + m.actuator_actnum[i] - 1;
  const int u = m.actuator_ctrladr[i];
  T target;
  if (m.actuator_ctrlnum[i] == 0) return T(0);
  if (m.actuator_dyntype[i] == static_cast<int>(Dynamics::None) || m.actuator_actnum[i] == 0) {
    target = d.ctrl[u];
    if (m.actuator_ctrllimited[u]) {
      target = math::clamp(target, param(d, m.actuator_ctrlrange, 2 * u),
                           param(d, m.actuator_ctrlrange, 2 * u + 1));
    }
  } else {
    target = early ? next_activation(m, d, i, last, d.act_dot[last]) : d.act[last];
  }
  if (!pid.slews()) return target;
  const T previous = d.act[first + pid.integrates()], step = T(pid.slew * m.opt.timestep);
  return math::select(time_of(d) > T(0), math::clamp(target, previous - step, previous + step),
                      target);
}

/// The integral of the error after the step.
template <class T>
T pid_integral(const Model& m, const BasicData<T>& d, int i, const PidPlugin& pid, const T& error) {
  const T sum = d.act[m.actuator_actadr[i]] + error * T(m.opt.timestep);
  return pid.bound < 0 ? sum : math::clamp(sum, T(-pid.bound), T(pid.bound));
}

/// Rates of its own activations.
template <class T>
void pid_plugin_rates(const Model& m, BasicData<T>& d, int i) {
  const PidPlugin pid = pid_plugin(m, i);
  const T target = pid_setpoint(m, d, i, pid, false), h = T(m.opt.timestep);
  const T error = target - d.actuator_length[m.actuator_outadr[i]];
  int adr = m.actuator_actadr[i];
  if (pid.integrates()) {
    d.act_dot[adr] = (pid_integral(m, d, i, pid, error) - d.act[adr]) / h;
    ++adr;
  }
  if (pid.slews()) d.act_dot[adr] = (target - d.act[adr]) / h;
}

template <class T>
T pid_plugin_force(const Model& m, const BasicData<T>& d, int i) {
  const PidPlugin pid = pid_plugin(m, i);
  const int out = m.actuator_outadr[i], last = m.actuator_actadr[i] + m.actuator_actnum[i] - 1;
  const T target = pid_setpoint(m, d, i, pid, m.actuator_actearly[i] != 0);
  const T error = target - d.actuator_length[out];
  const bool direct =
      m.actuator_dyntype[i] == static_cast<int>(Dynamics::None) || m.actuator_actnum[i] == 0;
  const T error_rate = (direct ? T(0) : d.act_dot[last]) - d.actuator_velocity[out];
  const T force = T(pid.kp) * error + T(pid.kd) * error_rate;
  return pid.integrates() ? force + T(pid.ki) * pid_integral(m, d, i, pid, error) : force;
}

}  // namespace thew::actuation
