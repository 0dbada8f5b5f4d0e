#pragma once

// Normals of round surfaces near a point, in the frame of the shape. Where a flat element meets a
// round shape they are better than the direction of the least overlap.

#include <thew/constants.h>

#include "math/vec3.h"

namespace thew::element {

/// The side of a cylinder (radius, half length); false near its caps, where the side is not what
/// the point is nearest to.
THEW_HD inline bool side_normal(const math::Vec3<double>& size, const math::Vec3<double>& p,
                                math::Vec3<double>& normal) {
  constexpr double kNearCap = 0.95, kMuchNearer = 0.25;
  const double height = math::abs(p.z), away = math::sqrt(p.x * p.x + p.y * p.y);
  if (height > kNearCap * size.y || !(away > 0)) return false;
  if (math::abs(size.y - height) < kMuchNearer * math::abs(size.x - away)) return false;
  normal = {p.x / away, p.y / away, 0};
  return true;
}

namespace detail {

/// x / s^2, in each coordinate.
THEW_INLINE math::Vec3<double> over_squares(const math::Vec3<double>& x,
                                            const math::Vec3<double>& s) {
  return {x.x / (s.x * s.x), x.y / (s.y * s.y), x.z / (s.z * s.z)};
}

/// From a point inside along the normal to the surface, and again along the normal there.
THEW_HD inline bool normal_from_inside(const math::Vec3<double>& s, const math::Vec3<double>& p,
                                       math::Vec3<double>& normal) {
  constexpr double kSame = 1e-6;
  const double inside = dot(p, over_squares(p, s)) - 1;
  for (int i = 0; i < 30; ++i) {
    const math::Vec3<double> weighed = over_squares(normal, s);
    const double a = dot(normal, weighed), b = dot(p, weighed), root = b * b - a * inside;
    if (!(root >= kMinVal && a >= kMinVal)) return i > 0;
    const double way = (math::sqrt(root) - b) / a;
    if (way < 0) return i > 0;
    const math::Vec3<double> next = over_squares(math::axpy(way, normal, p), s);
    const math::Vec3<double> unit = next * (1 / norm(next));
    const double change = norm(unit - normal);
    normal = unit;
    if (change < kSame) break;
  }
  return true;
}

/// The nearest point x of the surface has p - x = t x / s^2; Newton's method for t, from below.
THEW_HD inline void normal_from_outside(const math::Vec3<double>& s, const math::Vec3<double>& p,
                                        math::Vec3<double>& normal) {
  constexpr double kSmall = 1e-6;
  const double square[3] = {s.x * s.x, s.y * s.y, s.z * s.z}, at[3] = {p.x, p.y, p.z};
  double t = 0;
  for (int i = 0; i < 30; ++i) {
    double value = -1, slope = 0;
    for (int k = 0; k < 3; ++k) {
      const double r = 1 / (square[k] + t), term = at[k] * at[k] * square[k] * r * r;
      value += term;
      slope -= 2 * term * r;
    }
    if (value < kSmall || slope > -kMinVal || -value / slope < kSmall) break;
    t -= value / slope;
  }
  const math::Vec3<double> x = {p.x / (square[0] + t), p.y / (square[1] + t),
                                p.z / (square[2] + t)};
  normal = x * (1 / norm(x));
}

}  // namespace detail

/// An ellipsoid with these radii; `normal` is a first guess. False where there is no better one.
THEW_HD inline bool ellipsoid_normal(const math::Vec3<double>& radii, const math::Vec3<double>& p,
                                     math::Vec3<double>& normal) {
  if (!(radii.x >= kMinVal && radii.y >= kMinVal && radii.z >= kMinVal)) return false;
  if (dot(p, detail::over_squares(p, radii)) <= 1) {
    return detail::normal_from_inside(radii, p, normal);
  }
  detail::normal_from_outside(radii, p, normal);
  return true;
}

}  // namespace thew::element
