#pragma once

// Whether the boxes around two shapes, each turned with its shape, are apart: separating axes.

#include "collision/shape.h"

namespace thew::collision {

/// A box in a frame: its centre and half sizes.
struct LocalBox {
  Vec3<double> centre, half;
};

/// True only if some axis shows a gap wider than `reach`; what is not a number is never apart.
inline bool boxes_apart(const Placed<double>& a, const LocalBox& box_a, const Placed<double>& b,
                        const LocalBox& box_b, double reach) {
  using math::abs, math::fma;
  const Vec3<double> way = b.pos + b.rot * box_b.centre - a.pos - a.rot * box_a.centre;
  const Vec3<double> in_a = multiply_transposed(a.rot, way), in_b = multiply_transposed(b.rot, way);
  // r[i][j]: axis i of a along axis j of b; s has its magnitudes, a little too large.
  constexpr double kSlack = 1e-9;
  const Vec3<double> axes[3] = {multiply_transposed(a.rot, b.rot.column_x()),
                                multiply_transposed(a.rot, b.rot.column_y()),
                                multiply_transposed(a.rot, b.rot.column_z())};
  double r[3][3], s[3][3];
  for (int j = 0; j < 3; ++j) {
    r[0][j] = axes[j].x, r[1][j] = axes[j].y, r[2][j] = axes[j].z;
    for (int i = 0; i < 3; ++i) s[i][j] = abs(r[i][j]) + kSlack;
  }
  const double h[3] = {box_a.half.x, box_a.half.y, box_a.half.z};
  const double g[3] = {box_b.half.x, box_b.half.y, box_b.half.z};
  const double t[3] = {in_a.x, in_a.y, in_a.z}, u[3] = {in_b.x, in_b.y, in_b.z};
  for (int i = 0; i < 3; ++i) {
    if (abs(t[i]) > h[i] + g[0] * s[i][0] + g[1] * s[i][1] + g[2] * s[i][2] + reach) return true;
  }
  for (int j = 0; j < 3; ++j) {
    if (abs(u[j]) > g[j] + h[0] * s[0][j] + h[1] * s[1][j] + h[2] * s[2][j] + reach) return true;
  }
  // Edge against edge; these axes are no longer than one, so that `reach` is on the safe side.
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double apart = abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]);
      if (apart >
          h[i1] * s[i2][j] + h[i2] * s[i1][j] + g[j1] * s[i][j2] + g[j2] * s[i][j1] + reach) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace thew::collision
