#pragma once

// The constraint stages of one world, or of the lanes one after the other: worlds in lanes have
// different contacts, so that their rows have nothing in common.

#include <algorithm>

#include <thew/constraint.h>
#include <thew/data.h>

#include "constraint/metric_rows.h"

namespace thew {

/// Calls visit(dof) for the dofs of trees that no constraint of one world touches, nor an implicit
/// tendon or actuator between trees.
template <class Visit>
void each_untouched_dof(const Model& m, const Data& d, Workspace<double>& w, Visit visit) {
  double* touched = w.dof_b.data();
  std::fill_n(touched, m.nv, 0.0);
  for (std::int64_t k = 0; k < d.row_sizes.ncolumn; ++k) {
    touched[m.tree_dofadr[m.dof_treeid[d.kept.block_column[k]]]] = 1;
  }
  for (int i = 0; i < constraint::coupling_count(m); ++i) {  // pulled along by others
    const constraint::Coupling c = constraint::coupling(m, d, i);
    for (int k = 0; k < c.count && c.scale != 0; ++k) {
      touched[m.tree_dofadr[m.dof_treeid[c.column[k]]]] = 1;
    }
  }
  for (int i = 0; i < m.nv; ++i) {
    if (touched[m.tree_dofadr[m.dof_treeid[i]]] == 0) visit(i);
  }
}

/// Adds to cfrc_ext what constraints and spatial tendons exert on bodies.
void add_body_forces(const Model& m, Data& d, Workspace<double>& w);

/// All constraint stages of lanes: qacc, qfrc_constraint, and the warm start from qacc_warmstart;
/// with what sensors read of contacts, limits and the forces between bodies, if asked for.
template <class T>
void constrain_lanes(const Model& m, BasicData<T>& d, Workspace<T>& w, bool with_sensors);

/// qfrc_constraint of lanes at their qacc, and the same for sensors.
template <class T>
void inverse_constrain_lanes(const Model& m, BasicData<T>& d, Workspace<T>& w, bool with_sensors);

}  // namespace thew
