#include "io/mjcf/validate.h"

#include <map>

#include "io/nearest.h"

namespace thew::io::mjcf {

namespace {

// A list of numbers or keywords without any says nothing, as if it were not there.
bool says_nothing(const Attribute& row, std::string_view text) {
  const std::string& type = row.form.type;
  const bool is_list = type == "real" || type == "int" || type == "keywords";
  return is_list && !row.never_empty && words(text).empty();
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

void check_attributes(const Node& node, const Element& element) {
  for (const pugi::xml_attribute attribute : node.xml.attributes()) {
    const std::string_view name = attribute.name();
    // Namespaces tell editors where the schema is; they are not ours.
    if (name.starts_with("xmlns") || name.starts_with("xsi:")) continue;
    const Attribute* const row = element.find_attribute(name);
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
      if (!node.has(name)) continue;
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

void check(const Node& node, const Element& element) {
  check_attributes(node, element);
  std::map<std::string_view, int> occurrences;
  for (const Node& child : node.children) {
    const Child* const row = element.find_child(child.name());
    if (row == nullptr) {
      std::vector<std::string_view> candidates;
      for (const Child& candidate : element.children) candidates.push_back(candidate.element->name);
      fail(child,
           "unknown element <" + std::string(child.name()) + "> in <" + std::string(node.name()) +
               ">",
           did_you_mean(child.name(), candidates));
    }
    if (++occurrences[child.name()] > 1 && row->is_unique) {
      fail(child, "<" + std::string(child.name()) + "> occurs twice in <" +
                      std::string(node.name()) + ">");
    }
    check(child, *row->element);
  }
}

}  // namespace

void validate(const Node& root) {
  check(root, schema());
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
