#pragma once

// Rows seen through the inverse inertia: Y = J L^-1 D^-1/2 with M = L' D L, so that Y Y' = J inv(M)
// J', and what forces of rows do to rows, A + R = Y Y' + R.

#include <thew/workspace.h>

#include "constraint/block.h"
#include "math/tree_ldl.h"

namespace thew::constraint {

/// Whether a step works on the dual problem.
inline bool is_dual(const Model& m) {
  return m.opt.solver == static_cast<int>(Solver::Pgs) || m.opt.noslip_iterations > 0;
}

/// The tree part of the matrix that the solver works in, and its factor: M, or the metric of the
/// discrete integrator.
template <class T>
struct Inertia {
  math::TreeRows tree;
  const T *matrix, *factor, *inverse;
};
template <class T>
Inertia<T> inertia_of(const Model& m, const BasicData<T>& d);

/// Makes room for efc_Y and, where asked, efc_AR, and computes efc_Y; false if it does not fit.
bool make_root(const Model& m, Data& d, Workspace<double>& w, bool with_products);

/// efc_diagA exactly.
void make_exact(Data& d);

/// efc_AR from efc_Y and efc_R.
void make_products(const Model& m, Data& d, Workspace<double>& w);

}  // namespace thew::constraint
