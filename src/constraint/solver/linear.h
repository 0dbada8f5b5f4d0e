#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Where nothing but equalities that pull to zero is added to M: p.acc <- inv(M + J' D J) times
/// p.smooth_force. False where the memory does not suffice.
template <class T>
bool solve_linear(const BasicProblem<T>& p, Memory memory);

}  // namespace thew::constraint
