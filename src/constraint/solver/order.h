#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// The place of each dof in the order in which Newton's Hessian is eliminated: leaves before roots,
/// as no entries of M appear then; trees that few others touch before the rest. False when there is
/// not enough memory.
bool order_dofs(const Problem& problem, Memory memory, int* place);

}  // namespace thew::constraint
