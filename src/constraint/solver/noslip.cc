// Takes the slip out of a solution: friction is found again as if R were 0, while normal forces and
// all other rows stay. Of pyramids pairs of opposite edges share their sum anew; of cones the slice
// at the normal force is searched.

#include "constraint/solver/noslip.h"

#include "constraint/solver/cost.h"
#include "constraint/solver/qcqp.h"

namespace thew::constraint {

namespace {

constexpr double kLeastDiagonal = 1e-10;
constexpr double kLeastDeterminant = 1e-10;

// b + A f in a row.
double hard_residual(const Dual& p, int row) {
  return p.residual(row) - p.R[row] * p.force[row];
}

// The block of A on n rows that share their columns.
void hard_matrix(const Dual& p, int row, int n, double* a) {
  const int diagonal = p.diagonal(row);
  for (int i = 0; i < n; ++i) {
    std::copy_n(p.matrix + p.start[row + i] + diagonal, n, a + i * n);
    a[i * n + i] = std::max(kLeastDiagonal, a[i * n + i] - p.R[row + i]);
  }
}

double update_dry(const Dual& p, int row) {
  const double a = std::max(kMinVal, p.matrix[p.start[row] + p.diagonal(row)] - p.R[row]);
  const double residual = hard_residual(p, row), old = p.force[row];
  p.force[row] = math::clamp(old - residual / a, -p.loss[row], p.loss[row]);
  const double change = p.force[row] - old;
  return change * (0.5 * a * change + residual);
}

// Two opposite edges: their forces are middle + y and middle - y, |y| <= middle.
double update_edges(const Dual& p, int row) {
  double a[4], *force = p.force + row;
  hard_matrix(p, row, 2, a);
  const double res[2] = {hard_residual(p, row), hard_residual(p, row + 1)};
  const double old[2] = {force[0], force[1]};
  const double middle = 0.5 * (old[0] + old[1]);
  const double square = a[0] + a[3] - a[1] - a[2];
  double rest[2];
  for (int i = 0; i < 2; ++i) rest[i] = res[i] - a[2 * i] * old[0] - a[2 * i + 1] * old[1];
  const double linear = middle * (a[0] - a[3]) + rest[0] - rest[1];
  const double y = square < kMinVal ? 0 : math::clamp(-linear / square, -middle, middle);
  force[0] = middle + y;
  force[1] = middle - y;
  return cost_change(2, a, res, old, force);
}

double update_cone(const Dual& p, const Block& block) {
  const int row = block.row + 1, n = block.rows - 1;
  const double normal = p.force[block.row];
  double a[kMostFriction * kMostFriction], res[kMostFriction], rest[kMostFriction];
  double old[kMostFriction], *force = p.force + row;
  hard_matrix(p, row, n, a);
  std::copy_n(force, n, old);
  for (int i = 0; i < n; ++i) {
    rest[i] = res[i] = hard_residual(p, row + i);
    for (int j = 0; j < n; ++j) rest[i] -= a[i * n + j] * old[j];
  }
  if (normal < kMinVal) {
    std::fill_n(force, n, 0.0);
  } else {
    solve_qcqp(n, a, rest, p.friction_of(block), normal, kLeastDeterminant, force);
  }
  return cost_change(n, a, res, old, force);
}

double sweep(const Dual& p) {
  double change = 0;
  for (const Block& block : p.blocks) {
    if (block.is_dry()) change += update_dry(p, block.row);
    if (block.is_cone()) change += update_cone(p, block);
    if (!block.is_pyramid()) continue;
    for (int k = 0; k < block.rows; k += 2) change += update_edges(p, block.row + k);
  }
  return change;
}

// What the softness cost, which is no longer paid.
double soft_cost(const Dual& p) {
  double cost = 0;
  for (const Block& block : p.blocks) {
    for (int i = block.row; i < block.row + block.rows; ++i) {
      cost += 0.5 * p.force[i] * p.force[i] * p.R[i];
    }
  }
  return cost;
}

}  // namespace

Solution solve_noslip(const Dual& p, Memory memory) {
  Solution solution;
  Iteration* history = memory.take<Iteration>(kNSOLVER);
  if (memory.full()) return {false, 0, 0, {}};
  int ignored = 0;
  update_states(p, ignored);
  while (solution.iterations < p.iterations) {
    Iteration record;
    const double soft = solution.iterations == 0 ? soft_cost(p) : 0;
    record.improvement = p.scale * (soft - sweep(p));
    record.active = update_states(p, record.changed);
    if (solution.iterations < kNSOLVER) history[solution.iterations] = record;
    ++solution.iterations;
    if (record.improvement < p.tolerance) break;
  }
  solution.history = {history, static_cast<std::size_t>(std::min(solution.iterations, kNSOLVER))};
  return solution;
}

}  // namespace thew::constraint
