#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Nonlinear conjugate gradients, preconditioned by inv(M), with exact line search.
Solution solve_cg(const Problem& problem, Memory memory);

}  // namespace thew::constraint
