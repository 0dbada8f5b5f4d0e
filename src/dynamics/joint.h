#pragma once

// What one joint does to the frame of its body.

#include "math/quat.h"

namespace thew::dynamics {

template <class T>
struct Pose {
  math::Vec3<T> position;
  math::Quat<T> rotation;
};

/// The point with local coordinates p.
template <class T>
THEW_HD THEW_INLINE math::Vec3<T> transform(const Pose<T>& pose, const math::Vec3<T>& p) {
  return pose.position + rotate(pose.rotation, p);
}

/// A frame fixed to another one.
template <class T>
THEW_HD THEW_INLINE Pose<T> compose(const Pose<T>& parent, const Pose<T>& child) {
  return {transform(parent, child.position), parent.rotation * child.rotation};
}

/// Slides the frame along a world axis.
template <class T>
THEW_HD THEW_INLINE void slide(Pose<T>& pose, const math::Vec3<T>& axis_world, const T& distance) {
  pose.position = axpy(distance, axis_world, pose.position);
}

/// Turns the frame by a local rotation that keeps the anchor (local `p`, world `p_world`) in place.
template <class T>
THEW_HD THEW_INLINE void turn(Pose<T>& pose, const math::Quat<T>& rotation, const math::Vec3<T>& p,
                              const math::Vec3<T>& p_world) {
  pose.rotation = pose.rotation * rotation;
  pose.position = p_world - rotate(pose.rotation, p);
}

}  // namespace thew::dynamics
