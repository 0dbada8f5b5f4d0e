// <default>: classes and who uses them.

#include <utility>

#include <thew/nearest.h>

#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace {

// Where the class of this name was made, if it was in the same file.
std::string tell_first(const Node& node, const std::string& name) {
  const pugi::xml_node first = node.xml.root().find_node([&](const pugi::xml_node& candidate) {
    return std::string_view(candidate.name()) == "default" &&
           candidate.attribute("class").value() == name;
  });
  if (first == node.xml || !first) return "";
  const spec::Source place = node.document->place(first);
  return "the first is at line " + std::to_string(place.line) + ":" + std::to_string(place.column);
}

}  // namespace

void Reader::read_default(const Node& node, int parent) {
  const char* const given = node.get("class");
  const std::string name = given == nullptr ? "" : given;
  int number = 0;
  if (parent < 0) {
    if (!name.empty() && name != "main") {
      fail_at(node, "class", "the outermost class is called \"main\"");
    }
  } else {
    if (name.empty()) fail(node, "a class inside of another needs a name");
    number = static_cast<int>(model_.spec.defaults.size());
    if (!classes_.emplace(name, number).second) {
      fail_at(node, "class", "class \"" + name + "\" exists already", tell_first(node, name));
    }
    at(node, [&] { session_.count(1); });
    spec::Default child = defaults(parent);
    child.name = name;
    child.parent = parent;
    model_.spec.defaults.push_back(std::move(child));
  }
  // All elements of a class count before the classes inside of it inherit them.
  for (const Node& child : node.children) {
    if (child.name() != "default") read_default_element(child, number);
  }
  for (const Node& child : node.children) {
    if (child.name() == "default") read_default(child, number);
  }
}

void Reader::read_default_element(const Node& node, int number) {
  static const Element& table = *schema().find_child("default")->element;
  const Element& element = *table.find_child(node.name())->element;
  const std::string_view name = node.name();
  spec::Default& target = defaults(number);
  if (name == "mesh") {
    MeshText text{target.mesh, {}, {}, {}, {}};
    read_attributes(node, element, &text);
    target.mesh = std::move(text);
    return;
  }
  const std::map<std::string_view, void*> prototypes = {
      {"joint", &target.joint},      {"geom", &target.geom},       {"site", &target.site},
      {"camera", &target.camera},    {"light", &target.light},     {"pair", &target.pair},
      {"tendon", &target.tendon},    {"texture", &target.texture}, {"material", &target.material},
      {"equality", &target.equality}};
  if (const auto prototype = prototypes.find(name); prototype != prototypes.end()) {
    read_attributes(node, element, prototype->second);
    if (name == "material") read_layers(node, target.material);
    return;
  }
  target.actuator = read_actuator(node, target.actuator, number);
}

void Reader::index_classes() {
  const auto& list = model_.spec.defaults;
  for (std::size_t i = classes_.size(); i < list.size(); ++i) {
    classes_.emplace(list[i].name, static_cast<int>(i));
  }
}

int Reader::find_class(const Node& node, std::string_view attribute,
                       const std::string& name) const {
  const auto entry = classes_.find(name);
  if (entry != classes_.end()) return entry->second;
  std::vector<std::string_view> candidates;
  for (const auto& [candidate, number] : classes_) candidates.push_back(candidate);
  fail_at(node, attribute, "unknown default class \"" + name + "\"",
          did_you_mean(name, candidates));
}

int Reader::class_of(const Node& node, int inherited) const {
  const char* const name = node.get("class");
  return name == nullptr ? inherited : find_class(node, "class", name);
}

}  // namespace thew::io::mjcf
