// <equality>: constraints between two bodies, sites, joints, tendons or geoms.

#include <algorithm>

#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace {

// Connects and welds are between two sites, or between a body and another, or the world.
void check_ends(const Node& node) {
  const bool connect = node.name() == "connect";
  if (!node.has("site1") && !node.has("site2")) {
    if (!node.has("body1")) fail(node, "it needs body1, or site1 and site2");
    if (connect && !node.has("anchor")) fail(node, "attribute \"anchor\" is missing");
    return;
  }
  for (const char* const attribute : {"body1", "body2", "anchor", "relpose"}) {
    if (node.has(attribute)) {
      fail_at(node, attribute,
              std::string(attribute) + " cannot be given with site1 and site2, which say it all");
    }
  }
  if (!node.has("site1") || !node.has("site2")) fail(node, "site1 and site2 belong together");
}

}  // namespace

void Reader::read_equality(const Node& node) {
  static const Element& section = *schema().find_child("equality")->element;
  const Element& element = *section.find_child(node.name())->element;
  if (!element.is_supported && leaves_out_unsupported(node, ObjectType::Equality)) return;
  spec::Equality& equality =
      model_.spec.equalities.emplace_back(defaults(class_of(node, 0)).equality);
  start(node, equality);
  equality.type = static_cast<EqualityType>(to_keyword(node.name(), keywords_of<EqualityType>()));
  begin_equality(equality);
  read_attributes(node, element, &equality);
  if (equality.type != EqualityType::Connect && equality.type != EqualityType::Weld) return;
  check_ends(node);
  const bool of_bodies = equality.objtype == ObjectType::Body;
  if (of_bodies && !node.has("anchor")) std::fill_n(equality.data.begin(), 3, 0.0);
}

}  // namespace thew::io::mjcf
