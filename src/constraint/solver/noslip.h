#pragma once

#include "constraint/solver/dual.h"

namespace thew::constraint {

/// Sweeps over dry friction and friction of contacts alone, without softness.
Solution solve_noslip(const Dual& problem, Memory memory);

}  // namespace thew::constraint
