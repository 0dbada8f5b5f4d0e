#pragma once

// Which tiles of a symmetric matrix are there: the lower triangle, a row of bits for each row of
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

  /// Adds tile (i, j), j <= i.
  void add(int i, int j) { word(i, j) |= bit(j); }

  /// Whether tile (i, j), j <= i, is there.
  bool has(int i, int j) const { return (word(i, j) & bit(j)) != 0; }

  /// Adds all tiles of some rows by one another.
  void add_clique(const int* rows, int count) {
    if (words_ == 1) {
      std::uint64_t mask = 0;
      for (int k = 0; k < count; ++k) mask |= std::uint64_t{1} << rows[k];
      for (int k = 0; k < count; ++k) bits_[rows[k]] |= mask & up_to(rows[k], 0);
      return;
    }
    for (int k = 1; k < count; ++k) {
      for (int l = 0; l < k; ++l) add(std::max(rows[k], rows[l]), std::min(rows[k], rows[l]));
    }
  }

  /// Adds what eliminating one row after another, from the last to the first, fills in: the nearest
  /// row that a row touches takes over the rest of it.
  void fill_in() {
    for (int i = n_ - 1; i > 0; --i) {
      const int next = last_column(i, i - 1);
      if (next < 0) continue;
      for (int w = 0; w <= word_of(next); ++w) row(next)[w] |= row(i)[w] & up_to(next, w);
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
    const std::int64_t w = std::int64_t{i} * words_ + word_of(j);
    return before_[w] + std::popcount(bits_[w] & (bit(j) - 1));
  }

  /// The address of the first tile of row i; the last one is on the diagonal.
  int find_row(int i) const { return before_[std::int64_t{i} * words_]; }

  /// Whether row i has its diagonal tile only; to be asked when tiles are numbered.
  bool is_first(int i) const { return find(i, i) == find_row(i); }

  /// Calls visit(j) for the columns of row i, ascending.
  template <class Visit>
  void each_column(int i, Visit visit) const {
    for (int w = 0; w <= word_of(i); ++w) {
      for (std::uint64_t rest = row(i)[w]; rest != 0; rest &= rest - 1) {
        visit(64 * w + std::countr_zero(rest));
      }
    }
  }

 private:
  std::uint64_t* row(int i) const { return bits_ + std::int64_t{i} * words_; }
  std::uint64_t& word(int i, int j) const { return row(i)[word_of(j)]; }

  // Where the bit of a column is; columns are not negative.
  static int word_of(int j) { return static_cast<int>(static_cast<unsigned>(j) / 64); }
  static std::uint64_t bit(int j) { return std::uint64_t{1} << (static_cast<unsigned>(j) % 64); }

  // The bits of word w that stand for columns <= j.
  static std::uint64_t up_to(int j, int w) {
    return w < word_of(j) ? ~std::uint64_t{0} : bit(j) | (bit(j) - 1);
  }

  // The last column <= j of row i; -1 when there is none.
  int last_column(int i, int j) const {
    for (int w = word_of(j); w >= 0; --w) {
      const std::uint64_t rest = row(i)[w] & up_to(j, w);
      if (rest != 0) return 64 * w + 63 - std::countl_zero(rest);
    }
    return -1;
  }

  int n_, words_;
  std::uint64_t* bits_;
  int* before_;
};

}  // namespace thew::constraint
