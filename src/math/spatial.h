#pragma once

#include "math/mat3.h"

namespace thew::math {

// Spatial vectors in the order rotation, translation, about a reference point that all of them
// share.

/// A spatial velocity or acceleration, or a motion axis.
template <class T>
struct Motion {
  Vec3<T> rotation, translation;
};

/// A spatial force.
template <class T>
struct Force {
  Vec3<T> torque, force;
};

template <class T>
THEW_INLINE Motion<T> load_motion(const T* p) {
  return {load3(p), load3(p + 3)};
}
template <class T>
THEW_INLINE Force<T> load_force(const T* p) {
  return {load3(p), load3(p + 3)};
}
template <class T>
THEW_INLINE void store(T* p, const Motion<T>& a) {
  store(p, a.rotation);
  store(p + 3, a.translation);
}
template <class T>
THEW_INLINE void store(T* p, const Force<T>& a) {
  store(p, a.torque);
  store(p + 3, a.force);
}

template <class T>
THEW_INLINE Motion<T> operator+(const Motion<T>& a, const Motion<T>& b) {
  return {a.rotation + b.rotation, a.translation + b.translation};
}
template <class T>
THEW_INLINE Force<T> operator+(const Force<T>& a, const Force<T>& b) {
  return {a.torque + b.torque, a.force + b.force};
}
template <class T>
THEW_INLINE Force<T> operator-(const Force<T>& a, const Force<T>& b) {
  return {a.torque - b.torque, a.force - b.force};
}

/// a + s b
template <class T>
THEW_INLINE Motion<T> axpy(const T& s, const Motion<T>& b, const Motion<T>& a) {
  return {axpy(s, b.rotation, a.rotation), axpy(s, b.translation, a.translation)};
}

/// Power of a force along a motion.
template <class T>
THEW_INLINE T dot(const Motion<T>& a, const Force<T>& f) {
  const T rotation =
      fma(a.rotation.z, f.torque.z, fma(a.rotation.y, f.torque.y, a.rotation.x * f.torque.x));
  const T translation =
      fma(a.translation.z, f.force.z, fma(a.translation.y, f.force.y, a.translation.x * f.force.x));
  return rotation + translation;
}

/// v x m: how a motion fixed to a body that moves with v changes.
template <class T>
THEW_INLINE Motion<T> cross(const Motion<T>& v, const Motion<T>& m) {
  return {cross(v.rotation, m.rotation),
          add_cross(cross(v.rotation, m.translation), v.translation, m.rotation)};
}

/// v x* f: how a force fixed to a body that moves with v changes.
template <class T>
THEW_INLINE Force<T> cross(const Motion<T>& v, const Force<T>& f) {
  return {add_cross(cross(v.rotation, f.torque), v.translation, f.force),
          cross(v.rotation, f.force)};
}

/// a + v x* f
template <class T>
THEW_INLINE Force<T> add_cross(const Force<T>& a, const Motion<T>& v, const Force<T>& f) {
  return {add_cross(add_cross(a.torque, v.rotation, f.torque), v.translation, f.force),
          add_cross(a.force, v.rotation, f.force)};
}

/// Inertia of a body about the reference point: rotational part xx yy zz xy xz yz, first moment m
/// c, mass.
template <class T>
struct Inertia {
  T xx, yy, zz, xy, xz, yz;
  Vec3<T> moment;
  T mass;
};

template <class T>
THEW_INLINE Inertia<T> load_inertia(const T* p) {
  return {fetch(p),     fetch(p + 1), fetch(p + 2), fetch(p + 3),
          fetch(p + 4), fetch(p + 5), load3(p + 6), fetch(p + 9)};
}
template <class T>
THEW_INLINE void store(T* p, const Inertia<T>& a) {
  p[0] = a.xx, p[1] = a.yy, p[2] = a.zz, p[3] = a.xy, p[4] = a.xz, p[5] = a.yz;
  store(p + 6, a.moment);
  p[9] = a.mass;
}

template <class T>
THEW_INLINE Inertia<T> operator+(const Inertia<T>& a, const Inertia<T>& b) {
  return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz,         a.xy + b.xy,
          a.xz + b.xz, a.yz + b.yz, a.moment + b.moment, a.mass + b.mass};
}

/// Momentum of a body with this inertia: (I w + m c x v, m v - m c x w).
template <class T>
THEW_INLINE Force<T> operator*(const Inertia<T>& i, const Motion<T>& v) {
  const Vec3<T>& w = v.rotation;
  const Vec3<T> iw = {fma(i.xz, w.z, fma(i.xy, w.y, i.xx * w.x)),
                      fma(i.yz, w.z, fma(i.yy, w.y, i.xy * w.x)),
                      fma(i.zz, w.z, fma(i.yz, w.y, i.xz * w.x))};
  return {add_cross(iw, i.moment, v.translation), add_cross(i.mass * v.translation, w, i.moment)};
}

}  // namespace thew::math
