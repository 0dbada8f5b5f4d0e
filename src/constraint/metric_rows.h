#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// To a solver each coupling of the metric (model/coupling.h) is a row which pulls with s^2 towards
/// J qacc_smooth: gives the problem with those rows behind its own, in new memory, or the same
/// problem where there are none.
template <class T>
BasicProblem<T> with_couplings(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p,
                               Memory& memory);

/// Copies forces and states of the first rows back.
template <class T>
void take_back(const BasicProblem<T>& from, const BasicProblem<T>& to);

}  // namespace thew::constraint
