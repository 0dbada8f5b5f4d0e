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

}  // namespace thew::derivative
