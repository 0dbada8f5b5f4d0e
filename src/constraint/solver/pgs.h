#pragma once

#include "constraint/solver/dual.h"

namespace thew::constraint {

/// Projected Gauss-Seidel sweeps with momentum, of some problems that do not depend on one another:
/// worlds or islands. False where the memory does not suffice.
template <class S>
bool solve_pgs(std::span<const Dual<S>> problems, BasicSolution<S>* solutions, Memory memory);

}  // namespace thew::constraint
