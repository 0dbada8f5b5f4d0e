#pragma once

// Islands: groups of trees that constraints couple. Each is a problem of its own.

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Finds the islands of this step; dofs and rows get an order in which each island is contiguous.
/// Tables are as large as nisland and nidof say, which must be bounds and become exact.
void find_islands(const Model& m, Data& d);

/// Whether one island has all dofs and so is the whole model.
inline bool is_whole(const Model& m, const Data& d) {
  return d.nisland == 1 && d.nidof == m.nv;
}

/// Fills the tables in the order of the islands: what the solver starts from, and after it what it
/// found, whichever way it went.
void fill_islands(Data& d);
void copy_to_islands(Data& d);

/// The same for the softness of rows.
void soften_islands(Data& d);

/// The islands' problems, from those of the whole model.
class Islands {
 public:
  /// Where there is not enough memory, memory.full() is set and there are no problems.
  Islands(const Model& m, Data& d, const Problem& whole, Memory& memory);

  Problem problem(int island) const;

  /// Copies what the solver found back to the order of the model; dofs outside of islands move
  /// freely.
  void finish();

 private:
  void sort_blocks();
  void number_columns();

  Data& d_;
  const Problem& whole_;
  Block* block_;
  int *first_block_, *first_base_, *column_, *count_, *start_, *mass_column_, *run_, *tree_id_;
  double *aref_, *inverse_, *warmstart_;
};

}  // namespace thew::constraint
