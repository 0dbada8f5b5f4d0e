#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Nonlinear conjugate gradients, preconditioned by inv(M), with exact line search.
template <class S>
BasicSolution<S> solve_cg(const BasicProblem<S>& problem, Memory memory);

}  // namespace thew::constraint
