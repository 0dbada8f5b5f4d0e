// The constraint solver's stage: where to start, which method, and what follows from the forces.

#include <algorithm>
#include <numeric>

#include <thew/constraint.h>

#include "constraint/classic/classic.h"
#include "constraint/dual.h"
#include "constraint/grouped.h"
#include "constraint/island.h"
#include "constraint/lane_islands.h"
#include "constraint/material.h"
#include "constraint/metric.h"
#include "constraint/metric_rows.h"
#include "constraint/metric_tiles.h"
#include "constraint/points.h"
#include "constraint/project.h"
#include "constraint/show.h"
#include "constraint/solver/cg.h"
#include "constraint/solver/cost.h"
#include "constraint/solver/linear.h"
#include "constraint/solver/newton.h"
#include "constraint/statistics.h"
#include "constraint/whole_model.h"
#include "math/resolution.h"
#include "model/contact_slot.h"
#include "model/formulation.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/warning.h"

namespace thew::constraint {

namespace {

// Forces of a block's base rows, from those of its rows.
template <class T>
const T* base_forces(const BasicData<T>& d, const Block& block, T* sums) {
  const T* force = d.efc_force.data() + block.row;
  if (!block.is_pyramid()) return force;
  sums[0] = T(0);
  element::pyramid_force(d.contact.friction.row(block.id), force, block.bases, sums);
  return sums;
}

}  // namespace

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

namespace {

// One island, or the whole model; without enough memory its dofs move freely.
template <class T>
void solve_part(const Model& m, const BasicProblem<T>& p, Memory memory, BasicData<T>& d,
                int island) {
  BasicSolution<T> solution;
  if (solve_points(m, p, memory, d, solution)) return record(d, island, solution);
  const bool newton = m.opt.solver == static_cast<int>(Solver::Newton);
  solution = newton ? solve_newton(p, memory) : BasicSolution<T>{false, 0, 0, {}};
  if (!solution.found) solution = solve_cg(p, memory);
  if (!solution.found) move_freely(p, d);
  record(d, island, solution);
}

// The discrete integrator's metric couples what tendons, actuators and flexes touch: all dofs are
// one problem.
template <class T>
void solve_in_metric(const Model& m, const BasicProblem<T>& whole, Memory memory, BasicData<T>& d) {
  BasicProblem<T> p = with_metric_rows(m, d, whole, whole.smooth_acc, memory);
  add_metric_tiles(m, d, p, memory);
  solve_part(m, p, memory, d, 0);
  take_back(p, whole);
}

// What a material that is in the solve pulls at the dofs with is among the forces of constraints.
template <class T>
void solve_with_material(const Model& m, const BasicProblem<T>& whole, Memory memory,
                         BasicData<T>& d, Workspace<T>& w) {
  const BasicProblem<T> metric =
      is_discrete(m) ? with_metric_rows(m, d, whole, whole.smooth_acc, memory) : whole;
  const BasicProblem<T> p = with_material_rows(m, d, metric, memory);
  solve_part(m, p, memory, d, 0);
  take_back(p, whole);
  collect_force(m, d, w);
  T* sum = w.grouped.data();
  std::fill_n(sum, tile::kSide * m.ngroup, T(0));
  for (const Block& block : p.blocks.subspan(metric.blocks.size())) {
    add_force(block, p.group + block.column, p.jacobian + block.tile, p.force + block.row, 1, sum);
  }
  scatter(m, sum, w.dof_a.data());
  for (int i = 0; i < m.nv; ++i) d.qfrc_constraint[i] = d.qfrc_constraint[i] + w.dof_a[i];
  if (!is_discrete(m)) finish_dual(m, d);
}

// Points that touch something each by itself need not be told apart.
template <class T>
bool solve_lone_points(const Model& m, const BasicProblem<T>& whole, Memory memory,
                       BasicData<T>& d) {
  if (d.nisland != static_cast<int>(whole.blocks.size())) return false;
  BasicProblem<T> p = whole;
  const auto trees = d.island_itreeadr[d.nisland - 1] + d.island_ntree[d.nisland - 1];
  p.trees = {d.map_itree2tree.data(), static_cast<std::size_t>(trees)};
  BasicSolution<T> solution;
  if (!solve_points(m, p, memory, d, solution)) return false;
  record(d, 0, solution);
  return true;
}

// Trees outside of islands move freely.
template <class T>
void solve_islands(const Model& m, const BasicProblem<T>& whole, Memory memory, BasicData<T>& d) {
  std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
  if (solve_lone_points(m, whole, memory, d)) return;
  Islands<T> islands(d, whole, memory);
  if (memory.full()) return move_freely(whole, d);
  for (int k = 0; k < d.nisland; ++k) {
    BasicProblem<T> p = islands.problem(k);
    p.scale = scale_of(p);
    solve_part(m, p, memory, d, k);
  }
}

}  // namespace

template <class T>
void solve(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  std::fill(d.solver_niter.begin(), d.solver_niter.end(), 0);
  if (is_classic(m)) classic::solve(m, d, w);
  const bool with_material = m.nxpbdrun > 0 && is_material_coupled(m, d, Memory(w.solver));
  if (d.nefc == 0 && !with_material) {
    std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), T(0));
    return;
  }
  d.rows_shown = false;
  if (is_classic(m)) {
    collect_force(m, d, w);
    return finish_dual(m, d);
  }
  Memory memory(w.solver);
  const BasicProblem<T> whole = whole_model(m, d, memory);
  if (with_material) return solve_with_material(m, whole, memory, d, w);
  T* bias = nullptr;  // of dual methods
  if (is_dual(m)) {
    bias = memory.take<T>(d.nefc);
    bias == nullptr ? raise(d, Warning::Cnstrfull, d.nefc, true)
                    : find_bias(m, d, w, d.qacc_smooth.data(), bias);
  }
  const bool by_sweeps = m.opt.solver == static_cast<int>(Solver::Pgs) && bias != nullptr &&
                         solve_dual(m, d, w, whole, bias, memory);
  if (by_sweeps) {
    // efc_force is there
  } else if (is_discrete(m)) {
    solve_in_metric(m, whole, memory, d);
  } else if (d.nisland == 0 || is_whole(m, d)) {
    solve_part(m, whole, memory, d, 0);
  } else {
    solve_islands(m, whole, memory, d);
  }
  if (m.opt.noslip_iterations > 0 && bias != nullptr) take_out_slip(m, d, bias, memory);
  collect_force(m, d, w);
  if (by_sweeps || (m.opt.noslip_iterations > 0 && bias != nullptr)) finish_dual(m, d);
}

namespace {

// Whether worlds of several trees have too little in common to be solved together: many contacts,
// most of them in few lanes. One lane at a time they cost half as much.
template <class T>
bool differ(const Model& m, const BasicData<T>& d) {
  constexpr int kDofsPerContact = 4;
  if (m.ntree == 1 || kDofsPerContact * d.ncon < m.nv) return false;
  int present = 0;
  for (int i = 0; i < d.ncon; ++i) {
    present += std::popcount(bits(d.contact.dist[i] < T(model::kAbsentDistance)));
  }
  return 2 * present < kLanes<T> * d.ncon;
}

}  // namespace

template <class T>
bool fits_lanes(const Model& m, const BasicData<T>& d) {
  const T* pull = d.contact.adhesion.data();
  const auto sticks = [](const T& x) { return any(x != T(0)); };
  const bool newton = m.opt.solver == static_cast<int>(Solver::Newton);
  const bool sweeps = m.opt.solver == static_cast<int>(Solver::Pgs);
  const bool islands =
      m.ntree <= LaneIslands<T>::kMostTrees && !has(m.opt.disableflags, DisableBit::Island);
  return (m.ntree == 1 ? newton || sweeps : newton && islands) && m.opt.noslip_iterations == 0 &&
         !is_discrete(m) && !is_classic(m) && !has(m.opt.enableflags, EnableBit::Diagexact) &&
         std::none_of(pull, pull + d.ncon, sticks) && !differ(m, d);
}

namespace {

// Puts what was found in some lanes in its place.
template <class T>
void keep_solution(const BasicProblem<T>& p, const T* acc, const T* force, BasicData<T>& d) {
  for (const int tree : p.trees) {
    const int first = p.tiling.tree_dof[tree];
    for (int i = first; i < first + p.tiling.tree_dofs[tree]; ++i) {
      d.qacc[i] = select(p.lanes, acc[i], d.qacc[i]);
    }
  }
  for (const Block& block : p.blocks) {
    for (int i = block.row; i < block.row + block.rows; ++i) {
      d.efc_force[i] = select(p.lanes, force[i], d.efc_force[i]);
    }
  }
}

// The forces of one tree by sweeps. Where a lane has no rows, it moves freely; the method leaves it
// there but for rounding.
template <class T>
bool sweep_lanes(const Model& m, BasicData<T>& d, Workspace<T>& w, const BasicProblem<T>& p,
                 Memory memory) {
  T* bias = memory.take<T>(d.nefc);
  if (memory.full()) return false;
  find_bias(m, d, w, d.qacc_smooth.data(), bias);
  if (!solve_dual(m, d, w, p, bias, memory)) return false;
  collect_force(m, d, w);
  finish_dual(m, d);
  MaskOf<T> any_rows(false);
  for (const Block& block : blocks(d)) any_rows |= lanes_with(d, block);
  for (int i = 0; i < m.nv; ++i) {
    d.qacc[i] = select(any_rows, d.qacc[i], d.qacc_smooth[i]);
    d.qfrc_constraint[i] = select(any_rows, d.qfrc_constraint[i], T(0));
  }
  return true;
}

// Newton's method on each island. Trees outside of a lane's islands move freely.
template <class T>
bool solve_lane_islands(const Model& m, BasicData<T>& d, Workspace<T>& w,
                        const BasicProblem<T>& whole, Memory memory) {
  T* acc = memory.take<T>(m.nv);
  T* force = memory.take<T>(d.nefc);
  const LaneIslands<T> islands(m, d, whole, memory);
  if (memory.full()) return false;
  std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
  std::fill_n(d.efc_force.data(), d.nefc, T(0));
  std::fill(d.solver_niter.begin(), d.solver_niter.end(), PerLane<T, int>{});
  for (int i = 0; i < islands.count(); ++i) {
    Memory own = memory;
    BasicProblem<T> p = islands.problem(i, own);
    if (own.full()) return false;
    p.scale = scale_of(p);
    p.acc = acc;
    p.force = force;
    const BasicSolution<T> solution = solve_newton(p, own);
    if (!solution.found) return false;
    keep_solution(p, acc, force, d);
    for (int k = 0; k < kLanes<T>; ++k) {
      const int number = islands.number(i, k);
      if (!math::lane(p.lanes, k) || number >= kNISLAND) continue;
      d.solver_niter[number][static_cast<std::size_t>(k)] =
          solution.iterations[static_cast<std::size_t>(k)];
    }
  }
  collect_force(m, d, w);
  return true;
}

}  // namespace

template <class T>
bool solve_lanes(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  Memory memory(w.solver);
  const BasicProblem<T> whole = whole_model(m, d, memory);
  return m.opt.solver == static_cast<int>(Solver::Pgs) ? sweep_lanes(m, d, w, whole, memory)
                                                       : solve_lane_islands(m, d, w, whole, memory);
}

#define THEW_INSTANTIATE(T) template void collect_force(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)
#undef THEW_INSTANTIATE

#define THEW_INSTANTIATE(T)                                    \
  template bool fits_lanes(const Model&, const BasicData<T>&); \
  template bool solve_lanes(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_PACK_TYPES(THEW_INSTANTIATE)
#undef THEW_INSTANTIATE

template <class T>
void inverse(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (d.nefc == 0) {
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), T(0));
    return;
  }
  d.rows_shown = false;
  if (is_classic(m)) {
    classic::inverse(m, d, w);
  } else {
    Memory memory(w.solver);
    gather(m, d.qacc.data(), w.grouped.data());
    react_to(whole_model(m, d, memory), w.grouped.data());
  }
  collect_force(m, d, w);
}

template <class T>
void accelerate_in_metric(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  Memory memory(w.solver);
  T* const acc = memory.take<T>(m.nv);
  const BasicProblem<T> free = free_model(m, d, memory);
  BasicProblem<T> p = with_metric_rows<T>(m, d, free, nullptr, memory);
  add_metric_tiles(m, d, p, memory);
  if (p.blocks.empty() && p.beside_tiles == 0 && !memory.full()) return;
  p.acc = acc;
  if (memory.full() || !solve_linear(p, memory)) {
    raise(d, Warning::Cnstrfull, static_cast<int>(m.nflexelem), true);
    return;
  }
  std::copy_n(acc, m.nv, d.qacc_smooth.begin());
  const Inertia<T> inertia = inertia_of(m, d);
  math::multiply_symmetric(inertia.tree, inertia.matrix, acc, d.kept.metric_force.data());
}

#define THEW_INSTANTIATE(T)                                                       \
  template void accelerate_in_metric(const Model&, BasicData<T>&, Workspace<T>&); \
  template void solve(const Model&, BasicData<T>&, Workspace<T>&);                \
  template void inverse(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
