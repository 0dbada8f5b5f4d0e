#pragma once

// A problem as the methods on the primal cost work on it: the groups of dofs of its trees in an
// order of elimination, so that all products run over whole vectors. What only fills up the last
// group of a tree is moved by nothing.

#include "constraint/solver/block_product.h"
#include "constraint/solver/order.h"

namespace thew::constraint {

template <class S>
class Packed {
 public:
  /// In an order of elimination for M, what is beside it and the blocks that are added to it. Check
  /// memory.full() before use.
  Packed(const BasicProblem<S>& p, std::span<const Block> added, Memory& memory);

  int groups() const { return groups_; }
  int size() const { return groups_ * tile::kSide; }

  /// Groups of a block, or the place of its only column; and its Jacobian.
  const int* group(const Block& block) const { return group_ + block.column; }
  const S* jacobian(const Block& block) const { return p_.jacobian + block.tile; }

  /// How many tiles M has.
  int mass_tiles() const { return mass_tiles_; }
  const S* mass() const { return mass_; }
  /// Whether the rows of M are in the order of the groups, and nothing is beside M.
  bool in_order() const { return p_.trees.size() == 1 && !is_cut_ && p_.beside_tiles == 0; }
  /// Whether M is a diagonal and nothing is beside it; asked of large problems only.
  bool is_flat() const { return diagonal_ != nullptr; }
  /// Whether the last place of a group is no dof; asked of large problems only.
  bool is_narrow(int group) const { return narrow_ != nullptr && narrow_[group]; }

  /// Calls visit(row, number of tiles, column of a tile by its number, tiles) for the rows of tiles
  /// of M, in the order of memory; the last tile of a row is on the diagonal.
  template <class Visit>
  THEW_INLINE void each_mass_row(Visit visit) const {
    if (is_cut_) {
      walk(visit, [this](int group, int) THEW_INLINE_LAMBDA { return local_[group]; });
    } else {
      walk(visit, [](int group, int shift) THEW_INLINE_LAMBDA { return group + shift; });
    }
  }

  /// Calls visit(row, column, tile) for the tiles beside M, those of a row one after another.
  template <class Visit>
  THEW_INLINE void each_tile_beside(Visit visit) const {
    const S* tile = p_.beside;
    for (int t = 0; t < p_.beside_tiles; ++t, tile += tile::kSize) {
      visit(local(p_.beside_row[t]), local(p_.beside_column[t]), tile);
    }
  }

  /// A vector over dofs into this order, and back.
  void gather(const S* from, S* to) const;
  void scatter(const S* from, S* to) const;

  /// y <- (M + what is beside it) x
  void multiply_mass(const S* x, S* y) const;
  /// y <- J x on base rows
  void multiply_jacobian(const S* x, S* y) const { multiply_jacobian(p_.blocks, x, y); }
  /// The same for the rows of some of the blocks.
  void multiply_jacobian(std::span<const Block> blocks, const S* x, S* y) const;
  /// y <- J x - aref on base rows
  void find_residual(const S* x, S* y) const;
  /// y <- y - J' f of one block
  void subtract_force(const Block& block, const S* force, S* y) const {
    add_force(block, group(block), jacobian(block), force, -1, y);
  }
  /// y <- y + J' f, at once for blocks of one row
  THEW_INLINE void add_push(const Block& block, const S* force, S* y) const {
    using Row = tile::Row<S>;
    if (block.bases != 1 || block.groups == 0) {
      return add_force(block, group(block), jacobian(block), force, 1, y);
    }
    const S* entries = jacobian(block);
    const Row push(force[0]);
    for (int g = 0; g < block.groups; ++g, entries += tile::kSide) {
      S* part = y + tile::kSide * group(block)[g];
      fma(push, Row::load(entries), Row::load(part)).store(part);
    }
  }

 private:
  // Whether there are so many groups that it pays to look at what they are; of one world.
  bool is_large() const { return kLanes<S> == 1 && groups_ > 16; }
  int local(int group) const { return local_ == nullptr ? group : local_[group]; }
  void number_groups(std::span<const Block> added, Memory& memory);
  void number_blocks(int* group) const;
  void find_narrow(Memory& memory);
  void pack_mass(Memory& memory);
  void find_diagonal(Memory& memory);
  void multiply_beside(const S* x, S* y) const;
  bool are_links(const Block* four) const;
  void multiply_links(const Block* four, const S* x, S* y) const;

  // `place` finds where a group is by the model's number and how far its tree has been moved.
  template <class Visit, class Place>
  THEW_INLINE void walk(Visit visit, Place place) const {
    const Tiling& t = p_.tiling;
    S* tiles = mass_;
    for (std::size_t k = 0; k < p_.trees.size(); ++k) {
      const int from = t.tree_group[p_.trees[k]], shift = first_[k] - from;
      for (int g = from; g < from + groups_of(t, p_.trees[k]); ++g) {
        const int* column = t.tile_group + t.group_tile[g];
        visit(
            place(g, shift), t.group_tiles[g],
            [=](int c) THEW_INLINE_LAMBDA { return place(column[c], shift); }, tiles);
        tiles += tile::kSize * t.group_tiles[g];
      }
    }
  }

  const BasicProblem<S>& p_;
  int* first_;            // of trees: their first group, where they are not cut
  int* local_ = nullptr;  // of the model's groups; null where they are the same
  bool is_cut_ = false;   // whether groups of one tree are apart
  int groups_ = 0, mass_tiles_ = 0;
  const int* group_ = nullptr;
  bool* narrow_ = nullptr;
  S* mass_ = nullptr;
  S* diagonal_ = nullptr;  // M where it is a diagonal and nothing is beside it
};

}  // namespace thew::constraint
