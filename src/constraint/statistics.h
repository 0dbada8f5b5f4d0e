#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Adds the iterations of a solver to the statistics of an island.
void record(Data& d, int island, const Solution& solution);

}  // namespace thew::constraint
