#include "constraint/solver/packed.h"

#include <algorithm>

#include "model/lane_types.h"

namespace thew::constraint {

using tile::kSide, tile::kSize;

template <class S>
Packed<S>::Packed(const BasicProblem<S>& p, std::span<const Block> added, Memory& memory)
    : p_(p), first_(memory.take<int>(static_cast<std::int64_t>(p.trees.size()))) {
  if (!memory.full()) number_groups(added, memory);
  if (!memory.full()) find_narrow(memory);
  if (!memory.full()) pack_mass(memory);
  if (!memory.full()) find_diagonal(memory);
}

// What is eliminated first comes last.
template <class S>
void Packed<S>::number_groups(std::span<const Block> added, Memory& memory) {
  const Tiling& t = p_.tiling;
  if (p_.trees.size() == 1 && t.tree_group[p_.trees[0]] == 0 && !is_bushy(t, p_.trees[0])) {
    first_[0] = 0;
    groups_ = groups_of(t, p_.trees[0]);
    group_ = p_.group;
    return;
  }
  local_ = memory.take<int>(t.groups);
  int* group = memory.take<int>(p_.columns);
  Memory work = memory;
  const Units units = find_units(p_, work);
  int* turn = work.take<int>(units.count);
  if (work.full()) return memory.set_full();
  for (int k = 0; k < units.count; ++k) turn[k] = units.count - 1 - k;
  if (!added.empty() || p_.beside_tiles > 0) {
    Structure matrix = p_;
    matrix.blocks = added;
    order_units(matrix, units, work, turn);
  }
  if (work.full()) return memory.set_full();
  for (int at = units.count; at-- > 0;) {
    const int from = units.first[turn[at]];
    for (int g = 0; g < units.groups[turn[at]]; ++g) local_[from + g] = groups_++;
  }
  for (std::size_t k = 0; k < p_.trees.size(); ++k) first_[k] = local_[t.tree_group[p_.trees[k]]];
  is_cut_ = units.count > static_cast<int>(p_.trees.size());
  number_blocks(group);
  group_ = group;
}

template <class S>
void Packed<S>::number_blocks(int* group) const {
  for (const Block& block : p_.blocks) {
    const int* model = p_.group + block.column;
    int* own = group + block.column;
    for (int g = 0; g < block.groups; ++g) own[g] = local_[model[g]];
    if (block.groups == 0) {
      own[0] = kSide * local_[tile::group_of(model[0])] + tile::within(model[0]);
    }
  }
}

template <class S>
void Packed<S>::find_narrow(Memory& memory) {
  if (!is_large()) return;
  narrow_ = memory.take<bool>(groups_);
  if (memory.full()) return;
  std::fill_n(narrow_, groups_, true);
  for (const int tree : p_.trees) {
    const int first = p_.tiling.tree_dof[tree];
    for (int i = first; i < first + p_.tiling.tree_dofs[tree]; ++i) {
      const int place = p_.tiling.place[i];
      if (tile::within(place) == kSide - 1) narrow_[local(tile::group_of(place))] = false;
    }
  }
}

template <class S>
void Packed<S>::pack_mass(Memory& memory) {
  const Tiling& t = p_.tiling;
  for (const int tree : p_.trees) {
    const int last = t.tree_group[tree] + groups_of(t, tree) - 1;
    mass_tiles_ += t.group_tile[last] + t.group_tiles[last] - t.group_tile[t.tree_group[tree]];
  }
  mass_ = memory.take<S>(std::int64_t{mass_tiles_} * kSize);
  if (memory.full()) return;
  std::fill_n(mass_, std::int64_t{mass_tiles_} * kSize, S(0));
  each_mass_row([](int, int count, const auto&, S* tiles) {
    S* diagonal = tiles + kSize * (count - 1);
    for (int k = 0; k < kSide; ++k) diagonal[(kSide + 1) * k] = S(1);  // where no dof is
  });
  S* tiles = mass_;
  for (const int tree : p_.trees) {
    const int first = t.group_tile[t.tree_group[tree]];
    const int last = t.tree_group[tree] + groups_of(t, tree) - 1;
    S* to = tiles - kSize * first;
    for (int i = t.tree_dof[tree]; i < t.tree_dof[tree] + t.tree_dofs[tree]; ++i) {
      const int end = p_.tree.start[i] + p_.tree.ancestors(i) + 1;
      for (int e = p_.tree.start[i]; e < end; ++e) to[t.entry[e]] = p_.mass[e];
    }
    tiles += kSize * (t.group_tile[last] + t.group_tiles[last] - first);
  }
  each_mass_row([](int, int count, const auto&, S* row) {
    S* diagonal = row + kSize * (count - 1);
    for (int k = 1; k < kSide; ++k) {
      for (int l = 0; l < k; ++l) diagonal[kSide * l + k] = diagonal[kSide * k + l];
    }
  });
}

template <class S>
void Packed<S>::find_diagonal(Memory& memory) {
  if (!is_large() || mass_tiles_ != groups_ || p_.beside_tiles > 0) return;
  for (std::int64_t k = 0; k < std::int64_t{groups_} * kSize; ++k) {
    if (k % kSize % (kSide + 1) != 0 && !all(mass_[k] == S(0))) return;
  }
  diagonal_ = memory.take<S>(size());
  if (memory.full()) return;
  each_mass_row([&](int i, int, const auto&, const S* row) {
    for (int k = 0; k < kSide; ++k) diagonal_[kSide * i + k] = row[(kSide + 1) * k];
  });
}

template <class S>
void Packed<S>::gather(const S* from, S* to) const {
  for (std::size_t k = 0; k < p_.trees.size(); ++k) {
    const int tree = p_.trees[k];
    if (is_cut_) {
      const auto place = [this](int group) { return local_[group]; };
      constraint::gather_apart(p_.tiling, tree, place, from, to);
    } else {
      constraint::gather(p_.tiling, tree, first_[k], from, to);
    }
  }
}

template <class S>
void Packed<S>::scatter(const S* from, S* to) const {
  for (std::size_t k = 0; k < p_.trees.size(); ++k) {
    const int tree = p_.trees[k];
    if (is_cut_) {
      const auto place = [this](int group) { return local_[group]; };
      constraint::scatter_apart(p_.tiling, tree, place, from, to);
    } else {
      constraint::scatter(p_.tiling, tree, first_[k], from, to);
    }
  }
}

template <class S>
void Packed<S>::multiply_mass(const S* x, S* y) const {
  if (diagonal_ != nullptr) {
    using Row = tile::Row<S>;
    for (int i = 0; i < size(); i += kSide) {
      (Row::load(diagonal_ + i) * Row::load(x + i)).store(y + i);
    }
    return;
  }
  each_mass_row([&](int i, int count, const auto& column, const S* entries) THEW_INLINE_LAMBDA {
    using Row = tile::Row<S>;
    const S* own = x + kSide * i;
    Row sum[kSide];
    for (Row& s : sum) s = Row(0.0);
    for (int c = 0; c < count; ++c, entries += kSize) {
      const int j = column(c);
      const Row other = Row::load(x + kSide * j);
      for (int k = 0; k < kSide; ++k) sum[k] = fma(Row::load(entries + kSide * k), other, sum[k]);
      if (j < i) tile::add_transposed(entries, own, y + kSide * j);
    }
    // Rows further down have not been here yet: what this one gets from them comes later.
    tile::sums(sum).store(y + kSide * i);
  });
  if (p_.beside_tiles > 0) multiply_beside(x, y);
}

// y <- y + K x with the tiles K beside M.
template <class S>
void Packed<S>::multiply_beside(const S* x, S* y) const {
  using Row = tile::Row<S>;
  Row sum[kSide];
  int row = -1;
  const auto close = [&] {
    if (row >= 0) (Row::load(y + kSide * row) + tile::sums(sum)).store(y + kSide * row);
    for (Row& s : sum) s = Row(0.0);
  };
  each_tile_beside([&](int i, int j, const S* entries) THEW_INLINE_LAMBDA {
    if (i != row) {
      close();
      row = i;
    }
    const Row other = Row::load(x + kSide * j);
    for (int k = 0; k < kSide; ++k) sum[k] = fma(Row::load(entries + kSide * k), other, sum[k]);
    if (j != i) tile::add_transposed(entries, x + kSide * i, y + kSide * j);
  });
  close();
}

// Whether four blocks are single rows between two groups.
template <class S>
bool Packed<S>::are_links(const Block* four) const {
  for (int k = 0; k < kSide; ++k) {
    if (four[k].bases != 1 || four[k].groups != 2) return false;
  }
  return true;
}

template <class S>
void Packed<S>::multiply_links(const Block* four, const S* x, S* y) const {
  using Row = tile::Row<S>;
  Row sum[kSide];
  for (int k = 0; k < kSide; ++k) {
    const S* entries = jacobian(four[k]);
    const int* at = group(four[k]);
    sum[k] = fma(Row::load(entries), Row::load(x + kSide * at[0]), Row(0.0));
    sum[k] = fma(Row::load(entries + kSide), Row::load(x + kSide * at[1]), sum[k]);
  }
  tile::store_sums<kSide>(sum, y);
}

template <class S>
void Packed<S>::multiply_jacobian(std::span<const Block> blocks, const S* x, S* y) const {
  const Block *block = blocks.data(), *end = block + blocks.size();
  // Such as the edges of flexes, which come first.
  for (; is_large() && end - block >= kSide && are_links(block); block += kSide) {
    multiply_links(block, x, y + block->base);
  }
  for (; block != end; ++block) {
    multiply_block(*block, group(*block), jacobian(*block), x, y + block->base);
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
