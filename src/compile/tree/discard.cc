// compiler discardvisual: what can only be seen is taken out. The dynamics stay as they were: a
// body whose inertia came from what goes keeps it as an explicit one.

#include <algorithm>
#include <set>

#include "compile/stages.h"
#include "spec/edit.h"
#include "spec/references.h"

namespace thew::compile {

namespace {

using Names = std::set<std::pair<ObjectType, std::string>>;

// Everything that something else refers to by name.
Names referenced_names(Spec& spec) {
  Names names;
  visit_references(spec, [&](ObjectType type, std::string& name) { names.emplace(type, name); });
  return names;
}

bool is_visual(const Geom& geom, const Names& referenced) {
  return geom.contype == 0 && geom.conaffinity == 0 && !geom.fluid_ellipsoid &&
         !referenced.contains({ObjectType::Geom, geom.name});
}

// Whether a geom that goes may weigh something. Those of robots in URDF do not.
bool takes_mass(const Spec& spec, const Names& referenced) {
  bool takes = false;
  walk(spec.world, [&](const Body& body) {
    for (const Geom& geom : body.geoms) {
      const bool weighs = geom.mass ? *geom.mass != 0 : geom.density != 0;
      takes |= weighs && is_visual(geom, referenced);
    }
  });
  return takes;
}

// Bodies whose mass comes, in part, from geoms that go.
void keep_inertias(Spec& spec, const Names& referenced) {
  Draft draft(spec);
  draft.weighs_only = true;
  resolve_bodies(draft);
  // In the order of the draft, so that each description meets its result.
  std::size_t next = 0;
  std::vector<Body*> bodies;
  walk(spec.world, [&](Body& body) { bodies.push_back(&body); });
  for (BodyDraft& body : draft.bodies) {
    Body& described = *bodies[next++];
    if (!body.inferred) continue;
    bool loses = false;
    for (int g = body.first_geom; g < body.first_geom + body.geoms; ++g) {
      const GeomDraft& geom = draft.geoms[g];
      loses |= geom.mass > kTiny && is_visual(*geom.spec, referenced);
    }
    if (!loses) continue;
    if (body.rules->inertiafromgeom == InertiaFromGeom::True) {
      draft.fail(described, "body", "discardvisual would take away geoms that give it inertia",
                 "with inertiafromgeom=\"auto\" the inertia is kept");
    }
    // The frame of an aligned body moves only when it is compiled again.
    if (body.is_aligned) body.inertial = inverse(body.aligned);
    adopt_inertia(described, body);
  }
}

template <class T>
void keep_referenced(spec::List<T>& list, ObjectType type, const Names& referenced) {
  erase_if(list, [&](const T& asset) {
    return !referenced.contains({type, std::string(asset_name(type, asset))});
  });
}

void forget_missing(std::string& name, const std::set<std::string>& there) {
  if (!there.contains(name)) name.clear();
}

template <class T>
std::set<std::string> names_of(const spec::List<T>& list, ObjectType type) {
  std::set<std::string> names;
  for (const T& element : list) names.emplace(asset_name(type, element));
  return names;
}

// Nobody may name what is gone.
void clean_references(Spec& spec) {
  const std::set<std::string> materials = names_of(spec.materials, ObjectType::Material);
  const std::set<std::string> textures = names_of(spec.textures, ObjectType::Texture);
  for (Material& material : spec.materials) {
    for (std::string& texture : material.textures) forget_missing(texture, textures);
  }
  for (Mesh& mesh : spec.meshes) forget_missing(mesh.material, materials);
  for (Skin& skin : spec.skins) forget_missing(skin.material, materials);
  for (Tendon& tendon : spec.tendons) forget_missing(tendon.material, materials);
  walk(spec.world, [&](Body& body) {
    for (Geom& geom : body.geoms) forget_missing(geom.material, materials);
    for (Site& site : body.sites) forget_missing(site.material, materials);
    for (Light& light : body.lights) forget_missing(light.texture, textures);
  });
}

}  // namespace

void discard_visual(Spec& spec) {
  Names referenced = referenced_names(spec);
  if (takes_mass(spec, referenced)) keep_inertias(spec, referenced);
  walk(spec.world, [&](Body& body) {
    erase_if(body.geoms, [&](const Geom& geom) { return is_visual(geom, referenced); });
    for (const Geom& geom : body.geoms) referenced.emplace(ObjectType::Mesh, geom.meshname);
    for (const Site& site : body.sites) referenced.emplace(ObjectType::Mesh, site.meshname);
  });
  keep_referenced(spec.materials, ObjectType::Material, referenced);
  keep_referenced(spec.textures, ObjectType::Texture, referenced);
  keep_referenced(spec.meshes, ObjectType::Mesh, referenced);
  clean_references(spec);
}

}  // namespace thew::compile
