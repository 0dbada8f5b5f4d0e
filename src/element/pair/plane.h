#pragma once

// Contacts of a plane (through `pos`, its z axis the normal) with the shapes that have a closed
// form. The signed height of a point p is h(p) = n . (p - pos); contacts are points of the other
// surface with h <= margin, moved halfway back to the plane.

#include "element/pair/frame.h"

namespace thew::element {
namespace detail {

/// One contact where `deepest`, a point of the other shape, is at height `dist`.
template <class T>
THEW_INLINE int put_below(Point<T>* points, int count, const MaskOf<T>& exists,
                          const Vec3<T>& normal, const T& dist, const Vec3<T>& deepest,
                          const Vec3<T>& tangent = {T(0), T(0), T(0)}) {
  return put(points, count, exists, dist, axpy(T(-0.5) * dist, normal, deepest), normal, tangent);
}

/// A plane with one ball of a larger shape, which says where the tangent points.
template <class T>
THEW_INLINE int plane_ball(const Placed<T>& plane, const Vec3<T>& centre, const T& radius,
                           const Vec3<T>& tangent, const T& margin, int count, Point<T>* points) {
  const Vec3<T> n = plane.rot.column_z();
  const T dist = dot(n, centre - plane.pos) - radius;
  return put_below(points, count, dist <= margin, n, dist, axpy(-radius, n, centre), tangent);
}

}  // namespace detail

/// At most 1 point.
template <class T>
THEW_HD inline int plane_sphere(const Placed<T>& plane, const Placed<T>& sphere, const T& margin,
                                Point<T>* points) {
  const Vec3<T> free{T(0), T(0), T(0)};
  return detail::plane_ball(plane, sphere.pos, sphere.size.x, free, margin, 0, points);
}

/// One point for each end, the one along +z first; tangents follow the capsule.
template <class T>
THEW_HD inline int plane_capsule(const Placed<T>& plane, const Placed<T>& capsule, const T& margin,
                                 Point<T>* points) {
  const Vec3<T> axis = capsule.rot.column_z();
  const Vec3<T> half = axis * capsule.size.y;
  const T& radius = capsule.size.x;
  const int count = detail::plane_ball(plane, capsule.pos + half, radius, axis, margin, 0, points);
  return detail::plane_ball(plane, capsule.pos - half, radius, axis, margin, count, points);
}

/// The deepest point. With D = diag(size) and the downward direction d in the ellipsoid's frame, it
/// is D (D d) / |D d|.
template <class T>
THEW_HD inline int plane_ellipsoid(const Placed<T>& plane, const Placed<T>& ellipsoid,
                                   const T& margin, Point<T>* points) {
  const Vec3<T> n = plane.rot.column_z();
  const Vec3<T>& size = ellipsoid.size;
  const Vec3<T> down = multiply_transposed(ellipsoid.rot, -n);
  const Vec3<T> unit = direction(Vec3<T>{size.x * down.x, size.y * down.y, size.z * down.z}).unit;
  const Vec3<T> local{size.x * unit.x, size.y * unit.y, size.z * unit.z};
  const Vec3<T> deepest = ellipsoid.rot * local + ellipsoid.pos;
  const T dist = dot(n, deepest - plane.pos);
  return detail::put_below(points, 0, dist <= margin, n, dist, deepest);
}

namespace detail {

/// The radius of a cylinder that goes down most: -n without its part along the axis `down`, where
/// n . down = `descent`. On a disk parallel to the plane all are equal: the cylinder's x axis.
template <class T>
THEW_INLINE Vec3<T> lowest_radius(const Placed<T>& cylinder, const Vec3<T>& n, const Vec3<T>& down,
                                  const T& descent) {
  const T& radius = cylinder.size.x;
  const Vec3<T> slope = down * descent - n;
  const T steepness = dot(slope, slope);
  const auto flat = !(steepness >= T(kTinyLength * kTinyLength));
  const T scale = radius / sqrt(select(flat, T(1), steepness));
  return select<T>(flat, cylinder.rot.column_x() * radius, slope * scale);
}

}  // namespace detail

/// At most 4 points: the deepest of the lower rim, the point of the upper rim above it, and the two
/// that make an equilateral triangle on the lower disk with the first.
template <class T>
THEW_HD inline int plane_cylinder(const Placed<T>& plane, const Placed<T>& cylinder,
                                  const T& margin, Point<T>* points) {
  const Vec3<T> n = plane.rot.column_z(), z = cylinder.rot.column_z();
  const T height = dot(n, cylinder.pos - plane.pos);
  // Half axis towards the plane. The product is not fused: for a lying cylinder its sign is
  // rounding, which then chooses as other engines do.
  const T cosine = n.x * z.x + n.y * z.y + n.z * z.z;
  const Vec3<T> down = select<T>(cosine > T(0), -z, z);
  const Vec3<T> half = down * cylinder.size.y;
  const T along = -abs(cosine) * cylinder.size.y;
  const Vec3<T> rim = detail::lowest_radius(cylinder, n, down, -abs(cosine));
  const T drop = dot(n, rim);

  const T lowest = height + along + drop;
  const auto touches = lowest <= margin;
  if (none(touches)) return 0;
  const Vec3<T> low = cylinder.pos + half;
  int count = detail::put_below(points, 0, touches, n, lowest, low + rim);

  const T above = height - along + drop;
  const Vec3<T> high = cylinder.pos - half;
  count = detail::put_below(points, count, touches & (above <= margin), n, above, high + rim);

  const T corner = height + along - T(0.5) * drop;
  const MaskOf<T> stands = touches & (corner <= margin);
  if (none(stands)) return count;
  const T half_chord = T(0.86602540378443864676) * cylinder.size.x;  // sqrt(3)/2
  const Vec3<T> side = direction(cross(rim, half)).unit * half_chord;
  const Vec3<T> back = axpy(T(-0.5), rim, low);
  count = detail::put_below(points, count, stands, n, corner, back + side);
  return detail::put_below(points, count, stands, n, corner, back - side);
}

/// The first 4 corners, in binary order of their signs (x changes fastest), that lie below the
/// centre and within the margin.
template <class T>
THEW_HD inline int plane_box(const Placed<T>& plane, const Placed<T>& box, const T& margin,
                             Point<T>* points) {
  const Vec3<T> n = plane.rot.column_z();
  const T height = dot(n, box.pos - plane.pos);
  const Vec3<T> x = box.rot.column_x() * box.size.x;
  const Vec3<T> y = box.rot.column_y() * box.size.y;
  const Vec3<T> z = box.rot.column_z() * box.size.z;
  const T reach = abs(dot(n, x)) + abs(dot(n, y)) + abs(dot(n, z));
  // The lowest corner decides; the slack is far above rounding.
  if (none(height - reach * T(tolerance<math::Scalar<T>>(1 + 1e-9, 1 + 1e-6)) <= margin)) return 0;

  int count = 0;
  T found(0);
  for (int i = 0; i < 8; ++i) {
    const Vec3<T> xy = ((i & 1) ? x : -x) + ((i & 2) ? y : -y);
    const Vec3<T> corner = xy + ((i & 4) ? z : -z);
    const T below = dot(n, corner);
    const T dist = height + below;
    const MaskOf<T> touches = (dist <= margin) & (below <= T(0)) & (found < T(4));
    found = found + select(touches, T(1), T(0));
    count = detail::put_below(points, count, touches, n, dist, corner + box.pos);
  }
  return count;
}

}  // namespace thew::element
