#include "io/mjcf/validate.h"

#include <map>

#include <thew/nearest.h>

namespace thew::io::mjcf {

namespace {

// A list of numbers or keywords without any says nothing, as if it were not there.
bool says_nothing(const Attribute& row, std::string_view text) {
  const std::string& type = row.form.type;
  const bool is_list = type == "real" || type == "int" || type == "keywords";
  return is_list && !row.never_empty && !row.reads_empty && words(text).empty();
}

void drop_empty(const Node& node, const Element& element) {
  pugi::xml_node xml = node.xml;
  for (pugi::xml_attribute attribute = xml.first_attribute(); attribute;) {
    const pugi::xml_attribute next = attribute.next_attribute();
    const Attribute* const row = element.find_attribute(attribute.name());
    if (row != nullptr && says_nothing(*row, attribute.value())) xml.remove_attribute(attribute);
    attribute = next;
  }
}

// An empty list excludes others all the same, but for a way to write a rotation other than quat.
bool is_no_rotation(const Node& node, std::string_view name) {
  const bool other = name == "axisangle" || name == "xyaxes" || name == "zaxis" || name == "euler";
  return other && words(node.get(name)).empty();
}

using Warnings = std::vector<std::string>;

// `lax`: as MuJoCo reads frames and replicates with all that stands in them, where an unknown
// attribute has no meaning. It is a warning then.
void check_attributes(const Node& node, const Element& element, bool lax, Warnings& warnings) {
  for (const pugi::xml_attribute attribute : node.xml.attributes()) {
    const std::string_view name = attribute.name();
    // Namespaces tell editors where the schema is; they are not ours.
    if (name.starts_with("xmlns") || name.starts_with("xsi:")) continue;
    const Attribute* const row = element.find_attribute(name);
    if (row == nullptr && lax) {
      warnings.push_back(
          describe(node, "unknown attribute \"" + std::string(name) + "\" has no meaning"));
      continue;
    }
    if (row == nullptr) {
      std::vector<std::string_view> candidates;
      for (const Attribute& candidate : element.attributes) candidates.push_back(candidate.name);
      fail_at(node, name, "unknown attribute \"" + std::string(name) + "\"",
              did_you_mean(name, candidates));
    }
    if (says_nothing(*row, attribute.value())) continue;
    try {
      row->read(row->form, attribute.value(), nullptr);
    } catch (const base::Fault& fault) {
      fail_at(node, name, std::string(name) + ": " + fault.what, fault.hint);
    }
  }
  for (const Exclusive& group : element.exclusives) {
    std::string_view first;
    for (const std::string_view name : group) {
      if (!node.has(name) || is_no_rotation(node, name)) continue;
      if (!first.empty()) {
        fail_at(node, name,
                "\"" + std::string(first) + "\" and \"" + std::string(name) +
                    "\" cannot both be given");
      }
      first = name;
    }
  }
  drop_empty(node, element);
  for (const Attribute& row : element.attributes) {
    if (row.is_required && !node.has(row.name)) {
      fail(node, "attribute \"" + std::string(row.name) + "\" is missing");
    }
  }
}

// Whether a robot was given the root element of MJCF.
bool is_of_urdf(const Node& node, const Node& child) {
  const std::string_view name = child.name();
  return node.name() == "mujoco" &&
         (name == "link" || name == "joint" || name == "transmission" || name == "gazebo");
}

// Files that others include in their <worldbody> may have no more than these. Alone they are empty
// models, as in MuJoCo.
bool is_loose_part(const Node& node, const Node& child) {
  const std::string_view name = child.name();
  return node.name() == "mujoco" && (name == "body" || name == "frame" || name == "replicate");
}

std::string hint_of_unknown(const Node& node, const Element& element, const Node& child) {
  if (is_of_urdf(node, child)) return "it belongs to URDF, whose root element is <robot>";
  std::vector<std::string_view> candidates;
  for (const Child& candidate : element.children) candidates.push_back(candidate.element->name);
  return did_you_mean(child.name(), candidates);
}

void check(const Node& node, const Element& element, bool lax, Warnings& warnings) {
  lax = lax || element.takes_any;
  check_attributes(node, element, lax, warnings);
  std::map<std::string_view, int> occurrences;
  for (const Node& child : node.children) {
    const Child* row = element.find_child(child.name());
    if (row == nullptr && is_loose_part(node, child)) {
      warnings.push_back(describe(child, "it stands outside of <worldbody> and has no meaning"));
      row = element.find_child("worldbody")->element->find_child(child.name());
    }
    if (row == nullptr) {
      fail(child,
           "unknown element <" + std::string(child.name()) + "> in <" + std::string(node.name()) +
               ">",
           hint_of_unknown(node, element, child));
    }
    if (++occurrences[child.name()] > 1 && row->is_unique) {
      fail(child, "<" + std::string(child.name()) + "> occurs twice in <" +
                      std::string(node.name()) + ">");
    }
    check(child, *row->element, lax, warnings);
  }
}

}  // namespace

void validate(const Node& root, std::vector<std::string>& warnings) {
  check(root, schema(), false, warnings);
}

void read_attributes(const Node& node, const Element& element, void* object) {
  for (const Attribute& row : element.attributes) {
    const char* const text = node.get(row.name);
    if (text == nullptr) continue;
    try {
      row.read(row.form, text, object);
    } catch (const base::Fault& fault) {
      fail_at(node, row.name, std::string(row.name) + ": " + fault.what, fault.hint);
    }
  }
}

}  // namespace thew::io::mjcf
