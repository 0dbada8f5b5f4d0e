#pragma once

#include <thew/constraint.h>
#include <thew/workspace.h>

namespace thew::constraint {

/// bias <- J qacc_smooth - aref of all rows, what they lack without constraint forces.
void find_bias(const Model& m, Data& d, Workspace<double>& w, double* bias);

}  // namespace thew::constraint
