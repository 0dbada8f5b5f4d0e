// <actuator>. A class has one actuator default, whichever element wrote it. All actuators inherit
// its mechanics (ranges, gear...); the parameters of a shortcut (kp, kv, area...) come from the
// nearest class whose default was written with the same shortcut, or with general and the gain type
// of the shortcut, and else have their documented values. general inherits gain, bias and dynamics
// as they are.

#include "compile/vector.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

using compile::Actuator;

namespace {

ActuatorType type_of(std::string_view name) {
  static const std::map<std::string_view, ActuatorType> types = {
      {"general", ActuatorType::General},         {"motor", ActuatorType::Motor},
      {"position", ActuatorType::Position},       {"velocity", ActuatorType::Velocity},
      {"intvelocity", ActuatorType::Intvelocity}, {"damper", ActuatorType::Damper},
      {"cylinder", ActuatorType::Cylinder},       {"muscle", ActuatorType::Muscle},
      {"adhesion", ActuatorType::Adhesion},       {"pid", ActuatorType::Pid},
      {"orientation", ActuatorType::Orientation}, {"dcmotor", ActuatorType::Dcmotor}};
  return types.at(name);
}

bool is_servo(ActuatorType type) {
  return type == ActuatorType::Position || type == ActuatorType::Intvelocity;
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

void refuse_negative(const Node& node, std::string_view name, const std::optional<double>& value) {
  if (value && *value < 0) fail_at(node, name, std::string(name) + " cannot be negative");
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

// A range and inheritrange exclude each other; one that is written wins over one that is inherited.
void settle_range(const Node& node, ActuatorText& text, std::string_view name, Vec2& range) {
  const bool both = node.has(name) && node.has("inheritrange");
  if (both && text.inheritrange > 0) {
    fail_at(node, "inheritrange", std::string(name) + " and inheritrange cannot both be given");
  }
  if (node.has(name) && !both) text.inheritrange = 0;
  if (node.has("inheritrange") && text.inheritrange > 0) range = {};
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

// Shortcuts that cannot be simulated yet: a general actuator that inherits from one must not pass
// for a motor.
void set_unknown(ActuatorText& text) {
  text.gaintype = text.type == ActuatorType::Muscle        ? Gain::Muscle
                  : text.type == ActuatorType::Pid         ? Gain::Pid
                  : text.type == ActuatorType::Orientation ? Gain::So3
                  : text.type == ActuatorType::Dcmotor     ? Gain::Dcmotor
                                                           : Gain::User;
}

// A fixed or affine gain has one input; the declaration says what it means.
void check_input(const Node& node, const Actuator& actuator) {
  const auto is = [&](CtrlInput input) { return actuator.ctrlspec == static_cast<int>(input); };
  if (actuator.gaintype > Gain::Affine || actuator.ctrlspec == 0) return;
  if (is(CtrlInput::Pos) || is(CtrlInput::Vel) || is(CtrlInput::Pressure)) return;
  fail_at(node, "input", "a fixed or affine gain takes one of pos, vel, pressure");
}

// What makes an actuator impossible to simulate yet, as it would be written; "" if nothing does.
std::string missing(const Node& node, const Actuator& actuator) {
  const std::string start = "<" + std::string(node.name()) + " ";
  const auto given = [&](std::string_view attribute) {
    return start + std::string(attribute) + "=\"" + node.get(attribute) + "\">";
  };
  for (const std::string_view attribute :
       {"cranksite", "slidersite", "site", "refsite", "body", "velrange", "ffrange"}) {
    if (node.has(attribute)) return given(attribute);
  }
  if (actuator.dyntype >= Dynamics::Muscle)
    return start + "dyntype=\"" + show_value(actuator.dyntype, keywords_of<Dynamics>()) + "\">";
  if (actuator.gaintype >= Gain::Muscle)
    return start + "gaintype=\"" + show_value(actuator.gaintype, keywords_of<Gain>()) + "\">";
  if (actuator.biastype >= Bias::Muscle)
    return start + "biastype=\"" + show_value(actuator.biastype, keywords_of<Bias>()) + "\">";
  return "";
}

}  // namespace

const Actuator* Reader::inherited_parameters(ActuatorType type, int number) const {
  const Gain gain = type == ActuatorType::Damper ? Gain::Affine : Gain::Fixed;
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
  read_attributes(node, *table.find_child(node.name())->element, &text);
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
    case ActuatorType::General:
      // An inherited declaration of the input belongs to the gain it was made for.
      if (text.gaintype != base.gaintype && !node.has("input")) text.ctrlspec = 0;
      break;
    case ActuatorType::Motor:
      break;
    default:
      set_unknown(text);
      break;
  }
  return text;
}

void Reader::read_actuator(const Node& node) {
  static const Element& table = *schema().find_child("actuator")->element;
  const int number = class_of(node, 0);
  compile::Actuator actuator;
  std::string fault;
  if (table.find_child(node.name())->element->is_supported) {
    actuator = read_actuator(node, defaults(number).actuator, number);
    fault = missing(node, actuator);
    const bool crank = node.has("cranklength") && actuator.trntype != Transmission::Undefined;
    if (fault.empty()) check_input(node, actuator);
    if (fault.empty() && crank) fail_at(node, "cranklength", "only a slider-crank has a crank");
  } else {
    fault = "<" + std::string(node.name()) + ">";
  }
  start(node, actuator);
  if (!fault.empty()) {
    leave_out(node, ObjectType::Actuator, fault);
    actuator.tag = -1;  // keeps its place until keyframes are cut to what stays
  }
  model_.spec.actuators.push_back(std::move(actuator));
}

}  // namespace thew::io::mjcf
