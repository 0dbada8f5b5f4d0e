#pragma once

// Derivatives of steps in closed form, compared with differences of steps with Richardson's
// extrapolation: an error of eps^4, and of rounding.

#include <cmath>
#include <string>
#include <vector>

#include <thew/derivative.h>
#include <thew/thew.h>

namespace thew::test {

/// A, B, C, D and F of a model.
struct Matrices {
  explicit Matrices(const Model& m)
      : nx(static_cast<std::size_t>(2 * m.nv + m.na)),
        nu(static_cast<std::size_t>(m.nu)),
        nv(static_cast<std::size_t>(m.nv)),
        ns(static_cast<std::size_t>(m.nsensordata)),
        A(nx * nx, NAN),
        B(nx * nu, NAN),
        C(ns * nx, NAN),
        D(ns * nu, NAN),
        F(nx * nv, NAN) {}
  derivative::Transition target() { return {A, B, C, D, F}; }

  std::size_t nx, nu, nv, ns;
  std::vector<double> A, B, C, D, F;
  derivative::DerivativeReport report;
};

/// Those of derivative::transition().
Matrices exact(const Model& m, const Data& d,
               derivative::Method method = derivative::Method::Analytic);

/// Expects numbers within a tolerance, relative to the largest; only columns marked in `smooth`
/// count, if it is given.
void expect_near(const std::vector<double>& got, const std::vector<double>& want, std::size_t width,
                 double tolerance, const std::string& name, const std::vector<char>& smooth = {});

/// Compares exact() with differences of length eps, but for columns that cross a switch, of which
/// there may be one in twenty.
void compare(const Model& m, const Data& d, const std::string& name, double eps = 1e-4,
             double tolerance = 1e-6, derivative::Method method = derivative::Method::Analytic);

/// Lets the solver run to its end.
void tighten(Model& m);

/// A world after some steps of its own motion.
Data moved(const Model& m, int steps);

/// All integrators.
inline constexpr Integrator kAllIntegrators[] = {
    Integrator::Euler, Integrator::Implicit, Integrator::Implicitfast,
    Integrator::Rk4,   Integrator::Discrete, Integrator::ImplicitSpringDamper};

}  // namespace thew::test
