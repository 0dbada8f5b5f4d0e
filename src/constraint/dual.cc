// Around the dual methods: what they see, where they start, and what follows from their forces.

#include "constraint/dual.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "constraint/grouped.h"
#include "constraint/project.h"
#include "constraint/solver/cost.h"
#include "constraint/solver/noslip.h"
#include "constraint/solver/pgs.h"
#include "constraint/statistics.h"
#include "math/resolution.h"
#include "model/lane_types.h"
#include "model/lanes.h"

namespace thew::constraint {

namespace {

// One over the trace of M over the dofs of an island, or all of them.
template <class T>
math::Scalar<T> scale_of(const Model& m, const BasicData<T>& d, int lane, int island) {
  using S = math::Scalar<T>;
  S trace = 0;
  for (int i = 0; i < m.nv; ++i) {
    if (d.nisland > 0 && d.dof_island[i] != island) continue;
    trace += lane_of(d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1], lane);
  }
  return 1 / std::max(S(kMinVal), trace);
}

// Makes dual problems of one world, or of one in a lane.
template <class T>
class DualMaker {
 public:
  using S = math::Scalar<T>;

  DualMaker(const Model& m, const BasicData<T>& d, std::span<const Block> some, int lane,
            const T* bias, Memory& memory)
      : m_(m), d_(d), blocks_(some), lane_(lane), bias_(bias), root_(m, d, some, lane, memory) {
    number_ = memory.take<int>(d.nefc);
    place_ = memory.take<int>(d.nefc);
  }

  /// Of an island, or of the whole world. Check memory.full() before use.
  Dual<S> make(int island, Memory& memory) {
    Dual<S> p;
    const std::span<const Block> all = blocks_;
    auto* block = memory.take<DualBlock<S>>(std::ssize(all));
    int* index = memory.take<int>(std::ssize(all));
    if (memory.full()) return p;
    int count = 0;
    std::int64_t columns = 0;
    for (int b = 0; b < std::ssize(all); ++b) {
      if (!root_.acts(b) || (d_.nisland > 0 && d_.efc_island[all[b].row] != island)) continue;
      block[count] = {};
      block[count].block = &all[b];
      block[count].row = p.rows;
      index[count++] = b;
      for (int k = 0; k < all[b].rows; ++k) number_[all[b].row + k] = p.rows++;
      columns += std::ssize(root_.neighbours(b));
    }
    p.blocks = {block, static_cast<std::size_t>(count)};
    p.padded = tile::whole(p.rows);
    p.dense = std::all_of(index, index + count, [&](int b) {
      return root_.on_one_tree(b) && std::ssize(root_.neighbours(b)) == p.rows;
    });
    p.scale = scale_of(m_, d_, lane_, island);
    gather_rows(p, memory);
    p.run = run_ = memory.take<Run>(std::max<std::int64_t>(columns, 1));
    runs_ = 0;
    if (p.dense) matrix_ = memory.take<S>(std::int64_t{p.rows} * p.padded);
    for (int k = 0; k < count && !memory.full(); ++k) add_rows(p, index[k], block[k], memory);
    return p;
  }

 private:
  void gather_rows(Dual<S>& p, Memory& memory) {
    S *b, *R, *low, *high;
    for (S** x : {&b, &R, &low, &high, &p.force, &p.state}) {
      *x = memory.take<S>(p.padded + kDualRoom);
      if (memory.full()) return;
      std::fill_n(*x, p.padded + kDualRoom, S(0));
    }
    for (const DualBlock<S>& block : p.blocks) {
      for (int k = 0; k < block.rows(); ++k) {
        const int from = block.block->row + k, to = block.row + k;
        b[to] = lane_of(bias_[from], lane_);
        R[to] = lane_of(d_.efc_R[from], lane_);
        p.force[to] = lane_of(d_.efc_force[from], lane_);
        set_bounds(*block.block, lane_of(d_.efc_frictionloss[from], lane_), low[to], high[to]);
      }
    }
    p.b = b;
    p.R = R;
    p.low = low;
    p.high = high;
  }

  static void set_bounds(const Block& block, S loss, S& low, S& high) {
    constexpr S kNone = std::numeric_limits<S>::infinity();
    const bool free = block.kind() == ConstraintType::Equality || block.is_cone();
    low = free ? -kNone : block.is_dry() ? -loss : S(0);
    high = block.is_dry() ? loss : kNone;
  }

  // Runs of the columns of a block, and where each column has its place in the rows.
  void list_runs(std::span<const int> column, DualBlock<S>& block) {
    block.run = runs_;
    int length = 0;
    for (std::size_t k = 0; k < column.size(); ++k) {
      const int number = number_[column[k]];
      if (k == 0 || number != run_[runs_ - 1].first + length) {
        block.width = tile::whole(block.width);
        run_[runs_++] = {number, 0};
        length = 0;
      }
      place_[column[k]] = block.width++;
      run_[runs_ - 1].count = tile::whole(++length) / tile::kSide;
    }
    block.width = tile::whole(block.width);
    block.runs = runs_ - block.run;
  }

  void add_rows(Dual<S>& p, std::size_t b, DualBlock<S>& block, Memory& memory) {
    if (p.dense) {
      run_[0] = {0, p.padded / tile::kSide};
      block.runs = 1;
      block.width = p.padded;
      block.own = block.row;
      p.entries += block.rows() * p.rows;
    } else {
      const std::span<const int> column = root_.neighbours(b);
      list_runs(column, block);
      block.own = place_[block.block->row];
      p.entries += block.rows() * static_cast<int>(column.size());
    }
    S* entries = p.dense ? matrix_ + std::ptrdiff_t{block.row} * p.padded
                         : memory.take<S>(std::int64_t{block.width} * block.rows());
    if (entries == nullptr) return;
    root_.multiply(b, p.dense ? nullptr : place_, block.width, entries);
    for (int k = 0; k < block.rows(); ++k) {
      entries[k * block.width + block.own + k] += p.R[block.row + k];
    }
    block.entries = entries;
    if (!block.is_cone()) return;
    const int contact = block.block->id;
    block.mu = lane_of(d_.contact.mu[contact], lane_);
    for (int k = 0; k < block.rows() - 1; ++k) {
      block.friction[k] = lane_of(d_.contact.friction.row(contact)[k], lane_);
    }
  }

  const Model& m_;
  const BasicData<T>& d_;
  std::span<const Block> blocks_;
  int lane_;
  const T* bias_;
  Root<T> root_;
  int *number_, *place_;  // of rows: in the problem, and in rows of A + R
  Run* run_ = nullptr;
  S* matrix_ = nullptr;  // where every row meets every other
  int runs_ = 0;
};

template <class S>
S cost_of(const Dual<S>& p) {
  S cost = 0;
  for (const DualBlock<S>& block : p.blocks) {
    for (int k = 0; k < block.rows(); ++k) {
      const int i = block.row + k;
      if (p.force[i] != 0) cost += p.force[i] * S(0.5) * (p.b[i] + p.residual(block, k));
    }
  }
  return cost;
}

// Begins without forces where those at hand are worse than none.
template <class S>
void start_at_better(std::span<Dual<S>> problems) {
  S cost = 0;
  for (const Dual<S>& p : problems) cost += cost_of(p);
  if (!(cost > 0)) return;
  for (Dual<S>& p : problems) std::fill_n(p.force, p.rows, S(0));
}

}  // namespace

template <class T>
std::span<Dual<math::Scalar<T>>> make_problems(const Model& m, const BasicData<T>& d,
                                               std::span<const Block> some, const T* bias,
                                               Memory& memory) {
  using S = math::Scalar<T>;
  const int count = kLanes<T> > 1 ? kLanes<T> : std::max(d.nisland, 1);
  auto* problem = memory.take<Dual<S>>(count);
  std::optional<DualMaker<T>> maker;
  for (int k = 0; k < count; ++k) {
    if (k == 0 || kLanes<T> > 1) maker.emplace(m, d, some, kLanes<T> > 1 ? k : 0, bias, memory);
    if (!memory.full()) problem[k] = maker->make(k, memory);
    if (memory.full()) return {};
  }
  return {problem, static_cast<std::size_t>(count)};
}

template <class T>
void write_back(const Dual<math::Scalar<T>>& p, int lane, BasicData<T>& d) {
  for (const DualBlock<math::Scalar<T>>& block : p.blocks) {
    for (int k = 0; k < block.rows(); ++k) {
      const int from = block.row + k, to = block.block->row + k;
      put_lane(d.efc_force[to], lane, p.force[from]);
      put_lane(d.efc_state[to], lane, static_cast<int>(p.state[from]));
    }
  }
}

template <class T>
bool solve_dual(const Model& m, BasicData<T>& d, Workspace<T>& w, const BasicProblem<T>& whole,
                const T* bias, Memory memory) {
  using S = math::Scalar<T>;
  if (whole.warmstart == nullptr) {
    std::fill(d.efc_force.begin(), d.efc_force.end(), T(0));
  } else {
    gather(m, whole.warmstart, w.grouped.data());
    react_to(whole, w.grouped.data());
  }
  const std::span<Dual<S>> problems = make_problems<T>(m, d, blocks(d), bias, memory);
  auto* solutions = memory.take<BasicSolution<S>>(std::ssize(problems));
  if (memory.full()) return false;
  if (kLanes<T> == 1) start_at_better(problems);
  for (std::size_t k = 0; k < problems.size() && kLanes<T> > 1; ++k) {
    start_at_better(problems.subspan(k, 1));
  }
  for (Dual<S>& p : problems) {
    p.tolerance = math::resolvable<S>(m.opt.tolerance);
    p.iterations = m.opt.iterations;
  }
  constexpr std::size_t kTogether = 4;
  for (std::size_t k = 0; k < problems.size(); k += kTogether) {
    const auto part = problems.subspan(k, std::min(kTogether, problems.size() - k));
    if (!solve_pgs<S>(part, solutions + k, memory)) return false;
    for (std::size_t i = k; i < k + part.size(); ++i) {
      const int number = static_cast<int>(i);
      write_back(problems[i], kLanes<T> > 1 ? number : 0, d);
      if constexpr (kLanes<T> == 1) {
        record(d, number, solutions[i]);
      } else {
        d.solver_niter[0][i] = solutions[i].iterations;
      }
    }
  }
  return true;
}

template <class T>
void take_out_slip(const Model& m, BasicData<T>& d, const T* bias, Memory memory) {
  DualMaker<T> maker(m, d, blocks(d), 0, bias, memory);
  for (int k = 0; k < std::max(d.nisland, 1); ++k) {
    Memory free = memory;
    if (free.full()) return;
    Dual<T> p = maker.make(k, free);
    if (free.full()) return;
    p.tolerance = math::resolvable<T>(m.opt.noslip_tolerance);
    p.iterations = m.opt.noslip_iterations;
    record(d, k, solve_noslip(p, free));
    write_back(p, 0, d);
  }
}

template <class T>
void finish_dual(const Model& m, BasicData<T>& d) {
  const Inertia<T> inertia = inertia_of(m, d);
  std::copy(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), d.qacc.begin());
  math::solve(inertia.tree, inertia.factor, inertia.inverse, d.qacc.data());
  for (int i = 0; i < m.nv; ++i) d.qacc[i] += d.qacc_smooth[i];
}

#define THEW_INSTANTIATE(T)                                                                    \
  template bool solve_dual(const Model&, BasicData<T>&, Workspace<T>&, const BasicProblem<T>&, \
                           const T*, Memory);                                                  \
  template std::span<Dual<math::Scalar<T>>> make_problems(                                     \
      const Model&, const BasicData<T>&, std::span<const Block>, const T*, Memory&);           \
  template void write_back(const Dual<math::Scalar<T>>&, int, BasicData<T>&);                  \
  template void finish_dual(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)
#undef THEW_INSTANTIATE

#define THEW_INSTANTIATE(T) \
  template void take_out_slip(const Model&, BasicData<T>&, const T*, Memory)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
