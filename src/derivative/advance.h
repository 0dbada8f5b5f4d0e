#pragma once

// From derivatives of accelerations to those of the next velocities and positions.

#include <vector>

#include <thew/data.h>
#include <thew/workspace.h>

#include "derivative/dense.h"
#include "derivative/implicit_terms.h"

namespace thew::derivative {

/// What the discrete integrator takes for the inertia, at a state after forward dynamics.
Sparse discrete_inertia(const Model& m, Data& d, Workspace<double>& w);

/// The integrator of a model at a state: it turns the accelerations a of forward dynamics into
/// those of the step, A a* = M a - h K v, with what it takes as implicit (implicit_terms.h). Those
/// of the discrete integrator are the accelerations of forward dynamics.
class Advance {
 public:
  Advance(const Model& m, Data& d, Workspace<double>& w, const Sparse& inertia,
          const ImplicitTerms& implicit);

  /// Columns of da -> da* by all inputs: da* = A^-1 (M da + dM a - d(A a* + h K v)).
  void to_step(Matrix& acceleration) const;
  /// The same for columns by forces, on which neither M nor A depend.
  void to_step_of_forces(Matrix& acceleration) const;
  /// The same, transposed, for one row: y of the step -> y of forward dynamics, and adds to
  /// `columns` what dM and dA give.
  void from_step(double* y, double* columns) const;

  /// Whether A has positive pivots; if not, nothing else may be called.
  bool sound() const { return sound_; }
  const std::vector<double>& step_acceleration() const { return step_; }

 private:
  Sparse make_matrix(Data& d, Workspace<double>& w);
  void add_changes(const Sum& to) const;  // dM a - d(A a* + h K v)

  const Model& m_;
  const Data& d_;
  const Sparse& inertia_;
  const ImplicitTerms& terms_;
  bool implicit_ = false, sound_ = true;
  Sparse matrix_;  // A, factored
  std::vector<double> step_;
};

/// Tangents of positions after q' = q exp(h v'): dq' = turn dq + h map dv'. Identities but for
/// rotations, for which both are 3 x 3.
struct Turn {
  int dof;
  double turn[9], map[9];
};
std::vector<Turn> turns(const Model& m, const double* velocity, double h);

}  // namespace thew::derivative
