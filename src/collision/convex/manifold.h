#pragma once

// Contacts with several points: where faces or edges of two shapes nearly lie on each other, the
// overlap of the two is their contact.

#include "collision/convex/convex.h"
#include "collision/convex/support.h"

namespace thew::collision {

/// A pair of opposite points.
struct Witness {
  double distance;
  Vec3d a, b;
};

/// Finds the touching features of two shapes at a simplex (2 or 3 points) of A - B, whose nearest or
/// deepest points are `at`. Returns how many of `out` (kMaxPoints) were written, at most `most`;
/// 0 when the shapes touch in a point only.
int manifold(const Convex& a, const Convex& b, const SupportPoint* simplex, int count,
             const Witness& at, int most, ConvexMemory memory, Witness* out);

}  // namespace thew::collision
