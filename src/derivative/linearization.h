#pragma once

// A step near a state, by the implicit function theorem.

#include <memory>

#include <thew/derivative.h>

#include "derivative/advance.h"
#include "derivative/beside.h"
#include "derivative/residual.h"

namespace thew::derivative {

/// What a step from a state does to small changes of its inputs: kept as parts, from which matrices
/// and products follow.
class Linearization {
 public:
  /// Of a step, or of the accelerations and the rates of activations alone. Throws Error where the
  /// state or its accelerations are no finite numbers.
  Linearization(const Model& m, const Data& at, const DerivativeConfig& config,
                Activations of = Activations::Next);

  /// Why the parts cannot be had, or null: then everything else may be called.
  const char* refusal() const { return refusal_; }
  DerivativeReport report() const { return report_; }

  /// Of a step only.
  void fill(const Transition& result) const;
  /// Columns of d qacc by all inputs, and by forces.
  Matrix accelerations() const;
  Matrix accelerations_by_forces() const;
  /// Columns of next activations, or of their rates.
  Matrix activations() const;
  /// Calls visit(column, how the velocity of an actuator's output changes with it).
  template <class Visit>
  void each_velocity_input(int output, Visit visit) const {
    each_input(m_, world_.data, {Dependence::Velocity, output}, moments_, visit);
  }
  /// The world at the state, after forward dynamics.
  const Data& data() const { return world_.data; }
  /// Fills the matrices of sensors, whose accelerations follow these columns of d qacc, and those
  /// by numbers of the model; these, and sensors without a closed form, from worlds beside the
  /// state.
  void fill_sensors(const Matrix& acceleration, const Transition& result) const;
  /// Of a step only.
  void multiply_transposed(std::span<const double> cotangent, const Gradient& result) const;
  /// Gradients by accelerations become those by forces, and with those by activations, or by their
  /// rates, they are added to columns of all inputs.
  void pull_back(double* by_acceleration, const double* by_activation, double* columns) const;

 private:
  const char* find_refusal() const;
  bool find_optimum();
  void find_terms();
  void add_residual(const Sum& to) const;
  void add_activations(const Sum& to) const;
  Matrix residual() const;
  Matrix positions_by_differences(Matrix& next) const;
  Matrix accelerations_by_numbers(std::span<const ModelNumber> numbers) const;
  void fill_beside(const Matrix& acceleration, const Transition& result) const;
  void put_state(const Matrix& acceleration, int first, int count, int column, const Matrix* next,
                 std::span<double> to, std::int64_t width) const;
  void fill_forces(const Transition& result) const;

  const Model& m_;
  Activations of_;
  Columns columns_;
  Beside<double> world_;
  const char* refusal_ = nullptr;
  DerivativeReport report_;
  DerivativeConfig config_;
  std::vector<Slope> slopes_;
  Moments moments_;
  Sparse inertia_, hessian_;  // M or what the integrator takes for it, and the factors of H
  std::unique_ptr<const ImplicitTerms> terms_;
  std::unique_ptr<const Advance> advance_;
  std::vector<Turn> turns_;
};

}  // namespace thew::derivative
