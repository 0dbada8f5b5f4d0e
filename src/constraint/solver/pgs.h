#pragma once

#include "constraint/solver/dual.h"

namespace thew::constraint {

/// Projected Gauss-Seidel sweeps with momentum.
Solution solve_pgs(const Dual& problem, Memory memory);

}  // namespace thew::constraint
