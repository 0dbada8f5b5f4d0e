#pragma once

// Islands: groups of trees that constraints couple. Each is a problem of its own.

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Numbers the groups of trees that blocks of rows or flexes couple, for each tree; -1 for others.
/// Returns how many there are; `sleepers` counts flexes that sleep too.
template <class T>
int group_trees(const Model& m, const BasicData<T>& d, bool sleepers, int* group);

/// Finds the islands of this step: which trees, dofs and rows are in which. Tables are as large as
/// nisland says, which must be a bound and becomes exact, as nidof does.
template <class T>
void find_islands(const Model& m, BasicData<T>& d);

/// Where each of n islands begins, from how many of something it has; returns how many there are.
inline int accumulate(const int* count, int n, int* first) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    first[i] = sum;
    sum += count[i];
  }
  return sum;
}

/// Whether one island has all dofs and so is the whole model.
template <class T>
bool is_whole(const Model& m, const BasicData<T>& d) {
  return d.nisland == 1 && d.nidof == m.nv;
}

/// The islands' problems, from that of the whole model.
template <class T>
class Islands {
 public:
  /// Where there is not enough memory, memory.full() is set and there are no problems.
  Islands(const BasicData<T>& d, const BasicProblem<T>& whole, Memory& memory);

  BasicProblem<T> problem(int island) const;

 private:
  const BasicData<T>& d_;
  const BasicProblem<T>& whole_;
  Block* block_;      // island by island; base rows count from the island's first
  int* first_block_;  // of islands, and where the last one ends
  int* first_base_;   // of islands, in aref
  T* aref_;           // in the order of the blocks
};

}  // namespace thew::constraint
