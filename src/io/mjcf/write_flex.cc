// Deformable bodies, with their settings in elements of their own.

#include <thew/error.h>

#include "io/mjcf/writer.h"

namespace thew::io::mjcf {

namespace {

// Adds one of the settings; one that says nothing is left out.
void write_setting(pugi::xml_node node, const Element& element, std::string_view name,
                   const void* object) {
  const Element& row = *element.find_child(name)->element;
  pugi::xml_node child = node.append_child(std::string(name).c_str());
  write_attributes(child, row, object, row.prototype.get());
  if (!child.first_attribute()) node.remove_child(child);
}

void write_xpbd(pugi::xml_node node, const Element& element, const spec::FlexProperties& flex) {
  if (!flex.xpbd) return;
  const Element& row = *element.find_child("xpbd")->element;
  write_attributes(node.append_child("xpbd"), row, &*flex.xpbd, row.prototype.get());
}

}  // namespace

void Writer::write_flex(pugi::xml_node section, const spec::Flex& flex) {
  static const Element& element =
      *schema().find_child("deformable")->element->find_child("flex")->element;
  if (flex.elastic3d != 0) {
    throw Error({"", 0, 0, "flex \"" + flex.name + "\""},
                "cannot be written: MJCF has no attribute for elastic3d");
  }
  const spec::FlexProperties* const common = &flex;
  pugi::xml_node node = add(section, "flex");
  write_attributes(node, element, &flex, element.prototype.get());
  write_setting(node, element, "contact", common);
  write_setting(node, element, "edge", &flex);
  write_setting(node, element, "elasticity", common);
  write_xpbd(node, element, flex);
}

void Writer::write_flexcomp(pugi::xml_node parent, spec::Flexcomp flexcomp) {
  static const Element& element =
      *schema().find_child("worldbody")->element->find_child("flexcomp")->element;
  const spec::FlexProperties* const common = &flexcomp;
  flexcomp.file = path(flexcomp.file);
  pugi::xml_node node = add(parent, "flexcomp");
  write_attributes(node, element, &flexcomp, element.prototype.get());
  write_setting(node, element, "edge", &flexcomp);
  write_setting(node, element, "elasticity", common);
  write_setting(node, element, "contact", common);
  write_xpbd(node, element, flexcomp);
  write_setting(node, element, "pin", &flexcomp);
  if (flexcomp.plugin) write_plugin_use(node, *flexcomp.plugin);
}

}  // namespace thew::io::mjcf
