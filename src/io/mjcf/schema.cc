#include "io/mjcf/schema.h"

#include <algorithm>

namespace thew::io::mjcf {

const Attribute* Element::find_attribute(std::string_view attribute) const {
  const auto row =
      std::find_if(attributes.begin(), attributes.end(),
                   [&](const Attribute& candidate) { return candidate.name == attribute; });
  return row == attributes.end() ? nullptr : &*row;
}

const Child* Element::find_child(std::string_view child) const {
  const auto row = std::find_if(children.begin(), children.end(), [&](const Child& candidate) {
    return candidate.element->name == child;
  });
  return row == children.end() ? nullptr : &*row;
}

Element in_defaults(const Element& element) {
  Element reduced = element;
  std::erase_if(reduced.attributes, [](const Attribute& row) {
    return row.name == "name" || row.name == "class" || !row.in_defaults;
  });
  for (Exclusive& group : reduced.exclusives) {
    std::erase_if(group,
                  [&](std::string_view name) { return reduced.find_attribute(name) == nullptr; });
  }
  return reduced;
}

Element not_yet(Element element) {
  element.is_supported = false;
  return element;
}

}  // namespace thew::io::mjcf
