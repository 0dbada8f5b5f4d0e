#pragma once

// How a vertex of a skin follows several bones. Linear blending takes the mean of where each bone
// would bring it, and mixes rotations as if they were matrices: a tube that is twisted by half a
// turn has no radius left. Dual quaternions mix the motions themselves, and what they mix is a
// motion again (Kavan et al., "Geometric skinning with approximate dual quaternion blending",
// 2008): lengths around a twisted tube stay.

#include <thew/constants.h>

#include "math/quat.h"

namespace thew::element {

/// A motion x -> r x r* + t as the dual quaternion r + e t r / 2, or a weighted sum of such.
template <class T>
struct DualQuat {
  math::Quat<T> real = {T(0), T(0), T(0), T(0)};
  math::Quat<T> dual = {T(0), T(0), T(0), T(0)};
};

template <class T>
THEW_INLINE T dot(const math::Quat<T>& a, const math::Quat<T>& b) {
  return (a.w * b.w + a.x * b.x) + (a.y * b.y + a.z * b.z);
}

/// a + s b.
template <class T>
THEW_INLINE math::Quat<T> plus(const math::Quat<T>& a, const T& s, const math::Quat<T>& b) {
  return {a.w + s * b.w, a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/// A turn, then a shift.
template <class T>
THEW_INLINE DualQuat<T> rigid_motion(const math::Quat<T>& turn, const math::Vec3<T>& shift) {
  const math::Quat<T> half = {T(0), T(0.5) * shift.x, T(0.5) * shift.y, T(0.5) * shift.z};
  return {turn, half * turn};
}

/// Adds a motion by its weight. It and its negative are the same one: of the two that is taken
/// which is nearer to the sum, so that bones mix along the shorter way round.
template <class T>
THEW_INLINE void add_motion(DualQuat<T>& sum, const DualQuat<T>& motion, const T& weight) {
  const T along = select(dot(sum.real, motion.real) < T(0), -weight, weight);
  sum.real = plus(sum.real, along, motion.real);
  sum.dual = plus(sum.dual, along, motion.dual);
}

/// Where the motion that a sum stands for brings a point: with |r| = 1, r x r* + 2 d r*.
template <class T>
THEW_INLINE math::Vec3<T> move(const DualQuat<T>& sum, const math::Vec3<T>& x) {
  const T square = max(dot(sum.real, sum.real), T(kMinVal));
  const T scale = T(1) / sqrt(square);
  const math::Quat<T> turn = {sum.real.w * scale, sum.real.x * scale, sum.real.y * scale,
                              sum.real.z * scale};
  const math::Vec3<T> shift = (sum.dual * conjugate(sum.real)).vector() * (T(2) / square);
  return rotate(turn, x) + shift;
}

}  // namespace thew::element
