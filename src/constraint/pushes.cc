#include "constraint/pushes.h"

#include <algorithm>

#include "constraint/metric_rows.h"
#include "constraint/metric_tiles.h"
#include "constraint/rows_behind.h"
#include "constraint/solver/cg.h"
#include "constraint/solver/cost.h"
#include "constraint/solver/newton.h"
#include "constraint/statistics.h"
#include "constraint/whole_model.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

template <class T>
BasicProblem<T> in_metric(const Model& m, const BasicData<T>& d, const BasicProblem<T>& whole,
                          Memory& memory) {
  BasicProblem<T> p = with_metric_rows(m, d, whole, whole.smooth_acc, memory);
  add_metric_tiles(m, d, p, memory);
  return p;
}

}  // namespace

template <class T>
PushedProblem<T>::PushedProblem(const Model& m, BasicData<T>& d, Memory& memory)
    : m_(m),
      d_(d),
      whole_(whole_model(m, d, memory)),
      base_(in_metric(m, d, whole_, memory)),
      packed_(base_, {}, memory),
      away_(memory.take<T>(packed_.size())),
      product_(memory.take<T>(packed_.size())),
      residual_(memory.take<T>(tile::whole(base_.bases))),
      grouped_(memory.take<T>(tile::kSide * m.ngroup)) {}

template <class T>
T PushedProblem<T>::cost(const T* acc) const {
  packed_.gather(base_.smooth_acc, product_);
  packed_.gather(acc, away_);
  packed_.find_residual(away_, residual_);
  for (int i = 0; i < packed_.size(); ++i) away_[i] = away_[i] - product_[i];
  packed_.multiply_mass(away_, product_);
  T sum(0);
  for (int i = 0; i < packed_.size(); ++i) sum = math::fma(away_[i], product_[i], sum);
  sum = T(0.5) * sum;
  for (const Block& block : base_.blocks) sum += react(base_, block, residual_ + block.base).cost;
  return sum;
}

template <class T>
BasicProblem<T> PushedProblem<T>::with_pushes(const Pushes<T>& pushes, Memory& memory) const {
  Extent more;
  for (int i = 0; i < pushes.count; ++i) {
    more.add(1, 1, pushes.start[i + 1] - pushes.start[i], m_.ngroup);
  }
  RowsBehind<T> behind(m_, base_, more, memory);
  if (memory.full()) return base_;
  for (int i = 0; i < pushes.count; ++i) {
    const int first = pushes.start[i];
    behind.add(0, pushes.column + first, pushes.value + first, pushes.start[i + 1] - first,
               pushes.weight + i, pushes.target + i, 1, ConstraintType::ContactFrictionless);
  }
  return behind.problem();
}

template <class T>
void PushedProblem<T>::collect(const BasicProblem<T>& p, T* force) const {
  std::fill_n(grouped_, tile::kSide * m_.ngroup, T(0));
  for (const Block& block : p.blocks.subspan(base_.blocks.size())) {
    add_force(block, p.group + block.column, p.jacobian + block.tile, p.force + block.row, 1,
              grouped_);
  }
  scatter(m_, grouped_, force);
}

template <class T>
void PushedProblem<T>::solve(const Pushes<T>& pushes, const T* start, Memory memory, T* force) {
  BasicProblem<T> p = with_pushes(pushes, memory);
  p.warmstart = start;
  BasicSolution<T> solution{false, 0, 0, {}};
  const bool newton = m_.opt.solver == static_cast<int>(Solver::Newton);
  if (!memory.full() && newton) solution = solve_newton(p, memory);
  if (!memory.full() && !solution.found) solution = solve_cg(p, memory);
  if (!solution.found) move_freely(p, d_);
  record(d_, 0, solution);
  take_back(p, whole_);
  collect(p, force);
}

template <class T>
void PushedProblem<T>::react_to_acceleration() {
  d_.rows_shown = false;
  gather(m_, d_.qacc.data(), grouped_);
  react_to(whole_, grouped_);
}

#define THEW_INSTANTIATE(T) template class PushedProblem<T>
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
