// <actuator>. A class has one actuator default, whichever element wrote it; what a shortcut makes
// of it is in spec/shortcuts.h.

#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

using spec::Actuator;

namespace {

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

Actuator Reader::read_actuator(const Node& node, const Actuator& base, int number) {
  static const Element& table = *schema().find_child("actuator")->element;
  const bool of_plugin = node.name() == "plugin";
  const auto type =
      of_plugin ? ActuatorType::General
                : static_cast<ActuatorType>(to_keyword(node.name(), keywords_of<ActuatorType>()));
  const Actuator* const inherited = spec::inherited_shortcut(model_.spec.defaults, type, number);
  spec::Shortcut text;
  for (const pugi::xml_attribute attribute : node.xml.attributes()) {
    text.given.insert(attribute.name());
  }
  spec::begin_shortcut(text, type, base, inherited);
  read_attributes(node, *table.find_child(node.name())->element, &text);
  at(node, [&] { spec::finish_shortcut(text, base, inherited); });
  return text;
}

void Reader::read_actuator(const Node& node) {
  static const Element& table = *schema().find_child("actuator")->element;
  const int number = class_of(node, 0);
  spec::Actuator actuator = read_actuator(node, defaults(number).actuator, number);
  check_input(node, actuator);
  check_transmission(node, actuator);
  const bool of_plugin = node.name() == "plugin";
  const bool left_out =
      of_plugin && !read_own_plugin(node, *table.find_child("plugin")->element, actuator.plugin);
  start(node, actuator);
  if (left_out) {
    leave_out(node, ObjectType::Actuator, "<plugin>");
    actuator.tag = -1;  // keeps its place until keyframes are cut to what stays
  }
  model_.spec.actuators.push_back(std::move(actuator));
}

}  // namespace thew::io::mjcf
