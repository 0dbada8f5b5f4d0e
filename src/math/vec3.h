#pragma once

#include "math/pack.h"
#include "math/scalar.h"

namespace thew::math {

template <class T>
struct Vec3 {
  T x, y, z;
};

template <class T>
THEW_INLINE Vec3<T> load3(const T* p) {
  return {fetch(p), fetch(p + 1), fetch(p + 2)};
}
template <class T>
THEW_INLINE void store(T* p, const Vec3<T>& a) {
  p[0] = a.x;
  p[1] = a.y;
  p[2] = a.z;
}

template <class T>
THEW_INLINE Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
THEW_INLINE Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
THEW_INLINE Vec3<T> operator-(const Vec3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
THEW_INLINE Vec3<T> operator*(const Vec3<T>& a, const T& s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
THEW_INLINE Vec3<T> operator*(const T& s, const Vec3<T>& a) {
  return a * s;
}

/// a + s b
template <class T>
THEW_INLINE Vec3<T> axpy(const T& s, const Vec3<T>& b, const Vec3<T>& a) {
  return {fma(s, b.x, a.x), fma(s, b.y, a.y), fma(s, b.z, a.z)};
}

template <class T>
THEW_INLINE T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return fma(a.z, b.z, fma(a.y, b.y, a.x * b.x));
}

/// a x b. Not fused, so that a x a is exactly zero.
template <class T>
THEW_INLINE Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// c + a x b, fused.
template <class T>
THEW_INLINE Vec3<T> add_cross(const Vec3<T>& c, const Vec3<T>& a, const Vec3<T>& b) {
  return {fma(a.y, b.z, fma(-a.z, b.y, c.x)), fma(a.z, b.x, fma(-a.x, b.z, c.y)),
          fma(a.x, b.y, fma(-a.y, b.x, c.z))};
}

template <class T>
THEW_INLINE T norm(const Vec3<T>& a) {
  return sqrt(dot(a, a));
}

template <class T>
THEW_INLINE Vec3<T> select(const MaskOf<T>& m, const Vec3<T>& a, const Vec3<T>& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}

}  // namespace thew::math
