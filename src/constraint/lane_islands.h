#pragma once

// Islands of worlds in lanes. A lane's islands are those of the world alone; lanes that have the
// same one, with the same trees coupled in it, solve it together while the others wait.

#include <bit>

#include "constraint/solver/problem.h"

namespace thew::constraint {

template <class T>
class LaneIslands {
 public:
  static constexpr int kMostTrees = 64;

  /// Check memory.full() before use.
  LaneIslands(const Model& m, const BasicData<T>& d, const BasicProblem<T>& whole, Memory& memory)
      : d_(d),
        whole_(whole),
        trees_(static_cast<int>(m.ntree)),
        touched_(memory.take<unsigned>(trees_)),
        coupled_(memory.take<unsigned>(std::int64_t{trees_} * trees_)),
        island_(memory.take<Island>(std::int64_t{trees_} * kLanes<T>)) {
    if (memory.full()) return;
    couple_trees();
    for (int k = 0; k < kLanes<T>; ++k) find_islands(k);
  }

  int count() const { return count_; }

  /// The lanes that have an island, and its number in one of them.
  math::MaskOf<T> lanes(int island) const {
    return math::mask_of_bits<math::MaskOf<T>>(island_[island].lanes);
  }
  int number(int island, int lane) const { return island_[island].number[lane]; }

  /// The problem of an island, in memory that it needs as long as it is used.
  BasicProblem<T> problem(int island, Memory& memory) const {
    const Island& own = island_[island];
    BasicProblem<T> p = whole_;
    p.lanes = lanes(island);
    if (trees_ == 1) return p;
    int* trees = memory.take<int>(std::popcount(own.trees));
    Block* blocks = memory.take<Block>(static_cast<std::int64_t>(whole_.blocks.size()));
    T* aref = memory.take<T>(whole_.bases);
    if (memory.full()) return p;
    p.trees = {trees, trees};
    for (std::uint64_t rest = own.trees; rest != 0; rest &= rest - 1) {
      *trees++ = std::countr_zero(rest);
    }
    p.trees = {p.trees.data(), trees};
    p.aref = aref;
    p.rows = p.bases = 0;
    Block* end = blocks;
    for (const Block& block : whole_.blocks) {
      if ((own.trees >> tree_of(block, 0) & 1) == 0 || (here(block) & own.lanes) == 0) continue;
      *end = block;
      end->base = p.bases;
      aref = std::copy_n(whole_.aref + block.base, block.bases, aref);
      p.bases += block.bases;
      p.rows += block.rows;
      ++end;
    }
    p.blocks = {blocks, end};
    return p;
  }

 private:
  struct Island {
    std::uint64_t trees;    // as bits
    unsigned lanes;         // that have it, as bits
    int number[kLanes<T>];  // of the island in each of these
  };

  unsigned here(const Block& block) const { return bits(lanes_with(d_, block)); }

  int groups_of(const Block& block) const { return std::max(block.groups, 1); }
  int tree_of(const Block& block, int k) const {
    const int group = whole_.group[block.column + k];
    return whole_.tiling.group_tree[block.groups == 0 ? tile::group_of(group) : group];
  }

  // In which lanes a tree has rows, and in which it has some in common with another tree.
  void couple_trees() {
    std::fill_n(touched_, trees_, 0u);
    std::fill_n(coupled_, trees_ * trees_, 0u);
    for (const Block& block : whole_.blocks) {
      const unsigned lanes = here(block);
      for (int i = 0; i < groups_of(block); ++i) {
        const int tree = tree_of(block, i);
        touched_[tree] |= lanes;
        for (int j = 0; j < i; ++j) {
          const int other = tree_of(block, j);
          if (other == tree) continue;
          coupled_[tree * trees_ + other] |= lanes;
          coupled_[other * trees_ + tree] |= lanes;
        }
      }
    }
  }

  // Adds the islands of one lane in their order: by their first tree.
  void find_islands(int lane) {
    std::uint64_t done = 0;
    int number = 0;
    for (int t = 0; t < trees_; ++t) {
      if ((touched_[t] >> lane & 1) == 0 || (done >> t & 1) != 0) continue;
      const std::uint64_t trees = reach(t, lane);
      done |= trees;
      add(trees, lane, number++);
    }
  }

  // The trees that are coupled with one, by way of others too.
  std::uint64_t reach(int tree, int lane) const {
    std::uint64_t found = std::uint64_t{1} << tree;
    for (std::uint64_t rest = found; rest != 0;) {
      const int t = std::countr_zero(rest);
      rest &= rest - 1;
      for (int other = 0; other < trees_; ++other) {
        const std::uint64_t bit = std::uint64_t{1} << other;
        if ((coupled_[t * trees_ + other] >> lane & 1) == 0 || (found & bit) != 0) continue;
        found |= bit;
        rest |= bit;
      }
    }
    return found;
  }

  void add(std::uint64_t trees, int lane, int number) {
    int i = 0;
    while (i < count_ && !(island_[i].trees == trees && same_couplings(island_[i], lane))) ++i;
    if (i == count_) island_[count_++] = {trees, 0, {}};
    island_[i].lanes |= 1u << lane;
    island_[i].number[lane] = number;
  }

  // They decide on the order of elimination.
  bool same_couplings(const Island& island, int lane) const {
    const int other = std::countr_zero(island.lanes);
    for (std::uint64_t rest = island.trees; rest != 0; rest &= rest - 1) {
      const unsigned* row = coupled_ + std::countr_zero(rest) * trees_;
      for (std::uint64_t to = rest; to != 0; to &= to - 1) {
        const unsigned lanes = row[std::countr_zero(to)];
        if ((lanes >> lane & 1) != (lanes >> other & 1)) return false;
      }
    }
    return true;
  }

  const BasicData<T>& d_;
  const BasicProblem<T>& whole_;
  int trees_, count_ = 0;
  unsigned* touched_;  // of trees: lanes, as bits
  unsigned* coupled_;  // of pairs of trees
  Island* island_;
};

}  // namespace thew::constraint
