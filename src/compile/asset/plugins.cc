// Plugins: distance fields in closed form, a controller and a sensor that have their names and
// settings.

#include "compile/asset/plugins.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>

#include "collision/sdf/formula.h"
#include "compile/stages.h"
#include "model/plugin.h"

namespace thew::compile {

namespace {

using collision::Formula;
using collision::kFormula;

// The number of a drafted plugin in the list of all.
int number_of(const PluginDraft& plugin) {
  return collision::kFirstPlugin + plugin.formula;
}

bool is_field(const PluginDraft& plugin) {
  return plugin.formula >= 0;
}

// What its settings are called, in their order.
std::vector<std::string_view> keys_of(const PluginDraft& plugin) {
  if (!is_field(plugin)) {
    const PluginKind& kind = kPluginKinds[number_of(plugin)];
    return {kind.key, kind.key + kind.count};
  }
  const Formula& formula = kFormula[plugin.formula];
  return {formula.key, formula.key + formula.count};
}

bool parse(std::string_view text, double& value) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

void read_texts(const Draft& draft, PluginDraft& plugin) {
  const PluginInstance& spec = *plugin.spec;
  const auto keys = keys_of(plugin);
  for (const auto& [key, value] : spec.config) {
    const auto place = std::find(keys.begin(), keys.end(), key);
    if (place == keys.end()) {
      draft.fail(spec, "plugin", "unrecognized attribute 'plugin:" + key + "'",
                 spec.plugin + " has no such setting");
    }
    plugin.text[place - keys.begin()] = value;
  }
}

void read_numbers(const Draft& draft, PluginDraft& plugin) {
  const auto keys = keys_of(plugin);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string& value = plugin.text[i];
    if (!value.empty() && !parse(value, plugin.number[i])) {
      draft.fail(*plugin.spec, "plugin",
                 "the setting \"" + std::string(keys[i]) + "\" must be a number");
    }
  }
}

void check_field(const Draft& draft, PluginDraft& plugin) {
  const Formula& formula = kFormula[plugin.formula];
  std::copy_n(formula.standard, formula.count, plugin.number.begin());
  read_numbers(draft, plugin);
  // A surface that a grid can be laid over.
  const auto half = formula.half_box(plugin.number.data());
  for (const double x : {half.x, half.y, half.z}) {
    if (!(x > 0) || !(x < 1e6)) {
      draft.fail(*plugin.spec, "plugin", "its settings describe no surface");
    }
  }
}

void check_pid(const Draft& draft, PluginDraft& plugin) {
  read_numbers(draft, plugin);
  const double ki = plugin.number[1], imax = plugin.number[3];
  if (ki != 0 && imax / ki < 0) draft.fail(*plugin.spec, "plugin", "imax cannot be negative");
  if (plugin.number[4] < 0) draft.fail(*plugin.spec, "plugin", "slewmax cannot be negative");
}

void check_touch_grid(const Draft& draft, const PluginDraft& plugin) {
  const auto check = [&](bool good, const char* what) {
    if (!good) draft.fail(*plugin.spec, "plugin", what);
  };
  constexpr int kNumbered = 1 << 28;  // with six channels still an int
  double number = 0, two[2] = {0, 0};
  check(read_setting(plugin.text[0], &number, 1) >= 0 && number >= 0 && number <= 6,
        "nchannel is from 1 to 6");
  check(read_setting(plugin.text[1], two, 2) == 2, "size has two numbers");
  check(two[0] >= 1 && two[1] >= 1 && two[0] < kNumbered && two[1] < kNumbered,
        "size must be two positive numbers");
  draft.check_limit(*plugin.spec, "plugin", static_cast<std::int64_t>(two[0] * two[1]),
                    std::min<std::int64_t>(draft.limits.points, kNumbered), "points",
                    "its grid has too many cells");
  check(read_setting(plugin.text[2], two, 2) == 2, "fov has two numbers");
  check(two[0] > 0 && two[0] <= 180 && two[1] > 0 && two[1] <= 90,
        "fov is at most 180 degrees wide and 90 high");
  number = 0;
  check(read_setting(plugin.text[3], &number, 1) >= 0 && number >= 0 && number <= 1,
        "gamma is from 0 to 1");
}

// An instance of a pid is of no use to anything but actuators.
void check_users(const Draft& draft) {
  for (const PluginDraft& plugin : draft.plugins) {
    if (is_field(plugin) || number_of(plugin) != kPidPlugin) continue;
    const auto uses = [&](const Actuator& actuator) {
      return actuator.plugin && (&actuator.plugin->own == plugin.spec ||
                                 (!actuator.plugin->instance.empty() &&
                                  actuator.plugin->instance == plugin.spec->name));
    };
    const auto& list = draft.spec.actuators;
    if (std::none_of(list.begin(), list.end(), uses)) {
      draft.fail(*plugin.spec, "plugin", "no actuator uses it");
    }
  }
}

int find_instance(const Draft& draft, const Element& element, std::string_view kind,
                  const PluginUse& use) {
  if (!use.instance.empty()) {
    return draft.refer(element, kind, ObjectType::Plugin, use.instance);
  }
  for (std::size_t i = 0; i < draft.plugins.size(); ++i) {
    if (draft.plugins[i].spec == &use.own) return static_cast<int>(i);
  }
  return -1;
}

// The distance field of a mesh or geom.
int field_of(const Draft& draft, const Element& element, std::string_view kind,
             const PluginUse& use) {
  const int instance = find_instance(draft, element, kind, use);
  if (!is_field(draft.plugins[instance])) {
    draft.fail(element, kind, "its plugin is no distance field");
  }
  return instance;
}

}  // namespace

int find_plugin(std::string_view name) {
  for (int i = 0; i < static_cast<int>(std::size(kPluginKinds)); ++i) {
    if (name == kPluginKinds[i].name) return i;
  }
  const int formula = collision::find_formula(name);
  return formula < 0 ? -1 : collision::kFirstPlugin + formula;
}

std::string replacement_of_plugin(std::string_view name) {
  if (name.starts_with("mujoco.elasticity.")) {
    return "<flexcomp> with <elasticity> took its place, of dim 1 for a cable, 2 for a shell, 3 "
           "for a "
           "solid";
  }
  return name == "mujoco.sensor.touch_stress" ? "<tactile> took its place" : "";
}

int plugin_of(const Draft& draft, const Element& element, std::string_view kind,
              const std::optional<PluginUse>& use, int plugin) {
  if (!use) return -1;
  const int instance = find_instance(draft, element, kind, *use);
  if (number_of(draft.plugins[instance]) != plugin) {
    draft.fail(element, kind,
               "plugin \"" + draft.plugins[instance].spec->plugin + "\" is of no use here");
  }
  return instance;
}

int pid_states(const PluginDraft& plugin) {
  return (plugin.number[1] != 0) + !plugin.text[4].empty();
}

std::int64_t touch_grid_values(const PluginDraft& plugin) {
  double channels = 0, size[2] = {0, 0};
  read_setting(plugin.text[0], &channels, 1);
  read_setting(plugin.text[1], size, 2);
  return std::max<std::int64_t>(1, static_cast<int>(channels)) * static_cast<int>(size[0]) *
         static_cast<int>(size[1]);
}

void list_own_plugins(Draft& draft) {
  const auto add = [&](const std::optional<PluginUse>& use) {
    if (use && use->instance.empty()) draft.plugins.emplace_back().spec = &use->own;
  };
  for (const MeshDraft& mesh : draft.meshes) add(mesh.spec->plugin);
  for (const GeomDraft& geom : draft.geoms) add(geom.spec->plugin);
  for (const Actuator& actuator : draft.spec.actuators) add(actuator.plugin);
  for (const Sensor& sensor : draft.spec.sensors) add(sensor.plugin);
}

void compile_plugins(Draft& draft) {
  for (PluginDraft& plugin : draft.plugins) {
    const int number = find_plugin(plugin.spec->plugin);
    if (number < 0) {
      draft.fail(*plugin.spec, "plugin", "there is no plugin \"" + plugin.spec->plugin + "\"",
                 replacement_of_plugin(plugin.spec->plugin));
    }
    plugin.formula = number - collision::kFirstPlugin;
    read_texts(draft, plugin);
    if (is_field(plugin)) check_field(draft, plugin);
    if (number == kPidPlugin) check_pid(draft, plugin);
    if (number == kTouchGridPlugin) check_touch_grid(draft, plugin);
  }
  check_users(draft);
  for (MeshDraft& mesh : draft.meshes) {
    const Mesh& spec = *mesh.spec;
    if (!spec.plugin) continue;
    mesh.plugin = field_of(draft, spec, "mesh", *spec.plugin);
    if (spec.scale != Vec3{1, 1, 1}) {
      draft.fail(spec, "mesh", "the surface of a distance field cannot be scaled");
    }
  }
  for (GeomDraft& geom : draft.geoms) {
    const Geom& spec = *geom.spec;
    if (spec.plugin) geom.plugin = field_of(draft, spec, "geom", *spec.plugin);
  }
  for (const BodyDraft& body : draft.bodies) {
    if (body.spec->plugin) draft.fail(*body.spec, "body", "no plugin pushes bodies");
  }
}

void count_plugins(const Draft& draft, Model& m) {
  for (const PluginDraft& plugin : draft.plugins) {
    for (std::size_t i = 0; i < keys_of(plugin).size(); ++i) {
      m.npluginattr += static_cast<std::int64_t>(plugin.text[i].size()) + 1;
    }
  }
}

void write_plugins(const Draft& draft, Model& m) {
  std::int64_t at = 0;
  for (int i = 0; i < m.nplugin; ++i) {
    const PluginDraft& plugin = draft.plugins[i];
    m.plugin[i] = number_of(plugin);
    m.plugin_attradr[i] = static_cast<int>(at);
    for (std::size_t k = 0; k < keys_of(plugin).size(); ++k) {
      const std::string& text = plugin.text[k];
      std::memcpy(m.plugin_attr.data() + at, text.c_str(), text.size() + 1);
      at += static_cast<std::int64_t>(text.size()) + 1;
    }
  }
}

}  // namespace thew::compile
