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

/// Finds the point of a simplex that is nearest to the origin: sets the weights and drops the
/// points that do not carry it. The newest point always belongs to the nearest face, as GJK adds
/// only points that bring it closer; where rounding says otherwise the newest point alone is kept.
///
/// The method is that of signed volumes: Montanari, Petrinic and Barbieri, "Improving the GJK
/// algorithm for faster and more reliable distance queries", ACM Trans. Graph. 36 (2017).
void reduce_to_nearest(Simplex& simplex);

/// Sum of weight times point, for the points of the difference or of either set.
Vec3d weighted(const Simplex& simplex, Vec3d SupportPoint::* which);

}  // namespace thew::collision
