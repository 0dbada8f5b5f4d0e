#pragma once

// The depth of two overlapping convex sets: the expanding polytope algorithm of van den Bergen
// 2001.

#include "collision/convex/gjk.h"
#include "collision/convex/polytope.h"

namespace thew::collision {

/// The least translation that separates two sets that overlap.
struct Penetration {
  double depth = 0;
  Vec3d a{}, b{};          ///< the deepest points; a - b = depth times the normal from A to B
  SupportPoint corner[3];  ///< the face of A - B that they come from
};

/// Expands from a simplex of GJK; false where no depth was found.
bool epa(Difference& set, const Proximity& start, const ConvexOptions& options, ConvexMemory memory,
         Penetration& result);

}  // namespace thew::collision
