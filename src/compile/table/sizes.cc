// Every size of the Model.

#include <algorithm>
#include <limits>

#include <thew/error.h>

#include "compile/stages.h"
#include "model/names.h"

namespace thew::compile {

namespace {

template <class List>
std::int64_t count(const List& list) {
  return static_cast<std::int64_t>(list.size());
}

// The given number of user values, or as many as the longest list has.
template <class Entries>
std::int64_t user_size(int given, const Entries& entries) {
  if (given >= 0) return given;
  std::int64_t longest = 0;
  for (const auto& entry : entries) longest = std::max(longest, count(entry.spec->userdata));
  return longest;
}

void count_user(const Draft& draft, Model& m) {
  const Sizes& given = draft.spec.sizes;
  m.nuser_body = user_size(given.nuser_body, draft.bodies);
  m.nuser_jnt = user_size(given.nuser_jnt, draft.joints);
  m.nuser_geom = user_size(given.nuser_geom, draft.geoms);
  m.nuser_site = user_size(given.nuser_site, draft.sites);
  m.nuser_cam = user_size(given.nuser_cam, draft.cameras);
  m.nuser_tendon = user_size(given.nuser_tendon, draft.tendons);
  m.nuser_actuator = user_size(given.nuser_actuator, draft.actuators);
  m.nuser_sensor = user_size(given.nuser_sensor, draft.sensors);
}

void count_tree(const Draft& draft, Model& m) {
  for (const JointDraft& joint : draft.joints) {
    m.nq += position_count(joint.spec->type);
    m.nv += dof_count(joint.spec->type);
    if (joint.springyield > 0) m.nplastic += position_count(joint.spec->type);
  }
  // Dofs at or above each body; depth of a body in dofs gives all patterns of the tree.
  std::vector<std::int64_t> above(draft.bodies.size()), below(draft.bodies.size());
  for (std::size_t b = 0; b < draft.bodies.size(); ++b) {
    const BodyDraft& body = draft.bodies[b];
    const std::int64_t before = b == 0 ? 0 : above[body.parent];
    const std::int64_t n = body.dofs;
    above[b] = before + n;
    const std::int64_t block = n * before + n * (n + 1) / 2;
    m.nM += block;
    m.nC += body.simple ? n : block;
    m.nB += before;
    m.ntree += n > 0 && before == 0;
    m.nmocap += body.mocap >= 0;
  }
  m.nD = 2 * m.nM - m.nv;
  for (std::size_t b = draft.bodies.size(); b-- > 0;) {
    below[b] += draft.bodies[b].dofs;
    m.nB += below[b];
    m.nbvhstatic += count(draft.bodies[b].bvh);
    if (b > 0) below[draft.bodies[b].parent] += below[b];
  }
  for (const MeshDraft& mesh : draft.meshes) m.nbvhstatic += count(mesh->bvh);
  m.nbvh = m.nbvhstatic;
  if (m.nv == 0) m.nM = m.nB = m.nC = m.nD = 0;
}

void count_forces(const Draft& draft, Model& m) {
  for (const TendonDraft& tendon : draft.tendons) {
    m.nwrap += count(tendon.path);
    m.nJten += count(tendon.dofs);
    if (tendon.spec->springyield > 0) m.nplastic += 2;
  }
  for (const ActuatorDraft& actuator : draft.actuators) {
    m.nu += actuator.controls;
    m.nout += actuator.outputs;
    m.na += actuator.actdim;
    const int samples = actuator.spec->nsample;
    // A cursor and a user value, then times and values.
    if (samples > 0) m.nhistory += 2 + std::int64_t{samples} * (1 + actuator.controls);
    if (couples(actuator.trntype, actuator.trnid[1])) m.ncoupled += actuator.outputs;
  }
  m.nhistory += sensor_history(draft);
  m.nJmom = moment_size(draft, m);
}

// A box on another has four contacts with it, so that there are four for each geom of a pile.
std::int64_t count_warmstart(const Draft& draft) {
  constexpr std::int64_t kOfGeom = 4;
  if (draft.spec.option.formulation != static_cast<int>(Formulation::Classic)) return 0;
  const auto collides = [](const GeomDraft& geom) {
    return (geom.spec->contype | geom.spec->conaffinity) != 0;
  };
  return kOfGeom * (std::ranges::count_if(draft.geoms, collides) + count(draft.pairs));
}

void count_custom(const Spec& spec, Model& m) {
  for (const Numeric& numeric : spec.numerics) {
    m.nnumericdata += std::max<std::int64_t>(numeric.size, count(numeric.data));
  }
  for (const Text& text : spec.texts) m.ntextdata += count(text.data) + 1;
  for (const Tuple& tuple : spec.tuples) m.ntupledata += count(tuple.entries);
}

// Arrays are addressed by 32 bits, but for pixels; the rest counts bytes, or is only remembered.
void check_sizes(const Spec& spec, const Model& m) {
  const auto check = [&](std::string_view name, std::int64_t size) {
    if (size <= std::numeric_limits<std::int32_t>::max()) return;
    throw Error({spec.files.empty() ? "" : spec.files.front(), 0, 0, ""},
                "the model is too large: " + std::string(name) + " = " + std::to_string(size));
  };
  constexpr std::string_view kFree[] = {"ntexdata", "narena", "nbuffer", "njmax", "nconmax"};
  const auto is_free = [&](std::string_view name) {
    return std::find(std::begin(kFree), std::end(kFree), name) != std::end(kFree);
  };
#define THEW_SIZE(name, description) \
  if (!is_free(#name)) check(#name, m.name);
#include <thew/fields.inc>
}

}  // namespace

void set_sizes(const Draft& draft, Model& m) {
  const Spec& spec = draft.spec;
  m.nbody = count(draft.bodies);
  m.njnt = count(draft.joints);
  m.ngeom = count(draft.geoms);
  m.nsite = count(draft.sites);
  m.ncam = count(draft.cameras);
  m.nlight = count(draft.lights);
  m.nplugin = count(draft.plugins);
  m.nmesh = count(draft.meshes);
  m.nhfield = count(draft.hfields);
  m.nskin = count(draft.skins);
  m.ntex = count(spec.textures);
  m.nmat = count(spec.materials);
  m.npair = count(draft.pairs);
  m.nexclude = count(draft.excludes);
  m.ntendon = count(draft.tendons);
  m.nactuator = count(draft.actuators);
  m.nsensor = count(draft.sensors);
  m.nsensordata = sensor_values(draft);
  m.nnumeric = count(spec.numerics);
  m.ntext = count(spec.texts);
  m.ntuple = count(spec.tuples);
  m.nkey = count(draft.keys);
  m.nuserdata = spec.sizes.nuserdata;
  m.neq = count(draft.equalities);
  m.nemax = equality_rows(draft);
  m.njmax = spec.sizes.njmax;
  m.nconmax = spec.sizes.nconmax;
  m.narena = std::max<std::int64_t>(spec.sizes.memory, 0);
  count_tree(draft, m);
  count_tiles(draft.tiles, m);
  count_forces(draft, m);
  m.nwarmstart = count_warmstart(draft);
  count_user(draft, m);
  count_custom(spec, m);
  count_plugins(draft, m);
  count_meshes(draft, m);
  count_hfields(draft, m);
  count_skins(draft, m);
  count_flexes(draft, m);
  count_visual(draft, m);
  m.nnames = names_size(draft);
  m.npaths = paths_size(spec);
  m.nnames_map = model::names_map_size(m);
  check_sizes(spec, m);
}

}  // namespace thew::compile
