// The constraint solver's stage: where to start, which method, and what follows from the forces.

#include <algorithm>

#include <thew/constraint.h>

#include "constraint/dual.h"
#include "constraint/island.h"
#include "constraint/metric_rows.h"
#include "constraint/project.h"
#include "constraint/solver/cg.h"
#include "constraint/solver/cost.h"
#include "constraint/solver/newton.h"
#include "constraint/statistics.h"
#include "model/integrator.h"
#include "model/warning.h"

namespace thew::constraint {

namespace {

// One over the trace of M.
double scale_of(const Problem& p) {
  double trace = 0;
  for (int i = 0; i < p.dofs; ++i) trace += p.mass[p.tree.start[i] + p.tree.ancestors(i)];
  return 1 / std::max(kMinVal, trace);
}

// The whole model as one problem.
Problem whole_model(const Model& m, Data& d) {
  Problem p;
  p.dofs = static_cast<int>(m.nv);
  p.rows = d.nefc;
  p.bases = static_cast<int>(d.row_sizes.nbase);
  p.blocks = blocks(d);
  p.column = d.scratch.block_column.data();
  p.jacobian = d.scratch.block_J.data();
  p.aref = d.scratch.base_aref.data();
  p.D = d.efc_D.data();
  p.R = d.efc_R.data();
  p.loss = d.efc_frictionloss.data();
  p.mu = d.contact.mu.data();
  p.friction = d.contact.friction.data();
  const Inertia inertia = inertia_of(m, d);
  p.tree = inertia.tree;
  p.tree_id = m.dof_treeid.data();
  p.mass = inertia.matrix;
  p.factor = inertia.factor;
  p.inverse = inertia.inverse;
  p.smooth_force = is_discrete(m) ? d.scratch.metric_force.data() : d.qfrc_smooth.data();
  p.smooth_acc = d.qacc_smooth.data();
  p.scale = scale_of(p);
  p.tolerance = m.opt.tolerance;
  p.ls_tolerance = m.opt.ls_tolerance;
  p.iterations = m.opt.iterations;
  p.ls_iterations = m.opt.ls_iterations;
  if (!has(m.opt.disableflags, DisableBit::Warmstart)) p.warmstart = d.qacc_warmstart.data();
  p.acc = d.qacc.data();
  p.force = d.efc_force.data();
  p.state = d.efc_state.data();
  return p;
}

// Forces of a block's base rows, from those of its rows.
const double* base_forces(const Data& d, const Block& block, double* sums) {
  const double* force = d.efc_force.data() + block.row;
  if (!block.is_pyramid()) return force;
  const double* mu = d.contact.friction.row(block.id);
  sums[0] = 0;
  for (int k = 1; k < block.bases; ++k) {
    const double plus = force[2 * k - 2], minus = force[2 * k - 1];
    sums[0] += plus + minus;
    sums[k] = mu[k - 1] * (plus - minus);
  }
  return sums;
}

// qfrc_constraint = J' force
void collect_force(Data& d) {
  std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
  for (const Block& block : blocks(d)) {
    double sums[kMostBases];
    const double* force = base_forces(d, block, sums);
    const int* column = d.scratch.block_column.data() + block.column;
    const double* base = d.scratch.block_J.data() + block.jacobian;
    for (int k = 0; k < block.bases; ++k, base += block.columns) {
      if (force[k] == 0) continue;
      for (int i = 0; i < block.columns; ++i) {
        double& sum = d.qfrc_constraint[column[i]];
        sum = math::fma(base[i], force[k], sum);
      }
    }
  }
}

void move_freely(const Problem& p, Data& d) {
  raise(d, Warning::Cnstrfull, d.nefc, true);
  std::copy_n(p.smooth_acc, p.dofs, p.acc);
  std::fill_n(p.force, p.rows, 0.0);
  std::fill_n(p.state, p.rows, static_cast<int>(ConstraintState::Satisfied));
}

// One island, or the whole model; without enough memory its dofs move freely.
void solve_part(const Model& m, const Problem& p, Memory memory, Data& d, int island) {
  const bool newton = m.opt.solver == static_cast<int>(Solver::Newton);
  Solution solution = newton ? solve_newton(p, memory) : Solution{-1, 0, {}};
  if (solution.iterations < 0) solution = solve_cg(p, memory);
  if (solution.iterations < 0) move_freely(p, d);
  record(d, island, solution);
}

// The discrete integrator's metric couples what tendons and actuators touch: all dofs are one
// problem.
void solve_in_metric(const Model& m, const Problem& whole, Memory memory, Data& d) {
  const Problem p = with_couplings(m, d, whole, memory);
  solve_part(m, p, memory, d, 0);
  take_back(p, whole);
}

void solve_islands(const Model& m, const Problem& whole, Memory memory, Data& d) {
  Islands islands(m, d, whole, memory);
  if (memory.full()) {
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
    return move_freely(whole, d);
  }
  for (int k = 0; k < d.nisland; ++k) {
    Problem p = islands.problem(k);
    p.scale = scale_of(p);
    solve_part(m, p, memory, d, k);
  }
  islands.finish();
}

}  // namespace

template <>
void solve(const Model& m, Data& d) {
  std::fill(d.solver_niter.begin(), d.solver_niter.end(), 0);
  if (d.nefc == 0) {
    std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
    return;
  }
  make_bias(d);
  fill_islands(d);
  Memory memory(d.free_memory(), d.free_bytes());
  const Problem whole = whole_model(m, d);
  if (m.opt.solver == static_cast<int>(Solver::Pgs) && d.nA > 0) {
    solve_dual(m, d, whole, memory);
  } else if (is_discrete(m)) {
    solve_in_metric(m, whole, memory, d);
  } else if (d.nisland == 0 || is_whole(m, d)) {
    solve_part(m, whole, memory, d, 0);
  } else {
    solve_islands(m, whole, memory, d);
  }
  if (m.opt.noslip_iterations > 0 && d.nA > 0) take_out_slip(m, d, memory);
  collect_force(d);
  if (d.nA > 0) finish_dual(m, d);
  copy_to_islands(d);
}

template <>
void inverse(const Model& m, Data& d) {
  if (d.nefc == 0) {
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
    return;
  }
  cost_of(whole_model(m, d), d.qacc.data(), Memory(d.free_memory(), d.free_bytes()));
  collect_force(d);
}

}  // namespace thew::constraint
