#include <algorithm>
#include <vector>

#include <thew/derivative.h>

#include "derivative/linearization.h"
#include "derivative/rk4.h"

namespace thew::derivative {

namespace {

DerivativeReport by_differences(const Model& m, const Data& d, const DerivativeConfig& config,
                                const Transition& result, const char* reason) {
  transition_differences(m, d, {config.eps, config.centred, config.threads}, result);
  return {Method::Differences, reason};
}

// y <- A' x
void multiply_transposed(std::span<const double> matrix, std::span<const double> x,
                         std::span<double> y) {
  std::fill(y.begin(), y.end(), 0.0);
  const int width = static_cast<int>(y.size());
  for (std::size_t i = 0; i < x.size() && width > 0; ++i) {
    add(width, x[i], matrix.data() + i * y.size(), y.data());
  }
}

DerivativeReport fill(const Model& m, const Data& d, const DerivativeConfig& config,
                      const Transition& result) {
  if (config.method == Method::Differences) return by_differences(m, d, config, result, "");
  if (m.opt.integrator == static_cast<int>(Integrator::Rk4)) {
    const Outcome outcome = rk4_transition(m, d, config, result);
    if (outcome.refusal) return by_differences(m, d, config, result, outcome.refusal);
    if (!result.P.empty() || !result.E.empty()) {
      const Transition by_numbers = {{}, {}, {}, {}, {}, result.numbers, result.P, result.E};
      transition_differences(m, d, {config.eps, config.centred, config.threads}, by_numbers);
    }
    return outcome.report;
  }
  const Linearization step(m, d, config);
  if (step.refusal()) return by_differences(m, d, config, result, step.refusal());
  step.fill(result);
  return step.report();
}

// A' x, B' x and so on of a transition.
template <class Find>
DerivativeReport multiply_matrices(std::span<const double> cotangent, const Gradient& result,
                                   Find find) {
  const auto matrix = [&](std::span<double> gradient) {
    return std::vector<double>(cotangent.size() * gradient.size());
  };
  std::vector<double> A = matrix(result.x), B = matrix(result.u), F = matrix(result.f),
                      P = matrix(result.p);
  const DerivativeReport report = find(Transition{A, B, {}, {}, F, result.numbers, P, {}});
  multiply_transposed(A, cotangent, result.x);
  multiply_transposed(B, cotangent, result.u);
  multiply_transposed(F, cotangent, result.f);
  multiply_transposed(P, cotangent, result.p);
  return report;
}

// Without matrices where the step has a closed form, but for numbers of the model.
DerivativeReport pull_back(const Model& m, const Data& d, const DerivativeConfig& config,
                           std::span<const double> cotangent, const Gradient& result) {
  const Gradient by_numbers = {{}, {}, {}, result.numbers, result.p};
  const auto whole = [&](const Transition& wanted) { return transition(m, d, config, wanted); };
  if (config.method == Method::Differences) return multiply_matrices(cotangent, result, whole);
  if (m.opt.integrator == static_cast<int>(Integrator::Rk4)) {
    const Outcome outcome = rk4_vjp(m, d, config, cotangent, result);
    if (outcome.refusal) return multiply_matrices(cotangent, result, whole);
    if (!result.p.empty()) multiply_matrices(cotangent, by_numbers, whole);
    return outcome.report;
  }
  const Linearization step(m, d, config);
  if (step.refusal()) return multiply_matrices(cotangent, result, whole);
  step.multiply_transposed(cotangent, result);
  if (result.p.empty()) return step.report();
  return multiply_matrices(cotangent, by_numbers, [&](const Transition& wanted) {
    step.fill(wanted);
    return step.report();
  });
}

void check_finite(std::span<const double> values) {
  for (const double x : values) {
    if (x - x == 0) continue;
    throw Error({}, "there is no derivative: it has numbers that are not finite",
                "check the state, the forces and the numbers of the model");
  }
}

}  // namespace

DerivativeReport transition(const Model& m, const Data& d, const DerivativeConfig& config,
                            const Transition& result) {
  check_transition(m, config.eps, result);
  const DerivativeReport report = fill(m, d, config, result);
  for (const auto matrix : {result.A, result.B, result.C, result.D, result.F, result.P, result.E}) {
    check_finite(matrix);
  }
  return report;
}

DerivativeReport vjp(const Model& m, const Data& d, const DerivativeConfig& config,
                     std::span<const double> cotangent, const Gradient& result) {
  const auto nx = static_cast<std::size_t>(2 * m.nv + m.na);
  check_differences(m, config.eps);
  check_numbers(m, result.numbers);
  if (cotangent.size() != nx) throw Error({}, "the cotangent should have 2 nv + na numbers");
  check_matrix("x", result.x, 2 * m.nv + m.na, 1);
  check_matrix("u", result.u, m.nu, 1);
  check_matrix("f", result.f, m.nv, 1);
  check_matrix("p", result.p, std::ssize(result.numbers), 1);
  const DerivativeReport report = pull_back(m, d, config, cotangent, result);
  for (const auto vector : {result.x, result.u, result.f, result.p}) check_finite(vector);
  return report;
}

}  // namespace thew::derivative
