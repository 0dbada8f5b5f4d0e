#pragma once

#include "collision/shape.h"

namespace thew::collision {

/// Appends a point that exists in the lanes of `exists`, unless there is none: returns the new
/// number of points. NaN never compares true, so a pose with NaN gives no points.
template <class T>
THEW_INLINE int put(Point<T>* points, int count, const MaskOf<T>& exists, const T& dist,
                    const Vec3<T>& pos, const Vec3<T>& normal,
                    const Vec3<T>& tangent = {T(0), T(0), T(0)}) {
  if (none(exists)) return count;
  points[count] = {select(exists, dist, T(kAbsent)), pos, normal, tangent};
  return count + 1;
}

}  // namespace thew::collision
