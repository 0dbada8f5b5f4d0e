#pragma once

// The dofs of each tree in groups of four, and the lower triangle of M in tiles, one group by
// another: whole vectors for the solver of constraints. The first and the last group of a tree may
// have room left.

#include <span>
#include <vector>

#include <thew/model.h>

namespace thew::compile {

struct Tiles {
  std::vector<int> place;              ///< of dofs, in a vector of whole groups
  std::vector<int> tree_group;         ///< of trees: the first group
  std::vector<int> group_tree;         ///< of groups
  std::vector<std::vector<int>> rows;  ///< of groups: those of its dofs and of all above, ascending

  /// Where a tile begins, counted in tiles.
  std::vector<int> row_start() const;
};

/// From the next dof on the way to the root of each dof, -1 at the top.
Tiles cut_into_tiles(std::span<const int> dof_parent);

/// Model::ngroup and ntile.
void count_tiles(const Tiles& tiles, Model& model);
/// Into the fields of a model, whose sparsity patterns are there.
void write_tiles(const Tiles& tiles, Model& model);

}  // namespace thew::compile
