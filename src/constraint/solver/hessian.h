#pragma once

// The Hessian H = M + J' C J of the cost and its factors H = L' D L, in tiles of the lower triangle
// where M, a block or the elimination has entries. Rows are eliminated from the last to the first.

#include "constraint/solver/cost.h"
#include "constraint/solver/packed.h"
#include "constraint/solver/pattern.h"
#include "constraint/solver/wide_update.h"

namespace thew::constraint {

template <class S>
class Hessian {
 public:
  /// Where it is not `kept`, factors take the place of the matrix, which then has to be filled anew
  /// before it is factored again. Check memory.full() before use.
  Hessian(const Packed<S>& packed, std::span<const Block> blocks, bool kept, Memory& memory);

  /// M alone.
  void set_mass();

  /// Whether all that a block couples is there.
  bool has_place_for(const Block& block) const;

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
  // Rows that follow one another and have the same columns but for themselves. They are eliminated
  // together, the last one first, and all have three dofs or none.
  static constexpr int kMostRows = 8;  // of a run
  struct Run {
    int last, rows;
    S *u[kMostRows], *w[kMostRows];  // their tiles, divided by D and not
  };

  // Beside its diagonal tile.
  int columns_of(int i) const {
    const int end = i + 1 < packed_.groups() ? pattern_.find_row(i + 1) : tiles_;
    return end - pattern_.find_row(i) - 1;
  }
  template <int bases>
  void add_strip(const int* group, int groups, const S* jacobian, const S* c, int column);
  void find_runs();
  bool is_narrow(int i) const { return kLanes<S> == 1 && packed_.is_narrow(i); }
  void finish_row(int i, S* w, MaskOf<S>& positive);
  void subtract_from_row(const Run& run, int rows, int i);
  void subtract_from_rest(const Run& run);
  template <int height, int depth, class Address>
  void subtract_up_to(const Run& run, int rows, int a, int last, Address address);
  template <int height, int depth, int width>
  void subtract(const Run& run, int rows, int a, int b, const int* t);
  template <int top, int height, int depth, int width>
  void subtract_strip(const Run& run, int rows, int a, int b, const S* const* from, const int* t);
  [[gnu::noinline]] void subtract_widely(const Run& run, int rows, int a, int b, const int* t,
                                         int count);

  // Tile t as the rows so far have left it.
  const S* rest_of(int t) const { return (changed_[t] ? u_ : h_) + std::int64_t{t} * tile::kSize; }

  const Packed<S>& packed_;
  Pattern pattern_;
  int tiles_ = 0;
  S *h_ = nullptr, *u_ = nullptr, *row_ = nullptr;
  bool* changed_ = nullptr;  // of tiles: by rows that are eliminated, so that they are in u_
  int* column_ = nullptr;
  int* run_ = nullptr;  // how many rows the run has of which this one is the last
  Diagonal* diagonal_ = nullptr;
  bool is_diagonal_ = false;
  bool is_wide_ = has_wide_update();
};

}  // namespace thew::constraint
