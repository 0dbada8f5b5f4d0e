#pragma once

// What drives actuators of kinds that few models have: controls that arrive late or at a limited
// rate, controllers, Hill muscles and DC motors.

#include "element/hill.h"
#include "element/hill_parameters.h"
#include "element/muscle.h"
#include "gpu/activation.h"

namespace thew::gpu::detail {

/// The most controls of an actuator.
inline constexpr int kControls = 4;

/// An actuator at work: its controls as they arrive, where its first force is, and the period of
/// its set point.
template <class T>
struct Drive {
  int i, out;
  T length, velocity, period;
  T control[kControls];
  MotorStates states;
};

/// Reads its controls: delayed, within their ranges, and within reach where their rate is limited.
template <class T>
THEW_STAGE void read_controls(const SmoothWorld<T>& w, Drive<T>& drive, bool sane,
                              const double& time) {
  const auto& m = w.m;
  const int i = drive.i, count = m.actuator_ctrlnum[i], first = m.actuator_ctrladr[i];
  for (int k = 0; k < kControls; ++k)
    drive.control[k] = sane && k < count ? w.row(w.rows.ctrl)[first + k] : T(0);
  if (!sane) return;
  if (m.nhistory > 0 && m.actuator_historyadr[i] >= 0) {
    const double delay = w.own(m.actuator_delay, i);
    if (delay != 0)
      history::read(ring_of(w, i), time - delay, m.actuator_history[2 * i + 1], drive.control);
  }
  for (int k = 0; k < count && !has(m.opt.disableflags, DisableBit::Clampctrl); ++k) {
    const T* range = w.own(m.actuator_ctrlrange) + 2 * (first + k);
    if (m.actuator_ctrllimited[first + k])
      drive.control[k] = clamp(drive.control[k], range[0], range[1]);
  }
  const auto type = static_cast<Dynamics>(m.actuator_dyntype[i]);
  const bool pid = type == Dynamics::Pid;
  if (drive.states.slew < 0 || !(pid || type == Dynamics::Dcmotor)) return;
  const T rate = w.own(m.actuator_dynprm, kNDYN * i + (pid ? 1 : int{motor_dyn::kSlewRate})),
          before = w.row(w.rows.act)[m.actuator_actadr[i]];
  drive.control[0] = element::slew(element::wrap_setpoint(drive.control[0], before, drive.period),
                                   before, rate, m.opt.timestep);
}

/// Its controls in the order position, velocity, feedforward, voltage; those that it does not have
/// are zero.
template <class T>
THEW_STAGE element::ServoInput<T> servo_input(const DeviceModel<T>& m, const Drive<T>& drive) {
  int next = 0;
  const auto take = [&](CtrlInput input) {
    const bool has_it = (m.actuator_ctrlspec[drive.i] & static_cast<int>(input)) != 0;
    return has_it ? drive.control[next++] : T(0);
  };
  const T position = take(CtrlInput::Pos), velocity = take(CtrlInput::Vel),
          feedforward = take(CtrlInput::Ff), voltage = take(CtrlInput::Voltage);
  return {position, velocity, feedforward, voltage};
}

/// The activation at an address as the force sees it: now, or the next one of actuators that act
/// early.
template <class T>
THEW_STAGE T seen_activation(const SmoothWorld<T>& w, int i, int adr) {
  const T act = w.row(w.rows.act)[adr];
  if (!w.m.actuator_actearly[i]) return act;
  return next_activation<true>(w, i, adr, act, w.row(w.rows.act_dot)[adr]);
}

/// The one input of a gain: the first control, or the last activation as the force sees it.
template <class T>
THEW_STAGE T scalar_input(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const int count = w.m.actuator_actnum[drive.i];
  if (count == 0) return drive.control[0];
  return seen_activation(w, drive.i, w.m.actuator_actadr[drive.i] + count - 1);
}

// --- muscles -------------------------------------------------------------------------------------

template <class T>
THEW_STAGE element::HillMuscle<T> hill_parameters(const T* p) {
  return {p[hill_gain::kForce],     p[hill_gain::kFibre],  p[hill_gain::kSlack],
          p[hill_gain::kPennation], p[hill_gain::kVmax],   p[hill_gain::kDamping],
          p[hill_gain::kStrain],    p[hill_gain::kPlateau]};
}

/// The activation that the force sees: never quite zero, as in a resting muscle.
template <class T>
THEW_STAGE T hill_activation(const SmoothWorld<T>& w, int i) {
  const int last = w.m.actuator_actadr[i] + w.m.actuator_actnum[i] - 1;
  return clamp(seen_activation(w, i, last),
               w.own(w.m.actuator_dynprm, kNDYN * i + hill_dyn::kFloor), T(1));
}

/// Rates of the activation and, with an elastic tendon, of the fibre's length, which is the state
/// before it.
template <class T>
THEW_CALL void hill_rates(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const auto& m = w.m;
  const int i = drive.i, first = m.actuator_actadr[i], last = first + m.actuator_actnum[i] - 1;
  const T *prm = w.own(m.actuator_dynprm) + kNDYN * i, *act = w.row(w.rows.act),
          *gain = w.own(m.actuator_gainprm) + kNGAIN * i;
  T* rate = w.row(w.rows.act_dot);
  rate[last] = element::muscle_rate(drive.control[0], act[last], prm[hill_dyn::kRise],
                                    prm[hill_dyn::kFall], prm[hill_dyn::kSmooth]);
  if (first == last) return;
  const element::HillMuscle<T> p = hill_parameters(gain);
  const T h = m.opt.timestep, x = hill_fibre_length(act[first], p);
  const T y = hill_elastic(p, hill_activation(w, i), drive.length + gain[hill_gain::kOffset], x, h);
  rate[first] = (y - x) / (h * math::cos(p.pennation));
}

/// Its pull, and how that changes with length and velocity; after the rates.
template <class T>
THEW_CALL element::HillForce<T> hill_force(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const auto& m = w.m;
  const int i = drive.i, first = m.actuator_actadr[i];
  const T* gain = w.own(m.actuator_gainprm) + kNGAIN * i;
  const element::HillMuscle<T> p = hill_parameters(gain);
  const T activation = hill_activation(w, i), length = drive.length + gain[hill_gain::kOffset];
  if (m.actuator_actnum[i] == 1) return hill_rigid(p, activation, length, drive.velocity);
  const T h = m.opt.timestep, state = w.row(w.rows.act)[first];
  const T x = hill_fibre_length(state, p),
          y = hill_fibre_length(fma(h, w.row(w.rows.act_dot)[first], state), p);
  return hill_pull(p, activation, length, x, y, h);
}

// --- motors --------------------------------------------------------------------------------------

/// A state of a motor now, 0 where it has none such.
template <class T>
THEW_STAGE T motor_state(const SmoothWorld<T>& w, const Drive<T>& drive, int place) {
  return place < 0 ? T(0) : w.row(w.rows.act)[w.m.actuator_actadr[drive.i] + place];
}

/// Resistance at the present temperature.
template <class T>
THEW_STAGE T motor_resistance(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const T* gain = w.own(w.m.actuator_gainprm) + kNGAIN * drive.i;
  const T nominal = gain[motor_gain::kResistance];
  if (drive.states.temperature < 0) return nominal;
  const T warmer = motor_state(w, drive, drive.states.temperature) +
                   w.own(w.m.actuator_dynprm, kNDYN * drive.i + motor_dyn::kAmbient) -
                   gain[motor_gain::kTemperature0];
  return element::motor_resistance(nominal, gain[motor_gain::kTemperatureSlope], warmer);
}

/// True if a motor has a controller of its own.
template <class T>
THEW_STAGE bool has_controller(const DeviceModel<T>& m, int i) {
  constexpr int kInputs = static_cast<int>(CtrlInput::Pos) | static_cast<int>(CtrlInput::Vel) |
                          static_cast<int>(CtrlInput::Ff);
  return (m.actuator_ctrlspec[i] & kInputs) != 0;
}

/// Voltage that the controller of a motor wants.
template <class T>
THEW_CALL T drive_voltage(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const T* gain = w.own(w.m.actuator_gainprm) + kNGAIN * drive.i;
  const element::MotorDrive<T> p = {gain[motor_gain::kResistance], gain[motor_gain::kConstant],
                                    gain[motor_gain::kKp], gain[motor_gain::kKi],
                                    gain[motor_gain::kKd]};
  return element::drive_voltage(p, drive.length, drive.velocity,
                                motor_state(w, drive, drive.states.integral),
                                servo_input(w.m, drive));
}

/// Terminal voltage: that of the controller within its limit, and the raw input.
template <class T>
THEW_STAGE T motor_voltage(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const auto& m = w.m;
  if (m.actuator_ctrlnum[drive.i] == 0) return T(0);
  const T raw = servo_input(m, drive).voltage;
  if (!has_controller(m, drive.i)) return raw;
  return element::bounded(drive_voltage(w, drive),
                          w.own(m.actuator_gainprm, kNGAIN * drive.i + motor_gain::kVoltageMax)) +
         raw;
}

/// Rates of the states of a motor.
template <class T>
THEW_CALL void motor_rates(const SmoothWorld<T>& w, const Drive<T>& drive) {
  using namespace element;
  const auto& m = w.m;
  const int i = drive.i, first = m.actuator_actadr[i];
  const MotorStates& s = drive.states;
  const T *prm = w.own(m.actuator_dynprm) + kNDYN * i, *act = w.row(w.rows.act) + first;
  T* rate = w.row(w.rows.act_dot) + first;
  if (s.slew >= 0) rate[s.slew] = (drive.control[0] - act[0]) / m.opt.timestep;
  if (s.integral >= 0) {
    rate[s.integral] = bounded_rate(drive.control[0] - drive.length, act[s.integral],
                                    prm[motor_dyn::kIntegralMax]);
  }
  const T resistance = detail::motor_resistance(w, drive);
  const T settled = settled_current(motor_voltage(w, drive),
                                    w.own(m.actuator_gainprm, kNGAIN * i + motor_gain::kConstant),
                                    drive.velocity, resistance);
  const T current = s.current >= 0 ? act[s.current] : settled;
  if (s.temperature >= 0) {
    rate[s.temperature] =
        warming_rate(resistance, current, act[s.temperature], prm[motor_dyn::kThermalResistance],
                     prm[motor_dyn::kThermalCapacitance]);
  }
  if (s.current >= 0) {
    rate[s.current] =
        current_rate(settled, current, prm[motor_dyn::kTimeConstant], prm[motor_dyn::kCurrentRate]);
  }
  if (s.bristle >= 0)
    rate[s.bristle] = detail::bristle_rate(w, i) * act[s.bristle] + drive.velocity;
}

/// By how much the force K i of the current i = (V - K w) / R falls with length and velocity, of
/// which a lagging current reaches a part within the step. A controller's voltage falls with both
/// unless it is at its limit.
template <class T>
struct CurrentSlope {
  T by_length, by_velocity;
};
template <bool stiff, class T>
THEW_CALL CurrentSlope<T> current_slope(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const auto& m = w.m;
  const T *gain = w.own(m.actuator_gainprm) + kNGAIN * drive.i,
          *prm = w.own(m.actuator_dynprm) + kNDYN * drive.i;
  const T constant = gain[motor_gain::kConstant];
  const auto limited = [](const T& x, const T& most) { return most > T(0) && abs(x) >= most; };
  T by_length = T(0), by_velocity = T(0);  // of the voltage
  if (has_controller(m, drive.i) &&
      !limited(drive_voltage(w, drive), gain[motor_gain::kVoltageMax])) {
    const T per = gain[motor_gain::kResistance] / constant;
    if constexpr (stiff) by_length = -gain[motor_gain::kKp] * per;
    by_velocity = constant - gain[motor_gain::kKd] * per;
  }
  T part = constant / max(detail::motor_resistance(w, drive), T(kMinVal));
  if (const int place = drive.states.current; place >= 0) {
    const T rate = w.row(w.rows.act_dot)[m.actuator_actadr[drive.i] + place];
    part = limited(rate, prm[motor_dyn::kCurrentRate])
               ? T(0)
               : part * element::current_share(prm[motor_dyn::kTimeConstant], m.opt.timestep);
  }
  return {-part * by_length, -part * (by_velocity - constant)};
}

// --- controllers ---------------------------------------------------------------------------------

/// Rates of a pid controller's set point and of the integral of its error.
template <class T>
THEW_STAGE void pid_rates(const SmoothWorld<T>& w, const Drive<T>& drive) {
  using namespace element;
  const auto& m = w.m;
  const int first = m.actuator_actadr[drive.i];
  const T *act = w.row(w.rows.act) + first, setpoint = drive.control[0];
  T* rate = w.row(w.rows.act_dot) + first;
  const MotorStates& s = drive.states;
  if (s.slew >= 0) rate[s.slew] = (setpoint - act[s.slew]) / m.opt.timestep;
  if (s.integral < 0) return;
  const T error = wrap_setpoint(setpoint, drive.length, drive.period) - drive.length;
  rate[s.integral] =
      bounded_rate(error, act[s.integral], w.own(m.actuator_dynprm, kNDYN * drive.i));
}

/// The force of a pid controller.
template <class T>
THEW_STAGE T pid_force(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const auto& m = w.m;
  const element::ServoInput<T> u = servo_input(m, drive);
  const T target = element::wrap_setpoint(u.position, drive.length, drive.period),
          *bias = w.own(m.actuator_biasprm) + kNBIAS * drive.i;
  const T force = element::pid_force(bias[1], bias[2], target, u);
  if (drive.states.integral < 0) return force;
  return force +
         w.own(m.actuator_gainprm, kNGAIN * drive.i) *
             seen_activation(w, drive.i, m.actuator_actadr[drive.i] + drive.states.integral);
}

/// The orientation that a servo aims at: a quaternion, or a rotation vector that may be integrated.
template <class T>
THEW_STAGE math::Quat<T> target_orientation(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const auto& m = w.m;
  const int i = drive.i, adr = m.actuator_actadr[i];
  if (m.actuator_ctrlspec[i] == static_cast<int>(CtrlChart::Quat))
    return normalized(math::load4(drive.control));
  if (m.actuator_actnum[i] < 3) return exponential(math::load3(drive.control));
  return exponential(math::Vec3<T>{seen_activation(w, i, adr), seen_activation(w, i, adr + 1),
                                   seen_activation(w, i, adr + 2)});
}

/// The rates of all activations of an actuator.
template <class T>
THEW_STAGE void all_rates(const SmoothWorld<T>& w, const Drive<T>& drive) {
  using namespace element;
  const auto& m = w.m;
  const int i = drive.i, first = m.actuator_actadr[i], count = m.actuator_actnum[i],
            inputs = m.actuator_ctrlnum[i];
  if (count == 0) return;
  const T *act = w.row(w.rows.act) + first, *prm = w.own(m.actuator_dynprm) + kNDYN * i;
  T* rate = w.row(w.rows.act_dot) + first;
  THEW_ROLLED
  for (int k = 0; k < count; ++k) rate[k] = T(0);
  switch (static_cast<Dynamics>(m.actuator_dyntype[i])) {
    case Dynamics::Integrator:
      THEW_ROLLED
      for (int k = 0; k < min(inputs, count); ++k)
        rate[count - 1 - k] = drive.control[inputs - 1 - k];
      break;
    case Dynamics::Filter:
    case Dynamics::Filterexact:
      rate[count - 1] = filter_rate(wrap_setpoint(drive.control[0], act[count - 1], drive.period),
                                    act[count - 1], prm[0]);
      break;
    case Dynamics::Muscle:
      rate[count - 1] = muscle_rate(drive.control[0], act[count - 1], prm[0], prm[1], prm[2]);
      break;
    case Dynamics::Hill:
      return hill_rates(w, drive);
    case Dynamics::Pid:
      return pid_rates(w, drive);
    case Dynamics::Dcmotor:
      return motor_rates(w, drive);
    default:
      break;
  }
}

}  // namespace thew::gpu::detail
