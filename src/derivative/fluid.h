#pragma once

// Forces of fluids, and of what integrators take as implicit of them. A force W on a body depends
// on its velocity V against the fluid as the body sees it, so that with the slope B = dW/dV, both
// about the centre of mass of the tree, dof k of those that move the body changes it by
//   dW/dq = S x* W + B ((V_before - wind) x S),   dW/dv = B S.

#include <thew/data.h>

#include "derivative/dense.h"
#include "dynamics/fluid_velocity.h"

namespace thew::derivative {

/// Adds the derivatives of qfrc_fluid by positions and velocities to their columns.
void add_fluid(const Model& m, const Data& d, const Sum& r);

/// Adds scale d(D w), where D is the derivative of qfrc_fluid by velocities that an integrator uses
/// and w stays as it is. `terms(body)` are those of its fluid forces that D has.
void add_fluid_damping_change(const Model& m, const Data& d, const double* w, double scale,
                              FluidTerms (*terms)(const Model&, int body), const Sum& to);

}  // namespace thew::derivative
