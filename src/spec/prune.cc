#include "spec/prune.h"

#include <string>
#include <utility>

#include "spec/references.h"

namespace thew::spec {

namespace {

std::string place(const Source& source, const Context& context) {
  if (source.file < 0) return "";
  return context.file_name(source) + ":" + std::to_string(source.line) + ":" +
         std::to_string(source.column) + ": ";
}

// What an element refers to that was left out; "" if nothing.
template <class T>
std::string lost_reference(T& element, const NameSet& left_out) {
  std::string lost;
  visit_references(element, [&](ObjectType type, std::string& name) {
    if (left_out.has(type, name)) lost = std::string(kind_name(type)) + " \"" + name + "\"";
  });
  return lost;
}

// Takes out the elements of a list that lost what they refer to.
template <class T>
void prune_list(List<T>& list, ObjectType type, Assembly& model, Context& context) {
  const std::string kind = std::string(kind_name(type));
  erase_if(list, [&](T& element) {
    const std::string lost = lost_reference(element, model.left_out);
    if (lost.empty()) return false;
    context.warnings.push_back(place(element.source, context) + kind + " \"" + element.name +
                               "\": left out: " + lost + " is not supported yet");
    model.left_out.add(type, element.name);
    return true;
  });
}

void prune_tuples(Assembly& model, Context& context) {
  erase_if(model.spec.tuples, [&](Tuple& tuple) {
    const std::size_t lost = std::erase_if(tuple.entries, [&](const Tuple::Entry& entry) {
      if (!model.left_out.has(entry.type, entry.name)) return false;
      context.warnings.push_back(place(entry.source, context) + "tuple \"" + tuple.name +
                                 "\": entry \"" + entry.name +
                                 "\" left out: it is not supported yet");
      return true;
    });
    return lost > 0 && tuple.entries.empty();
  });
}

// Controls and activations of actuators that stay. Activations are kept only where all actuators
// stay: how many each of the others had is not known.
void cut_keys(Assembly& model, const std::vector<char>& stays) {
  for (auto& key : model.spec.keys) {
    key.act.clear();
    if (key.ctrl.size() > stays.size()) {
      key.ctrl.clear();
      continue;
    }
    std::size_t i = 0;
    std::erase_if(key.ctrl, [&](double) { return stays[i++] == 0; });
  }
}

}  // namespace

void prune(Assembly& model, Context& context) {
  if (!context.ignore_unsupported) return;
  Spec& spec = model.spec;
  prune_list(spec.skins, ObjectType::Skin, model, context);
  prune_list(spec.flexes, ObjectType::Flex, model, context);
  prune_list(spec.pairs, ObjectType::Pair, model, context);
  prune_list(spec.excludes, ObjectType::Exclude, model, context);
  prune_list(spec.tendons, ObjectType::Tendon, model, context);
  prune_list(spec.equalities, ObjectType::Equality, model, context);
  // Actuators that were left out still hold their places.
  std::vector<char> stays;
  for (auto& actuator : spec.actuators) {
    const bool stay = actuator.tag >= 0 && lost_reference(actuator, model.left_out).empty();
    stays.push_back(stay ? 1 : 0);
  }
  const std::size_t before = spec.actuators.size();
  erase_if(spec.actuators, [](const Actuator& actuator) { return actuator.tag < 0; });
  prune_list(spec.actuators, ObjectType::Actuator, model, context);
  if (spec.actuators.size() != before) cut_keys(model, stays);
  prune_list(spec.sensors, ObjectType::Sensor, model, context);
  prune_tuples(model, context);
}

}  // namespace thew::spec
