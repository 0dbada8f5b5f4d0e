#pragma once

// For tests whose answers are worked out by hand.

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include <thew/data.h>
#include <thew/load.h>

namespace thew::test {

/// Closed forms and kernels round differently: some tens of roundings of 1e-16 each.
inline constexpr double kRounding = 1e-14;

inline constexpr double kPi = 3.14159265358979323846;

/// A model from what stands between <mujoco> and </mujoco>, and its world at the reference.
struct World {
  explicit World(const std::string& xml) : m(load_string("<mujoco>" + xml + "</mujoco>")), d(m) {
    reset(m, d);
  }

  Model m;
  Data d;
};

/// Whether the first numbers of `got` are those wanted, up to roundings of the largest of them.
inline testing::AssertionResult near(const double* got, std::initializer_list<double> wanted) {
  double largest = 1;
  for (const double x : wanted) largest = std::max(largest, std::abs(x));
  bool same = true;
  auto message = testing::AssertionFailure() << "got";
  for (const double x : wanted) {
    same &= std::abs(*got - x) <= kRounding * largest;
    message << ' ' << *got++;
  }
  message << ", wanted";
  for (const double x : wanted) message << ' ' << x;
  return same ? testing::AssertionSuccess() : message;
}
inline testing::AssertionResult near(double got, double wanted) {
  return near(&got, {wanted});
}

}  // namespace thew::test
