#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Newton's method with exact line search.
Solution solve_newton(const Problem& problem, Memory memory);

}  // namespace thew::constraint
