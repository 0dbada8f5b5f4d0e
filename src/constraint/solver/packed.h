#pragma once

// A problem as the methods on the primal cost work on it: the groups of dofs of its trees in an
// order of elimination, so that all products run over whole vectors. What only fills up the last
// group of a tree is moved by nothing.

#include "constraint/solver/block_product.h"

namespace thew::constraint {

template <class S>
class Packed {
 public:
  /// In an order of elimination for matrices with blocks, or the model's own. Check memory.full()
  /// before use.
  Packed(const BasicProblem<S>& p, bool with_blocks, Memory& memory);

  int groups() const { return groups_; }
  int size() const { return groups_ * tile::kSide; }

  /// Groups of a block, or the place of its only column; and its Jacobian.
  const int* group(const Block& block) const { return group_ + block.column; }
  const S* jacobian(const Block& block) const { return p_.jacobian + block.tile; }

  /// How many tiles M has.
  int mass_tiles() const { return mass_tiles_; }
  const S* mass() const { return mass_; }
  /// Whether the rows of M are in the order of the groups.
  bool in_order() const { return p_.trees.size() == 1; }

  /// Calls visit(row, number of tiles, columns, what to add to the columns, tiles) for the rows of
  /// tiles of M, in the order of memory; the last tile of a row is on the diagonal.
  template <class Visit>
  THEW_INLINE void each_mass_row(Visit visit) const {
    const Tiling& t = p_.tiling;
    S* tiles = mass_;
    for (std::size_t k = 0; k < p_.trees.size(); ++k) {
      const int from = t.tree_group[p_.trees[k]], shift = first_[k] - from;
      for (int g = from; g < from + groups_of(p_.trees[k]); ++g) {
        visit(g + shift, t.group_tiles[g], t.tile_group + t.group_tile[g], shift, tiles);
        tiles += tile::kSize * t.group_tiles[g];
      }
    }
  }

  /// A vector over dofs into this order, and back.
  void gather(const S* from, S* to) const;
  void scatter(const S* from, S* to) const;

  /// y <- M x
  void multiply_mass(const S* x, S* y) const;
  /// y <- J x on base rows
  void multiply_jacobian(const S* x, S* y) const;
  /// y <- J x - aref on base rows
  void find_residual(const S* x, S* y) const;
  /// y <- y - J' f of one block
  void subtract_force(const Block& block, const S* force, S* y) const {
    add_force(block, group(block), jacobian(block), force, -1, y);
  }

 private:
  int groups_of(int tree) const {
    const int last = p_.tiling.tree_dof[tree] + p_.tiling.tree_dofs[tree] - 1;
    return tile::group_of(p_.tiling.place[last]) + 1 - p_.tiling.tree_group[tree];
  }
  void number_groups(bool with_blocks, Memory& memory);
  void pack_mass(Memory& memory);

  const BasicProblem<S>& p_;
  int* first_;  // of trees: their first group
  int groups_ = 0, mass_tiles_ = 0;
  const int* group_ = nullptr;
  S* mass_ = nullptr;
};

}  // namespace thew::constraint
