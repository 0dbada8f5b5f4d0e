#pragma once

// What a solver sees: minimise over accelerations a
//   1/2 (a - a0)' M (a - a0) + sum of s(J a - aref)
// where a0 is the acceleration without constraints and s is the soft cost of each block of rows. M
// may have a part beside the inertia of the trees, that couples them.

#include <span>

#include "constraint/block.h"
#include "math/tree_ldl.h"
#include "model/memory.h"

namespace thew::constraint {

/// How the dofs of the model are cut into groups of four, tree by tree, and its inertia into tiles
/// of one group by another.
struct Tiling {
  int groups;              ///< of the model
  const int* place;        ///< of dofs, in a vector of whole groups
  const int* tree_dof;     ///< of trees: the first dof
  const int* tree_dofs;    ///< of trees: how many
  const int* tree_group;   ///< of trees: the first group
  const int* group_tree;   ///< of groups
  const int* group_tile;   ///< of groups: the first tile of the row; the last is on the diagonal
  const int* group_tiles;  ///< of groups: how many
  const int* tile_group;   ///< of tiles: the column
  const int* entry;        ///< of entries of the inertia: the place in the tiles
};

/// Which blocks act on which dofs. Dofs, rows and columns count over the whole model, base rows
/// from the problem's first.
struct Structure {
  std::span<const int> trees;  ///< that move, ascending
  std::span<const Block> blocks;
  int rows = 0;                ///< of these blocks, as users see them
  int bases = 0;               ///< base rows of these blocks
  int columns = 0;             ///< of all blocks of the model
  const int* group = nullptr;  ///< groups of the blocks
  Tiling tiling = {};
  math::TreeRows tree = {};  ///< sparsity of M

  // Which groups of the model a symmetric matrix beside M couples, row after row, column <= row.
  int beside_tiles = 0;
  const int* beside_row = nullptr;
  const int* beside_column = nullptr;
  /// First dofs of groups that it couples: a good order to eliminate them in, the last one first,
  /// as far as nothing else couples them. Negative ones stand for none.
  std::span<const int> beside_order;
};

/// The problem of one world (S = double), or of several in lanes that have the same dofs. A block
/// that a lane does not have is zero there: its Jacobian, aref and D.
template <class S>
struct BasicProblem : Structure {
  const S* jacobian = nullptr;  ///< base Jacobians of the blocks, by groups
  const S* aref = nullptr;      ///< of base rows
  const S* D = nullptr;         ///< of rows
  const S* R = nullptr;
  const S* loss = nullptr;      ///< friction loss of rows
  const S* mu = nullptr;        ///< of contacts: friction of the softened cone
  const S* friction = nullptr;  ///< of contacts: 5 coefficients each

  const S* mass = nullptr;    ///< M, to which the tiles beside it belong
  const S* beside = nullptr;  ///< those tiles
  const S* smooth_force = nullptr;
  const S* smooth_acc = nullptr;

  S scale = S(1);  ///< makes improvement and gradient independent of the masses
  math::Scalar<S> tolerance = 0;
  math::Scalar<S> ls_tolerance = 0;
  int iterations = 0;
  int ls_iterations = 0;

  const S* warmstart = nullptr;  ///< another acceleration to start from where it costs less than
                                 ///< smooth_acc; null for none

  math::MaskOf<S> lanes = math::MaskOf<S>(true);  ///< that are to be solved

  S* acc = nullptr;                  ///< the solution
  S* force = nullptr;                ///< of rows
  PerLane<S, int>* state = nullptr;  ///< of rows
};
using Problem = BasicProblem<double>;

/// One iteration, for the statistics of users.
struct Iteration {
  double improvement = 0;
  double gradient = 0;
  double slope = 0;  ///< of the line search at its end
  int active = 0;    ///< rows that push
  int changed = 0;   ///< rows that changed their state
  int evaluations = 0;
  int updates = 0;
};

template <class S>
struct BasicSolution {
  bool found = true;  ///< false where the memory did not suffice
  PerLane<S, int> iterations{};
  int entries = 0;               ///< of the factored matrix
  std::span<Iteration> history;  ///< of one world, in the memory given; may be shorter
};
using Solution = BasicSolution<double>;

}  // namespace thew::constraint
