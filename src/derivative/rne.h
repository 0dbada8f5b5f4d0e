#pragma once

// Inverse dynamics tau = M(q) a + c(q, v) and its derivatives in closed form, for all trees.
//
// Spatial vectors are about the centre of mass of their tree, taken as a point fixed in space. S_k
// is the axis of dof k. Dof k moves the axis of dof j where it is above it in the tree, or where
// both turn the same ball or free joint: then dS_j/dq_k = S_k x S_j. "Before" k is the motion of
// what k does not move.

#include <vector>

#include <thew/data.h>

#include "derivative/dense.h"
#include "math/spatial.h"

namespace thew::derivative {

using Motion = math::Motion<double>;
using Force = math::Force<double>;

/// Velocities along the dofs and what they do to bodies: V = sum S w above a body, and before each
/// dof.
struct Velocities {
  std::vector<Motion> body, before;
};
Velocities velocities(const Model& m, const Data& d, const double* w);

/// What a dof does to the bodies beyond it, as they see it themselves: how their velocity and
/// acceleration change with its position, and the acceleration with its velocity.
struct DofTerms {
  Motion velocity, acceleration, rate;
};

/// Velocities V and accelerations A of bodies while positions change by v, and these by a. With
/// the terms of dof k, for a body beyond it:
///   dV/dq = S x V + velocity,   dA/dq = S x A + velocity x V + acceleration,
///   dV/dv = S,                  dA/dv = S x V + rate.
struct Motions {
  std::vector<Motion> velocity, acceleration;
  std::vector<DofTerms> dof;
};
/// `ground` is the acceleration of the world: against gravity, or none.
Motions motions(const Model& m, const Data& d, const double* v, const double* a,
                const Motion& ground);

/// A linear map of motions to forces.
struct Map {
  double entry[36] = {};

  Force operator*(const Motion& x) const;
  /// Its transpose, which takes a motion to a force too.
  Force transposed(const Motion& x) const;
};

/// Forces of bodies at their accelerations, and how they react to accelerations and velocities,
/// summed over what is beyond each.
struct BodyTerms {
  math::Inertia<double> inertia = {};
  Map map;
  Force force = {{0, 0, 0}, {0, 0, 0}};
};
std::vector<BodyTerms> body_terms(const Model& m, const Data& d, const Motions& motions);

/// Whether dof k above dof i, or i itself, turns the same ball or free joint.
bool turns_together(const Model& m, int i, int k);

/// Adds scale d tau/dq and scale d tau/dv, this one from column nv on, at these velocities and
/// accelerations; either may be null, and both the same. Without gravity and velocities it is
/// d(M a)/dq.
void add_rne_derivative(const Model& m, const Data& d, const double* v, const double* a,
                        bool gravity, double scale, const Sum* by_position, const Sum* by_velocity);

/// Adds to by_position what wrenches that act on bodies and stay as they are do to the dofs whose
/// axes move: (S_k x S_i) . W, W summed over the bodies beyond i.
void add_axis_change(const Model& m, const Data& d, const std::vector<Force>& wrench,
                     const Sum& by_position);

}  // namespace thew::derivative
