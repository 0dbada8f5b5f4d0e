#pragma once

// DC motors: voltage, resistance and the forces beside the current's.

#include "actuation/servo.h"
#include "element/motor.h"
#include "model/dcmotor.h"

namespace thew::actuation {

/// Parameters of motor i, in its lane.
template <class T>
T motor_dynprm(const Model& m, const BasicData<T>& d, int i, int place) {
  return param(d, m.actuator_dynprm, kNDYN * i + place);
}
template <class T>
T motor_gainprm(const Model& m, const BasicData<T>& d, int i, int place) {
  return param(d, m.actuator_gainprm, kNGAIN * i + place);
}

/// A state of the motor now, 0 where it has none such.
template <class T>
T motor_state(const Model& m, const BasicData<T>& d, int i, int place) {
  return place < 0 ? T(0) : d.act[m.actuator_actadr[i] + place];
}

/// Resistance at the present temperature.
template <class T>
T motor_resistance(const Model& m, const BasicData<T>& d, int i, const MotorStates& s) {
  const T nominal = motor_gainprm(m, d, i, motor_gain::kResistance);
  if (s.temperature < 0) return nominal;
  const T warmer = motor_state(m, d, i, s.temperature) +
                   motor_dynprm(m, d, i, motor_dyn::kAmbient) -
                   motor_gainprm(m, d, i, motor_gain::kTemperature0);
  return element::motor_resistance(nominal, motor_gainprm(m, d, i, motor_gain::kTemperatureSlope),
                                   warmer);
}

/// Voltage that the controller of a motor wants.
template <class T>
T drive_voltage(const Model& m, const BasicData<T>& d, int i, const MotorStates& s,
                const ServoInput<T>& u) {
  const int out = m.actuator_outadr[i];
  const auto gain = [&](int place) { return motor_gainprm(m, d, i, place); };
  const element::MotorDrive<T> drive = {gain(motor_gain::kResistance), gain(motor_gain::kConstant),
                                        gain(motor_gain::kKp), gain(motor_gain::kKi),
                                        gain(motor_gain::kKd)};
  return element::drive_voltage(drive, d.actuator_length[out], d.actuator_velocity[out],
                                motor_state(m, d, i, s.integral), u);
}

/// Terminal voltage: that of the controller within its limit, and the raw input.
template <class T>
T motor_voltage(const Model& m, const BasicData<T>& d, int i, const MotorStates& s, const T* ctrl) {
  if (m.actuator_ctrlnum[i] == 0) return T(0);
  const ServoInput<T> u = servo_input(m, i, ctrl + m.actuator_ctrladr[i]);
  if (!has_controller(m, i)) return u.voltage;
  const T drive = drive_voltage(m, d, i, s, u);
  const T most = motor_gainprm(m, d, i, motor_gain::kVoltageMax);
  return element::bounded(drive, most) + u.voltage;
}

/// Cogging and dry friction, which the limits of the current do not bound.
template <class T>
T motor_mechanics(const Model& m, const BasicData<T>& d, int i) {
  const auto bias = [&](int place) { return param(d, m.actuator_biasprm, kNBIAS * i + place); };
  T force = T(0);
  const T amplitude = bias(motor_bias::kCoggingAmplitude);
  if (any(amplitude != T(0))) {
    force =
        element::cogging(amplitude, bias(motor_bias::kCoggingPoles),
                         bias(motor_bias::kCoggingPhase), d.actuator_length[m.actuator_outadr[i]])
            .force;
  }
  const MotorStates states = motor_states(m, i);
  if (states.bristle < 0) return force;
  const int adr = m.actuator_actadr[i] + states.bristle;
  return force - (motor_dynprm(m, d, i, motor_dyn::kStiffness) * d.act[adr] +
                  motor_dynprm(m, d, i, motor_dyn::kBristleDamping) * d.act_dot[adr]);
}

}  // namespace thew::actuation
