#pragma once

// Segments, triangles and tetrahedra by their corners.

#include <limits>

#include "math/vec3.h"

namespace thew::element {

/// The most corners that an element of something deformable has.
inline constexpr int kSimplexCorners = 4;

namespace detail {

using Point3 = math::Vec3<double>;

THEW_INLINE double square(const Point3& v) {
  return dot(v, v);
}

THEW_INLINE double mixed_product(const Point3& a, const Point3& b, const Point3& c) {
  return dot(cross(a, b), c);
}

/// Keeps the nearest of several candidates, each a simplex of some corners.
struct NearestSoFar {
  double* weight;
  double distance = std::numeric_limits<double>::infinity();

  /// A candidate with these weights for the corners `corner`, relative to the point.
  template <int n>
  THEW_HD void offer(const Point3* x, const int (&corner)[n], const double (&share)[n]) {
    Point3 at = x[corner[0]] * share[0];
    for (int i = 1; i < n; ++i) at = at + x[corner[i]] * share[i];
    if (!(square(at) < distance)) return;
    distance = square(at);
    for (int i = 0; i < kSimplexCorners; ++i) weight[i] = 0;
    for (int i = 0; i < n; ++i) weight[corner[i]] = share[i];
  }
};

THEW_HD inline void offer_segment(const Point3* x, int a, int b, NearestSoFar& nearest) {
  const Point3 way = x[b] - x[a];
  const double length = square(way), along = -dot(x[a], way);
  const double share = length > 0 ? math::min(math::max(along / length, 0.0), 1.0) : 0.0;
  nearest.offer(x, {a, b}, {1 - share, share});
}

/// With n the normal, the areas of the triangles of the origin with the sides, seen along n, are
/// the weights of its foot; where one is negative, the nearest point is on a side.
THEW_HD inline void offer_triangle(const Point3* x, int a, int b, int c, NearestSoFar& nearest) {
  const Point3 normal = cross(x[b] - x[a], x[c] - x[a]);
  const double area = square(normal);
  const double part[3] = {dot(normal, cross(x[b], x[c])), dot(normal, cross(x[c], x[a])),
                          dot(normal, cross(x[a], x[b]))};
  if (area > 0 && part[0] >= 0 && part[1] >= 0 && part[2] >= 0) {
    const double sum = part[0] + part[1] + part[2];
    return nearest.offer(x, {a, b, c}, {part[0] / sum, part[1] / sum, part[2] / sum});
  }
  offer_segment(x, a, b, nearest);
  offer_segment(x, b, c, nearest);
  offer_segment(x, c, a, nearest);
}

THEW_HD inline void offer_tetrahedron(const Point3* x, NearestSoFar& nearest) {
  const double all = mixed_product(x[1] - x[0], x[2] - x[0], x[3] - x[0]);
  const double part[4] = {mixed_product(x[1], x[2], x[3]), -mixed_product(x[2], x[3], x[0]),
                          mixed_product(x[3], x[0], x[1]), -mixed_product(x[0], x[1], x[2])};
  bool inside = all != 0;
  for (const double volume : part) inside &= volume * all >= 0;
  if (inside) {
    const double sum = part[0] + part[1] + part[2] + part[3];
    return nearest.offer(x, {0, 1, 2, 3},
                         {part[0] / sum, part[1] / sum, part[2] / sum, part[3] / sum});
  }
  offer_triangle(x, 1, 2, 3, nearest);
  offer_triangle(x, 0, 2, 3, nearest);
  offer_triangle(x, 0, 1, 3, nearest);
  offer_triangle(x, 0, 1, 2, nearest);
}

}  // namespace detail

/// Weights of the corners in the point of a simplex that is nearest to p: its coordinates in the
/// simplex, none negative, one in sum. All four are written.
THEW_HD inline void nearest_weights(const math::Vec3<double>* corner, int count,
                                    const math::Vec3<double>& p, double* weight) {
  math::Vec3<double> x[kSimplexCorners];
  for (int i = 0; i < count; ++i) x[i] = corner[i] - p;
  for (int i = 0; i < kSimplexCorners; ++i) weight[i] = i == 0 ? 1 : 0;
  detail::NearestSoFar nearest{weight};
  if (count == 2) detail::offer_segment(x, 0, 1, nearest);
  if (count == 3) detail::offer_triangle(x, 0, 1, 2, nearest);
  if (count == 4) detail::offer_tetrahedron(x, nearest);
}

/// The point with these weights.
THEW_HD inline math::Vec3<double> weighted_point(const math::Vec3<double>* corner, int count,
                                                 const double* weight) {
  math::Vec3<double> sum = corner[0] * weight[0];
  for (int i = 1; i < count; ++i) sum = sum + corner[i] * weight[i];
  return sum;
}

}  // namespace thew::element
