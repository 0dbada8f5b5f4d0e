#pragma once

// The implicit function that forward dynamics solves. At the accelerations a of a state
//   r(q, v, act, u, a) = passive + actuation + applied + J' f(J a - aref) - (M a + c) = 0,
// and with H = -dr/da = M + J' C J, C the curvature of the constraints' cost,
//   H da = r_q dq + r_v dv + r_act dact + r_u du.

#include <functional>
#include <vector>

#include <thew/data.h>
#include <thew/workspace.h>

#include "derivative/actuators.h"
#include "derivative/dense.h"
#include "derivative/row_change.h"

namespace thew::derivative {

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

/// M + J' C J at d.qacc, its factor and the accelerations themselves, brought to the optimum by
/// Newton steps whatever the tolerance of the solver was. False where a pivot is not positive.
bool find_optimum(const Model& m, Data& d, Matrix& inertia, Factor& hessian);

/// The factor of M + J' C J with the curvature C of smoothing.h.
bool smooth_hessian(const Model& m, const Data& d, double smoothing, const Matrix& inertia,
                    Factor& hessian);

/// Whether add_smooth() knows all passive forces, transmissions and applied forces of the model.
bool covers_smooth(const Model& m, const Data& d);
/// Whether add_constraints() knows all rows of this state.
bool covers_constraints(const Model& m, const Data& d);

/// Adds all derivatives of passive, actuation, applied and inertial forces to their columns;
/// `moments` has an entry for each actuator.
void add_smooth(const Model& m, const Data& d, const std::vector<Slope>& slopes,
                const std::vector<RowChange>& moments, Matrix& r);
/// Calls visit(column, how the number changes with it) for the positions and velocities that change
/// the length or velocity of an actuator.
void each_motion(const Model& m, const Data& d, const Slope& slope, const RowChange& change,
                 const std::function<void(int, double)>& visit);
/// Those of actuators by activations and controls alone, with all of their transmissions.
void add_inputs(const Model& m, const Data& d, const std::vector<Slope>& slopes, Matrix& r);
/// Adds those of constraint forces at fixed accelerations, smoothed if that is not zero.
void add_constraints(const Model& m, const Data& d, Workspace<double>& w, double smoothing,
                     Matrix& r);

}  // namespace thew::derivative
