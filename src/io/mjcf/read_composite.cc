// Cables of older models, carried out as they are read.

#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"
#include "spec/cable.h"

namespace thew::io::mjcf {

namespace {

constexpr int kGroup =
    3;  // of the joints and sites that a cable makes, where the file does not say

const Element& composite_row() {
  return *schema().find_child("worldbody")->element->find_child("composite")->element;
}

}  // namespace

void Reader::read_composite(const Node& node, const Place& place) {
  spec::Cable cable;
  start(node, cable);
  cable.frame = place.frame;
  cable.joint.group = cable.site.group = kGroup;
  read_attributes(node, composite_row(), &cable);
  for (const Node& child : node.children) {
    const auto read = [&](void* part) {
      read_attributes(child, *composite_row().find_child(child.name())->element, part);
    };
    if (child.name() == "joint") read(&cable.joint);
    if (child.name() == "geom") read(&cable.geom);
    if (child.name() == "site") read(&cable.site);
    if (child.name() == "skin") {
      session_.warnings.push_back(describe(child, "skins of cables are not drawn"));
    }
    if (child.name() == "plugin") {
      std::optional<spec::PluginUse> use;
      if (read_plugin_use(child, use)) fail(child, "no plugin acts on cables");
    }
  }
  at(node, [&] {
    spec::expand(
        model_.spec, place.body, cable, [&](spec::Element& element) { start(node, element); },
        session_.options.limits);
  });
}

}  // namespace thew::io::mjcf
