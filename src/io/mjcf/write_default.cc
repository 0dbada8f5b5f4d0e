// <default>: the tree of classes.

#include <map>

#include "io/mjcf/writer.h"

namespace thew::io::mjcf {

namespace {

struct Prototype {
  const void* object;
  const void* base;
};

}  // namespace

int Writer::class_number(const std::string& name) const {
  const auto entry = classes_.find(name);
  return entry == classes_.end() ? 0 : entry->second;
}

int Writer::parent_class(int number) const {
  const int parent = defaults(number).parent;
  return parent < 0 ? 0 : class_number(defaults(parent).name);
}

std::string Writer::class_text(int number, int inherited) const {
  return number == inherited ? "" : defaults(number).name;
}

void Writer::write_default(pugi::xml_node parent, int number) {
  static const Element& table = *schema().find_child("default")->element;
  static const spec::Default documented;
  const spec::Default& own = defaults(number);
  const spec::Default& base = number == 0 ? documented : defaults(parent_class(number));
  pugi::xml_node node = add(parent, "default");
  if (number != 0) node.append_attribute("class") = own.name.c_str();
  const MeshText mesh{own.mesh, {}, {}, {}, {}}, base_mesh{base.mesh, {}, {}, {}, {}};
  const std::pair<std::string_view, Prototype> prototypes[] = {
      {"mesh", {&mesh, &base_mesh}},
      {"texture", {&own.texture, &base.texture}},
      {"material", {&own.material, &base.material}},
      {"joint", {&own.joint, &base.joint}},
      {"geom", {&own.geom, &base.geom}},
      {"site", {&own.site, &base.site}},
      {"camera", {&own.camera, &base.camera}},
      {"light", {&own.light, &base.light}},
      {"pair", {&own.pair, &base.pair}},
      {"equality", {&own.equality, &base.equality}},
      {"tendon", {&own.tendon, &base.tendon}}};
  for (const auto& [name, prototype] : prototypes) {
    pugi::xml_node child = add(node, name);
    write_attributes(child, *table.find_child(name)->element, prototype.object, prototype.base);
    if (name == "material") write_layers(child, own.material, base.material);
    if (!child.first_attribute() && !child.first_child()) node.remove_child(child);
  }
  write_default_actuator(node, number, base.actuator);
  // Only the first class of a name can be found by it.
  for (std::size_t i = 1; i < spec_.defaults.size(); ++i) {
    const int child = static_cast<int>(i);
    const bool found = class_number(defaults(child).name) == child;
    if (found && parent_class(child) == number) write_default(node, child);
  }
  if (number == 0 && !node.first_child()) parent.remove_child(node);
}

}  // namespace thew::io::mjcf
