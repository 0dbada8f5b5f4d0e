#pragma once

// Which tiles of a symmetric matrix are there: the upper triangle, a row of bits for each row of
// tiles, and the address of each tile by counting bits.

#include <algorithm>
#include <bit>

#include "constraint/solver/problem.h"

namespace thew::constraint {

class Pattern {
 public:
  Pattern(int n, Memory& memory)
      : n_(n),
        words_((n + 63) / 64),
        bits_(memory.take<std::uint64_t>(std::int64_t{n} * words_)),
        before_(memory.take<int>(std::int64_t{n} * words_)) {
    if (!memory.full()) std::fill_n(bits_, std::int64_t{n} * words_, std::uint64_t{0});
  }

  int rows() const { return n_; }

  /// Adds tile (i, j), i <= j.
  void add(int i, int j) { word(i, j) |= std::uint64_t{1} << (j % 64); }

  /// Adds to row i what row j >= i has.
  void inherit(int i, int j) {
    for (int w = j / 64; w < words_; ++w) row(i)[w] |= row(j)[w];
  }

  /// Adds to row i what another pattern has there.
  void add_row(int i, const Pattern& other) {
    for (int w = i / 64; w < words_; ++w) row(i)[w] |= other.row(i)[w];
  }

  /// Adds what eliminating one row after another fills in: the next row that a row touches takes
  /// over the rest of it.
  void fill_in() {
    for (int i = 0; i < n_; ++i) {
      const int next = next_column(i, i + 1);
      if (next == n_) continue;
      for (int w = next / 64; w < words_; ++w) row(next)[w] |= row(i)[w] & from(next, w);
    }
  }

  /// Gives addresses to the tiles, row after row; call when no more are added. Returns how many
  /// there are.
  int number() {
    int count = 0;
    for (std::int64_t w = 0; w < std::int64_t{n_} * words_; ++w) {
      before_[w] = count;
      count += std::popcount(bits_[w]);
    }
    return count;
  }

  /// The address of tile (i, j), which must be there.
  int find(int i, int j) const {
    const std::int64_t w = std::int64_t{i} * words_ + j / 64;
    return before_[w] + std::popcount(bits_[w] & ((std::uint64_t{1} << (j % 64)) - 1));
  }

  /// Calls visit(j) for the columns of row i, ascending.
  template <class Visit>
  void each_column(int i, Visit visit) const {
    for (int w = i / 64; w < words_; ++w) {
      for (std::uint64_t rest = row(i)[w]; rest != 0; rest &= rest - 1) {
        visit(64 * w + std::countr_zero(rest));
      }
    }
  }

 private:
  std::uint64_t* row(int i) const { return bits_ + std::int64_t{i} * words_; }
  std::uint64_t& word(int i, int j) const { return row(i)[j / 64]; }

  // The bits of word w that stand for columns >= j.
  static std::uint64_t from(int j, int w) {
    return w > j / 64 ? ~std::uint64_t{0} : ~std::uint64_t{0} << (j % 64);
  }

  // The first column >= j of row i; n when there is none.
  int next_column(int i, int j) const {
    for (int w = j / 64; w < words_; ++w) {
      const std::uint64_t rest = row(i)[w] & from(j, w);
      if (rest != 0) return 64 * w + std::countr_zero(rest);
    }
    return n_;
  }

  int n_, words_;
  std::uint64_t* bits_;
  int* before_;
};

}  // namespace thew::constraint
