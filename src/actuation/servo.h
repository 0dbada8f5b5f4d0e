#pragma once

// Inputs of controllers: which there are.

#include <thew/data.h>

#include "element/servo.h"
#include "model/activation.h"

namespace thew::actuation {

using element::ServoInput;

/// The controls of an actuator in the order position, velocity, feedforward, voltage; `own` are
/// those that it has.
template <class T>
ServoInput<T> servo_input(const Model& m, int i, const T* own) {
  const T* next = own;
  const auto take = [&](CtrlInput input) {
    return (m.actuator_ctrlspec[i] & static_cast<int>(input)) != 0 ? *next++ : T(0);
  };
  const T position = take(CtrlInput::Pos), velocity = take(CtrlInput::Vel),
          feedforward = take(CtrlInput::Ff), voltage = take(CtrlInput::Voltage);
  return {position, velocity, feedforward, voltage};
}

/// True if a motor has a controller of its own.
inline bool has_controller(const Model& m, int i) {
  constexpr int kInputs = static_cast<int>(CtrlInput::Pos) | static_cast<int>(CtrlInput::Vel) |
                          static_cast<int>(CtrlInput::Ff);
  return (m.actuator_ctrlspec[i] & kInputs) != 0;
}

/// Which states a pid controller has: a set point on its way, the integral of the error. None if
/// its parameters were changed so that others would be needed. They are structure: those of the
/// model in every world.
struct PidStates {
  bool slews, integrates;
};
inline PidStates pid_states(const Model& m, int i) {
  const bool slews = m.actuator_dynprm.values().row(i)[1] > 0,
             integrates = m.actuator_gainprm.values().row(i)[0] > 0;
  const bool fits = m.actuator_actnum[i] == slews + integrates;
  return {fits && slews, fits && integrates};
}

/// Where dynprm has the rate limit of the first input, whose set point is the first activation; -1
/// if there is none.
inline int slew_rate_place(const Model& m, int i) {
  switch (static_cast<Dynamics>(m.actuator_dyntype[i])) {
    case Dynamics::Pid:
      return pid_states(m, i).slews ? 1 : -1;
    case Dynamics::Dcmotor:
      return motor_states(m, i).slew >= 0 ? static_cast<int>(motor_dyn::kSlewRate) : -1;
    default:
      return -1;
  }
}

}  // namespace thew::actuation
