#pragma once

// The dual problem: minimise over forces f
//   1/2 f' (A + R) f + b' f,   A = J inv(M) J',   b = J a0 - aref
// where equalities are free, dry friction is within its bounds, limits and edges of pyramids push,
// and elliptic contacts stay in their cone f0 >= |f_k / friction_k|.
//
// Rows count from 0 here; vectors over them are filled up with zeros to whole registers, and so are
// the rows of A + R, whose entries lie in runs of adjacent columns.

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

#include "constraint/solver/problem.h"
#include "element/cone.h"
#include "math/scalar.h"

namespace thew::constraint {

/// Adjacent columns: so many whole registers.
struct Run {
  int first, count;
};

/// A block as a part of the dual problem.
template <class S>
struct DualBlock {
  const Block* block;
  int row;           ///< its first row
  int run, runs;     ///< of the columns of its rows
  int width;         ///< from the entries of one row to those of the next
  int own;           ///< where the entries in its own columns begin
  const S* entries;  ///< of its first row in A + R
  S mu;              ///< of a cone: friction when softened, and its coefficients
  S friction[element::kMostBases - 1];

  bool is_cone() const { return block->is_cone(); }
  int rows() const { return block->rows; }
  /// Entry (i, j) of the rows among themselves.
  const S& among(int i, int j) const { return entries[i * width + own + j]; }
};

template <class S>
struct Dual {
  std::span<const DualBlock<S>> blocks;
  const Run* run = nullptr;
  int rows = 0, padded = 0;
  int entries = 0;     ///< of A + R that can differ from zero
  bool dense = false;  ///< every row has all columns, and they follow one another
  const S* b = nullptr;
  const S* R = nullptr;
  const S *low = nullptr, *high = nullptr;  ///< bounds of rows; none for those of cones
  S scale = 1;
  S tolerance = 0;
  int iterations = 0;
  S* force = nullptr;  ///< in: where to start; out: the solution
  S* state = nullptr;  ///< ConstraintState, as a number

  /// b + (A + R) f in row k of a block.
  S residual(const DualBlock<S>& block, int k) const {
    using Four = tile::Row<S>;
    Four sum(S(0));
    const S* a = block.entries + k * block.width;
    for (int i = block.run; i < block.run + block.runs; ++i) {
      const S* f = force + run[i].first;
      for (int v = 0; v < run[i].count; ++v, a += tile::kSide, f += tile::kSide) {
        sum = fma(Four::load(a), Four::load(f), sum);
      }
    }
    return b[block.row + k] + tile::sum(sum);
  }
};

/// Vectors over rows of the dual problem have so much room behind: a run may end there.
inline constexpr int kDualRoom = tile::kSide;

/// State of the rows of a cone, as MuJoCo's dual methods give it: where the force is within it,
/// they count as satisfied.
template <class S>
ConstraintState state_in_cone(int rows, S mu, const S* friction, const S* force) {
  using enum ConstraintState;
  const S normal = force[0] / mu;
  S square = 0;
  for (int k = 1; k < rows; ++k) {
    const S part = force[k] / friction[k - 1];
    square += part * part;
  }
  const S sliding = math::sqrt(square);
  if (mu * normal >= sliding) return Satisfied;
  return normal + mu * sliding <= 0 ? Quadratic : Cone;
}

/// States of the rows from their forces; `next` is memory for a vector over rows. Returns how many
/// rows are active; adds to `changed` those that were in another state.
template <class S>
int update_states(const Dual<S>& p, S* next, int& changed) {
  using Four = tile::Row<S>;
  using enum ConstraintState;
  const auto code = [](ConstraintState s) { return Four(static_cast<S>(s)); };
  const Four none(std::numeric_limits<S>::infinity());
  for (int k = 0; k < p.padded; k += tile::kSide) {
    const Four force = Four::load(p.force + k);
    const Four low = Four::load(p.low + k), high = Four::load(p.high + k);
    const Four below = select(high == none, code(Satisfied), code(Linearpos));
    const Four above = select(force >= high, code(Linearneg), code(Quadratic));
    select(force <= low, below, above).store(next + k);
  }
  for (const DualBlock<S>& block : p.blocks) {
    if (!block.is_cone()) continue;
    const S state =
        static_cast<S>(state_in_cone(block.rows(), block.mu, block.friction, p.force + block.row));
    std::fill_n(next + block.row, block.rows(), state);
  }
  std::fill(next + p.rows, next + p.padded, S(0));
  int active = 0;
  for (int k = 0; k < p.padded; k += tile::kSide) {
    const Four now = Four::load(next + k);
    changed += std::popcount(bits(now != Four::load(p.state + k)));
    active += std::popcount(bits(now != code(Satisfied)));
    now.store(p.state + k);
  }
  return active;
}

}  // namespace thew::constraint
