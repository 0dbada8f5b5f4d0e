#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// To a solver each coupling of the metric (model/coupling.h) is a row which pulls with s^2 towards
/// J qacc_smooth: gives the problem with those rows behind its own, in new memory, or the same
/// problem where there are none.
Problem with_couplings(const Model& m, const Data& d, const Problem& p, Memory& memory);

/// Copies forces and states of the first rows back.
void take_back(const Problem& from, const Problem& to);

}  // namespace thew::constraint
