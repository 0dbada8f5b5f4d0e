// A motor with its electrical, thermal and frictional parameters.

#include <cmath>

#include "base/fault.h"
#include "element/motor_parameters.h"
#include "spec/shortcuts.h"

namespace thew::spec {

namespace {

// Torque constant and resistance of a motor, from what is known of them. A nominal point (voltage,
// stall torque, no-load speed) gives what is missing: at stall torque = K V / R, without load
// speed = V K / (K^2 + R B) with the viscous damping B.
struct MotorConstants {
  double constant, resistance;
};

double constant_from_nominal(const Shortcut& text) {
  const auto [voltage, torque, speed] = text.nominal;
  const double b = text.damping[0], r = text.resistance;
  if (b > 0 && r > 0) {
    const double square = voltage * voltage - 4 * r * b * speed * speed;
    if (square > 0) return (voltage + std::sqrt(square)) / (2 * speed);
  } else if (b > 0 && torque > 0) {
    const double exact = voltage / speed - voltage * b / torque;
    if (exact > 0) return exact;
  }
  return voltage / speed;
}

MotorConstants motor_constants(const Shortcut& text) {
  const auto [voltage, torque, speed] = text.nominal;
  const double kt = text.motorconst[0];
  double ke = text.motorconst[1];
  if (voltage > 0 && ke <= 0 && speed > 0) ke = constant_from_nominal(text);
  const double k = kt > 0 && ke > 0 ? std::sqrt(kt * ke) : kt > 0 ? kt : ke;
  double r = text.resistance;
  if (r == 0 && voltage > 0 && torque > 0 && k > 0) r = k * voltage / torque;
  return {k, r};
}

// Limits of torque or current become the force range.
void set_saturation(Shortcut& text, double constant) {
  const auto [torque, current, rate] = text.saturation;
  const double most = torque > 0 ? torque : constant * current;
  text.forcerange = {-most, most};
  text.forcelimited = most > 0 ? Limited::True : Limited::Auto;
  if (!(most > 0)) text.forcerange = {};
  text.dynprm[motor_dyn::kCurrentRate] = rate;
}

void set_thermal(Shortcut& text) {
  auto [resistance, capacitance, timeconst, slope, reference, ambient] = text.thermal;
  if (!(resistance > 0 || capacitance > 0 || timeconst > 0)) return;
  if (timeconst > 0 && resistance > 0) {
    capacitance = timeconst / resistance;
  } else if (timeconst > 0 && capacitance > 0) {
    resistance = timeconst / capacitance;
  }
  if (!(resistance > 0))
    throw base::Fault{"the thermal resistance must be positive", "", 0, "thermal"};
  if (!(capacitance > 0))
    throw base::Fault{"the thermal capacitance must be positive", "", 0, "thermal"};
  text.dynprm[motor_dyn::kThermalResistance] = resistance;
  text.dynprm[motor_dyn::kThermalCapacitance] = capacitance;
  text.dynprm[motor_dyn::kAmbient] = ambient;
  text.gainprm[motor_gain::kTemperatureSlope] = slope;
  text.gainprm[motor_gain::kTemperature0] = reference;
}

void set_friction(Shortcut& text) {
  const auto [stiffness, damping, coulomb, rest, stribeck] = text.lugre;
  if (!(stiffness > 0)) return;
  text.dynprm[motor_dyn::kStiffness] = stiffness;
  text.dynprm[motor_dyn::kBristleDamping] = damping;
  text.biasprm[motor_bias::kCoulomb] = coulomb;
  text.biasprm[motor_bias::kStatic] = rest;
  text.biasprm[motor_bias::kStribeck] = stribeck;
}

void set_controller(Shortcut& text) {
  const auto [kp, ki, kd, slewmax, imax, vmax] = text.controller;
  text.gainprm[motor_gain::kKp] = kp;
  text.gainprm[motor_gain::kKi] = ki;
  text.gainprm[motor_gain::kKd] = kd;
  text.gainprm[motor_gain::kVoltageMax] = vmax > 0 ? vmax : 0;
  text.dynprm[motor_dyn::kSlewRate] = slewmax;
  text.dynprm[motor_dyn::kIntegralMax] = imax;
}

}  // namespace

void inherit_dcmotor(Shortcut& text, const Actuator& from) {
  const auto &dyn = from.dynprm, &gain = from.gainprm, &bias = from.biasprm;
  using namespace motor_dyn;
  using namespace motor_gain;
  using namespace motor_bias;
  text.motorconst = {gain[kConstant], 0};
  text.resistance = gain[kResistance];
  text.saturation = {0, 0, dyn[kCurrentRate]};
  if (!text.has("inductance")) text.inductance = {0, dyn[kTimeConstant]};
  text.cogging = {bias[kCoggingAmplitude], bias[kCoggingPoles], bias[kCoggingPhase]};
  text.controller = {gain[kKp],      gain[kKi],         gain[kKd],
                     dyn[kSlewRate], dyn[kIntegralMax], gain[kVoltageMax]};
  text.thermal = {dyn[kThermalResistance], dyn[kThermalCapacitance], 0,
                  gain[kTemperatureSlope], gain[kTemperature0],      dyn[kAmbient]};
  text.lugre = {dyn[kStiffness], dyn[kBristleDamping], bias[kCoulomb], bias[kStatic],
                bias[kStribeck]};
}

void set_dcmotor(Shortcut& text) {
  const auto check = [](const char* name, double value) {
    if (value < 0) throw base::Fault{std::string(name) + " cannot be negative", "", 0, name};
  };
  for (const double k : text.motorconst) check("motorconst", k);
  for (const double l : text.inductance) check("inductance", l);
  const auto [constant, resistance] = motor_constants(text);
  const bool passive = text.ctrlspec == static_cast<int>(CtrlInput::None);
  if (!(constant > 0) && !passive) throw base::Fault{"the motor constant must be positive"};
  if (!(resistance > 0)) throw base::Fault{"the resistance must be positive"};
  text.dyntype = Dynamics::Dcmotor;
  text.gaintype = Gain::Dcmotor;
  text.biastype = Bias::Dcmotor;
  text.gainprm = {resistance, constant};
  text.dynprm = {};
  text.biasprm = {text.cogging[0], text.cogging[1], text.cogging[2]};
  set_controller(text);
  if (text.has("saturation")) {
    set_saturation(text, constant);
  } else {
    text.dynprm[motor_dyn::kCurrentRate] = text.saturation[2];
  }
  text.dynprm[motor_dyn::kTimeConstant] =
      text.inductance[0] > 0 ? text.inductance[0] / resistance : text.inductance[1];
  set_thermal(text);
  set_friction(text);
  text.actdim = motor_states(text.dynprm.data(), text.gainprm.data()).count;
  text.actlimited = Limited::False;
  text.actearly = true;
}

}  // namespace thew::spec
