#pragma once

#include "collision/convex.h"
#include "collision/shape.h"

namespace thew::collision {

/// Whether a shape collides with its triangles.
inline bool has_triangles(const Shape& shape) {
  return shape.type == GeomType::Mesh && shape.mesh && !shape.mesh->convex;
}

/// Contacts of the triangles of a mesh, as they are and not their hull, with a convex shape that is
/// closer than `margin`. Normals point from the mesh to the shape. Triangles push to the side they
/// face; a shape whose centre is behind one is not held by it. Returns how many of `points`
/// (kMaxPoints) were written: the deepest, where there are more.
int triangles_convex(const Shape& mesh, const Shape& other, double margin,
                     const ConvexOptions& options, ConvexMemory memory, Point<double>* points);

}  // namespace thew::collision
