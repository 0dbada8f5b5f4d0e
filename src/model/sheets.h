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

/// Whether a sheet is kept apart from a geom: it does not move, and has a distance to points.
inline bool is_kept_apart(const Model& m, int flex, int geom) {
  const auto type = static_cast<GeomType>(m.geom_type[geom]);
  const bool measured = type != GeomType::Hfield && type != GeomType::Sdf && type <= GeomType::Mesh;
  return measured && m.body_weldid[m.geom_bodyid[geom]] == 0 && is_kept_apart(m, flex);
}

}  // namespace thew::model
