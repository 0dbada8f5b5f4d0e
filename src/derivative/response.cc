#include "derivative/response.h"

#include <algorithm>

#include "actuation/servo.h"
#include "derivative/actuators.h"
#include "element/gain.h"
#include "element/muscle.h"

namespace thew::derivative {

using namespace math;

namespace {

element::Bristles<Slopes> bristles(const Model& m, int i) {
  const double *dyn = m.actuator_dynprm.values().row(i), *bias = m.actuator_biasprm.values().row(i);
  return {still(dyn[motor_dyn::kStiffness]), still(bias[motor_bias::kCoulomb]),
          still(bias[motor_bias::kStatic]), still(bias[motor_bias::kStribeck])};
}

}  // namespace

Slopes next_state(const Model& m, int i, int state, const Slopes& act, const Slopes& rate,
                  const Slopes& velocity) {
  const auto type = static_cast<Dynamics>(m.actuator_dyntype[i]);
  const double* dyn = m.actuator_dynprm.values().row(i);
  const Slopes h = still(m.opt.timestep);
  Slopes next = act + rate * h;
  if (type == Dynamics::Dcmotor) {
    const MotorStates s = motor_states(m, i);
    if (state == s.current)
      return element::decay(act, rate, still(dyn[motor_dyn::kTimeConstant]), h);
    if (state == s.bristle)
      return element::next_bristle(act, element::bristle_rate(bristles(m, i), velocity), velocity,
                                   h);
    if (state == s.integral) next = element::bounded(next, still(dyn[motor_dyn::kIntegralMax]));
    return next;
  }
  if (type == Dynamics::Filterexact) next = element::decay(act, rate, still(dyn[0]), h);
  // The range of a Hill muscle is that of its activation.
  const bool ranged = type != Dynamics::Hill || state + 1 == m.actuator_actnum[i];
  if (!m.actuator_actlimited[i] || !ranged) return next;
  const double* range = m.actuator_actrange.values().row(i);
  return clamp(next, still(range[0]), still(range[1]));
}

int Response::count(const Model& m, int i) {
  return 2 * m.actuator_outnum[i] + m.actuator_ctrlnum[i] + m.actuator_actnum[i];
}

Response::Response(const Model& m, const Data& d, int i, int first)
    : m_(m), i_(i), first_(first), period_(setpoint_period(m, d, i)) {
  if (m.actuator_dyntype[i] == static_cast<int>(Dynamics::Dcmotor)) motor_ = motor_states(m, i);
  const int outputs = m.actuator_outnum[i], controls = m.actuator_ctrlnum[i];
  int n = 0;
  for (int k = 0; k < outputs; ++k)
    length_[k] = number(n++, d.actuator_length[m.actuator_outadr[i] + k]);
  for (int k = 0; k < outputs; ++k)
    velocity_[k] = number(n++, d.actuator_velocity[m.actuator_outadr[i] + k]);
  n += controls;
  for (int k = 0; k < m.actuator_actnum[i]; ++k)
    act_[k] = number(n++, d.act[m.actuator_actadr[i] + k]);
  read_controls(d, 2 * outputs);
  std::fill_n(rate_, kMostStates, still(0));
  std::fill_n(drive_, kMostOutputs, still(0));
  if (m.actuator_actnum[i] > 0) find_rates();
  find_drive();
}

Slopes Response::number(int n, double value) const {
  Slopes x = still(value);
  if (n >= first_ && n < first_ + kLanes<Pack4>) x.slope.set(n - first_, 1);
  return x;
}

// A control beyond its range does nothing, nor does one that arrives late. A set point whose rate
// is limited goes as far as it can.
void Response::read_controls(const Data& d, int first) {
  const bool late = m_.actuator_historyadr[i_] >= 0 && m_.actuator_delay.values()[i_] != 0;
  const int slew = actuation::slew_rate_place(m_, i_);
  for (int k = 0; k < m_.actuator_ctrlnum[i_]; ++k) {
    const int u = m_.actuator_ctrladr[i_] + k;
    const double arrived = d.kept.ctrl[u];
    const bool live = !late && is_inside(m_, u, d.ctrl[u]);
    ctrl_[k] = live ? number(first + k, d.ctrl[u]) : still(arrived);
    if (k > 0 || slew < 0) continue;
    const double most = value_of(dynprm(slew)) * m_.opt.timestep, before = value_of(act_[0]);
    const bool pid = m_.actuator_gaintype[i_] == static_cast<int>(Gain::Pid);
    if (abs(arrived - before) >= most * (1 - 1e-12)) {
      ctrl_[k] = act_[0] + still(arrived - before);
    } else if (live) {
      ctrl_[k] = element::wrap_setpoint(ctrl_[k], act_[0], still(pid ? period_ : 0));
    }
  }
}

void Response::find_rates() {
  const int inputs = m_.actuator_ctrlnum[i_];
  const Slopes control = inputs > 0 ? ctrl_[0] : still(0);
  switch (static_cast<Dynamics>(m_.actuator_dyntype[i_])) {
    case Dynamics::Integrator:
      for (int k = 0; k < std::min(inputs, m_.actuator_actnum[i_]); ++k)
        rate_[last() - k] = ctrl_[inputs - 1 - k];
      break;
    case Dynamics::Filter:
    case Dynamics::Filterexact:
      rate_[last()] = element::filter_rate(
          element::wrap_setpoint(control, act_[last()], still(period_)), act_[last()], dynprm(0));
      break;
    case Dynamics::Muscle:
      rate_[last()] = element::muscle_rate(control, act_[last()], dynprm(0), dynprm(1), dynprm(2));
      break;
    case Dynamics::Hill:
      find_hill_rates();
      break;
    case Dynamics::Pid: {
      const actuation::PidStates states = actuation::pid_states(m_, i_);
      if (states.slews) rate_[0] = (control - act_[0]) / still(m_.opt.timestep);
      if (!states.integrates) break;
      const Slopes error = element::wrap_setpoint(control, length_[0], still(period_)) - length_[0];
      rate_[last()] = element::bounded_rate(error, act_[last()], dynprm(0));
      break;
    }
    case Dynamics::Dcmotor:
      find_motor_rates();
      break;
    default:
      break;
  }
}

Slopes Response::next(int state) const {
  const Slopes rate = actuator_disabled(m_, i_) ? still(0) : rate_[state];
  return next_state(m_, i_, state, act_[state], rate, velocity_[0]);
}

// As the force sees it.
Slopes Response::seen(int state) const {
  if (!m_.actuator_actearly[i_]) return act_[state];
  return next_state(m_, i_, state, act_[state], rate_[state], velocity_[0]);
}

Slopes Response::scalar_input() const {
  if (m_.actuator_actnum[i_] > 0) return seen(last());
  return m_.actuator_ctrlnum[i_] > 0 ? ctrl_[0] : still(0);
}

element::ServoInput<Slopes> Response::servo_input() const {
  return actuation::servo_input(m_, i_, ctrl_);
}

namespace {

element::Muscle<Slopes> muscle_of(const double* p) {
  return {{still(p[0]), still(p[1])},
          still(p[2]),
          still(p[3]),
          still(p[4]),
          still(p[5]),
          still(p[6]),
          still(p[7]),
          still(p[8])};
}

element::MuscleState<Slopes> muscle_at(const Model& m, int i, const element::Muscle<Slopes>& muscle,
                                       const Slopes& length, const Slopes& velocity) {
  const int out = m.actuator_outadr[i];
  const double* range = m.actuator_lengthrange.values().row(out);
  const Slopes lengths[2] = {still(range[0]), still(range[1])};
  return muscle_state(muscle, length, velocity, lengths, still(m.actuator_acc0.values()[out]));
}

}  // namespace

Slopes Response::gain() const {
  switch (static_cast<Gain>(m_.actuator_gaintype[i_])) {
    case Gain::Fixed:
      return gainprm(0);
    case Gain::Affine:
      return element::affine(gainprm(0), gainprm(1), gainprm(2), length_[0], velocity_[0]);
    case Gain::Muscle: {
      const auto muscle = muscle_of(m_.actuator_gainprm.values().row(i_));
      return muscle_gain(muscle, muscle_at(m_, i_, muscle, length_[0], velocity_[0]));
    }
    case Gain::Dcmotor:
      if (motor_.current >= 0) return gainprm(motor_gain::kConstant);
      return gainprm(motor_gain::kConstant) / max(motor_resistance(), still(kMinVal));
    default:
      return still(1);
  }
}

Slopes Response::bias(const Slopes& gain) const {
  switch (static_cast<Bias>(m_.actuator_biastype[i_])) {
    case Bias::Affine:
      return element::affine(biasprm(0), biasprm(1), biasprm(2), length_[0], velocity_[0]);
    case Bias::Muscle: {
      const auto muscle = muscle_of(m_.actuator_biasprm.values().row(i_));
      return muscle_bias(muscle, muscle_at(m_, i_, muscle, length_[0], velocity_[0]));
    }
    case Bias::Dcmotor:  // the back-EMF
      if (motor_.current >= 0) return still(0);
      return -gain * gainprm(motor_gain::kConstant) * velocity_[0];
    default:
      return still(0);
  }
}

Slopes Response::controlled_force() const {
  element::ServoInput<Slopes> u = servo_input();
  const Slopes target = element::wrap_setpoint(u.position, length_[0], still(period_));
  const Slopes f = element::pid_force(biasprm(1), biasprm(2), target, u);
  return actuation::pid_states(m_, i_).integrates ? f + gainprm(0) * seen(last()) : f;
}

// kp log(q^-1 q_target) + constant + kv velocity
void Response::find_orientation_torque() {
  Quat<Slopes> target;
  if (m_.actuator_ctrlspec[i_] == static_cast<int>(CtrlChart::Quat)) {
    target = normalized(load4(ctrl_));
  } else if (m_.actuator_actnum[i_] < 3) {
    target = exponential(load3(ctrl_));
  } else {
    target = exponential(Vec3<Slopes>{seen(0), seen(1), seen(2)});
  }
  store(drive_, element::orientation_torque(gainprm(0), target, load3(length_)));
  for (int k = 0; k < 3; ++k) drive_[k] = fma(biasprm(2), velocity_[k], drive_[k] + biasprm(0));
}

Response::Tangent Response::muscle_tangent(const double* numbers, bool active) const {
  const auto muscle = muscle_of(numbers);
  const auto state = muscle_at(m_, i_, muscle, length_[0], velocity_[0]);
  if (!active) return {-muscle_bias_by_length(muscle, state), still(0)};
  return {-muscle_gain_by_length(muscle, state), -muscle_gain_by_velocity(muscle, state)};
}

}  // namespace thew::derivative
