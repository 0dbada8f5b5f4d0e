#pragma once

// A problem as Newton's method works on it: dofs in the order of elimination and in groups of four,
// so that all products run over whole vectors; the last group of a tree is filled up with dofs that
// nothing moves.

#include "constraint/solver/pattern.h"
#include "constraint/solver/problem.h"
#include "constraint/solver/tile.h"

namespace thew::constraint {

/// A block's columns: groups of dofs, and for each of them the base rows' Jacobian, four numbers a
/// row. A block with one column has that column's place and entries only.
struct PackedBlock {
  int group;         ///< its first in Packed::group_, or the place of its only column
  int groups;        ///< 0 for a block with one column
  int bases;         ///< base rows
  double* jacobian;  ///< [group][base row][4], or [base row]
};

class Packed {
 public:
  /// Check memory.full() before use.
  Packed(const Problem& p, Memory& memory);

  int groups() const { return groups_; }
  int size() const { return groups_ * tile::kSide; }
  int dofs() const { return p_.dofs; }
  const PackedBlock& block(std::int64_t b) const { return blocks_[b]; }
  const int* group(const PackedBlock& block) const { return group_ + block.group; }

  const Pattern& mass_pattern() const { return mass_pattern_; }
  const double* mass_tile(int address) const { return mass_ + tile::kSize * address; }

  /// A vector over dofs into this order, and back.
  void gather(const double* from, double* to) const;
  void scatter(const double* from, double* to) const;

  /// y <- M x
  void multiply_mass(const double* x, double* y) const;
  /// y <- J x on base rows
  void multiply_jacobian(const double* x, double* y) const;
  /// y <- y - J' f of one block
  void subtract_force(const PackedBlock& block, const double* force, double* y) const;

 private:
  void find_mass_tiles();
  void pack_mass(Memory& memory);
  void pack_jacobian(Memory& memory);

  const Problem& p_;
  int* place_;
  int groups_;
  Pattern mass_pattern_;
  double* mass_ = nullptr;
  PackedBlock* blocks_ = nullptr;
  int* group_ = nullptr;
};

/// Calls f with the number of base rows, 1 to 6, as a constant.
template <class F>
THEW_INLINE void with_bases(int bases, F f) {
  switch (bases) {
    case 1:
      return f(std::integral_constant<int, 1>());
    case 2:
      return f(std::integral_constant<int, 2>());
    case 3:
      return f(std::integral_constant<int, 3>());
    case 4:
      return f(std::integral_constant<int, 4>());
    case 5:
      return f(std::integral_constant<int, 5>());
    default:
      return f(std::integral_constant<int, 6>());
  }
}

}  // namespace thew::constraint
