#pragma once

#include "math/functions.h"
#include "math/mat3.h"
#include "math/resolution.h"

namespace thew::math {

/// A unit quaternion as rotation, scalar part first.
template <class T>
struct Quat {
  T w, x, y, z;

  THEW_INLINE Vec3<T> vector() const { return {x, y, z}; }
};

template <class T>
THEW_INLINE Quat<T> load4(const T* p) {
  return {fetch(p), fetch(p + 1), fetch(p + 2), fetch(p + 3)};
}
template <class T>
THEW_INLINE void store(T* p, const Quat<T>& q) {
  p[0] = q.w, p[1] = q.x, p[2] = q.y, p[3] = q.z;
}

// Which of two parallel faces is in front is a matter of the last bits of their poses. Products,
// rotations and matrices round as MuJoCo's do, so that both see the same one: nothing is fused, and
// the order of the sums is part of what they compute.

template <class T>
THEW_INLINE Quat<T> operator*(const Quat<T>& a, const Quat<T>& b) {
  return {(a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
          (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
          (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
          (a.w * b.z + a.x * b.y) + (a.z * b.w - a.y * b.x)};
}

template <class T>
THEW_INLINE Quat<T> conjugate(const Quat<T>& q) {
  return {q.w, -q.x, -q.y, -q.z};
}

/// q / |q|; the unit quaternion where |q| is next to nothing.
template <class T>
THEW_INLINE Quat<T> normalized(const Quat<T>& q) {
  const T square = (q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z);
  // Almost always |q| is 1 to rounding, and q stays as it is to the bit. Near that, one step of
  // Newton's method for the inverse root from 1 is exact.
  const auto near = abs(square - T(1)) < T(tolerance<Scalar<T>>(1e-9, 1e-5));
  T scale = select(abs(square - T(1)) < T(tolerance<Scalar<T>>(2e-15, 2e-7)), T(1),
                   fma(T(-0.5), square, T(1.5)));
  if (all(near)) return {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
  const auto tiny = square < T(1e-30);
  scale = select(near, scale, select(tiny, T(0), T(1) / sqrt(select(tiny, T(1), square))));
  return {select(tiny, T(1), q.w * scale), q.x * scale, q.y * scale, q.z * scale};
}

/// The rotated vector q v q*: v + 2 u x (w v + u x v), with u the vector part.
template <class T>
THEW_INLINE Vec3<T> rotate(const Quat<T>& q, const Vec3<T>& v) {
  const Vec3<T> u = q.vector();
  const Vec3<T> t = {(q.w * v.x + u.y * v.z) - u.z * v.y, (q.w * v.y + u.z * v.x) - u.x * v.z,
                     (q.w * v.z + u.x * v.y) - u.y * v.x};
  return v + T(2) * cross(u, t);
}

/// The matrix of a rotation.
template <class T>
THEW_INLINE Mat3<T> to_matrix(const Quat<T>& q) {
  const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const T ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const T xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const T wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  const T wy_difference = ww - yy, xz_difference = xx - zz;
  return {wy_difference + xz_difference, xy - wz, xz + wy, xy + wz,
          (ww + yy) - (xx + zz),         yz - wx, xz - wy, yz + wx,
          wy_difference - xz_difference};
}

/// Rotation by `angle` about a unit axis.
template <class T>
THEW_INLINE Quat<T> axis_angle(const Vec3<T>& axis, const T& angle) {
  T s, c;
  sincos(angle * T(0.5), s, c);
  return {c, axis.x * s, axis.y * s, axis.z * s};
}

/// The rotation exp(v): by |v| about v.
template <class T>
THEW_INLINE Quat<T> exponential(const Vec3<T>& v) {
  // Of half the angle r, cos r and sin(r)/r are series in r^2: no root, no division.
  using S = Scalar<T>;
  const T r2 = T(S(0.25)) * dot(v, v);
  const T cosine =
      fma(r2 * r2, detail::polynomial<detail::CosPoly<S>>(r2), fma(T(S(-0.5)), r2, T(1)));
  const T sine = fma(r2, detail::polynomial<detail::SinPoly<S>>(r2), T(1)) * T(S(0.5));
  const auto small = r2 <= T(S(0.6));  // within pi/4, where the series hold
  if (all(small)) return {cosine, v.x * sine, v.y * sine, v.z * sine};
  const T angle = norm(v);
  const Quat<T> q = axis_angle(v * (T(1) / select(small, T(1), angle)), angle);
  return {select(small, cosine, q.w), select(small, v.x * sine, q.x),
          select(small, v.y * sine, q.y), select(small, v.z * sine, q.z)};
}

/// The rotation vector of q, of length at most pi.
template <class T>
THEW_INLINE Vec3<T> logarithm(const Quat<T>& q) {
  const Vec3<T> u = q.vector();
  const T s = norm(u);
  T angle = T(2) * atan2(s, q.w);
  angle = select(angle > T(3.14159265358979323846), angle - T(6.28318530717958647693), angle);
  const auto tiny = s < T(1e-15);
  return u * select(tiny, T(2), angle / select(tiny, T(1), s));
}

/// q exp(h w): the orientation after turning with the local angular velocity w for the time h.
template <class T>
THEW_INLINE Quat<T> integrate(const Quat<T>& q, const Vec3<T>& w, const T& h) {
  return normalized(q) * exponential(w * h);
}

/// The local rotation vector from b to a: b exp(result) = a.
template <class T>
THEW_INLINE Vec3<T> difference(const Quat<T>& a, const Quat<T>& b) {
  return logarithm(conjugate(b) * a);
}

}  // namespace thew::math
