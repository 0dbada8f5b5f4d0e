#pragma once

// What one joint does to the frame of its body, and the axes along which it moves it.

#include "math/quat.h"
#include "math/spatial.h"

namespace thew::element {

template <class T>
struct Pose {
  math::Vec3<T> position;
  math::Quat<T> rotation;
};

/// The point with local coordinates p.
template <class T>
THEW_INLINE math::Vec3<T> transform(const Pose<T>& pose, const math::Vec3<T>& p) {
  return pose.position + rotate(pose.rotation, p);
}

/// Slides the frame along a world axis.
template <class T>
THEW_INLINE void slide(Pose<T>& pose, const math::Vec3<T>& axis_world, const T& distance) {
  pose.position = pose.position + distance * axis_world;
}

/// The rotation of a hinge, from sine and cosine of half its angle.
template <class T>
THEW_INLINE math::Quat<T> hinge_turn(const math::Vec3<T>& axis, const T& sine, const T& cosine) {
  const math::Vec3<T> vector = axis * sine;
  return {cosine, vector.x, vector.y, vector.z};
}

/// Whether the anchor is at the body's origin.
template <class T>
THEW_INLINE MaskOf<T> is_centred(const math::Vec3<T>& anchor) {
  return (anchor.x == T(0)) & (anchor.y == T(0)) & (anchor.z == T(0));
}

/// Turns the pose about a point that is fixed to it, and gives where that is.
template <class T>
THEW_INLINE math::Vec3<T> turn_about(const math::Vec3<T>& anchor, const math::Quat<T>& turn,
                                     Pose<T>& pose) {
  using math::Vec3;
  const MaskOf<T> centred = is_centred(anchor);
  const Pose<T> before = pose;
  pose.rotation = before.rotation * turn;
  if (all(centred)) return before.position;
  const Vec3<T> point = select(centred, before.position, transform(before, anchor));
  pose.position = select(centred, before.position, point - rotate(pose.rotation, anchor));
  return point;
}

/// Velocity of the reference point per unit rate of a rotation about `axis` through an anchor
/// `offset` away from it.
template <class T>
THEW_INLINE math::Motion<T> rotation_axis(const math::Vec3<T>& axis, const math::Vec3<T>& offset) {
  return {axis, cross(axis, offset)};
}

/// The same of a translation.
template <class T>
THEW_INLINE math::Motion<T> translation_axis(const math::Vec3<T>& axis) {
  return {{T(0), T(0), T(0)}, axis};
}

}  // namespace thew::element
