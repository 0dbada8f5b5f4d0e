#pragma once

// Contacts with several points: where faces or edges of two shapes nearly lie on each other, the
// overlap of the two is their contact.

#include "collision/convex/convex.h"
#include "collision/convex/support.h"

namespace thew::collision {

/// Bytes that `manifold` needs for faces of at most `corners` corners and at most `degree` faces
/// around a vertex.
std::size_t manifold_memory(int corners, int degree);

/// Where two shapes are nearest or deepest.
struct Touch {
  Vec3d a, b;    ///< points of their surfaces
  Vec3d normal;  ///< from A to B
};

/// Finds the touching features of two shapes (without skins) at a simplex of 1 to 3 points of A - B
/// where they touch, with points at most `margin` apart. Returns how many of `out`
/// (kMaxPoints) were written; 0 when the shapes touch in a point only.
int manifold(const Convex& a, const Convex& b, const SupportPoint* simplex, int count,
             const Touch& touch, double margin, ConvexMemory memory, Point<double>* out);

/// The points of a shape that face a plane, given by a point on it and its normal, and are at most
/// `margin` above it: of the line of a cylinder or capsule along the plane, or else of the face at
/// the lowest corner that looks down most. Returns how many of `out` (4) were written.
int plane_manifold(const Vec3d& on, const Vec3d& normal, const Convex& b, double margin,
                   ConvexMemory memory, Point<double>* out);

}  // namespace thew::collision
