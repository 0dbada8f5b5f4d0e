#pragma once

// Two capsules: balls about points p_i = c_i + x_i e_i of their axes, |x_i| <= h_i.
//
// The point of line 1 nearest to line 2 is x_1 = ((c_2 - c_1) x e_2) . w / |w|^2 with w = e_1 x
// e_2. This form does not cancel when the axes are almost parallel; |w| is the sine of their angle.

#include "element/pair/sphere.h"

namespace thew::element {
namespace detail {

/// Axes closer than this [rad] count as parallel and touch at two points.
inline constexpr double kParallelAngle = 1e-4;

template <class T>
struct Segment {
  Vec3<T> centre, axis;
  T half;

  THEW_INLINE Vec3<T> at(const T& x) const { return axpy(x, axis, centre); }
  /// Where the projection of p falls on the line.
  THEW_INLINE T project(const Vec3<T>& p) const { return dot(axis, p - centre); }
  THEW_INLINE T limit(const T& x) const { return clamp(x, -half, half); }
};

}  // namespace detail

/// The nearest points of the axes; for parallel axes one point for each end of the first capsule,
/// the one along -z first. A partner beyond its own end pulls the point of the first capsule back.
template <class T>
THEW_HD inline int capsule_capsule(const Placed<T>& a, const Placed<T>& b, const T& margin,
                                   Point<T>* points) {
  const detail::Segment<T> first{a.pos, a.rot.column_z(), a.size.y};
  const detail::Segment<T> second{b.pos, b.rot.column_z(), b.size.y};
  const auto touch = [&](const T& start, const MaskOf<T>& wanted, int count) {
    const T free = second.project(first.at(start));
    const T x2 = second.limit(free);
    const Vec3<T> p2 = second.at(x2);
    const T x1 = select(x2 == free, start, first.limit(first.project(p2)));
    return detail::ball_ball<T>({first.at(x1), a.size.x, first.axis}, {p2, b.size.x, second.axis},
                                wanted, margin, count, points);
  };

  const Vec3<T> w = cross(first.axis, second.axis);
  const T sine_squared = dot(w, w);
  const auto parallel = sine_squared < T(detail::kParallelAngle * detail::kParallelAngle);
  const T nearest =
      dot(cross(b.pos - a.pos, second.axis), w) / select(parallel, T(1), sine_squared);
  const T start = select(parallel, -first.half, first.limit(nearest));
  const int count = touch(start, true, 0);
  if (none(parallel)) return count;
  return touch(first.half, parallel, count);
}

}  // namespace thew::element
