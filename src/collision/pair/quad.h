#pragma once

// Four numbers of one world side by side in one register, for pair functions that take their
// parallelism from a box: its three axes (the fourth number is along for the ride) or four parallel
// edges.
//
// Sums here are not fused. Boxes that stand along the same axes meet in exact ties (this face or
// that one, touching or not), and unfused sums keep such ties exact: products with 0 and 1 do not
// round.

#include "math/mat3.h"
#include "math/pack.h"

namespace thew::collision {

using Quad = math::Wide<double, 4>;

THEW_INLINE Quad quad(double x, double y, double z, double rest = 0) {
  Quad r;
  r.v[0] = Quad::V{x, y, z, rest};
  return r;
}
THEW_INLINE Quad quad(const math::Vec3<double>& a, double rest = 0) {
  return quad(a.x, a.y, a.z, rest);
}

/// (x, y, z) becomes (y, z, x): each axis gets what belongs to the next.
THEW_INLINE Quad next_axis(const Quad& a) {
  Quad r;
  r.v[0] = __builtin_shufflevector(a.v[0], a.v[0], 1, 2, 0, 3);
  return r;
}
/// (x, y, z) becomes (z, x, y).
THEW_INLINE Quad previous_axis(const Quad& a) {
  Quad r;
  r.v[0] = __builtin_shufflevector(a.v[0], a.v[0], 2, 0, 1, 3);
  return r;
}

/// The axes after and before axis i, in cyclic order.
THEW_INLINE int next(int i) {
  return i == 2 ? 0 : i + 1;
}
THEW_INLINE int previous(int i) {
  return i == 0 ? 2 : i - 1;
}

/// x a + y b + z c
THEW_INLINE Quad combine(double x, const Quad& a, double y, const Quad& b, double z,
                         const Quad& c) {
  return Quad(x) * a + Quad(y) * b + Quad(z) * c;
}

/// x row_0 + y row_1 + z row_2
THEW_INLINE Quad combine(const Quad& a, const double (&rows)[3][4]) {
  return combine(a[0], Quad::load(rows[0]), a[1], Quad::load(rows[1]), a[2], Quad::load(rows[2]));
}

/// a . b of the first three lanes.
THEW_INLINE double dot3(const Quad& a, const Quad& b) {
  const Quad product = a * b;
  return product[0] + product[1] + product[2];
}

/// a x b
THEW_INLINE Quad cross3(const Quad& a, const Quad& b) {
  return next_axis(a) * previous_axis(b) - previous_axis(a) * next_axis(b);
}

/// Unit vectors along x, y and z.
alignas(32) inline constexpr double kUnit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};

}  // namespace thew::collision
