#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Cost of an acceleration; forces and states of rows are written.
double cost_of(const Problem& problem, const double* acc, Memory memory);

/// Newton's method with exact line search.
Solution solve_newton(const Problem& problem, Memory memory);

}  // namespace thew::constraint
