#pragma once

// The whole model as one problem.

#include <algorithm>
#include <numeric>

#include "constraint/grouped.h"
#include "constraint/project.h"
#include "constraint/solver/problem.h"
#include "math/resolution.h"
#include "model/integrator.h"
#include "model/warning.h"

namespace thew::constraint {

/// One over the trace of M.
template <class S>
S scale_of(const BasicProblem<S>& p) {
  S trace(0);
  for (const int tree : p.trees) {
    const int first = p.tiling.tree_dof[tree];
    for (int i = first; i < first + p.tiling.tree_dofs[tree]; ++i) {
      trace += p.mass[p.tree.start[i] + p.tree.ancestors(i)];
    }
  }
  return S(1) / math::max(trace, S(kMinVal));
}

/// The whole model as one problem, without rows.
template <class T>
BasicProblem<T> free_model(const Model& m, BasicData<T>& d, Memory& memory) {
  BasicProblem<T> p;
  int* trees = memory.take<int>(m.ntree);
  if (trees != nullptr) std::iota(trees, trees + m.ntree, 0);
  p.trees = {trees, static_cast<std::size_t>(trees == nullptr ? 0 : m.ntree)};
  const Inertia<T> inertia = inertia_of(m, d);
  p.tree = inertia.tree;
  p.tiling = tiling_of(m);
  p.mass = inertia.matrix;
  p.smooth_force = is_discrete(m) ? d.kept.metric_force.data() : d.qfrc_smooth.data();
  p.smooth_acc = d.qacc_smooth.data();
  p.scale = scale_of(p);
  p.tolerance = math::resolvable<math::Scalar<T>>(m.opt.tolerance);
  p.ls_tolerance = static_cast<math::Scalar<T>>(m.opt.ls_tolerance);
  p.iterations = m.opt.iterations;
  p.ls_iterations = m.opt.ls_iterations;
  return p;
}

/// With the rows of this step.
template <class T>
BasicProblem<T> whole_model(const Model& m, BasicData<T>& d, Memory& memory) {
  BasicProblem<T> p = free_model(m, d, memory);
  p.rows = d.nefc;
  p.bases = static_cast<int>(d.row_sizes.nbase);
  p.blocks = blocks(d);
  p.columns = static_cast<int>(d.row_sizes.ncolumn);
  p.group = d.kept.block_group.data();
  p.jacobian = d.kept.block_tile.data();
  p.aref = d.kept.base_aref.data();
  p.D = d.efc_D.data();
  p.R = d.efc_R.data();
  p.loss = d.efc_frictionloss.data();
  p.mu = d.contact.mu.data();
  p.friction = d.contact.friction.data();
  if (!has(m.opt.disableflags, DisableBit::Warmstart)) p.warmstart = d.qacc_warmstart.data();
  p.acc = d.qacc.data();
  p.force = d.efc_force.data();
  p.state = d.efc_state.data();
  return p;
}

/// Where memory does not suffice: the dofs of a problem move without constraints.
template <class T>
void move_freely(const BasicProblem<T>& p, BasicData<T>& d) {
  raise(d, Warning::Cnstrfull, d.nefc, true);
  for (const int tree : p.trees) {
    const int first = p.tiling.tree_dof[tree];
    std::copy_n(p.smooth_acc + first, p.tiling.tree_dofs[tree], p.acc + first);
  }
  for (const Block& block : p.blocks) {
    std::fill_n(p.force + block.row, block.rows, T(0));
    std::fill_n(p.state + block.row, block.rows, static_cast<int>(ConstraintState::Satisfied));
  }
}

}  // namespace thew::constraint
