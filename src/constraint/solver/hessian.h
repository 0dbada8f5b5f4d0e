#pragma once

// The Hessian H = M + J' C J of the cost and its factors H = L' D L, in tiles of the lower triangle
// where M, a block or the elimination has entries. Rows are eliminated from the last to the first.

#include "constraint/solver/cost.h"
#include "constraint/solver/packed.h"
#include "constraint/solver/pattern.h"

namespace thew::constraint {

template <class S>
class Hessian {
 public:
  /// Check memory.full() before use.
  Hessian(const Packed<S>& packed, std::span<const Block> blocks, Memory& memory);

  /// M alone.
  void set_mass();

  /// Adds B' C B of a block's base Jacobian B; C with rows of kMostBases.
  void add(const Block& block, const S* c);

  /// False where a pivot was not positive and has been raised.
  bool factor();

  /// x <- inv(H) x
  void solve(S* x) const;

  /// Entries of the factor.
  int entries() const { return tiles_ * tile::kSize; }

 private:
  struct Diagonal {  // of one tile: L of its factors L D L', and 1/D
    S l[6];
    S inverse[tile::kSide];
  };

  const Packed<S>& packed_;
  Pattern pattern_;
  int tiles_ = 0;
  S *h_ = nullptr, *u_ = nullptr, *row_ = nullptr;
  bool* changed_ = nullptr;  // of tiles: by rows that are eliminated, so that they are in u_
  int* column_ = nullptr;
  Diagonal* diagonal_ = nullptr;
};

}  // namespace thew::constraint
