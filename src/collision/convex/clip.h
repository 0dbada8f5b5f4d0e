#pragma once

// Clipping of a convex polygon by the sides of another one.

#include "collision/convex/plain.h"

namespace thew::collision {

/// Corners of a polygon, in order, with room for `capacity` of them.
struct Polygon {
  Vec3d* corner = nullptr;
  int count = 0;
  int capacity = 0;
};

/// Cuts `polygon` (or a segment: two corners) by the planes through the sides of the face `frame`
/// and along its normal. The corners of the frame go clockwise, seen from where its normal points.
/// `spare` is room for intermediate results.
void clip(Polygon& polygon, Polygon& spare, const Polygon& frame, const Vec3d& normal);

/// Chooses four corners of a convex polygon whose area is large; needs at least four.
void largest_quadrilateral(const Polygon& polygon, int* chosen);

}  // namespace thew::collision
