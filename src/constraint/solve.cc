// The constraint solver's stage: where to start, which method, and what follows from the forces.

#include <algorithm>
#include <numeric>

#include <thew/constraint.h>

#include "constraint/dual.h"
#include "constraint/grouped.h"
#include "constraint/island.h"
#include "constraint/metric_rows.h"
#include "constraint/project.h"
#include "constraint/show.h"
#include "constraint/solver/cg.h"
#include "constraint/solver/cost.h"
#include "constraint/solver/newton.h"
#include "constraint/statistics.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/warning.h"

namespace thew::constraint {

namespace {

// One over the trace of M.
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

// The whole model as one problem.
template <class T>
BasicProblem<T> whole_model(const Model& m, BasicData<T>& d, Memory& memory) {
  BasicProblem<T> p;
  int* trees = memory.take<int>(m.ntree);
  if (trees != nullptr) std::iota(trees, trees + m.ntree, 0);
  p.trees = {trees, static_cast<std::size_t>(trees == nullptr ? 0 : m.ntree)};
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
  const Inertia<T> inertia = inertia_of(m, d);
  p.tree = inertia.tree;
  p.tiling = tiling_of(m);
  p.mass = inertia.matrix;
  p.smooth_force = is_discrete(m) ? d.kept.metric_force.data() : d.qfrc_smooth.data();
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
template <class T>
const T* base_forces(const BasicData<T>& d, const Block& block, T* sums) {
  const T* force = d.efc_force.data() + block.row;
  if (!block.is_pyramid()) return force;
  const T* mu = d.contact.friction.row(block.id);
  sums[0] = T(0);
  for (int k = 1; k < block.bases; ++k) {
    const T plus = force[2 * k - 2], minus = force[2 * k - 1];
    sums[0] += plus + minus;
    sums[k] = mu[k - 1] * (plus - minus);
  }
  return sums;
}

// qfrc_constraint = J' force
template <class T>
void collect_force(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  T* sum = w.grouped.data();
  std::fill_n(sum, tile::kSide * m.ngroup, T(0));
  for (const Block& block : blocks(d)) {
    T sums[kMostBases];
    add_force(block, d.kept.block_group.data() + block.column,
              d.kept.block_tile.data() + block.tile, base_forces(d, block, sums), 1, sum);
  }
  scatter(m, sum, d.qfrc_constraint.data());
}

void move_freely(const Problem& p, Data& d) {
  raise(d, Warning::Cnstrfull, d.nefc, true);
  for (const int tree : p.trees) {
    const int first = p.tiling.tree_dof[tree];
    std::copy_n(p.smooth_acc + first, p.tiling.tree_dofs[tree], p.acc + first);
  }
  for (const Block& block : p.blocks) {
    std::fill_n(p.force + block.row, block.rows, 0.0);
    std::fill_n(p.state + block.row, block.rows, static_cast<int>(ConstraintState::Satisfied));
  }
}

// One island, or the whole model; without enough memory its dofs move freely.
void solve_part(const Model& m, const Problem& p, Memory memory, Data& d, int island) {
  const bool newton = m.opt.solver == static_cast<int>(Solver::Newton);
  Solution solution = newton ? solve_newton(p, memory) : Solution{false, 0, 0, {}};
  if (!solution.found) solution = solve_cg(p, memory);
  if (!solution.found) move_freely(p, d);
  record(d, island, solution);
}

// The discrete integrator's metric couples what tendons and actuators touch: all dofs are one
// problem.
void solve_in_metric(const Model& m, const Problem& whole, Memory memory, Data& d) {
  const Problem p = with_couplings(m, d, whole, memory);
  solve_part(m, p, memory, d, 0);
  take_back(p, whole);
}

// Trees outside of islands move freely.
void solve_islands(const Model& m, const Problem& whole, Memory memory, Data& d) {
  std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
  Islands islands(d, whole, memory);
  if (memory.full()) return move_freely(whole, d);
  for (int k = 0; k < d.nisland; ++k) {
    Problem p = islands.problem(k);
    p.scale = scale_of(p);
    solve_part(m, p, memory, d, k);
  }
}

}  // namespace

template <>
void solve(const Model& m, Data& d, Workspace<double>& w) {
  std::fill(d.solver_niter.begin(), d.solver_niter.end(), 0);
  if (d.nefc == 0) {
    std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
    return;
  }
  d.rows_shown = false;
  Memory memory(w.solver);
  const Problem whole = whole_model(m, d, memory);
  double* bias = nullptr;  // of dual methods
  if (d.nA > 0) {
    bias = memory.take<double>(d.nefc);
    bias == nullptr ? raise(d, Warning::Cnstrfull, d.nefc, true) : find_bias(m, d, w, bias);
  }
  if (m.opt.solver == static_cast<int>(Solver::Pgs) && bias != nullptr) {
    solve_dual(m, d, w, whole, bias, memory);
  } else if (is_discrete(m)) {
    solve_in_metric(m, whole, memory, d);
  } else if (d.nisland == 0 || is_whole(m, d)) {
    solve_part(m, whole, memory, d, 0);
  } else {
    solve_islands(m, whole, memory, d);
  }
  if (m.opt.noslip_iterations > 0 && bias != nullptr) take_out_slip(m, d, bias, memory);
  collect_force(m, d, w);
  if (bias != nullptr) finish_dual(m, d);
}

template <class T>
bool fits_lanes(const Model& m, const BasicData<T>& d) {
  const T* pull = d.contact.adhesion.data();
  const auto sticks = [](const T& x) { return any(x != T(0)); };
  return m.ntree == 1 && m.opt.solver == static_cast<int>(Solver::Newton) && !is_dual(m) &&
         !is_discrete(m) && !has(m.opt.enableflags, EnableBit::Diagexact) &&
         std::none_of(pull, pull + d.ncon, sticks);
}

// Where a lane has no rows, it moves freely; the method leaves it there but for rounding.
template <class T>
bool solve_lanes(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  MaskOf<T> any_rows(false);
  for (const Block& block : blocks(d)) any_rows |= lanes_with(d, block);
  Memory memory(w.solver);
  const BasicProblem<T> p = whole_model(m, d, memory);
  const BasicSolution<T> solution = solve_newton(p, memory);
  if (!solution.found) return false;
  d.solver_niter[0] = solution.iterations;
  collect_force(m, d, w);
  for (int i = 0; i < m.nv; ++i) {
    d.qacc[i] = select(any_rows, d.qacc[i], d.qacc_smooth[i]);
    d.qfrc_constraint[i] = select(any_rows, d.qfrc_constraint[i], T(0));
  }
  return true;
}

template bool fits_lanes(const Model&, const BasicData<Pack4>&);
template bool solve_lanes(const Model&, BasicData<Pack4>&, Workspace<Pack4>&);

template <>
void inverse(const Model& m, Data& d, Workspace<double>& w) {
  if (d.nefc == 0) {
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
    return;
  }
  d.rows_shown = false;
  Memory memory(w.solver);
  gather(m, d.qacc.data(), w.grouped.data());
  react_to(whole_model(m, d, memory), w.grouped.data());
  collect_force(m, d, w);
}

}  // namespace thew::constraint
