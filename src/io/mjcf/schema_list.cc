// The tables of MJCF as plain data.

#include <map>

#include <thew/schema.h>

#include "io/mjcf/schema.h"

namespace thew {

namespace {

using io::mjcf::Attribute;
using io::mjcf::Child;
using io::mjcf::Element;

SchemaAttribute plain(const Attribute& row, const Element& element) {
  const io::mjcf::Form& form = row.form;
  SchemaAttribute attribute;
  attribute.name = row.name;
  attribute.type = form.type;
  attribute.least = form.least;
  attribute.most = form.most;
  for (const io::mjcf::Keyword& word : form.keywords) attribute.keywords.emplace_back(word.text);
  attribute.usual = row.usual ? *row.usual : row.show(form, element.prototype.get());
  attribute.is_required = row.is_required;
  attribute.is_simulated = row.is_supported && element.is_supported;
  return attribute;
}

class Lister {
 public:
  int add(const Element& element) {
    const auto [entry, is_new] = numbers_.emplace(&element, static_cast<int>(list_.size()));
    if (!is_new) return entry->second;
    const int number = entry->second;
    SchemaElement plain_element{std::string(element.name), {}, {}, {}};
    for (const Attribute& row : element.attributes) {
      plain_element.attributes.push_back(plain(row, element));
    }
    for (const auto& group : element.exclusives) {
      plain_element.exclusives.emplace_back(group.begin(), group.end());
    }
    list_.push_back(std::move(plain_element));
    for (const Child& child : element.children) {
      const int below = add(*child.element);
      list_[static_cast<std::size_t>(number)].children.push_back({below, child.is_unique});
    }
    return number;
  }

  std::vector<SchemaElement> take() { return std::move(list_); }

 private:
  std::map<const Element*, int> numbers_;
  std::vector<SchemaElement> list_;
};

}  // namespace

std::vector<SchemaElement> schema_elements() {
  Lister lister;
  lister.add(io::mjcf::schema());
  return lister.take();
}

}  // namespace thew
