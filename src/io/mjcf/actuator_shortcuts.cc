#include "io/mjcf/actuator_shortcuts.h"

#include <cmath>

#include "model/motor_parameters.h"

namespace thew::io::mjcf {

using compile::Actuator;

namespace {

// kv, or a damping ratio (positive) for the compiler to resolve.
double damping_parameter(const Node& node, const ActuatorText& text, const Actuator& from) {
  refuse_negative(node, "kv", text.kv);
  refuse_negative(node, "dampratio", text.dampratio);
  return text.kv ? -*text.kv : text.dampratio ? *text.dampratio : from.biasprm[2];
}

// Torque constant and resistance of a motor, from what is known of them. A nominal point (voltage,
// stall torque, no-load speed) gives what is missing: at stall torque = K V / R, without load
// speed = V K / (K^2 + R B) with the viscous damping B.
struct MotorConstants {
  double constant, resistance;
};

double constant_from_nominal(const ActuatorText& text) {
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

MotorConstants motor_constants(const ActuatorText& text) {
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
void set_saturation(ActuatorText& text, double constant) {
  const auto [torque, current, rate] = text.saturation;
  const double most = torque > 0 ? torque : constant * current;
  text.forcerange = {-most, most};
  text.forcelimited = most > 0 ? Limited::True : Limited::Auto;
  if (!(most > 0)) text.forcerange = {};
  text.dynprm[motor_dyn::kCurrentRate] = rate;
}

void set_thermal(const Node& node, ActuatorText& text) {
  auto [resistance, capacitance, timeconst, slope, reference, ambient] = text.thermal;
  if (!(resistance > 0 || capacitance > 0 || timeconst > 0)) return;
  if (timeconst > 0 && resistance > 0) {
    capacitance = timeconst / resistance;
  } else if (timeconst > 0 && capacitance > 0) {
    resistance = timeconst / capacitance;
  }
  if (!(resistance > 0)) fail_at(node, "thermal", "the thermal resistance must be positive");
  if (!(capacitance > 0)) fail_at(node, "thermal", "the thermal capacitance must be positive");
  text.dynprm[motor_dyn::kThermalResistance] = resistance;
  text.dynprm[motor_dyn::kThermalCapacitance] = capacitance;
  text.dynprm[motor_dyn::kAmbient] = ambient;
  text.gainprm[motor_gain::kTemperatureSlope] = slope;
  text.gainprm[motor_gain::kTemperature0] = reference;
}

void set_friction(ActuatorText& text) {
  const auto [stiffness, damping, coulomb, rest, stribeck] = text.lugre;
  if (!(stiffness > 0)) return;
  text.dynprm[motor_dyn::kStiffness] = stiffness;
  text.dynprm[motor_dyn::kBristleDamping] = damping;
  text.biasprm[motor_bias::kCoulomb] = coulomb;
  text.biasprm[motor_bias::kStatic] = rest;
  text.biasprm[motor_bias::kStribeck] = stribeck;
}

void set_controller(ActuatorText& text) {
  const auto [kp, ki, kd, slewmax, imax, vmax] = text.controller;
  text.gainprm[motor_gain::kKp] = kp;
  text.gainprm[motor_gain::kKi] = ki;
  text.gainprm[motor_gain::kKd] = kd;
  text.gainprm[motor_gain::kVoltageMax] = vmax > 0 ? vmax : 0;
  text.dynprm[motor_dyn::kSlewRate] = slewmax;
  text.dynprm[motor_dyn::kIntegralMax] = imax;
}

}  // namespace

void refuse_negative(const Node& node, std::string_view name, const std::optional<double>& value) {
  if (value && *value < 0) fail_at(node, name, std::string(name) + " cannot be negative");
}

void settle_range(const Node& node, ActuatorText& text, std::string_view name, Vec2& range) {
  const bool both = node.has(name) && node.has("inheritrange");
  if (both && text.inheritrange > 0) {
    fail_at(node, "inheritrange", std::string(name) + " and inheritrange cannot both be given");
  }
  if (node.has(name) && !both) text.inheritrange = 0;
  if (node.has("inheritrange") && text.inheritrange > 0) range = {};
}

void inherit_shortcut(const Node& node, ActuatorText& text, const Actuator& from) {
  const auto &dyn = from.dynprm, &gain = from.gainprm, &bias = from.biasprm;
  if (text.type == ActuatorType::Pid || text.type == ActuatorType::Orientation ||
      text.type == ActuatorType::Dcmotor) {
    text.ctrlspec = from.ctrlspec;
  }
  if (text.type != ActuatorType::Dcmotor) return;
  using namespace motor_dyn;
  using namespace motor_gain;
  using namespace motor_bias;
  text.motorconst = {gain[kConstant], 0};
  text.resistance = gain[kResistance];
  text.saturation = {0, 0, dyn[kCurrentRate]};
  if (!node.has("inductance")) text.inductance = {0, dyn[kTimeConstant]};
  text.cogging = {bias[kCoggingAmplitude], bias[kCoggingPoles], bias[kCoggingPhase]};
  text.controller = {gain[kKp],      gain[kKi],         gain[kKd],
                     dyn[kSlewRate], dyn[kIntegralMax], gain[kVoltageMax]};
  text.thermal = {dyn[kThermalResistance], dyn[kThermalCapacitance], 0,
                  gain[kTemperatureSlope], gain[kTemperature0],      dyn[kAmbient]};
  text.lugre = {dyn[kStiffness], dyn[kBristleDamping], bias[kCoulomb], bias[kStatic],
                bias[kStribeck]};
}

// Gain and bias have the same nine parameters. Negative ones do not count, except for a force that
// is to follow from `scale`.
void set_muscle(const Node& node, ActuatorText& text, const Actuator& from, bool inherits) {
  refuse_negative(node, "tausmooth", text.tausmooth);
  if (inherits) {
    text.dynprm = from.dynprm;
    text.gainprm = from.gainprm;
  } else {
    text.dynprm = {0.01, 0.04};
    text.gainprm = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  }
  const auto set = [](double& parameter, const std::optional<double>& given) {
    if (given && *given >= 0) parameter = *given;
  };
  set(text.dynprm[2], text.tausmooth);
  for (std::size_t i = 0; i < 2; ++i) {
    if (text.timeconsts) set(text.dynprm[i], (*text.timeconsts)[i]);
    if (text.range) set(text.gainprm[i], (*text.range)[i]);
  }
  if (text.force) text.gainprm[2] = *text.force < 0 ? -1 : *text.force;
  const std::optional<double> curves[] = {text.scale, text.lmin,  text.lmax,
                                          text.vmax,  text.fpmax, text.fvmax};
  for (std::size_t i = 0; i < 6; ++i) set(text.gainprm[3 + i], curves[i]);
  text.biasprm = text.gainprm;
  text.dyntype = Dynamics::Muscle;
  text.gaintype = Gain::Muscle;
  text.biastype = Bias::Muscle;
}

// force = gain ctrl, between the body and what it touches
void set_adhesion(const Node& node, ActuatorText& text, const Actuator& from) {
  refuse_negative(node, "gain", text.gain);
  text.gainprm[0] = text.gain.value_or(from.gainprm[0]);
  text.ctrllimited = Limited::True;
  if (text.ctrlrange[0] < 0 || text.ctrlrange[1] < 0) {
    fail(node, "the ctrlrange of an adhesion cannot be negative");
  }
}

// force = kp (u0 - length) + kv (u1 - velocity) + u2 + ki integral
void set_pid(const Node& node, ActuatorText& text, const Actuator& from, bool inherits) {
  const bool states = from.dyntype == Dynamics::Pid;
  text.gaintype = Gain::Pid;
  text.biastype = Bias::Affine;
  text.biasprm[1] = text.kp ? -*text.kp : inherits ? from.biasprm[1] : -1;
  text.biasprm[2] = damping_parameter(node, text, from);
  const double ki = text.ki.value_or(states ? from.gainprm[0] : 0);
  const double imax = text.imax.value_or(states ? from.dynprm[0] : 0);
  const double slewmax = text.slewmax.value_or(states ? from.dynprm[1] : 0);
  refuse_negative(node, "slewmax", slewmax);
  text.gainprm[0] = ki;
  text.dyntype = ki != 0 || slewmax != 0 ? Dynamics::Pid : Dynamics::None;
  text.dynprm = {ki != 0 ? imax : 0, slewmax};
  if (node.has("posrange") && node.has("inheritrange") && text.inheritrange > 0) {
    fail_at(node, "inheritrange", "posrange and inheritrange cannot both be given");
  }
  if (node.has("posrange") && !node.has("inheritrange")) text.inheritrange = 0;
  settle_range(node, text, "ctrlrange", text.ctrlrange);
}

// torque = kp log(q^-1 q_target) - kv velocity
void set_orientation(const Node& node, ActuatorText& text, const Actuator& from) {
  const double kp = text.kp.value_or(from.gainprm[0]);
  text.gaintype = Gain::So3;
  text.biastype = Bias::So3;
  text.gainprm[0] = kp;
  text.biasprm[1] = -kp;
  text.biasprm[2] = damping_parameter(node, text, from);
}

void set_dcmotor(const Node& node, ActuatorText& text, const Actuator&) {
  const auto refuse = [&](const char* name, double value) {
    if (value < 0) fail_at(node, name, std::string(name) + " cannot be negative");
  };
  for (const double k : text.motorconst) refuse("motorconst", k);
  for (const double l : text.inductance) refuse("inductance", l);
  const auto [constant, resistance] = motor_constants(text);
  const bool passive = text.ctrlspec == static_cast<int>(CtrlInput::None);
  if (!(constant > 0) && !passive) fail(node, "the motor constant must be positive");
  if (!(resistance > 0)) fail(node, "the resistance must be positive");
  text.dyntype = Dynamics::Dcmotor;
  text.gaintype = Gain::Dcmotor;
  text.biastype = Bias::Dcmotor;
  text.gainprm = {resistance, constant};
  text.dynprm = {};
  text.biasprm = {text.cogging[0], text.cogging[1], text.cogging[2]};
  set_controller(text);
  if (node.has("saturation")) {
    set_saturation(text, constant);
  } else {
    text.dynprm[motor_dyn::kCurrentRate] = text.saturation[2];
  }
  text.dynprm[motor_dyn::kTimeConstant] =
      text.inductance[0] > 0 ? text.inductance[0] / resistance : text.inductance[1];
  set_thermal(node, text);
  set_friction(text);
  text.actdim = motor_states(text.dynprm.data(), text.gainprm.data()).count;
  text.actlimited = Limited::False;
  text.actearly = true;
}

}  // namespace thew::io::mjcf
