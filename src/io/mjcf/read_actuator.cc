// <actuator>. A class has one actuator default, whichever element wrote it. All actuators inherit
// its mechanics (ranges, gear...); the parameters of a shortcut (kp, kv, area...) come from the
// nearest class whose default was written with the same shortcut, or with general and the gain type
// of the shortcut, and else have their documented values. general inherits gain, bias and dynamics
// as they are.

#include "compile/vector.h"
#include "io/mjcf/actuator_shortcuts.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

using compile::Actuator;

namespace {

ActuatorType type_of(std::string_view name) {
  static const std::map<std::string_view, ActuatorType> types = {
      {"general", ActuatorType::General},
      {"motor", ActuatorType::Motor},
      {"position", ActuatorType::Position},
      {"velocity", ActuatorType::Velocity},
      {"intvelocity", ActuatorType::Intvelocity},
      {"damper", ActuatorType::Damper},
      {"cylinder", ActuatorType::Cylinder},
      {"muscle", ActuatorType::Muscle},
      {"adhesion", ActuatorType::Adhesion},
      {"pid", ActuatorType::Pid},
      {"orientation", ActuatorType::Orientation},
      {"dcmotor", ActuatorType::Dcmotor},
      {"hill", ActuatorType::Hill}};
  return types.at(name);
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
  actuator.ctrlspec = plain.ctrlspec;
}

// force = kp (ctrl - length) - kv velocity; a positive biasprm[2] is a damping ratio, for the
// compiler to resolve.
void set_servo(const Node& node, ActuatorText& text, const Actuator& from) {
  refuse_negative(node, "kv", text.kv);
  refuse_negative(node, "dampratio", text.dampratio);
  refuse_negative(node, "timeconst", text.timeconst);
  const double kp = text.kp.value_or(from.gainprm[0]);
  text.gainprm[0] = kp;
  text.biastype = Bias::Affine;
  text.biasprm[1] = -kp;
  text.biasprm[2] = text.kv ? -*text.kv : text.dampratio ? *text.dampratio : from.biasprm[2];
  const bool filtered = from.dyntype == Dynamics::Filterexact;
  if (text.timeconst || filtered) {
    text.dynprm[0] = text.timeconst.value_or(from.dynprm[0]);
    text.dyntype = text.dynprm[0] == 0 ? Dynamics::None : Dynamics::Filterexact;
  }
}

void set_position(const Node& node, ActuatorText& text, const Actuator& from) {
  set_servo(node, text, from);
  text.ctrlspec = static_cast<int>(CtrlInput::Pos);
  settle_range(node, text, "ctrlrange", text.ctrlrange);
}

// A position servo whose set point is the integral of ctrl.
void set_intvelocity(const Node& node, ActuatorText& text, const Actuator& from) {
  set_servo(node, text, from);
  text.ctrlspec = static_cast<int>(CtrlInput::Vel);
  text.dyntype = Dynamics::Integrator;
  settle_range(node, text, "actrange", text.actrange);
}

// force = kv (ctrl - velocity)
void set_velocity(ActuatorText& text, const Actuator& from) {
  const double kv = text.kv.value_or(from.gainprm[0]);
  text.gainprm[0] = kv;
  text.biastype = Bias::Affine;
  text.biasprm[2] = -kv;
  text.ctrlspec = static_cast<int>(CtrlInput::Vel);
}

// force = -kv velocity ctrl
void set_damper(const Node& node, ActuatorText& text, const Actuator& from) {
  const double kv = text.kv.value_or(-from.gainprm[2]);
  if (kv < 0) fail(node, "kv cannot be negative");
  if (text.ctrlrange[0] < 0 || text.ctrlrange[1] < 0)
    fail(node, "the ctrlrange of a damper cannot be negative");
  text.gaintype = Gain::Affine;
  text.gainprm = {0, 0, -kv};
  text.ctrllimited = Limited::True;
}

// force = area pressure + bias, the pressure following ctrl with a time constant
void set_cylinder(ActuatorText& text, const Actuator& from) {
  text.dyntype = Dynamics::Filter;
  text.dynprm[0] = text.timeconst.value_or(from.dynprm[0]);
  text.gainprm[0] = text.area.value_or(from.gainprm[0]);
  if (text.diameter) text.gainprm[0] = compile::kPi / 4 * *text.diameter * *text.diameter;
  text.biastype = Bias::Affine;
  for (std::size_t i = 0; i < 3; ++i)
    text.biasprm[i] = text.bias ? (*text.bias)[i] : from.biasprm[i];
  text.ctrlspec = static_cast<int>(CtrlInput::Pressure);
}

// A fixed or affine gain has one input; the declaration says what it means.
void check_input(const Node& node, const Actuator& actuator) {
  const auto is = [&](CtrlInput input) { return actuator.ctrlspec == static_cast<int>(input); };
  if (actuator.ctrlspec == 0) return;
  if (actuator.gaintype == Gain::Muscle || actuator.gaintype == Gain::Hill ||
      actuator.gaintype == Gain::User) {
    fail_at(node, "input", "muscles and gains of the user take no input");
  }
  if (actuator.gaintype > Gain::Affine) return;
  if (is(CtrlInput::Pos) || is(CtrlInput::Vel) || is(CtrlInput::Pressure)) return;
  fail_at(node, "input", "a fixed or affine gain takes one of pos, vel, pressure");
}

// Inputs are written in one order; the charts of orientations are numbers of their own.
void read_input(const Node& node, ActuatorText& text) {
  if (!node.has("input") || text.type == ActuatorType::Orientation) return;
  constexpr int kExpmap = 64, kQuat = 128;
  int previous = 0;
  for (const std::string_view word : words(node.get("input"))) {
    const int bit = to_keyword(word, input_keywords());
    if (bit < previous) {
      fail_at(node, "input", "inputs are written in the order pos, vel, ff, voltage");
    }
    previous = bit;
  }
  if (text.ctrlspec >= static_cast<int>(CtrlInput::None) && text.ctrlspec != previous) {
    fail_at(node, "input", "only pos, vel, ff and voltage may be combined");
  }
  if (text.ctrlspec == kExpmap) text.ctrlspec = static_cast<int>(CtrlChart::Expmap);
  if (text.ctrlspec == kQuat) text.ctrlspec = static_cast<int>(CtrlChart::Quat);
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

void check_transmission(const Node& node, const Actuator& actuator) {
  const auto refuse = [&](const char* attribute, Transmission type, const char* what) {
    if (!node.has(attribute) || actuator.trntype == type ||
        actuator.trntype == Transmission::Undefined) {
      return;
    }
    fail_at(node, attribute, what);
  };
  refuse("cranklength", Transmission::Slidercrank, "only a slider-crank has a crank");
  refuse("slidersite", Transmission::Slidercrank, "only a slider-crank has a slider");
  refuse("refsite", Transmission::Site, "only a site has a reference site");
}

}  // namespace

const Actuator* Reader::inherited_parameters(ActuatorType type, int number) const {
  const Gain gain = gain_of(type);
  for (int i = number; i >= 0; i = model_.spec.defaults[static_cast<std::size_t>(i)].parent) {
    const Actuator& candidate = model_.spec.defaults[static_cast<std::size_t>(i)].actuator;
    if (candidate.type == type) return &candidate;
    if (candidate.type == ActuatorType::General && candidate.gaintype == gain) return &candidate;
  }
  return nullptr;
}

Actuator Reader::read_actuator(const Node& node, const Actuator& base, int number) {
  static const Element& table = *schema().find_child("actuator")->element;
  ActuatorText text;
  static_cast<Actuator&>(text) = base;
  text.kp = text.kv = text.dampratio = text.timeconst = std::nullopt;
  text.type = type_of(node.name());
  const Actuator plain;
  const Actuator* const found = inherited_parameters(text.type, number);
  const Actuator from = found == nullptr ? plain : *found;
  if (text.type != ActuatorType::General) {
    reset_force(text);
    text.inheritrange = is_servo(text.type) ? from.inheritrange : 0;
  }
  if (found != nullptr) inherit_shortcut(node, text, from);
  read_attributes(node, *table.find_child(node.name())->element, &text);
  read_input(node, text);
  switch (text.type) {
    case ActuatorType::Position:
      set_position(node, text, from);
      break;
    case ActuatorType::Intvelocity:
      set_intvelocity(node, text, from);
      break;
    case ActuatorType::Velocity:
      set_velocity(text, from);
      break;
    case ActuatorType::Damper:
      set_damper(node, text, from);
      break;
    case ActuatorType::Cylinder:
      set_cylinder(text, from);
      break;
    case ActuatorType::Muscle:
      set_muscle(node, text, from, found != nullptr);
      break;
    case ActuatorType::Hill:
      set_hill(node, text, from, found != nullptr);
      break;
    case ActuatorType::Adhesion:
      set_adhesion(node, text, from);
      break;
    case ActuatorType::Pid:
      set_pid(node, text, from, found != nullptr);
      break;
    case ActuatorType::Orientation:
      set_orientation(node, text, from);
      break;
    case ActuatorType::Dcmotor:
      set_dcmotor(node, text, from);
      break;
    case ActuatorType::General:
      // An inherited declaration of the input belongs to the gain it was made for.
      if (text.gaintype != base.gaintype && !node.has("input")) text.ctrlspec = 0;
      break;
    default:
      break;
  }
  return text;
}

void Reader::read_actuator(const Node& node) {
  static const Element& table = *schema().find_child("actuator")->element;
  const int number = class_of(node, 0);
  compile::Actuator actuator;
  const bool supported = table.find_child(node.name())->element->is_supported;
  if (supported) {
    actuator = read_actuator(node, defaults(number).actuator, number);
    check_input(node, actuator);
    check_transmission(node, actuator);
  }
  start(node, actuator);
  if (!supported) {
    leave_out(node, ObjectType::Actuator, "<" + std::string(node.name()) + ">");
    actuator.tag = -1;  // keeps its place until keyframes are cut to what stays
  }
  model_.spec.actuators.push_back(std::move(actuator));
}

}  // namespace thew::io::mjcf
