#pragma once

// From derivatives of accelerations to those of the next velocities and positions.

#include <vector>

#include <thew/data.h>
#include <thew/workspace.h>

#include "derivative/actuators.h"
#include "derivative/dense.h"
#include "derivative/row_change.h"

namespace thew::derivative {

inline Integrator integrator_of(const Model& m) {
  return static_cast<Integrator>(m.opt.integrator);
}

/// Whether dampers of joints are in D.
bool damps_implicitly(const Model& m, const Data& d);

/// Whether a row of D has bias forces.
bool has_bias(const Model& m, int dof);

/// The integrator of a model at a state: it turns the accelerations a of forward dynamics into
/// those of the step, (M - h D) a* = M a, where D is what it takes as implicit in velocity.
class Advance {
 public:
  Advance(const Model& m, Data& d, Workspace<double>& w, const Matrix& inertia,
          const std::vector<Slope>& slopes, const std::vector<RowChange>& moments);

  /// Whether the integrator is one of Euler, implicit and implicitfast, and D has no part whose
  /// change with the state is unknown.
  static bool covers(const Model& m, const Data& d);

  /// Columns of da -> da* by all inputs: da* = (M - h D)^-1 (M da + dM (a - a*) + h dD a*).
  void to_step(Matrix& acceleration) const;
  /// The same for columns by forces, on which neither M nor D depend.
  void to_step_of_forces(Matrix& acceleration) const;
  /// The same, transposed, for one row: y of the step -> y of forward dynamics, and adds to
  /// `columns` what dM and dD give.
  void from_step(double* y, double* columns) const;

  /// Whether M - h D has positive pivots; if not, nothing else may be called.
  bool sound() const { return sound_; }
  const std::vector<double>& step_acceleration() const { return step_; }

 private:
  void add_damper_change();
  void add_tendon_change();
  void add_actuator_change(const std::vector<Slope>& slopes, const std::vector<RowChange>& moments);
  double row_product(const Row& row, int i) const;
  void add_damping_change(const Row& row, double damping, int column);
  void add_row_change(const Row& row, const RowChange& change, double damping);
  bool couples(int i, int k) const;
  void add_bias_change();
  void add_fluid_change();

  const Model& m_;
  const Data& d_;
  const Matrix& inertia_;
  bool implicit_ = false, sound_ = true;
  Factor factor_;
  Matrix change_;  // dM (a - a*) + h dD a*
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
