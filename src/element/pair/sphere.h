#pragma once

// Contacts of a sphere, the first shape, with round shapes and boxes. One point at most.

#include "element/pair/frame.h"

namespace thew::element {
namespace detail {

/// A ball of a shape whose z axis is `axis`: it gives the normal of balls with one centre.
template <class T>
struct Ball {
  Vec3<T> centre;
  T radius;
  Vec3<T> axis;
};

/// Two balls. Where the centres coincide the normal is z1 x z2, or the world's x axis.
template <class T>
THEW_INLINE int ball_ball(const Ball<T>& a, const Ball<T>& b, const MaskOf<T>& wanted,
                          const T& margin, int count, Point<T>* points) {
  const Vec3<T> between = b.centre - a.centre;
  const T length = norm(between);
  const T dist = length - a.radius - b.radius;
  const MaskOf<T> exists = wanted & (dist <= margin);
  if (none(exists)) return count;
  Vec3<T> normal = direction(between).unit;
  const auto concentric = length < T(kTinyLength);
  if (any(concentric))
    normal = select<T>(concentric, direction(cross(a.axis, b.axis)).unit, normal);
  return put(points, count, exists, dist, axpy(fma(T(0.5), dist, a.radius), normal, a.centre),
             normal);
}

}  // namespace detail

template <class T>
THEW_HD inline int sphere_sphere(const Placed<T>& a, const Placed<T>& b, const T& margin,
                                 Point<T>* points) {
  return detail::ball_ball<T>({a.pos, a.size.x, a.rot.column_z()},
                              {b.pos, b.size.x, b.rot.column_z()}, true, margin, 0, points);
}

/// The capsule's nearest ball.
template <class T>
THEW_HD inline int sphere_capsule(const Placed<T>& sphere, const Placed<T>& capsule,
                                  const T& margin, Point<T>* points) {
  const Vec3<T> axis = capsule.rot.column_z();
  const T& half = capsule.size.y;
  const T along = clamp(dot(axis, sphere.pos - capsule.pos), -half, half);
  return detail::ball_ball<T>({sphere.pos, sphere.size.x, sphere.rot.column_z()},
                              {axpy(along, axis, capsule.pos), capsule.size.x, axis}, true, margin,
                              0, points);
}

/// A cap faces the sphere like a plane, the side like a ball about the axis, the rim like a point.
/// A centre inside leaves through the nearer of cap and side.
template <class T>
THEW_HD inline int sphere_cylinder(const Placed<T>& sphere, const Placed<T>& cylinder,
                                   const T& margin, Point<T>* points) {
  const T& radius = cylinder.size.x;
  const T& half = cylinder.size.y;
  const Vec3<T> axis = cylinder.rot.column_z();
  const Vec3<T> between = sphere.pos - cylinder.pos;
  const T along = dot(axis, between);
  const Vec3<T> out = between - axis * along;
  const T away_squared = dot(out, out);
  const T away = sqrt(away_squared);

  const auto beside = abs(along) < half;
  const auto over = away_squared < radius * radius;
  const auto to_cap = half - abs(along) < radius - away;
  const MaskOf<T> cap = over & ((abs(along) >= half) | to_cap);
  const MaskOf<T> side =
      beside & ((away_squared >= radius * radius) | (half - abs(along) >= radius - away));
  const Vec3<T> upward = select<T>(along > T(0), axis, -axis);

  int count = 0;
  if (any(!cap)) {
    const T scale = radius / select(away > T(0), away, T(1));
    const Vec3<T> rim = axpy(half, upward, out * scale);
    const Vec3<T> nearest = select<T>(side, axis * along, rim) + cylinder.pos;
    count =
        detail::ball_ball<T>({sphere.pos, sphere.size.x, sphere.rot.column_z()},
                             {nearest, select(side, radius, T(0)), axis}, !cap, margin, 0, points);
  }
  if (any(cap)) {
    const Vec3<T> face = axpy(half, upward, cylinder.pos);
    const T dist = dot(upward, sphere.pos - face) - sphere.size.x;
    const Vec3<T> pos = axpy(fma(T(-0.5), dist, -sphere.size.x), upward, sphere.pos);
    const MaskOf<T> exists = cap & (dist <= margin);
    if (count == 0) return put(points, 0, exists, dist, pos, -upward);
    points[0].dist = select(exists, dist, points[0].dist);
    points[0].pos = select<T>(exists, pos, points[0].pos);
    points[0].normal = select<T>(exists, -upward, points[0].normal);
  }
  return count;
}

namespace detail {

/// Where a centre inside the box leaves it: the inward normal of the nearest face (-x, +x, -y ...:
/// the first of equals) and the distance to that face. Rounding may put the centre a little
/// outside.
template <class T>
struct Exit {
  Vec3<T> inward;
  T depth;
};
template <class T>
THEW_INLINE Exit<T> nearest_face(const Vec3<T>& centre, const Vec3<T>& size) {
  const T zero(0), one(1);
  const T below_x = abs(size.x + centre.x), above_x = abs(size.x - centre.x);
  const T below_y = abs(size.y + centre.y), above_y = abs(size.y - centre.y);
  const T below_z = abs(size.z + centre.z), above_z = abs(size.z - centre.z);
  const T x = min(below_x, above_x), y = min(below_y, above_y), z = min(below_z, above_z);
  const MaskOf<T> is_x = (x <= y) & (x <= z);
  const MaskOf<T> is_y = (y < x) & (y <= z);
  const T inward_x = select(below_x <= above_x, one, -one);
  const T inward_y = select(below_y <= above_y, one, -one);
  const T inward_z = select(below_z <= above_z, one, -one);
  return {{select(is_x, inward_x, zero), select(is_y, inward_y, zero),
           select(is_x | is_y, zero, inward_z)},
          select(is_x, x, select(is_y, y, z))};
}

}  // namespace detail

/// The box's point nearest to the centre; a centre inside leaves through the nearest face.
template <class T>
THEW_HD inline int sphere_box(const Placed<T>& sphere, const Placed<T>& box, const T& margin,
                              Point<T>* points) {
  const T& radius = sphere.size.x;
  const Vec3<T>& size = box.size;
  const Vec3<T> centre = into_frame(box.rot, sphere.pos - box.pos);
  const Vec3<T> nearest{clamp(centre.x, -size.x, size.x), clamp(centre.y, -size.y, size.y),
                        clamp(centre.z, -size.z, size.z)};
  const auto towards = direction(nearest - centre);
  T dist = towards.length - radius;
  const auto exists = dist <= margin;
  if (none(exists)) return 0;

  Vec3<T> normal = towards.unit;
  Vec3<T> pos = axpy(radius, normal, centre);
  pos = (nearest + pos) * T(0.5);
  const auto inside = towards.length <= T(kTinyLength);
  if (any(inside)) {
    const auto face = detail::nearest_face(centre, size);
    dist = select(inside, -face.depth - radius, dist);
    normal = select<T>(inside, face.inward, normal);
    pos = select<T>(inside, axpy(T(0.5) * (radius - face.depth), face.inward, centre), pos);
  }
  return put<T>(points, 0, exists & (dist <= margin), dist, box.rot * pos + box.pos,
                box.rot * normal);
}

}  // namespace thew::element
