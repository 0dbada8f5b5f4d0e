#pragma once

#include "math/vec3.h"

namespace thew::math {

/// A 3 x 3 matrix, row-major.
template <class T>
struct Mat3 {
  T xx, xy, xz, yx, yy, yz, zx, zy, zz;

  THEW_INLINE Vec3<T> column_x() const { return {xx, yx, zx}; }
  THEW_INLINE Vec3<T> column_y() const { return {xy, yy, zy}; }
  THEW_INLINE Vec3<T> column_z() const { return {xz, yz, zz}; }
};

template <class T>
THEW_INLINE Mat3<T> load9(const T* p) {
  return {fetch(p),     fetch(p + 1), fetch(p + 2), fetch(p + 3), fetch(p + 4),
          fetch(p + 5), fetch(p + 6), fetch(p + 7), fetch(p + 8)};
}
template <class T>
THEW_INLINE void store(T* p, const Mat3<T>& a) {
  p[0] = a.xx, p[1] = a.xy, p[2] = a.xz;
  p[3] = a.yx, p[4] = a.yy, p[5] = a.yz;
  p[6] = a.zx, p[7] = a.zy, p[8] = a.zz;
}

template <class T>
THEW_INLINE Mat3<T> identity3() {
  return {T(1), T(0), T(0), T(0), T(1), T(0), T(0), T(0), T(1)};
}

/// Not fused, for the reason that quat.h gives.
template <class T>
THEW_INLINE Vec3<T> operator*(const Mat3<T>& a, const Vec3<T>& v) {
  return {(a.xx * v.x + a.xy * v.y) + a.xz * v.z, (a.yx * v.x + a.yy * v.y) + a.yz * v.z,
          (a.zx * v.x + a.zy * v.y) + a.zz * v.z};
}

/// A' v
template <class T>
THEW_INLINE Vec3<T> multiply_transposed(const Mat3<T>& a, const Vec3<T>& v) {
  return {fma(a.zx, v.z, fma(a.yx, v.y, a.xx * v.x)), fma(a.zy, v.z, fma(a.yy, v.y, a.xy * v.x)),
          fma(a.zz, v.z, fma(a.yz, v.y, a.xz * v.x))};
}

template <class T>
THEW_INLINE Mat3<T> operator*(const Mat3<T>& a, const Mat3<T>& b) {
  const Vec3<T> x = a * b.column_x(), y = a * b.column_y(), z = a * b.column_z();
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

}  // namespace thew::math
