// Derivatives whose switches of constraints are smoothed.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/derivative.h>
#include <thew/load.h>
#include <thew/step.h>

#include "support/worlds.h"

namespace thew {
namespace {

std::vector<double> matrix_A(const Model& m, const Data& d, double smoothing) {
  const auto nx = static_cast<std::size_t>(2 * m.nv + m.na);
  std::vector<double> A(nx * nx, NAN);
  derivative::DerivativeConfig config;
  config.smoothing = smoothing;
  const auto report = derivative::transition(m, d, config, {A, {}, {}, {}});
  EXPECT_EQ(report.method, derivative::Method::Analytic);
  return A;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

// One row: with x = J a - aref and the slope s(x) = (1 - x / sqrt(x^2 + 4 w^2)) / 2,
// C = D s(x) and dv'/dv = 1 - h C B / (m + C).
TEST(Smoothing, OneRowHasTheSlopeOfItsCentralPath) {
  const Model m = load_string(R"(<mujoco><option timestep="0.002"/><worldbody>
    <geom type="plane" size="5 5 .1" condim="1"/><body pos="0 0 .1"><joint type="slide" axis="0 0 1"/>
      <geom type="sphere" size=".1" mass="2" condim="1"/></body></worldbody></mujoco>)");
  Data d(m);
  reset(m, d);
  for (const double speed : {-0.3, 0.2, 1.0}) {  // it pushes, is near its switch, and lets go
    d.qpos[0] = -2e-4;
    d.qvel[0] = speed;
    forward(m, d);
    ASSERT_EQ(d.nefc, 1);
    const double x = d.qacc[0] - d.efc_aref[0], B = d.efc_KBIP.row(0)[1];
    for (const double width : {1e-3, 1.0, 100.0}) {
      const double C = d.efc_D[0] * (1 - x / std::sqrt(x * x + 4 * width * width)) / 2;
      EXPECT_NEAR(matrix_A(m, d, width)[3], 1 - 0.002 * C * B / (2 + C), 1e-9)
          << speed << " " << width;
    }
  }
}

// Both cones, limits and dry friction: the exact derivative is the limit.
TEST(Smoothing, GoesToTheExactDerivative) {
  for (const int cone : {0, 1}) {
    for (const char* name : {"humanoid", "quadruped"}) {
      Model m = test::load_own(name);
      m.opt.cone = cone;
      Data d(m);
      reset(m, d);
      for (int i = 0; i < 60; ++i) {
        for (int u = 0; u < m.nu; ++u) d.ctrl[u] = 0.1 * std::sin(0.1 * i + u);
        step(m, d);
      }
      const std::vector<double> exact = matrix_A(m, d, 0);
      double most = 1, last = INFINITY;
      for (const double v : exact) most = std::max(most, std::abs(v));
      for (const double width : {1.0, 1e-1, 1e-2, 1e-5}) {
        const double away = largest_difference(matrix_A(m, d, width), exact) / most;
        EXPECT_LT(away, last) << name << cone << " " << width;
        last = away;
      }
      EXPECT_LT(last, 1e-6) << name << cone;
    }
  }
}

// A ball that rests: at the axis of its cone nothing slides, and nothing is divided by zero.
TEST(Smoothing, TheAxisOfAConeIsFinite) {
  Model m = load_string(R"(<mujoco><option cone="elliptic"/><worldbody>
    <geom type="plane" size="5 5 .1"/><body pos="0 0 .0999"><freejoint/>
      <geom type="sphere" size=".1" condim="6" friction=".8 .02 .01"/></body></worldbody></mujoco>)");
  Data d(m);
  reset(m, d);
  for (const double v : matrix_A(m, d, 1.0)) EXPECT_TRUE(std::isfinite(v));
  EXPECT_LT(largest_difference(matrix_A(m, d, 1e-5), matrix_A(m, d, 0)), 1e-6);
}

}  // namespace
}  // namespace thew
