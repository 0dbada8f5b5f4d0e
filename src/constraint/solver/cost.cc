#include "constraint/solver/cost.h"

namespace thew::constraint {

namespace {

// y <- M x
void multiply_mass(const Problem& p, const double* x, double* y) {
  std::fill_n(y, p.dofs, 0.0);
  for (int i = 0; i < p.dofs; ++i) {
    const int start = p.tree.start[i], before = p.tree.ancestors(i);
    const double* row = p.mass + start;
    const int* column = p.tree.column + start;
    double sum = row[before] * x[i];
    for (int k = 0; k < before; ++k) {
      sum = math::fma(row[k], x[column[k]], sum);
      y[column[k]] = math::fma(row[k], x[i], y[column[k]]);
    }
    y[i] += sum;
  }
}

// y <- J x on base rows
void multiply_jacobian(const Problem& p, const double* x, double* y) {
  for (const Block& block : p.blocks) {
    const int* column = p.column + block.column;
    const double* base = p.jacobian + block.jacobian;
    double* out = y + block.base;
    if (block.columns == 1) {
      for (int k = 0; k < block.bases; ++k) out[k] = base[k] * x[column[0]];
      continue;
    }
    std::fill_n(out, block.bases, 0.0);
    for (int i = 0; i < block.columns; ++i) {
      const double value = x[column[i]];
      for (int k = 0; k < block.bases; ++k) {
        out[k] = math::fma(base[k * block.columns + i], value, out[k]);
      }
    }
  }
}

}  // namespace

double cost_of(const Problem& p, const double* acc, Memory memory) {
  double* force = memory.take<double>(p.dofs);
  double* x = memory.take<double>(p.bases);
  if (memory.full()) return 0;
  multiply_mass(p, acc, force);
  double cost = 0;
  for (int i = 0; i < p.dofs; ++i) {
    cost += 0.5 * (force[i] - p.smooth_force[i]) * (acc[i] - p.smooth_acc[i]);
  }
  multiply_jacobian(p, acc, x);
  for (int i = 0; i < p.bases; ++i) x[i] -= p.aref[i];
  for (const Block& block : p.blocks) cost += react(p, block, x + block.base).cost;
  return cost;
}

}  // namespace thew::constraint
