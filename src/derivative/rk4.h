#pragma once

#include <thew/derivative.h>

namespace thew::derivative {

/// The outcome of a derivative that may not be there.
struct Outcome {
  DerivativeReport report;
  const char* refusal = nullptr;  ///< why it cannot be had; null: the matrices are filled
};

/// A step by the Runge-Kutta method: the chain of its four stages.
Outcome rk4_transition(const Model& m, const Data& at, const DerivativeConfig& config,
                       const Transition& result);

/// The same, transposed: gradients by the state, controls and forces.
Outcome rk4_vjp(const Model& m, const Data& at, const DerivativeConfig& config,
                std::span<const double> cotangent, const Gradient& result);

}  // namespace thew::derivative
