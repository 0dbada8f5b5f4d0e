#pragma once

// Sheets that the step keeps apart from one another and from geoms at rest, so that they never
// cross (flag ipc).

#include <thew/model.h>

#include "model/integrator.h"

namespace thew::model {

/// Whether a flex is a surface whose vertices are bodies of their own, or points of bodies.
inline bool is_sheet(const Model& m, int flex) {
  return m.flex_dim[flex] == 2 && m.flex_interp[flex] == 0;
}

/// Whether the options ask for it.
inline bool wants_apart(const Model& m) {
  return is_discrete(m) && has(m.opt.enableflags, EnableBit::Ipc);
}

/// Whether a flex is such a sheet.
inline bool is_kept_apart(const Model& m, int flex) {
  return wants_apart(m) && is_sheet(m, flex);
}

/// Whether there is one: then the step finds accelerations, and a forward pass those without
/// constraints.
inline bool keeps_apart(const Model& m) {
  if (m.nflex == 0 || !wants_apart(m)) return false;
  for (int f = 0; f < m.nflex; ++f) {
    if (is_sheet(m, f)) return true;
  }
  return false;
}

/// Whether a geom has a distance to points: a mesh by its hull.
inline bool has_distance(const Model& m, int geom) {
  const auto type = static_cast<GeomType>(m.geom_type[geom]);
  if (type == GeomType::Mesh) return m.mesh_polynum[m.geom_dataid[geom]] > 0;
  return type < GeomType::Mesh && type != GeomType::Hfield;
}

/// Whether a sheet is kept apart from a geom, which does not move then.
inline bool is_kept_apart(const Model& m, int flex, int geom) {
  const bool rests = m.body_weldid[m.geom_bodyid[geom]] == 0;
  return rests && is_kept_apart(m, flex) && has_distance(m, geom);
}

}  // namespace thew::model
