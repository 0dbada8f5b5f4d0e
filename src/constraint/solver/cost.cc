#include "constraint/solver/cost.h"

#include "constraint/solver/block_product.h"

namespace thew::constraint {

void react_to(const Problem& p, const double* acc) {
  for (const Block& block : p.blocks) {
    double x[kMostBases];
    multiply_block(block, p.group + block.column, p.jacobian + block.tile, acc, x);
    for (int k = 0; k < block.bases; ++k) x[k] -= p.aref[block.base + k];
    react(p, block, x);
  }
}

}  // namespace thew::constraint
