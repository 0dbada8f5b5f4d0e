#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// To a solver each term J' s^2 J of the metric beside the trees is a row which pulls with s^2: one
/// for each coupling (model/coupling.h) and for each contact that is a spring. Gives the problem
/// with those rows behind its own, in new memory, or the same problem where there are none. They
/// pull towards J goal, or to zero where there is no goal.
template <class T>
BasicProblem<T> with_metric_rows(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p,
                                 const T* goal, Memory& memory);

/// The id of blocks that are contacts as springs. Their stiffness is large beside the inertia, so
/// that iterative solvers should not have to find it out.
inline constexpr int kFlexTerm = -1;

/// Copies forces and states of the first rows back.
template <class T>
void take_back(const BasicProblem<T>& from, const BasicProblem<T>& to);

}  // namespace thew::constraint
