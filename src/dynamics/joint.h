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

/// Slides the frame along a world axis.
template <class T>
THEW_HD THEW_INLINE void slide(Pose<T>& pose, const math::Vec3<T>& axis_world, const T& distance) {
  pose.position = axpy(distance, axis_world, pose.position);
}

}  // namespace thew::dynamics
