#pragma once

// Simplices of the difference set, and their points nearest to the origin.

#include "collision/convex/support.h"

namespace thew::collision {

/// One to four points; the newest is the last.
struct Simplex {
  SupportPoint point[4];
  double weight[4] = {};  ///< barycentric coordinates of the point nearest to the origin
  int count = 0;
};

/// Finds the point of a simplex that is nearest to the origin: returns it, sets its weights and
/// drops the points that do not carry it. None are left where the points are not finite.
///
/// The method is that of signed volumes: Montanari, Petrinic and Barbieri, "Improving the GJK
/// algorithm for faster and more reliable distance queries", ACM Trans. Graph. 36 (2017).
Vec3d reduce_to_nearest(Simplex& simplex);

/// Sum of weight times point, for the points of either set.
Vec3d weighted(const Simplex& simplex, Vec3d SupportPoint::* which);

/// The point of the plane through a, b, c that is nearest to the origin; false where there is no
/// plane.
bool foot_on_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& foot);

/// The coordinates 0, 1 or 2 that span the coordinate plane on which a triangle looks largest.
struct Axes {
  double Vec3d::* u;
  double Vec3d::* v;
};
Axes largest_shadow(const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// Twice the signed area of a triangle, seen along the missing coordinate.
THEW_INLINE double shadow_area(const Axes& axes, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const auto [u, v] = axes;
  return (b.*u - a.*u) * (c.*v - a.*v) - (b.*v - a.*v) * (c.*u - a.*u);
}

}  // namespace thew::collision
