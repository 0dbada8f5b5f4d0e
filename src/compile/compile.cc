// From what a file says to a Model, step by step.

#include "compile/compile.h"

#include "compile/scale/scale.h"
#include "compile/stages.h"
#include "spec/edit.h"
#include "spec/flexcomp/flexcomp.h"

namespace thew::compile {

namespace {

Model compile_as_written(const Spec& spec, const Limits& limits) {
  Draft draft(spec);
  draft.limits = limits;
  resolve_bodies(draft);
  check_free_joints(draft);
  check_masses(draft);
  warn_open_meshes(draft);
  compile_joints(draft);
  compile_sites(draft);
  compile_cameras(draft);
  compile_lights(draft);
  compile_skins(draft);
  compile_contacts(draft);
  compile_tendons(draft);
  compile_equalities(draft);
  compile_actuators(draft);
  compile_flexes(draft);
  compile_sensors(draft);
  check_custom(draft);
  find_simple(draft);
  build_bvh(draft);

  // Into arrays.
  Model model;
  model.opt = spec.option;
  model.vis = spec.visual;
  cut_dofs(draft);
  set_sizes(draft, model);
  model.allocate();
  write_names(draft, model);
  write_paths(spec, model);
  write_bodies(draft, model);
  write_joints(draft, model);
  write_geoms(draft, model);
  write_sites(draft, model);
  write_cameras(draft, model);
  write_lights(draft, model);
  write_plugins(draft, model);
  write_meshes(draft, model);
  write_hfields(draft, model);
  write_skins(draft, model);
  write_flexes(draft, model);
  write_visual(draft, model);
  write_contacts(draft, model);
  write_tendons(draft, model);
  write_equalities(draft, model);
  write_actuators(draft, model);
  write_sensors(draft, model);
  write_custom(draft, model);
  write_bvh(draft, model);
  write_sparsity(draft, model);
  write_groups(draft, model);
  write_extra(draft.tiles, model);

  // What only the dynamics can tell.
  {
    const KeptAwake awake(model);
    set_constants(draft, model);
    set_length_ranges(draft, model);
    write_keys(draft, model);
    settle_muscles(draft, model);
  }
  write_warnings(draft, model);
  model.set_compiled();
  return model;
}

bool has_scales(const Spec& spec) {
  bool scales = false;
  walk(spec.world, [&](const Body& body) {
    for (const Frame& frame : body.frames) {
      scales |= frame.scale != Vec3{1, 1, 1} || frame.massscale != 0;
    }
  });
  return scales;
}

// Flexcomps that programs added.
bool has_recipes(const Spec& spec) {
  bool recipes = false;
  walk(spec.world, [&](const Body& body) { recipes |= !body.flexcomps.empty(); });
  return recipes;
}

}  // namespace

void resolve_bodies(Draft& draft) {
  // What there is, and what it is called.
  list_tree(draft);
  list_own_plugins(draft);
  index_names(draft);
  // Numbers in their final units and frames.
  resolve_frames(draft);
  compile_visual(draft);
  compile_plugins(draft);
  compile_meshes(draft);
  compile_hfields(draft);
  compile_bodies(draft);
}

Model compile(const Spec& spec, const Limits& limits) {
  check_spec(spec);
  const bool scaled = has_scales(spec), recipes = has_recipes(spec);
  const bool discard = spec.compilers[0].discardvisual, fuse = spec.compilers[0].fusestatic;
  if (!scaled && !discard && !fuse && !recipes) return compile_as_written(spec, limits);
  // What changes the description itself is done to a copy.
  Spec changed = spec;
  if (recipes) expand_all(changed, limits);
  if (scaled) scale_frames(changed);
  if (discard) discard_visual(changed);
  if (fuse) fuse_static(changed);
  return compile_as_written(changed, limits);
}

}  // namespace thew::compile
