#include "derivative/compare.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <thew/step.h>

namespace thew::test {

using derivative::Method;

namespace {

// Which columns of A have a derivative: those whose differences to one side are those to both.
std::vector<char> smooth_columns(const Model& m, const Data& d, const Matrices& near) {
  Matrices ahead(m);
  derivative::transition_differences(m, d, {1e-8, false}, {ahead.A, {}, {}, {}});
  std::vector<char> smooth(near.nx, 1);
  double most = 1;
  for (const double x : near.A) most = std::max(most, std::abs(x));
  for (std::size_t i = 0; i < near.A.size(); ++i) {
    if (std::abs(ahead.A[i] - near.A[i]) > 1e-4 * most) smooth[i % near.nx] = 0;
  }
  return smooth;
}

Matrices extrapolated(const Model& m, const Data& d, double eps, std::vector<char>& smooth) {
  Matrices far(m), near(m);
  derivative::transition_differences(m, d, {eps, true}, far.target());
  derivative::transition_differences(m, d, {eps / 2, true}, near.target());
  smooth = smooth_columns(m, d, near);
  const auto extrapolate = [](std::vector<double>& x, const std::vector<double>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = (4 * x[i] - y[i]) / 3;
  };
  extrapolate(near.A, far.A);
  extrapolate(near.B, far.B);
  extrapolate(near.C, far.C);
  extrapolate(near.D, far.D);
  extrapolate(near.F, far.F);
  return near;
}

// Differences of velocities leave out sensors of positions, and MuJoCo counts the kinetic energy
// among these: sensors_test.cc has its derivative.
void take_kinetic_energy(const Model& m, const Matrices& from, Matrices& to) {
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_type[i] != static_cast<int>(SensorType::EKinetic)) continue;
    const auto first = static_cast<std::ptrdiff_t>(m.sensor_adr[i] * to.nx);
    std::copy_n(from.C.begin() + first, to.nx, to.C.begin() + first);
  }
}

}  // namespace

Matrices exact(const Model& m, const Data& d, Method method) {
  Matrices result(m);
  derivative::DerivativeConfig config;
  config.method = method;
  result.report = derivative::transition(m, d, config, result.target());
  return result;
}

void expect_near(const std::vector<double>& got, const std::vector<double>& want, std::size_t width,
                 double tolerance, const std::string& name, const std::vector<char>& smooth) {
  double most = 1, worst = 0;
  std::size_t where = 0;
  for (const double x : want) most = std::max(most, std::abs(x));
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (!smooth.empty() && !smooth[i % width]) continue;
    const double error = std::abs(got[i] - want[i]);
    if (error <= worst) continue;
    worst = std::isnan(error) ? INFINITY : error;
    where = i;
  }
  EXPECT_LE(worst, tolerance * most)
      << name << " row " << where / width << " column " << where % width << ": " << got[where]
      << " is not " << want[where];
}

void compare(const Model& m, const Data& d, const std::string& name, double eps, double tolerance,
             Method method) {
  std::vector<char> smooth;
  const Matrices got = exact(m, d, method);
  Matrices want = extrapolated(m, d, eps, smooth);
  take_kinetic_energy(m, got, want);
  const auto kinks = std::count(smooth.begin(), smooth.end(), 0);
  EXPECT_LE(kinks, static_cast<std::int64_t>(smooth.size() / 20)) << name;
  for (const auto* values : {&got.A, &got.B, &got.C, &got.D, &got.F}) {
    for (const double x : *values) ASSERT_TRUE(std::isfinite(x)) << name;
  }
  expect_near(got.A, want.A, got.nx, tolerance, name + " A", smooth);
  expect_near(got.B, want.B, got.nu, tolerance, name + " B");
  expect_near(got.C, want.C, got.nx, tolerance, name + " C", smooth);
  expect_near(got.D, want.D, got.nu, tolerance, name + " D");
  expect_near(got.F, want.F, got.nv, tolerance, name + " F");
}

void tighten(Model& m) {
  m.opt.tolerance = 0;
  m.opt.iterations = 100;
  m.opt.ls_iterations = 100;
  m.opt.ls_tolerance = 1e-6;
}

Data moved(const Model& m, int steps) {
  Data d(m);
  reset(m, d);
  for (int i = 0; i < steps; ++i) {
    for (int u = 0; u < m.nu; ++u) d.ctrl[u] = 0.1 * std::sin(0.1 * i + u);
    step(m, d);
  }
  return d;
}

}  // namespace thew::test
