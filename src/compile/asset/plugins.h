#pragma once

// Which plugins there are, and who uses which.

#include <string_view>

#include "compile/draft.h"

namespace thew::compile {

/// What Model::plugin says of the plugin with this name; -1 where there is none.
int find_plugin(std::string_view name);

/// What to do instead, where a plugin was part of MuJoCo once; "" of all others.
std::string replacement_of_plugin(std::string_view name);

/// The instance that an element uses; fails unless it is of this plugin. -1 without one.
int plugin_of(const Draft& draft, const Element& element, std::string_view kind,
              const std::optional<PluginUse>& use, int plugin);

/// How many states a pid needs beside those of its dynamics.
int pid_states(const PluginDraft& plugin);

/// How many values a touch grid has.
std::int64_t touch_grid_values(const PluginDraft& plugin);

}  // namespace thew::compile
