#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Gives a problem the stiffness of elastic flexes in the metric as tiles beside its inertia, in
/// new memory. Nothing where there is none, or too little memory.
template <class T>
void add_metric_tiles(const Model& m, const BasicData<T>& d, BasicProblem<T>& p, Memory& memory);

}  // namespace thew::constraint
