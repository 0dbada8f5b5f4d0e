// <actuator>, and the actuators of classes. What a shortcut inherits and leaves out is not simple
// (spec/shortcuts.h): what was written is read again, and a shortcut that does not say it all gives
// way to a general actuator.

#include <set>

#include <thew/error.h>

#include "base/fault.h"
#include "io/mjcf/writer.h"

namespace thew::io::mjcf {

using spec::Actuator;
using spec::Shortcut;

namespace {

// What an element without attributes stands for; one that needs some has only what it starts from.
Shortcut unwritten(ActuatorType type, const Actuator& base, const Actuator* inherited) {
  Shortcut start;
  spec::begin_shortcut(start, type, base, inherited);
  try {
    Shortcut finished = start;
    spec::finish_shortcut(finished, base, inherited);
    return spec::to_shortcut(finished);
  } catch (const base::Fault&) {
    return start;
  }
}

// A range is not written beside inheritrange, which makes it.
void leave_out_inherited_range(const Shortcut& text, Shortcut& base) {
  if (text.inheritrange <= 0) return;
  if (text.ctrlrange == Vec2{}) base.ctrlrange = {};
  if (text.actrange == Vec2{}) base.actrange = {};
}

Shortcut read_again(pugi::xml_node node, const Element& element, ActuatorType type,
                    const Actuator& base, const Actuator* inherited) {
  Shortcut text;
  for (const pugi::xml_attribute attribute : node.attributes()) {
    text.given.insert(attribute.name());
  }
  spec::begin_shortcut(text, type, base, inherited);
  for (const Attribute& row : element.attributes) {
    if (text.has(row.name)) {
      row.read(row.form, node.attribute(std::string(row.name).c_str()).value(), &text);
    }
  }
  spec::finish_shortcut(text, base, inherited);
  return text;
}

}  // namespace

void Writer::write_actuator(pugi::xml_node section, const Actuator& actuator) {
  static const Element& table = *schema().find_child("actuator")->element;
  const int number = class_number(actuator.classname);
  if (actuator.plugin) return write_plugin_actuator(section, actuator, number);
  write_actuator_as(section, table, actuator, number, class_text(number));
}

// What computes the force is not inherited: all else is as in a general actuator.
void Writer::write_plugin_actuator(pugi::xml_node section, const Actuator& actuator, int number) {
  static const Element& element =
      *schema().find_child("actuator")->element->find_child("plugin")->element;
  const Shortcut text = spec::to_shortcut(actuator);
  const Shortcut without =
      unwritten(ActuatorType::General, defaults(number).actuator,
                spec::inherited_shortcut(spec_.defaults, ActuatorType::General, number));
  pugi::xml_node node = add(section, "plugin");
  write_attributes(node, element, &text, &without, class_text(number));
  write_config(node, element, actuator.plugin->own);
}

void Writer::write_default_actuator(pugi::xml_node node, int number, const Actuator& base) {
  static const Element& table = *schema().find_child("default")->element;
  Actuator& own = spec_.defaults[static_cast<std::size_t>(number)].actuator;
  if (spec::same(own, base)) return;
  Actuator actuator = own;
  own = base;  // as it is while the class is read
  actuator.type = write_actuator_as(node, table, actuator, number, "");
  own = actuator;
}

ActuatorType Writer::write_actuator_as(pugi::xml_node parent, const Element& table,
                                       const Actuator& actuator, int number,
                                       const std::string& classname) {
  Actuator same = actuator;
  for (const ActuatorType type : {actuator.type, ActuatorType::General}) {
    same.type = type;
    const Element& element =
        *table.find_child(show_value(type, keywords_of<ActuatorType>()))->element;
    pugi::xml_node node = add(parent, element.name);
    if (write_shortcut(node, element, same, number, classname)) return type;
    parent.remove_child(node);
  }
  throw Error({"", 0, 0, "actuator \"" + actuator.name + "\""},
              "cannot be written: its class gives it what no attribute can take away");
}

bool Writer::write_shortcut(pugi::xml_node node, const Element& element, const Actuator& actuator,
                            int number, const std::string& classname) const {
  const Actuator& base = defaults(number).actuator;
  const Actuator* const inherited = spec::inherited_shortcut(spec_.defaults, actuator.type, number);
  const Shortcut text = spec::to_shortcut(actuator);
  Shortcut without = unwritten(actuator.type, base, inherited);
  leave_out_inherited_range(text, without);
  write_attributes(node, element, &text, &without, classname);
  try {
    return spec::same(read_again(node, element, actuator.type, base, inherited), actuator);
  } catch (const base::Fault&) {
    return false;
  }
}

}  // namespace thew::io::mjcf
