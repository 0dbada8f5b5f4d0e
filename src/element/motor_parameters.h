#pragma once

// Parameters of DC motors. Which states a motor has follows from them; they stand in this order:
// slewed set point, integral of the position error, temperature, bristle, current.

#include "math/scalar.h"

namespace thew {

/// Places of the parameters of a motor in dynprm.
namespace motor_dyn {
enum : int {
  kTimeConstant,  ///< of the current [s]; 0 if the current follows at once
  kCurrentRate,   ///< most it can change [A/s]; 0 for no limit
  kThermalResistance,
  kThermalCapacitance,
  kAmbient,    ///< temperature of the surroundings
  kStiffness,  ///< of the friction's bristles
  kBristleDamping,
  kSlewRate,     ///< most that the first input can change per second
  kIntegralMax,  ///< 0 for no limit
};
}  // namespace motor_dyn

/// The same in gainprm.
namespace motor_gain {
enum : int {
  kResistance,
  kConstant,          ///< torque per current, voltage per speed
  kTemperatureSlope,  ///< relative change of the resistance per degree
  kTemperature0,      ///< at which the resistance holds
  kKp,
  kKi,
  kKd,
  kVoltageMax,  ///< of the controller; 0 for no limit
};
}  // namespace motor_gain

/// The same in biasprm.
namespace motor_bias {
enum : int { kCoggingAmplitude, kCoggingPoles, kCoggingPhase, kCoulomb, kStatic, kStribeck };
}

/// Place of each state among those of the motor, -1 for none.
struct MotorStates {
  int slew = -1, integral = -1, temperature = -1, bristle = -1, current = -1, count = 0;
};

/// The states that parameters ask for.
THEW_INLINE MotorStates motor_states(const double* dynprm, const double* gainprm) {
  MotorStates s;
  const auto place = [&](double parameter) { return parameter > 0 ? s.count++ : -1; };
  s.slew = place(dynprm[motor_dyn::kSlewRate]);
  s.integral = place(gainprm[motor_gain::kKi]);
  s.temperature = place(dynprm[motor_dyn::kThermalResistance]);
  s.bristle = place(dynprm[motor_dyn::kStiffness]);
  s.current = place(dynprm[motor_dyn::kTimeConstant]);
  return s;
}

}  // namespace thew
