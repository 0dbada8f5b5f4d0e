// Plugins: who uses one, and with which settings.

#include <utility>

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

Element plugin_element() {
  using spec::PluginUse;
  Table<PluginUse> row;
  row.set<std::string>(
      "plugin", [](PluginUse& use, const std::string& name) { use.own.plugin = name; },
      [](const PluginUse& use) { return use.own.plugin; });
  row("instance", &PluginUse::instance).name_of("a plugin instance");
  return std::move(row).element("plugin");
}

Element config_element() {
  using Config = std::pair<std::string, std::string>;
  Table<Config> row;
  row("key", &Config::first).required();
  row("value", &Config::second);
  return std::move(row).element("config");
}

Element instance_element() {
  using spec::PluginInstance;
  Table<PluginInstance> row;
  row("name", &PluginInstance::name).required();
  return std::move(row).element("instance");
}

Element extension_plugin_element() {
  using spec::PluginInstance;
  Table<PluginInstance> row;
  row("plugin", &PluginInstance::plugin).required();
  return std::move(row).element("plugin");
}

}  // namespace thew::io::mjcf
