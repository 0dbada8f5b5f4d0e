#pragma once

// What one joint does to the frame of its body.

#include <thew/model.h>

#include "math/quat.h"

namespace thew::dynamics {

/// Whether the first joint of a body is free: its first three dofs translate along the axes of the
/// world.
inline bool has_free_joint(const Model& m, int body) {
  return m.body_parentid[body] == 0 && m.body_jntnum[body] > 0 &&
         m.jnt_type[m.body_jntadr[body]] == static_cast<int>(JointType::Free);
}

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

}  // namespace thew::dynamics
