#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Which of the problem's trees is eliminated when, so that little fills in: turn[0] comes first.
/// Very many trees keep the order given. Sets memory.full() where there is not enough.
void order_trees(const Structure& p, Memory& memory, int* turn);

}  // namespace thew::constraint
