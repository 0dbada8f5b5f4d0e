#pragma once

// Single rows between two groups of dofs or on one, such as edges of flexes, for methods that
// multiply with them again and again: row by row, and group by group for the transpose, so that
// sums stay in registers. Every sum runs in the order of the rows.

#include <algorithm>

#include "constraint/solver/packed.h"

namespace thew::constraint {

template <class S>
class Links {
 public:
  /// The longest run of such rows that begins with the first one.
  static std::span<const Block> find(std::span<const Block> blocks) {
    const auto is_link = [](const Block& b) {
      return b.bases == 1 && (b.groups == 1 || b.groups == 2);
    };
    const auto first = std::find_if(blocks.begin(), blocks.end(), is_link);
    return {first, std::find_if_not(first, blocks.end(), is_link)};
  }

  /// These must be of that kind. Check memory.full() before use.
  Links(const Packed<S>& packed, std::span<const Block> blocks, Memory& memory)
      : rows_(static_cast<int>(blocks.size())),
        groups_(packed.groups()),
        group_(memory.take<int>(kSides * std::int64_t{rows_})),
        entries_(memory.take<S>(kSides * tile::kSide * std::int64_t{tile::whole(rows_)})),
        start_(memory.take<int>(groups_ + 1)),
        place_(memory.take<int>(kSides * std::int64_t{rows_})) {
    if (memory.full()) return;
    for (int i = 0; i < rows_; ++i) take(i, packed, blocks[static_cast<std::size_t>(i)]);
    sort_by_groups();
  }

  /// y <- J x on their base rows
  void multiply(const S* x, S* y) const {
    int i = 0;
    for (; i + tile::kSide <= rows_; i += tile::kSide) {
      Row sum[tile::kSide];
      for (int k = 0; k < tile::kSide; ++k) sum[k] = products(i + k, x);
      tile::sums(sum).store(y + i);
    }
    for (; i < rows_; ++i) y[i] = tile::sum(products(i, x));
  }

  /// y <- y + J' f
  void add_forces(const S* force, S* y) const {
    for (int g = 0; g < groups_; ++g) {
      Row sum = Row::load(y + tile::kSide * g);
      for (int e = start_[g]; e < start_[g + 1]; ++e) {
        const auto place = static_cast<unsigned>(place_[e]);
        sum = fma(Row(force[place / kSides]), Row::load(entries_ + tile::kSide * place), sum);
      }
      sum.store(y + tile::kSide * g);
    }
  }

 private:
  using Row = tile::Row<S>;
  static constexpr int kSides = 2;

  THEW_INLINE Row products(int i, const S* x) const {
    const S* entries = entries_ + kSides * tile::kSide * i;
    const int* group = group_ + kSides * i;
    const Row sum = fma(Row::load(entries), Row::load(x + tile::kSide * group[0]), Row(0.0));
    return fma(Row::load(entries + tile::kSide), Row::load(x + tile::kSide * group[1]), sum);
  }

  // One without a second group has zeros there.
  void take(int i, const Packed<S>& packed, const Block& block) {
    const int* group = packed.group(block);
    const int size = block.groups * tile::kSide;
    S* entries = entries_ + kSides * tile::kSide * i;
    std::copy_n(packed.jacobian(block), size, entries);
    std::fill(entries + size, entries + kSides * tile::kSide, S(0));
    for (int s = 0; s < kSides; ++s) group_[kSides * i + s] = group[std::min(s, block.groups - 1)];
  }

  void sort_by_groups() {
    std::fill_n(start_, groups_ + 1, 0);
    for (int e = 0; e < kSides * rows_; ++e) ++start_[group_[e]];
    for (int g = 0, before = 0; g <= groups_; ++g) {
      const int count = start_[g];
      start_[g] = before;
      before += count;
    }
    for (int e = 0; e < kSides * rows_; ++e) place_[start_[group_[e]]++] = e;
    for (int g = groups_; g > 0; --g) start_[g] = start_[g - 1];
    start_[0] = 0;
  }

  int rows_, groups_;
  int* group_;  // of rows: both sides
  S* entries_;  // of rows: both sides
  int* start_;  // of groups: the first of their places
  int* place_;  // sides of rows, group by group
};

}  // namespace thew::constraint
