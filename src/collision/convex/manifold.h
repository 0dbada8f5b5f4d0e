#pragma once

// Contacts with several points: where faces or edges of two shapes nearly lie on each other, the
// overlap of the two is their contact.

#include "collision/convex/convex.h"
#include "collision/convex/support.h"

namespace thew::collision {

struct ManifoldLimits {
  double margin;  ///< points farther apart than this do not count
  int points;     ///< most points of a polygon
};

/// Finds the touching features of two shapes (without skins) at a simplex of 1 to 3 points of A - B
/// where they are nearest or deepest, with `normal` from A to B. Returns how many of `out`
/// (kMaxPoints) were written; 0 when the shapes touch in a point only.
int manifold(const Convex& a, const Convex& b, const SupportPoint* simplex, int count,
             const Vec3d& normal, const ManifoldLimits& limits, ConvexMemory memory,
             Point<double>* out);

}  // namespace thew::collision
