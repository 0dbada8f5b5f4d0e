// Plugins: the distance fields in closed form that have their names and settings.

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>

#include "collision/sdf/formula.h"
#include "compile/stages.h"

namespace thew::compile {

namespace {

using collision::Formula;
using collision::kFormula;

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

int find_key(const Formula& formula, const std::string& key) {
  for (int i = 0; i < formula.count; ++i) {
    if (key == formula.key[i]) return i;
  }
  return -1;
}

void read_settings(const Draft& draft, PluginDraft& plugin) {
  const PluginInstance& spec = *plugin.spec;
  const Formula& formula = kFormula[plugin.formula];
  std::copy_n(formula.standard, formula.count, plugin.number.begin());
  for (const auto& [key, value] : spec.config) {
    const int i = find_key(formula, key);
    if (i < 0) draft.fail(spec, "plugin", spec.plugin + " has no setting \"" + key + "\"");
    plugin.text[i] = value;
    if (!value.empty() && !parse(value, plugin.number[i])) {
      draft.fail(spec, "plugin", "the setting \"" + key + "\" must be a number");
    }
  }
  // A surface that a grid can be laid over.
  const auto half = formula.half_box(plugin.number.data());
  for (const double x : {half.x, half.y, half.z}) {
    if (!(x > 0) || !(x < 1e6)) draft.fail(spec, "plugin", "its settings describe no surface");
  }
}

int find_plugin(const Draft& draft, const Element& element, std::string_view kind,
                const PluginUse& use) {
  if (!use.instance.empty()) {
    return draft.refer(element, kind, ObjectType::Plugin, use.instance);
  }
  for (std::size_t i = 0; i < draft.plugins.size(); ++i) {
    if (draft.plugins[i].spec == &use.own) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

void list_own_plugins(Draft& draft) {
  const auto add = [&](const std::optional<PluginUse>& use) {
    if (use && use->instance.empty()) draft.plugins.emplace_back().spec = &use->own;
  };
  for (const MeshDraft& mesh : draft.meshes) add(mesh.spec->plugin);
  for (const GeomDraft& geom : draft.geoms) add(geom.spec->plugin);
}

void compile_plugins(Draft& draft) {
  for (PluginDraft& plugin : draft.plugins) {
    plugin.formula = collision::find_formula(plugin.spec->plugin);
    if (plugin.formula < 0) {
      draft.fail(*plugin.spec, "plugin", "there is no plugin \"" + plugin.spec->plugin + "\"");
    }
    read_settings(draft, plugin);
  }
  for (MeshDraft& mesh : draft.meshes) {
    const Mesh& spec = *mesh.spec;
    if (!spec.plugin) continue;
    mesh.plugin = find_plugin(draft, spec, "mesh", *spec.plugin);
    if (spec.scale != Vec3{1, 1, 1}) {
      draft.fail(spec, "mesh", "the surface of a distance field cannot be scaled");
    }
  }
  for (GeomDraft& geom : draft.geoms) {
    const Geom& spec = *geom.spec;
    if (spec.plugin) geom.plugin = find_plugin(draft, spec, "geom", *spec.plugin);
  }
}

void count_plugins(const Draft& draft, Model& m) {
  for (const PluginDraft& plugin : draft.plugins) {
    for (int i = 0; i < kFormula[plugin.formula].count; ++i) {
      m.npluginattr += static_cast<std::int64_t>(plugin.text[i].size()) + 1;
    }
  }
}

void write_plugins(const Draft& draft, Model& m) {
  std::int64_t at = 0;
  for (int i = 0; i < m.nplugin; ++i) {
    const PluginDraft& plugin = draft.plugins[i];
    m.plugin[i] = collision::kFirstPlugin + plugin.formula;
    m.plugin_attradr[i] = static_cast<int>(at);
    for (int k = 0; k < kFormula[plugin.formula].count; ++k) {
      const std::string& text = plugin.text[k];
      std::memcpy(m.plugin_attr.data() + at, text.c_str(), text.size() + 1);
      at += static_cast<std::int64_t>(text.size()) + 1;
    }
  }
}

}  // namespace thew::compile
