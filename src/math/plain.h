#pragma once

// Products of vectors that round after each operation, from x to z.
//
// Parallel faces and edges make several corners equally far, and rounding alone then decides which
// of them is found. Sums without fused steps, always in the same order, let equal corners compare
// equal, and choose as other engines do.

#include "math/mat3.h"

namespace thew::math {

using Vec3d = Vec3<double>;
using Mat3d = Mat3<double>;

template <class T>
THEW_INLINE T plain_dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

THEW_INLINE double plain_norm(const Vec3d& a) {
  return sqrt(plain_dot(a, a));
}

/// a + s b
THEW_INLINE Vec3d plain_axpy(double s, const Vec3d& b, const Vec3d& a) {
  return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/// R v
THEW_INLINE Vec3d plain_rotate(const Mat3d& r, const Vec3d& v) {
  return {r.xx * v.x + r.xy * v.y + r.xz * v.z, r.yx * v.x + r.yy * v.y + r.yz * v.z,
          r.zx * v.x + r.zy * v.y + r.zz * v.z};
}

/// R' v
THEW_INLINE Vec3d plain_unrotate(const Mat3d& r, const Vec3d& v) {
  return {r.xx * v.x + r.yx * v.y + r.zx * v.z, r.xy * v.x + r.yy * v.y + r.zy * v.z,
          r.xz * v.x + r.yz * v.y + r.zz * v.z};
}

/// R' Q
THEW_INLINE Mat3d plain_unrotate(const Mat3d& r, const Mat3d& q) {
  const Vec3d x = plain_unrotate(r, q.column_x()), y = plain_unrotate(r, q.column_y()),
              z = plain_unrotate(r, q.column_z());
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

}  // namespace thew::math

namespace thew {
using math::Mat3d;
using math::Vec3d;
}  // namespace thew
