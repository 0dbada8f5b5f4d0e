#pragma once

#include <thew/constraint.h>
#include <thew/workspace.h>

namespace thew::constraint {

/// bias <- J acc - aref of all rows: with qacc_smooth what they lack without constraint forces.
template <class T>
void find_bias(const Model& m, const BasicData<T>& d, Workspace<T>& w, const T* acc, T* bias);

}  // namespace thew::constraint
