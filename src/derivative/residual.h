#pragma once

// The implicit function that forward dynamics solves. At the accelerations a of a state
//   r(q, v, act, u, a) = passive + actuation + applied + J' f(J a - aref) - (M a + c) = 0,
// and with H = -dr/da = M + J' C J, C the curvature of the constraints' cost,
//   H da = r_q dq + r_v dv + r_act dact + r_u du.

#include <vector>

#include <thew/data.h>
#include <thew/workspace.h>

#include "derivative/actuators.h"
#include "derivative/dense.h"
#include "derivative/row_change.h"
#include "derivative/sparse.h"

namespace thew::derivative {

class ImplicitTerms;

/// Columns of r by all inputs: positions, velocities, activations, controls.
struct Columns {
  explicit Columns(const Model& m)
      : position(0),
        velocity(static_cast<int>(m.nv)),
        activation(2 * velocity),
        control(activation + static_cast<int>(m.na)),
        end(control + static_cast<int>(m.nu)) {}
  int position, velocity, activation, control, end;
};

/// The factor of A + J' C J at d.qacc, and the accelerations themselves, which solve A a = f + J'
/// f_c, brought to the optimum by Newton steps whatever the tolerance of the solver was. A is the
/// inertia or what the integrator takes for it. False where a pivot is not positive.
bool find_optimum(const Model& m, Data& d, const Sparse& inertia, const double* force,
                  Sparse& hessian);

/// The factor of A + J' C J with the curvature C of smoothing.h.
bool smooth_hessian(const Model& m, const Data& d, double smoothing, const Sparse& inertia,
                    Sparse& hessian);

/// How what tendons and actuators pull along changes with positions: entries of each output.
using Moments = std::vector<RowChange>;

/// Calls visit(column, how the number changes with it) for the inputs that change a number which an
/// actuator depends on: positions and velocities its length and velocity.
template <class Visit>
void each_input(const Model& m, const Data& d, const Dependence& by, const Moments& moments,
                Visit visit) {
  const Columns columns(m);
  if (by.kind == Dependence::Activation) return visit(columns.activation + by.index, 1.0);
  if (by.kind == Dependence::Control) return visit(columns.control + by.index, 1.0);
  const bool length = by.kind == Dependence::Length;
  const Row row = moment_row(d, by.index);
  const RowChange& change = moments[static_cast<std::size_t>(by.index)];
  if (!length || change.constant()) {
    const int first = length ? columns.position : columns.velocity;
    for (int k = 0; k < row.count; ++k) visit(first + row.column[k], row.entry[k]);
  }
  for (std::size_t k = 0; k < change.dofs.size(); ++k) {
    visit(columns.position + change.dofs[k],
          length ? change.length[k] : change.along(k, d.qvel.data()));
  }
}

/// Adds those of qfrc_actuator, without what actuators carry of the weight.
void add_actuation(const Model& m, const Data& d, const std::vector<Slope>& slopes,
                   const Moments& moments, const Sum& r);
/// Adds all derivatives of passive, actuation, applied and inertial forces to their columns.
void add_smooth(const Model& m, const Data& d, const std::vector<Slope>& slopes,
                const Moments& moments, const Sum& r);
/// Adds those of constraint forces at fixed accelerations, smoothed if that is not zero. `implicit`
/// has the terms of the matrix that constraints are solved in besides M, if there are any.
void add_constraints(const Model& m, const Data& d, Workspace<double>& w,
                     const ImplicitTerms* implicit, double smoothing, const Sum& r);

}  // namespace thew::derivative
