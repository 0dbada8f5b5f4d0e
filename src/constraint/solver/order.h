#pragma once

#include "constraint/solver/problem.h"
#include "constraint/solver/tile.h"

namespace thew::constraint {

/// What is eliminated at a time: the groups of a tree, or, of a tree with many branches, one group.
struct Units {
  int count = 0;
  int* first = nullptr;     ///< of units: the first group of the model
  int* groups = nullptr;    ///< of units: how many
  int* of_group = nullptr;  ///< of groups of the model
};

/// How many groups a tree has.
inline int groups_of(const Tiling& t, int tree) {
  const int last = t.tree_dof[tree] + t.tree_dofs[tree] - 1;
  return tile::group_of(t.place[last]) + 1 - t.tree_group[tree];
}

/// Whether a tree has so many branches that the order of its groups matters.
bool is_bushy(const Tiling& t, int tree);

/// Sets memory.full() where there is not enough.
Units find_units(const Structure& p, Memory& memory);

/// Which of the units is eliminated when, so that little fills in: turn[0] comes first. What is
/// below another group in a tree comes before it. Very many units keep the order given. Sets
/// memory.full() where there is not enough.
void order_units(const Structure& p, const Units& units, Memory& memory, int* turn);

}  // namespace thew::constraint
