// Plugins: distance fields in closed form, by the names of the plugins that have them elsewhere.

#include <utility>

#include "collision/sdf/formula.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace {

const Element& extension_row() {
  return *schema().find_child("extension")->element->find_child("plugin")->element;
}

const Element& use_row() {
  return *schema()
              .find_child("asset")
              ->element->find_child("mesh")
              ->element->find_child("plugin")
              ->element;
}

}  // namespace

void Reader::read_config(const Node& node, const Element& row, spec::PluginInstance& instance) {
  for (const Node& child : node.children) {
    std::pair<std::string, std::string> config;
    read_attributes(child, *row.find_child("config")->element, &config);
    instance.config.push_back(std::move(config));
  }
}

void Reader::read_extension(const Node& node) {
  spec::PluginInstance plugin;
  read_attributes(node, extension_row(), &plugin);
  if (collision::find_formula(plugin.plugin) < 0) {
    leave_out(node, ObjectType::Plugin, "<plugin plugin=\"" + plugin.plugin + "\">");
    for (const Node& child : node.children) {
      if (const char* const name = child.get("name")) {
        model_.left_out.add(ObjectType::Plugin, name);
      }
    }
    return;
  }
  const Element& row = *extension_row().find_child("instance")->element;
  for (const Node& child : node.children) {
    spec::PluginInstance& instance = model_.spec.plugins.emplace_back();
    start(child, instance);
    instance.plugin = plugin.plugin;
    read_attributes(child, row, &instance);
    read_config(child, row, instance);
  }
}

bool Reader::read_plugin_use(const Node& node, std::optional<spec::PluginUse>& use) {
  spec::PluginUse read;
  start(node, read.own);
  read_attributes(node, use_row(), &read);
  if (read.instance.empty() && read.own.plugin.empty()) {
    fail(node, "a plugin needs the name of a plugin or of an instance");
  }
  const bool unknown = read.instance.empty()
                           ? collision::find_formula(read.own.plugin) < 0
                           : model_.left_out.has(ObjectType::Plugin, read.instance);
  if (unknown) return false;
  read_config(node, use_row(), read.own);
  use = std::move(read);
  return true;
}

}  // namespace thew::io::mjcf
