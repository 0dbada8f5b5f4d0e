#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Adds the iterations of a solver to the statistics of an island.
template <class T>
void record(BasicData<T>& d, int island, const BasicSolution<T>& solution);

}  // namespace thew::constraint
