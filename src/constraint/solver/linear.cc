#include "constraint/solver/linear.h"

#include <algorithm>

#include "constraint/solver/hessian.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

// y <- y - J' D J x
template <class T>
void subtract_blocks(const BasicProblem<T>& p, const Packed<T>& packed, const T* x, T* y) {
  for (const Block& block : p.blocks) {
    T row[kMostBases];
    multiply_block(block, packed.group(block), packed.jacobian(block), x, row);
    for (int k = 0; k < block.rows; ++k) row[k] = p.D[block.row + k] * row[k];
    packed.subtract_force(block, row, y);
  }
}

}  // namespace

// Once more with what rounding has left.
template <class T>
bool solve_linear(const BasicProblem<T>& p, Memory memory) {
  const Packed<T> packed(p, p.blocks, memory);
  if (memory.full()) return false;
  Hessian<T> hessian(packed, p.blocks, false, memory);
  T* force = memory.take<T>(packed.size());
  T* acc = memory.take<T>(packed.size());
  T* rest = memory.take<T>(packed.size());
  if (memory.full()) return false;
  hessian.set_mass();
  for (const Block& block : p.blocks) {
    T weight[kMostBases * kMostBases] = {};
    for (int k = 0; k < block.rows; ++k) weight[(kMostBases + 1) * k] = p.D[block.row + k];
    hessian.add(block, weight);
  }
  hessian.factor();
  packed.gather(p.smooth_force, force);
  std::copy_n(force, packed.size(), acc);
  hessian.solve(acc);
  packed.multiply_mass(acc, rest);
  for (int i = 0; i < packed.size(); ++i) rest[i] = force[i] - rest[i];
  subtract_blocks(p, packed, acc, rest);
  hessian.solve(rest);
  for (int i = 0; i < packed.size(); ++i) acc[i] = acc[i] + rest[i];
  packed.scatter(acc, p.acc);
  return true;
}

#define THEW_INSTANTIATE(T) template bool solve_linear(const BasicProblem<T>&, Memory)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
