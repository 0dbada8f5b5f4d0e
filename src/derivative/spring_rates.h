#pragma once

// How springs of balls and free joints are displaced.

#include <array>

#include <thew/data.h>

#include "math/vec3.h"

namespace thew::derivative {

/// How a vector changes with three dofs.
using Rates = std::array<math::Vec3<double>, 3>;
inline constexpr Rates kAxes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// Of the rotation vector of a joint from the rest of its spring.
Rates rotation_rates(const Model& m, const Data& d, int joint);

/// The slopes of spring_slope() and damper_slope().
inline double spring_bend(const double* poly, double x) {
  return 2 * poly[0] + 6 * poly[1] * x;
}
inline double damper_bend(const double* poly, double v) {
  const double sign = v > 0 ? 1 : v < 0 ? -1 : 0;
  return 2 * poly[0] * sign + 6 * poly[1] * v;
}

}  // namespace thew::derivative
