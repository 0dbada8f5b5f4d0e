#pragma once

// The problem of a step with rows of a caller, which push dofs apart: solved again and again for
// other such rows.

#include "constraint/solver/packed.h"
#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Rows with the cost D/2 min(J a - target, 0)^2. The columns of a row ascend.
template <class T>
struct Pushes {
  int count = 0;
  const int* start = nullptr;  ///< of the columns of each row, and behind the last
  const int* column = nullptr;
  const T* value = nullptr;
  const T* weight = nullptr;
  const T* target = nullptr;
};

template <class T>
class PushedProblem {
 public:
  /// With the rows of this step and its metric. Check memory.full() before use.
  PushedProblem(const Model& m, BasicData<T>& d, Memory& memory);
  PushedProblem(const PushedProblem&) = delete;

  /// The cost of an acceleration, without pushes.
  T cost(const T* acc) const;

  /// Finds qacc, beginning at an acceleration where that costs less than qacc_smooth, and what the
  /// pushes pull at the dofs with.
  void solve(const Pushes<T>& pushes, const T* start, Memory memory, T* force);

  /// Forces and states of the rows of this step at qacc.
  void react_to_acceleration();

 private:
  BasicProblem<T> with_pushes(const Pushes<T>& pushes, Memory& memory) const;
  void collect(const BasicProblem<T>& p, T* force) const;

  const Model& m_;
  BasicData<T>& d_;
  BasicProblem<T> whole_;  // as the model has it
  BasicProblem<T> base_;   // with the metric
  Packed<T> packed_;       // for products, in whatever order
  T *away_, *product_, *residual_, *grouped_;
};

}  // namespace thew::constraint
