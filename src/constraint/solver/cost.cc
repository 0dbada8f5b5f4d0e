#include "constraint/solver/cost.h"

#include "constraint/solver/block_product.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

// The state of row k of a block.
ConstraintState state_of(const Block& block, unsigned pieces, int k) {
  using enum ConstraintState;
  if (block.is_cone()) {
    const bool sticks = (pieces >> kSticks & 1) != 0, slides = (pieces >> kSlides & 1) != 0;
    return sticks ? Quadratic : (slides ? Cone : Satisfied);
  }
  if ((pieces >> k & 1) != 0) return Quadratic;
  if (!block.is_dry()) return Satisfied;
  return (pieces >> kUpper & 1) != 0 ? Linearpos : Linearneg;
}

// Forces of the edges of a pyramid; returns which of them push.
template <class S>
Pieces<S> write_edges(const S* mu, const S& D, const S* x, int rows, S* force) {
  if (rows == 4) {
    const FourForces<S> four(mu, D, x);
    four.force.store(force);
    return bits(four.pushes);
  }
  Pieces<S> pieces = 0;
  each_edge(mu, D, x, rows, [&](int k, const S&, const S&, const S& own, const MaskOf<S>& pushes) {
    force[k] = own;
    pieces |= piece<S>(pushes, k);
  });
  return pieces;
}

}  // namespace

template <class S>
void write_rows(const BasicProblem<S>& p, const Block& block, const S* x) {
  S* force = p.force + block.row;
  Pieces<S> pieces;
  if (block.is_pyramid()) {
    pieces = write_edges(p.friction + 5 * block.id, p.D[block.row], x, block.rows, force);
  } else {
    const Reaction<S> r = react(p, block, x);
    std::copy_n(r.force, block.rows, force);
    pieces = r.pieces;
  }
  if constexpr (kLanes<S> == 1) {
    int* state = p.state + block.row;
    for (int k = 0; k < block.rows; ++k) state[k] = static_cast<int>(state_of(block, pieces, k));
  }
}

template <class S>
void react_to(const BasicProblem<S>& p, const S* acc) {
  for (const Block& block : p.blocks) {
    S x[kMostBases];
    multiply_block(block, p.group + block.column, p.jacobian + block.tile, acc, x);
    for (int k = 0; k < block.bases; ++k) x[k] -= p.aref[block.base + k];
    write_rows(p, block, x);
  }
}

#define THEW_INSTANTIATE(S) template void write_rows(const BasicProblem<S>&, const Block&, const S*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)
#undef THEW_INSTANTIATE

#define THEW_INSTANTIATE(S) template void react_to(const BasicProblem<S>&, const S*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
