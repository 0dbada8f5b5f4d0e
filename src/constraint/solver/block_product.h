#pragma once

// Products with the base Jacobian of one block, by groups of four dofs.

#include <algorithm>

#include "constraint/solver/problem.h"
#include "constraint/solver/tile.h"

namespace thew::constraint {

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

/// y <- J x on base rows
template <class S>
THEW_INLINE void multiply_block(const Block& block, const int* group, const S* jacobian, const S* x,
                                S* y) {
  using tile::kSide;
  using Row = tile::Row<S>;
  if (block.groups == 0) {
    for (int k = 0; k < block.bases; ++k) y[k] = jacobian[k] * x[group[0]];
    return;
  }
  with_bases(block.bases, [&](auto bases) THEW_INLINE_LAMBDA {
    Row sum[tile::whole(bases)];
    for (Row& s : sum) s = Row(0.0);
    const S* j = jacobian;
    for (int g = 0; g < block.groups; ++g) {
      const Row part = Row::load(x + kSide * group[g]);
      for (int k = 0; k < bases; ++k, j += kSide) sum[k] = fma(Row::load(j), part, sum[k]);
    }
    tile::store_sums<bases>(sum, y);
  });
}

/// y <- y + sign J' f
template <class S>
THEW_INLINE void add_force(const Block& block, const int* group, const S* jacobian, const S* force,
                           double sign, S* y) {
  using tile::kSide;
  using Row = tile::Row<S>;
  if (block.groups == 0) {
    for (int k = 0; k < block.bases; ++k) {
      y[group[0]] = math::fma(S(sign) * jacobian[k], force[k], y[group[0]]);
    }
    return;
  }
  with_bases(block.bases, [&](auto bases) THEW_INLINE_LAMBDA {
    const S* j = jacobian;
    for (int g = 0; g < block.groups; ++g) {
      S* part = y + kSide * group[g];
      Row sum = Row::load(part);
      for (int k = 0; k < bases; ++k, j += kSide)
        sum = fma(Row(S(sign) * force[k]), Row::load(j), sum);
      sum.store(part);
    }
  });
}

/// A vector over the dofs of a tree in whole groups of four, and back; place(group) is where a
/// group of the model goes.
template <class S, class Place>
void gather_apart(const Tiling& t, int tree, Place place, const S* from, S* to) {
  const int dof = t.tree_dof[tree], last = dof + t.tree_dofs[tree] - 1;
  for (int g = t.tree_group[tree]; g <= tile::group_of(t.place[last]); ++g) {
    std::fill_n(to + tile::kSide * place(g), tile::kSide, S(0));
  }
  for (int i = dof; i <= last; ++i) {
    to[tile::kSide * place(tile::group_of(t.place[i])) + tile::within(t.place[i])] = from[i];
  }
}
template <class S, class Place>
void scatter_apart(const Tiling& t, int tree, Place place, const S* from, S* to) {
  const int dof = t.tree_dof[tree];
  for (int i = dof; i < dof + t.tree_dofs[tree]; ++i) {
    to[i] = from[tile::kSide * place(tile::group_of(t.place[i])) + tile::within(t.place[i])];
  }
}

/// Whether the dofs of a tree are in places that follow one another.
inline bool is_dense(const Tiling& t, int tree) {
  const int dof = t.tree_dof[tree], n = t.tree_dofs[tree];
  return t.place[dof + n - 1] - t.place[dof] == n - 1;
}

/// The same where the groups of a tree follow one another from `first` on.
template <class S>
THEW_INLINE void gather(const Tiling& t, int tree, int first, const S* from, S* to) {
  if (!is_dense(t, tree)) {
    const int shift = first - t.tree_group[tree];
    return gather_apart(t, tree, [=](int group) { return group + shift; }, from, to);
  }
  const int dof = t.tree_dof[tree], n = t.tree_dofs[tree];
  const int pad = t.place[dof] - tile::kSide * t.tree_group[tree];
  to += tile::kSide * first;
  std::fill_n(to, pad, S(0));
  std::copy_n(from + dof, n, to + pad);
  for (int i = pad + n; i % tile::kSide != 0; ++i) to[i] = S(0);
}
template <class S>
THEW_INLINE void scatter(const Tiling& t, int tree, int first, const S* from, S* to) {
  if (!is_dense(t, tree)) {
    const int shift = first - t.tree_group[tree];
    return scatter_apart(t, tree, [=](int group) { return group + shift; }, from, to);
  }
  const int dof = t.tree_dof[tree];
  const int pad = t.place[dof] - tile::kSide * t.tree_group[tree];
  std::copy_n(from + tile::kSide * first + pad, t.tree_dofs[tree], to + dof);
}

}  // namespace thew::constraint
