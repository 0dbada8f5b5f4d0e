#pragma once

// Contacts of primitives, the first shape, with triangles and tetrahedra inside of a skin: elements
// of deformable bodies. One world at a time.

#include <thew/constants.h>

#include "element/shape.h"
#include "element/simplex.h"

namespace thew::element {

/// An element by its corners, with the thickness of its skin.
struct Skinned {
  const Vec3<double>* corner;
  int corners;
  double skin;
};

namespace detail {

THEW_HD inline Vec3<double> unit_or_x(const Vec3<double>& v, double length) {
  return length < kMinVal ? Vec3<double>{1, 0, 0} : v * (1 / length);
}

/// Two balls of a point on each shape, the first with a radius.
THEW_HD inline int near_points(const Vec3<double>& a, double radius, const Vec3<double>& b,
                               double skin, double margin, int count, Point<double>* points) {
  const Vec3<double> way = b - a;
  const double length = norm(way), dist = length - radius - skin;
  const Vec3<double> normal = unit_or_x(way, length);
  return put(points, count, dist <= margin, dist, math::axpy(radius + 0.5 * dist, normal, a),
             normal);
}

THEW_HD inline int ball_simplex(const Vec3<double>& centre, double radius, const Skinned& element,
                                double margin, int count, Point<double>* points) {
  double weight[kSimplexCorners];
  nearest_weights(element.corner, element.corners, centre, weight);
  return near_points(centre, radius, weighted_point(element.corner, element.corners, weight),
                     element.skin, margin, count, points);
}

}  // namespace detail

THEW_HD inline int sphere_triangle(const Placed<double>& sphere, const Skinned& element,
                                   double margin, Point<double>* points) {
  return detail::ball_simplex(sphere.pos, sphere.size.x, element, margin, 0, points);
}

/// The balls at the ends of the capsule, and the corners that are beside its axis.
THEW_HD inline int capsule_triangle(const Placed<double>& capsule, const Skinned& element,
                                    double margin, Point<double>* points) {
  const double radius = capsule.size.x, half = capsule.size.y;
  const Vec3<double> axis = capsule.rot.column_z();
  int count = 0;
  for (const double end : {-half, half}) {
    count = detail::ball_simplex(math::axpy(end, axis, capsule.pos), radius, element, margin, count,
                                 points);
  }
  for (int i = 0; i < element.corners; ++i) {
    const double along = dot(element.corner[i] - capsule.pos, axis);
    const double share = (along + half) / (2 * half);
    if (!(share > kMinVal && share < 1 - kMinVal)) continue;
    count = detail::near_points(math::axpy(along, axis, capsule.pos), radius, element.corner[i],
                                element.skin, margin, count, points);
  }
  return count;
}

/// The corners of the triangle at the nearest faces of the box, and the corners of the box.
THEW_HD inline int box_triangle(const Placed<double>& box, const Skinned& element, double margin,
                                Point<double>* points) {
  int count = 0;
  const double half[3] = {box.size.x, box.size.y, box.size.z};
  for (int i = 0; i < element.corners; ++i) {
    const Vec3<double> local = multiply_transposed(box.rot, element.corner[i] - box.pos);
    const double at[3] = {local.x, local.y, local.z};
    int axis = 0;
    double most = -kAbsent;
    bool within = true;
    for (int k = 0; k < 3; ++k) {
      const double beyond = math::abs(at[k]) - half[k];
      within &= beyond <= margin + element.skin;
      if (beyond > most) most = beyond, axis = k;
    }
    if (!within) continue;
    const double side = at[axis] > 0 ? 1 : -1, dist = most - element.skin;
    const Vec3<double> column = axis == 0   ? box.rot.column_x()
                                : axis == 1 ? box.rot.column_y()
                                            : box.rot.column_z();
    const Vec3<double> normal = side * column;
    count = put(points, count, true, dist,
                math::axpy(-(element.skin + 0.5 * dist), normal, element.corner[i]), normal);
  }
  for (int i = 0; i < 8; ++i) {
    const Vec3<double> local = {i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                                i & 4 ? half[2] : -half[2]};
    count = detail::ball_simplex(box.rot * local + box.pos, 0, element, margin, count, points);
  }
  return count;
}

}  // namespace thew::element
