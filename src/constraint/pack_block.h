#pragma once

// The Jacobian of a block by groups of four dofs.

#include <algorithm>

#include "constraint/block.h"

namespace thew::constraint {

/// Groups of the columns and the base rows' entries in them; a block of one column has its place
/// instead. Columns ascend, and so do their places. Returns how many groups there are.
template <class T>
int pack_block(const int* place, const int* column, const T* base, int columns, int bases,
               int* group, T* entries) {
  using tile::kSide;
  if (columns == 1) {
    group[0] = place[column[0]];
    std::copy_n(base, bases, entries);
    return 0;
  }
  int groups = 0;
  T* to = entries - kSide * bases;
  for (int i = 0, last = -1; i < columns; ++i) {
    const int at = place[column[i]];
    if (tile::group_of(at) != last) {
      group[groups++] = last = tile::group_of(at);
      to += kSide * bases;
      std::fill_n(to, kSide * bases, T(0));
    }
    for (int k = 0; k < bases; ++k) to[kSide * k + tile::within(at)] = base[k * columns + i];
  }
  return groups;
}

/// At most so many numbers.
inline std::int64_t packed_size(std::int64_t columns, std::int64_t bases, std::int64_t groups) {
  return tile::kSide * bases * std::min(columns, groups);
}

}  // namespace thew::constraint
