#include "constraint/solver/packed.h"

#include <algorithm>

#include "constraint/solver/order.h"
#include "model/lane_types.h"

namespace thew::constraint {

using tile::kSide, tile::kSize;

template <class S>
Packed<S>::Packed(const BasicProblem<S>& p, bool with_blocks, Memory& memory)
    : p_(p), first_(memory.take<int>(static_cast<std::int64_t>(p.trees.size()))) {
  if (!memory.full()) number_groups(with_blocks, memory);
  if (!memory.full()) pack_mass(memory);
}

// What is eliminated first comes last.
template <class S>
void Packed<S>::number_groups(bool with_blocks, Memory& memory) {
  const Tiling& t = p_.tiling;
  const int trees = static_cast<int>(p_.trees.size());
  if (trees == 1 && t.tree_group[p_.trees[0]] == 0) {
    first_[0] = 0;
    groups_ = groups_of(p_.trees[0]);
    group_ = p_.group;
    return;
  }
  int* local = memory.take<int>(t.groups);
  int* group = memory.take<int>(p_.columns);
  Memory work = memory;
  int* turn = work.take<int>(trees);
  if (work.full()) return memory.set_full();
  for (int k = 0; k < trees; ++k) turn[k] = trees - 1 - k;
  if (with_blocks) order_trees(p_, work, turn);
  if (work.full()) return memory.set_full();
  for (int at = trees; at-- > 0;) {
    const int k = turn[at], from = t.tree_group[p_.trees[k]];
    first_[k] = groups_;
    for (int g = 0; g < groups_of(p_.trees[k]); ++g) local[from + g] = groups_++;
  }
  for (const Block& block : p_.blocks) {
    const int* model = p_.group + block.column;
    int* own = group + block.column;
    for (int g = 0; g < block.groups; ++g) own[g] = local[model[g]];
    if (block.groups == 0) {
      own[0] = kSide * local[tile::group_of(model[0])] + tile::within(model[0]);
    }
  }
  group_ = group;
}

template <class S>
void Packed<S>::pack_mass(Memory& memory) {
  const Tiling& t = p_.tiling;
  for (const int tree : p_.trees) {
    const int last = t.tree_group[tree] + groups_of(tree) - 1;
    mass_tiles_ += t.group_tile[last] + t.group_tiles[last] - t.group_tile[t.tree_group[tree]];
  }
  mass_ = memory.take<S>(std::int64_t{mass_tiles_} * kSize);
  if (memory.full()) return;
  std::fill_n(mass_, std::int64_t{mass_tiles_} * kSize, S(0));
  each_mass_row([](int, int count, const int*, int, S* tiles) {
    S* diagonal = tiles + kSize * (count - 1);
    for (int k = 0; k < kSide; ++k) diagonal[(kSide + 1) * k] = S(1);  // where no dof is
  });
  S* tiles = mass_;
  for (const int tree : p_.trees) {
    const int first = t.group_tile[t.tree_group[tree]];
    const int last = t.tree_group[tree] + groups_of(tree) - 1;
    S* to = tiles - kSize * first;
    for (int i = t.tree_dof[tree]; i < t.tree_dof[tree] + t.tree_dofs[tree]; ++i) {
      const int end = p_.tree.start[i] + p_.tree.ancestors(i) + 1;
      for (int e = p_.tree.start[i]; e < end; ++e) to[t.entry[e]] = p_.mass[e];
    }
    tiles += kSize * (t.group_tile[last] + t.group_tiles[last] - first);
  }
  each_mass_row([](int, int count, const int*, int, S* row) {
    S* diagonal = row + kSize * (count - 1);
    for (int k = 1; k < kSide; ++k) {
      for (int l = 0; l < k; ++l) diagonal[kSide * l + k] = diagonal[kSide * k + l];
    }
  });
}

template <class S>
void Packed<S>::gather(const S* from, S* to) const {
  for (std::size_t k = 0; k < p_.trees.size(); ++k) {
    constraint::gather(p_.tiling, p_.trees[k], first_[k], from, to);
  }
}

template <class S>
void Packed<S>::scatter(const S* from, S* to) const {
  for (std::size_t k = 0; k < p_.trees.size(); ++k) {
    constraint::scatter(p_.tiling, p_.trees[k], first_[k], from, to);
  }
}

template <class S>
void Packed<S>::multiply_mass(const S* x, S* y) const {
  each_mass_row([&](int i, int count, const int* column, int shift, const S* entries)
                    THEW_INLINE_LAMBDA {
                      using Row = tile::Row<S>;
                      const S* own = x + kSide * i;
                      Row sum[kSide];
                      for (Row& s : sum) s = Row(0.0);
                      for (int c = 0; c < count; ++c, entries += kSize) {
                        const int j = column[c] + shift;
                        const Row other = Row::load(x + kSide * j);
                        for (int k = 0; k < kSide; ++k)
                          sum[k] = fma(Row::load(entries + kSide * k), other, sum[k]);
                        if (j < i) tile::add_transposed(entries, own, y + kSide * j);
                      }
                      // Rows further down have not been here yet: what this one gets from them
                      // comes later.
                      tile::sums(sum).store(y + kSide * i);
                    });
}

template <class S>
void Packed<S>::multiply_jacobian(const S* x, S* y) const {
  for (const Block& block : p_.blocks) {
    multiply_block(block, group(block), jacobian(block), x, y + block.base);
  }
}

template <class S>
void Packed<S>::find_residual(const S* x, S* y) const {
  multiply_jacobian(x, y);
  for (int i = 0; i < p_.bases; ++i) y[i] -= p_.aref[i];
}

#define THEW_INSTANTIATE(S) template class Packed<S>
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
