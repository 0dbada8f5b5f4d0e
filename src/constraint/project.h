#pragma once

// Rows seen through the inverse inertia: Y = J L^-1 D^-1/2 with M = L' D L, so that Y Y' = J inv(M)
// J', and what forces of rows do to rows, A + R = Y Y' + R.

#include <thew/workspace.h>

#include "constraint/solver/problem.h"
#include "math/tree_ldl.h"

namespace thew::constraint {

/// Whether a step works on the dual problem.
inline bool is_dual(const Model& m) {
  return m.opt.solver == static_cast<int>(Solver::Pgs) || m.opt.noslip_iterations > 0;
}

/// The tree part of the matrix that the solver works in, and its factor: M, or the metric of the
/// discrete integrator.
template <class T>
struct Inertia {
  math::TreeRows tree;
  const T *matrix, *factor, *inverse;
};
template <class T>
Inertia<T> inertia_of(const Model& m, const BasicData<T>& d);

/// Y of one world, or of one in a lane, by trees, a matrix for each: its dofs by the rows that act
/// on it. Blocks that a lane does not have act on none.
template <class T>
class Root {
 public:
  using S = math::Scalar<T>;

  /// Of all blocks, or of some that follow one another: then blocks count from the first of them.
  /// Check memory.full() before use.
  Root(const Model& m, const BasicData<T>& d, int lane, Memory& memory)
      : Root(m, d, blocks(d), lane, memory) {}
  Root(const Model& m, const BasicData<T>& d, std::span<const Block> some, int lane,
       Memory& memory);

  /// Whether a block acts on one tree alone.
  bool on_one_tree(std::size_t b) const { return parts(b).size() == 1; }
  /// Whether it is there.
  bool acts(std::size_t b) const { return !parts(b).empty(); }
  /// Dofs of block b's columns and all above them, ascending: where its rows of Y have entries.
  /// They hold until the next call.
  std::span<const int> dofs(std::size_t b) const;
  /// Entries of its row k in these dofs.
  void entries_of(std::size_t b, int k, std::span<const int> dofs, S* to) const;
  /// Rows that share a tree with block b, ascending: forces of one move the other. They hold until
  /// the next call.
  std::span<const int> neighbours(std::size_t b) const;
  /// The rows of block b in A, each `width` long, with the entries of other rows in their places;
  /// without places, where it acts on one tree, in the order of its neighbours and filled up with
  /// zeros to whole registers.
  void multiply(std::size_t b, const int* place, int width, S* to) const;
  /// The diagonal of A.
  void find_diagonal(S* diagonal) const;

 private:
  struct Tree {
    int rows;            // that act on it
    std::int64_t first;  // of them in row_
    std::int64_t entry;  // the first of its matrix
  };
  struct Part {  // a block acts on a tree
    int tree;
    int column;  // its rows begin there among those of the tree
  };

  void list_parts();
  void list_rows();
  void compute();

  std::span<const Part> parts(std::size_t b) const {
    return {part_ + part_start_[b], part_ + part_start_[b + 1]};
  }
  std::span<const int> rows_of(int t) const {
    return {row_ + tree_[t].first, static_cast<std::size_t>(tree_[t].rows)};
  }
  int stride(int t) const { return tile::whole(tree_[t].rows); }
  S* entry(int t, int dof) const {
    return entry_ + tree_[t].entry + std::int64_t{stride(t)} * (dof - m_.tree_dofadr[t]);
  }

  const Model& m_;
  const BasicData<T>& d_;
  int lane_;
  std::span<const Block> blocks_;
  int* part_start_;  // of blocks
  Part* part_;
  Tree* tree_;
  int *row_ = nullptr, *mark_, *dof_, *buffer_[2];
  S *entry_ = nullptr, *scale_ = nullptr, *product_ = nullptr;
};

}  // namespace thew::constraint
