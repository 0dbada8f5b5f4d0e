#pragma once

#include "constraint/solver/dual.h"

namespace thew::constraint {

/// Sweeps over dry friction and friction of contacts alone, without softness.
template <class S>
BasicSolution<S> solve_noslip(const Dual<S>& problem, Memory memory);

}  // namespace thew::constraint
