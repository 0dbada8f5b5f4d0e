// Plugins: by the names of those that MuJoCo ships.

#include <utility>

#include "compile/asset/plugins.h"
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
  if (compile::find_plugin(plugin.plugin) < 0) {
    if (!session_.ignore_unsupported) fail_of_plugin(node, plugin.plugin);
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

void Reader::fail_of_plugin(const Node& node, const std::string& name) {
  fail(node, "there is no plugin \"" + name + "\"", compile::replacement_of_plugin(name));
}

// Whether the plugin that an element uses is there.
bool Reader::knows_plugin(const Node& node, const spec::PluginUse& use) {
  if (use.instance.empty() && use.own.plugin.empty()) {
    fail(node, "a plugin needs the name of a plugin or of an instance");
  }
  const bool known = use.instance.empty() ? compile::find_plugin(use.own.plugin) >= 0
                                          : !model_.left_out.has(ObjectType::Plugin, use.instance);
  if (!known && !session_.ignore_unsupported) fail_of_plugin(node, use.own.plugin);
  return known;
}

bool Reader::read_plugin_use(const Node& node, std::optional<spec::PluginUse>& use) {
  spec::PluginUse read;
  start(node, read.own);
  read_attributes(node, use_row(), &read);
  if (!knows_plugin(node, read)) return false;
  read_config(node, use_row(), read.own);
  use = std::move(read);
  return true;
}

bool Reader::read_own_plugin(const Node& node, const Element& row,
                             std::optional<spec::PluginUse>& use) {
  if (!use) use.emplace();
  start(node, use->own);
  if (!knows_plugin(node, *use)) return false;
  read_config(node, row, use->own);
  return true;
}

void Reader::read_body_plugin(const Node& node, const Place& place) {
  std::optional<spec::PluginUse> use;
  if (read_plugin_use(node, use)) place.body.plugin = std::move(use);
}

}  // namespace thew::io::mjcf
