#pragma once

// What tests of shapes have in common: placing them, turning them, and what they touch.

#include <cmath>

#include <gtest/gtest.h>

#include "collision/shape.h"

namespace thew::collision::test {

/// A primitive.
inline Shape place(GeomType type, const Vec3<double>& pos, const Vec3<double>& size,
                   const Mat3<double>& rot = math::identity3<double>()) {
  Shape shape;
  shape.type = type;
  shape.at = {pos, rot, size};
  return shape;
}

/// Rotation about an axis [rad].
inline Mat3<double> turn(const Vec3<double>& axis, double angle) {
  const Vec3<double> n = axis * (1 / math::norm(axis));
  const double c = std::cos(angle), s = std::sin(angle), d = 1 - c;
  return {c + n.x * n.x * d,       n.x * n.y * d - n.z * s, n.x * n.z * d + n.y * s,
          n.y * n.x * d + n.z * s, c + n.y * n.y * d,       n.y * n.z * d - n.x * s,
          n.z * n.x * d - n.y * s, n.z * n.y * d + n.x * s, c + n.z * n.z * d};
}

struct Contacts {
  int count = 0;
  Point<double> point[kMaxPoints];
};

inline void expect_near(const Vec3<double>& got, const Vec3<double>& wanted, double tolerance) {
  EXPECT_NEAR(got.x, wanted.x, tolerance);
  EXPECT_NEAR(got.y, wanted.y, tolerance);
  EXPECT_NEAR(got.z, wanted.z, tolerance);
}

}  // namespace thew::collision::test
