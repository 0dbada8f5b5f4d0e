// Assets that are the same but for their names.

#include <thew/spec_edit.h>
#include <thew/spec_members.h>

#include "spec/edit.h"

namespace thew::spec {

namespace {

using Pixels = std::shared_ptr<const std::vector<std::uint8_t>>;

bool same(const PluginUse& a, const PluginUse& b) {
  return a.instance == b.instance && a.own.plugin == b.own.plugin && a.own.config == b.own.config;
}

template <class T>
bool same(const T& a, const T& b) {
  return a == b;
}

template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

bool same(const std::shared_ptr<const MeshData>& a, const std::shared_ptr<const MeshData>& b) {
  if (a == b) return true;
  return a && b && a->vertex == b->vertex && a->normal == b->normal && a->texcoord == b->texcoord &&
         a->face == b->face && a->facenormal == b->facenormal && a->facetexcoord == b->facetexcoord;
}

bool same_contents(const Mesh& a, const Mesh& b) {
  return same(a.added, b.added) && (!a.file.empty() || same(a.data, b.data));
}

bool same_contents(const Texture& a, const Texture& b) {
  return a.pixels == b.pixels || (a.pixels && b.pixels && *a.pixels == *b.pixels);
}

template <class T>
bool same_asset(T& a, T& b) {
  if (a.compiler != b.compiler || a.located != b.located || !same_contents(a, b)) return false;
  bool equal = true;
  visit_members(a, [&](std::string_view name, auto& mine) {
    if (name == "name" || name == "info") return;
    visit_members(b, [&](std::string_view other, auto& theirs) {
      if constexpr (std::is_same_v<decltype(mine), decltype(theirs)>) {
        if (name == other) equal &= same(mine, theirs);
      }
    });
  });
  return equal;
}

// Merges the later of equal assets into the first; `rename` changes who names them.
template <class T, class Rename>
int merge(List<T>& list, Rename rename) {
  int merged = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = list.size(); j-- > i + 1;) {
      if (!same_asset(list[i], list[j])) continue;
      rename(list[j].name, list[i].name);
      list[j].removed = true;
      list[j].id = -1;
      list.remove(j);
      ++merged;
    }
  }
  return merged;
}

}  // namespace

int dedup_assets(Spec& spec) {
  const auto replace = [](std::string& name, const std::string& from, const std::string& to) {
    if (name == from && !from.empty()) name = to;
  };
  const int textures = merge(spec.textures, [&](const std::string& from, const std::string& to) {
    const auto in_material = [&](Material& material) {
      for (std::string& texture : material.textures) replace(texture, from, to);
    };
    for (Material& material : spec.materials) in_material(material);
    for (Default& defaults : spec.defaults) in_material(defaults.material);
    walk(spec.world, [&](Body& body) {
      for (Light& light : body.lights) replace(light.texture, from, to);
    });
  });
  const int meshes = merge(spec.meshes, [&](const std::string& from, const std::string& to) {
    walk(spec.world, [&](Body& body) {
      for (Geom& geom : body.geoms) replace(geom.meshname, from, to);
      for (Site& site : body.sites) replace(site.meshname, from, to);
    });
    for (Default& defaults : spec.defaults) {
      replace(defaults.geom.meshname, from, to);
      replace(defaults.site.meshname, from, to);
    }
  });
  return textures + meshes;
}

}  // namespace thew::spec
