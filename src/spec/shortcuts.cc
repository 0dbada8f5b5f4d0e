#include "spec/shortcuts.h"

#include "base/fault.h"
#include "spec/vector.h"

namespace thew::spec {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw base::Fault{what};
}

[[noreturn]] void refuse_at(std::string_view attribute, const std::string& what) {
  throw base::Fault{what, "", 0, std::string(attribute)};
}

// Fails if a number was given and is negative.
void refuse_negative(std::string_view name, const std::optional<double>& value) {
  if (value && *value < 0) refuse_at(name, std::string(name) + " cannot be negative");
}

// A range and inheritrange exclude each other; one that is written wins over one that is inherited.
void settle_range(Shortcut& text, std::string_view name, Vec2& range) {
  const bool both = text.has(name) && text.has("inheritrange");
  if (both && text.inheritrange > 0) {
    refuse_at("inheritrange", std::string(name) + " and inheritrange cannot both be given");
  }
  if (text.has(name) && !both) text.inheritrange = 0;
  if (text.has("inheritrange") && text.inheritrange > 0) range = {};
}

// kv, or a damping ratio (positive) for the compiler to resolve.
double damping_parameter(const Shortcut& text, const Actuator& from) {
  refuse_negative("kv", text.kv);
  refuse_negative("dampratio", text.dampratio);
  return text.kv ? 0 - *text.kv : text.dampratio ? *text.dampratio : from.biasprm[2];
}

bool is_servo(ActuatorType type) {
  return type == ActuatorType::Position || type == ActuatorType::Intvelocity ||
         type == ActuatorType::Pid;
}

// What a shortcut starts from: gain, bias, dynamics and activation as in a plain actuator.
void reset_force(Actuator& actuator) {
  const Actuator plain;
  actuator.gaintype = plain.gaintype;
  actuator.gainprm = plain.gainprm;
  actuator.biastype = plain.biastype;
  actuator.biasprm = plain.biasprm;
  actuator.dyntype = plain.dyntype;
  actuator.dynprm = plain.dynprm;
  actuator.actdim = plain.actdim;
  actuator.actearly = plain.actearly;
  actuator.actlimited = plain.actlimited;
  actuator.ctrlspec = plain.ctrlspec;
}

// force = kp (ctrl - length) - kv velocity; a positive biasprm[2] is a damping ratio, for the
// compiler to resolve.
void set_servo(Shortcut& text, const Actuator& from) {
  refuse_negative("kv", text.kv);
  refuse_negative("dampratio", text.dampratio);
  refuse_negative("timeconst", text.timeconst);
  const double kp = text.kp.value_or(from.gainprm[0]);
  text.gainprm[0] = kp;
  text.biastype = Bias::Affine;
  text.biasprm[1] = -kp;
  text.biasprm[2] = text.kv ? 0 - *text.kv : text.dampratio ? *text.dampratio : from.biasprm[2];
  const bool filtered = from.dyntype == Dynamics::Filterexact;
  if (text.timeconst || filtered) {
    text.dynprm[0] = text.timeconst.value_or(from.dynprm[0]);
    text.dyntype = text.dynprm[0] == 0 ? Dynamics::None : Dynamics::Filterexact;
  }
}

void set_position(Shortcut& text, const Actuator& from) {
  set_servo(text, from);
  text.ctrlspec = static_cast<int>(CtrlInput::Pos);
  settle_range(text, "ctrlrange", text.ctrlrange);
}

// A position servo whose set point is the integral of ctrl.
void set_intvelocity(Shortcut& text, const Actuator& from) {
  set_servo(text, from);
  text.ctrlspec = static_cast<int>(CtrlInput::Vel);
  text.dyntype = Dynamics::Integrator;
  text.actlimited = Limited::Auto;  // the range decides, whatever else is said, as in the reference
  settle_range(text, "actrange", text.actrange);
}

// force = kv (ctrl - velocity)
void set_velocity(Shortcut& text, const Actuator& from) {
  const double kv = text.kv.value_or(from.gainprm[0]);
  text.gainprm[0] = kv;
  text.biastype = Bias::Affine;
  text.biasprm[2] = 0 - kv;
  text.ctrlspec = static_cast<int>(CtrlInput::Vel);
}

// force = -kv velocity ctrl
void set_damper(Shortcut& text, const Actuator& from) {
  const double kv = text.kv.value_or(-from.gainprm[2]);
  if (kv < 0) refuse("kv cannot be negative");
  if (text.ctrlrange[0] < 0 || text.ctrlrange[1] < 0)
    refuse("the ctrlrange of a damper cannot be negative");
  text.gaintype = Gain::Affine;
  text.gainprm = {0, 0, 0 - kv};
  text.ctrllimited = Limited::True;
}

// force = area pressure + bias, the pressure following ctrl with a time constant
void set_cylinder(Shortcut& text, const Actuator& from) {
  text.dyntype = Dynamics::Filter;
  text.dynprm[0] = text.timeconst.value_or(from.dynprm[0]);
  text.gainprm[0] = text.area.value_or(from.gainprm[0]);
  // A negative diameter is none.
  if (text.diameter && *text.diameter >= 0)
    text.gainprm[0] = kPi / 4 * *text.diameter * *text.diameter;
  text.biastype = Bias::Affine;
  for (std::size_t i = 0; i < 3; ++i)
    text.biasprm[i] = text.bias ? (*text.bias)[i] : from.biasprm[i];
  text.ctrlspec = static_cast<int>(CtrlInput::Pressure);
}

// Gain and bias have the same nine parameters. Negative ones do not count, except for a force that
// is to follow from `scale`.
void set_muscle(Shortcut& text, const Actuator& from, bool inherits) {
  refuse_negative("tausmooth", text.tausmooth);
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
void set_adhesion(Shortcut& text, const Actuator& from) {
  refuse_negative("gain", text.gain);
  text.gainprm[0] = text.gain.value_or(from.gainprm[0]);
  text.ctrllimited = Limited::True;
  if (text.ctrlrange[0] < 0 || text.ctrlrange[1] < 0) {
    refuse("the ctrlrange of an adhesion cannot be negative");
  }
}

// force = kp (u0 - length) + kv (u1 - velocity) + u2 + ki integral
void set_pid(Shortcut& text, const Actuator& from, bool inherits) {
  const bool states = from.gaintype == Gain::Pid;
  text.gaintype = Gain::Pid;
  text.biastype = Bias::Affine;
  text.biasprm[1] = text.kp ? -*text.kp : inherits ? from.biasprm[1] : -1;
  text.biasprm[2] = damping_parameter(text, from);
  const double ki = text.ki.value_or(states ? from.gainprm[0] : 0);
  const double imax = text.imax.value_or(states ? from.dynprm[0] : 0);
  const double slewmax = text.slewmax.value_or(states ? from.dynprm[1] : 0);
  refuse_negative("slewmax", slewmax);
  text.gainprm[0] = ki;
  text.dyntype = ki != 0 || slewmax != 0 ? Dynamics::Pid : Dynamics::None;
  text.dynprm = {ki != 0 ? imax : 0, slewmax};
  if (text.has("posrange") && text.has("inheritrange") && text.inheritrange > 0) {
    refuse_at("inheritrange", "posrange and inheritrange cannot both be given");
  }
  if (text.has("posrange") && !text.has("inheritrange")) text.inheritrange = 0;
  settle_range(text, "ctrlrange", text.ctrlrange);
}

// torque = kp log(q^-1 q_target) - kv velocity
void set_orientation(Shortcut& text, const Actuator& from) {
  const double kp = text.kp.value_or(from.gainprm[0]);
  text.gaintype = Gain::So3;
  text.biastype = Bias::So3;
  text.gainprm[0] = kp;
  text.biasprm[1] = -kp;
  text.biasprm[2] = damping_parameter(text, from);
}

// A shortcut's own gain, by which it recognises a general actuator to inherit from.
Gain gain_of(ActuatorType type) {
  switch (type) {
    case ActuatorType::Damper:
      return Gain::Affine;
    case ActuatorType::Muscle:
      return Gain::Muscle;
    case ActuatorType::Hill:
      return Gain::Hill;
    case ActuatorType::Pid:
      return Gain::Pid;
    case ActuatorType::Orientation:
      return Gain::So3;
    case ActuatorType::Dcmotor:
      return Gain::Dcmotor;
    default:
      return Gain::Fixed;
  }
}

}  // namespace

const Actuator* inherited_shortcut(const List<Default>& defaults, ActuatorType type, int number) {
  const Gain gain = gain_of(type);
  for (int i = number; i >= 0; i = defaults[static_cast<std::size_t>(i)].parent) {
    const Actuator& candidate = defaults[static_cast<std::size_t>(i)].actuator;
    if (candidate.type == type) return &candidate;
    if (candidate.type == ActuatorType::General && candidate.gaintype == gain) return &candidate;
  }
  return nullptr;
}

void begin_shortcut(Shortcut& text, ActuatorType type, const Actuator& base,
                    const Actuator* inherited) {
  static_cast<Actuator&>(text) = base;
  text.kp = text.kv = text.dampratio = text.timeconst = std::nullopt;
  text.type = type;
  if (type != ActuatorType::General) {
    reset_force(text);
    text.inheritrange = is_servo(type) && inherited != nullptr ? inherited->inheritrange : 0;
  }
  if (inherited == nullptr) return;
  if (type == ActuatorType::Pid || type == ActuatorType::Orientation ||
      type == ActuatorType::Dcmotor) {
    text.ctrlspec = inherited->ctrlspec;
  }
  if (type == ActuatorType::Dcmotor) inherit_dcmotor(text, *inherited);
}

void finish_shortcut(Shortcut& text, const Actuator& base, const Actuator* inherited) {
  const bool inherits = inherited != nullptr;
  const Actuator from = inherits ? *inherited : Actuator();
  switch (text.type) {
    case ActuatorType::Position:
      set_position(text, from);
      break;
    case ActuatorType::Intvelocity:
      set_intvelocity(text, from);
      break;
    case ActuatorType::Velocity:
      set_velocity(text, from);
      break;
    case ActuatorType::Damper:
      set_damper(text, from);
      break;
    case ActuatorType::Cylinder:
      set_cylinder(text, from);
      break;
    case ActuatorType::Muscle:
      set_muscle(text, from, inherits);
      break;
    case ActuatorType::Hill:
      set_hill(text, from, inherits);
      break;
    case ActuatorType::Adhesion:
      set_adhesion(text, from);
      break;
    case ActuatorType::Pid:
      set_pid(text, from, inherits);
      break;
    case ActuatorType::Orientation:
      set_orientation(text, from);
      break;
    case ActuatorType::Dcmotor:
      set_dcmotor(text);
      break;
    case ActuatorType::General:
      // An inherited declaration of the input belongs to the gain it was made for.
      if (text.gaintype != base.gaintype && !text.has("input")) text.ctrlspec = 0;
      break;
    default:
      break;
  }
}

}  // namespace thew::spec
