#pragma once

// Rows of a contact: what a dof with the axis (angular, linear) does to a point of its body along
// the axes f of the contact frame, f . (linear + angular x arm) = (arm x f) . angular + f . linear,
// and f . angular for spin and rolling. `arm` is the point relative to the reference point of the
// axis.

#include "math/spatial.h"

namespace thew::element {

/// The six numbers by which base row k of a contact multiplies an axis: 0 is the normal, 1 and 2
/// are the tangents, 3 is the spin, 4 and 5 are the rolling directions. The frame has its axes as
/// rows; the sign is -1 for the first body and 1 for the second.
template <class T>
THEW_INLINE math::Force<T> contact_wrench(const T* frame, const math::Vec3<T>& arm, const T& sign,
                                          int k) {
  const math::Vec3<T> f = sign * math::load3(frame + 3 * (k % 3));
  if (k >= 3) return {f, {T(0), T(0), T(0)}};
  return {cross(arm, f), f};
}

/// Entry of a row with this wrench, summed in one chain.
template <class T>
THEW_INLINE T contact_entry(const math::Force<T>& wrench, const math::Motion<T>& axis) {
  T sum = axis.rotation.x * wrench.torque.x;
  sum = fma(axis.rotation.y, wrench.torque.y, sum);
  sum = fma(axis.rotation.z, wrench.torque.z, sum);
  sum = fma(axis.translation.x, wrench.force.x, sum);
  sum = fma(axis.translation.y, wrench.force.y, sum);
  return fma(axis.translation.z, wrench.force.z, sum);
}

/// What an axis does to the point of a contact: its turn and its velocity, with the sign of the
/// body.
template <class T>
THEW_INLINE math::Motion<T> contact_motion(const math::Motion<T>& axis, const math::Vec3<T>& arm,
                                           const T& sign) {
  return {sign * axis.rotation, sign * add_cross(axis.translation, axis.rotation, arm)};
}

/// Entry of base row k by such a motion: the same number as by its wrench, but for rounding.
template <class T>
THEW_INLINE T contact_entry(const T* frame, const math::Motion<T>& motion, int k) {
  return dot(math::load3(frame + 3 * (k % 3)), k < 3 ? motion.translation : motion.rotation);
}

/// Column of n base rows for one axis. A contact without friction has its one entry as the power of
/// a force along a motion, and rolling rows have no linear part.
template <class T>
THEW_HD inline void contact_column(const T* frame, const math::Vec3<T>& arm, const T& sign,
                                   const math::Motion<T>& axis, int n, T* column) {
  if (n == 1) {
    column[0] = dot(axis, contact_wrench(frame, arm, sign, 0));
    return;
  }
  for (int k = 0; k < n; ++k) {
    const math::Force<T> wrench = contact_wrench(frame, arm, sign, k);
    column[k] = k < 4 ? contact_entry(wrench, axis) : dot(wrench.torque, axis.rotation);
  }
}

}  // namespace thew::element
