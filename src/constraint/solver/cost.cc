#include "constraint/solver/cost.h"

#include "constraint/solver/descent.h"

namespace thew::constraint {

double cost_of(const Problem& p, const double* acc, Memory memory) {
  double* force = memory.take<double>(p.dofs);
  double* x = memory.take<double>(p.bases);
  if (memory.full()) return 0;
  descent::multiply_mass(p, acc, force);
  double cost = 0;
  for (int i = 0; i < p.dofs; ++i) {
    cost += 0.5 * (force[i] - p.smooth_force[i]) * (acc[i] - p.smooth_acc[i]);
  }
  descent::multiply_jacobian(p, acc, x);
  for (int i = 0; i < p.bases; ++i) x[i] -= p.aref[i];
  for (const Block& block : p.blocks) cost += react(p, block, x + block.base).cost;
  return cost;
}

}  // namespace thew::constraint
