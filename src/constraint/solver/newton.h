#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Newton's method with exact line search; each lane stops for itself.
template <class S>
BasicSolution<S> solve_newton(const BasicProblem<S>& problem, Memory memory);

}  // namespace thew::constraint
