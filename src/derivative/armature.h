#pragma once

// The inertia of tendons whose path changes with positions: M has a J' J of them where it has
// entries, and J' a (dJ/dt v) is a bias force.

#include <thew/data.h>

#include "derivative/dense.h"

namespace thew::derivative {

/// Whether M has a place for two dofs.
bool couples_in_inertia(const Model& m, int i, int k);

/// Adds scale d(M x)/dq of spatial tendons, with x as it is.
void add_armature_change(const Model& m, const Data& d, const double* x, double scale,
                         const Sum& to);

/// Adds what they do to r (residual.h).
void add_armatures(const Model& m, const Data& d, const Sum& r);

}  // namespace thew::derivative
