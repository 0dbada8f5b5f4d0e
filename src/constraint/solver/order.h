#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// The place of each dof in the order in which Newton's Hessian is eliminated: leaves before roots,
/// as no entries of M appear then; trees that few others touch before the rest, each from the start
/// of a group of `group` places. Returns how many groups there are; 0 when there is not enough
/// memory.
int order_dofs(const Problem& problem, int group, Memory memory, int* place);

}  // namespace thew::constraint
