#pragma once

// When two frames are taken for one. The compiler marks frames that coincide (SameFrame), and
// kernels share their poses as long as that is so: a mark is a shortcut, the numbers decide.

#include "math/quat.h"

namespace thew {

/// Frames closer than this, in each number of position and quaternion, are one [m, 1].
inline constexpr double kSameFrame = 1e-6;

template <class T>
THEW_INLINE math::MaskOf<T> same_position(const math::Vec3<T>& a, const math::Vec3<T>& b) {
  const T near = T(kSameFrame);
  return (math::abs(a.x - b.x) < near) & (math::abs(a.y - b.y) < near) &
         (math::abs(a.z - b.z) < near);
}

/// q and -q are the same rotation.
template <class T>
THEW_INLINE math::MaskOf<T> same_rotation(const math::Quat<T>& a, const math::Quat<T>& b) {
  const T near = T(kSameFrame);
  const auto within = [&](const T& sign) {
    return (math::abs(a.w - sign * b.w) < near) & (math::abs(a.x - sign * b.x) < near) &
           (math::abs(a.y - sign * b.y) < near) & (math::abs(a.z - sign * b.z) < near);
  };
  const math::MaskOf<T> same = within(T(1));
  return all(same) ? same : same | within(T(-1));
}

}  // namespace thew
