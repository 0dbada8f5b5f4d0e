#pragma once

// Directions of a contact: unit vectors with a fallback, and the frame around a normal.

#include "element/shape.h"

namespace thew::element {

/// Lengths below this count as zero.
inline constexpr double kTinyLength = 1e-15;

template <class T>
struct Direction {
  Vec3<T> unit;
  T length;
};

/// v / |v| and |v|; the world's x axis where v has no direction (NaN has none).
template <class T>
THEW_INLINE Direction<T> direction(const Vec3<T>& v) {
  const T length = norm(v);
  const auto none_left = !(length >= T(kTinyLength));
  const T inverse = T(1) / select(none_left, T(1), length);
  return {select<T>(none_left, Vec3<T>{T(1), T(0), T(0)}, v * inverse), length};
}

/// A' v and A v, not fused: what lies exactly on a face of an aligned box, or halfway between two,
/// still does in the frame of the box.
template <class T>
THEW_INLINE Vec3<T> into_frame(const Mat3<T>& a, const Vec3<T>& v) {
  return {a.xx * v.x + a.yx * v.y + a.zx * v.z, a.xy * v.x + a.yy * v.y + a.zy * v.z,
          a.xz * v.x + a.yz * v.y + a.zz * v.z};
}
template <class T>
THEW_INLINE Vec3<T> out_of_frame(const Mat3<T>& a, const Vec3<T>& v) {
  return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.yx * v.x + a.yy * v.y + a.yz * v.z,
          a.zx * v.x + a.zy * v.y + a.zz * v.z};
}

/// The frame of a contact, axes as rows: the normal; the tangent, or where it is zero the world's y
/// (z if the normal is within 60 degrees of y), made orthogonal to the normal; and their cross
/// product.
template <class T>
THEW_HD inline Mat3<T> contact_frame(const Vec3<T>& normal, const Vec3<T>& tangent) {
  const Vec3<T> x = direction(normal).unit;
  const T zero(0), one(1);
  const auto free = dot(tangent, tangent) < T(0.25);
  const auto along_y = abs(x.y) < T(0.5);
  const Vec3<T> seed{zero, select(along_y, one, zero), select(along_y, zero, one)};
  const Vec3<T> wish = select<T>(free, seed, tangent);
  const Vec3<T> y = direction(wish - x * dot(x, wish)).unit;
  const Vec3<T> z = cross(x, y);
  return {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
}

}  // namespace thew::element
