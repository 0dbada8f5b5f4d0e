// Takes the slip out of a solution: friction is found again as if R were 0, while normal forces and
// all other rows stay. Of pyramids pairs of opposite edges share their sum anew; of cones the slice
// at the normal force is searched.

#include "constraint/solver/noslip.h"

#include "constraint/solver/cost.h"
#include "element/cone_force.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

using element::kMostFriction;

template <class S>
constexpr S kLeastDiagonal = S(1e-10);
template <class S>
constexpr S kLeastDeterminant = S(1e-10);

// b + A f in row k of a block.
template <class S>
S hard_residual(const Dual<S>& p, const DualBlock<S>& block, int k) {
  return p.residual(block, k) - p.R[block.row + k] * p.force[block.row + k];
}

// The block of A on the n rows of a block from k on.
template <class S>
void hard_matrix(const Dual<S>& p, const DualBlock<S>& block, int k, int n, S* a) {
  for (int i = 0; i < n; ++i) {
    std::copy_n(&block.among(k + i, k), n, a + i * n);
    a[i * n + i] = std::max(kLeastDiagonal<S>, a[i * n + i] - p.R[block.row + k + i]);
  }
}

template <class S>
S update_dry(const Dual<S>& p, const DualBlock<S>& block) {
  const int row = block.row;
  const S a = std::max(S(kMinVal), block.among(0, 0) - p.R[row]);
  const S residual = hard_residual(p, block, 0), old = p.force[row];
  p.force[row] = math::clamp(old - residual / a, p.low[row], p.high[row]);
  const S change = p.force[row] - old;
  return change * (S(0.5) * a * change + residual);
}

// Two opposite edges, from k on: their forces are middle + y and middle - y, |y| <= middle.
template <class S>
S update_edges(const Dual<S>& p, const DualBlock<S>& block, int k) {
  S a[4], *force = p.force + block.row + k;
  hard_matrix(p, block, k, 2, a);
  const S res[2] = {hard_residual(p, block, k), hard_residual(p, block, k + 1)};
  const S old[2] = {force[0], force[1]};
  const S middle = S(0.5) * (old[0] + old[1]);
  const S square = a[0] + a[3] - a[1] - a[2];
  S rest[2];
  for (int i = 0; i < 2; ++i) rest[i] = res[i] - a[2 * i] * old[0] - a[2 * i + 1] * old[1];
  const S linear = middle * (a[0] - a[3]) + rest[0] - rest[1];
  const S y = square < S(kMinVal) ? S(0) : math::clamp(-linear / square, -middle, middle);
  force[0] = middle + y;
  force[1] = middle - y;
  return element::cost_change(2, a, res, old, force);
}

template <class S>
S update_cone(const Dual<S>& p, const DualBlock<S>& block) {
  const int n = block.rows() - 1;
  const S normal = p.force[block.row];
  S a[kMostFriction * kMostFriction], res[kMostFriction], rest[kMostFriction];
  S old[kMostFriction], *force = p.force + block.row + 1;
  hard_matrix(p, block, 1, n, a);
  std::copy_n(force, n, old);
  for (int i = 0; i < n; ++i) {
    rest[i] = res[i] = hard_residual(p, block, 1 + i);
    for (int j = 0; j < n; ++j) rest[i] -= a[i * n + j] * old[j];
  }
  if (normal < S(kMinVal)) {
    std::fill_n(force, n, S(0));
  } else {
    element::solve_qcqp(n, a, rest, block.friction, normal, kLeastDeterminant<S>, force);
  }
  return element::cost_change(n, a, res, old, force);
}

template <class S>
S sweep(const Dual<S>& p) {
  S change = 0;
  for (const DualBlock<S>& block : p.blocks) {
    if (block.block->is_dry()) change += update_dry(p, block);
    if (block.is_cone()) change += update_cone(p, block);
    if (!block.block->is_pyramid()) continue;
    for (int k = 0; k < block.rows(); k += 2) change += update_edges(p, block, k);
  }
  return change;
}

// What the softness cost, which is no longer paid.
template <class S>
S soft_cost(const Dual<S>& p) {
  S cost = 0;
  for (int i = 0; i < p.rows; ++i) cost += S(0.5) * p.force[i] * p.force[i] * p.R[i];
  return cost;
}

}  // namespace

template <class S>
BasicSolution<S> solve_noslip(const Dual<S>& p, Memory memory) {
  BasicSolution<S> solution;
  Iteration* history = memory.take<Iteration>(kNSOLVER);
  S* scratch = memory.take<S>(p.padded);
  if (memory.full()) return {false, 0, 0, {}};
  int ignored = 0;
  update_states(p, scratch, ignored);
  while (solution.iterations < p.iterations) {
    Iteration record;
    const S soft = solution.iterations == 0 ? soft_cost(p) : 0;
    record.improvement = p.scale * (soft - sweep(p));
    record.active = update_states(p, scratch, record.changed);
    if (solution.iterations < kNSOLVER) history[solution.iterations] = record;
    ++solution.iterations;
    if (record.improvement < p.tolerance) break;
  }
  solution.history = {history, static_cast<std::size_t>(std::min(solution.iterations, kNSOLVER))};
  return solution;
}

#define THEW_INSTANTIATE(S) template BasicSolution<S> solve_noslip(const Dual<S>&, Memory)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
