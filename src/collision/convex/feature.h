#pragma once

// Faces and edges of shapes near the corners that GJK or EPA ended with.

#include "collision/convex/clip.h"
#include "collision/convex/support.h"

namespace thew::collision {

/// The distinct corners of one shape among the vertices of a simplex of A - B.
struct Corners {
  int count = 0;  ///< 1: a corner, 2: an edge, 3: a face (not more: three span its plane)
  int id[3] = {-1, -1, -1};
  Vec3d point[3]{};
};

/// A plane face that a contact could be on.
struct Face {
  Vec3d normal;  ///< out of the shape
  int id;
};

/// An edge that a contact could be on.
struct Edge {
  Vec3d from, to;
  Vec3d direction;  ///< unit
  double skin = 0;  ///< how far it is outside the shape, on its skin
};

/// The most corners of a face and the most features at a corner, of shapes that are no meshes.
inline constexpr int kMostFaceCorners = 16, kMostFeatures = 3;

/// How many faces or edges can meet in the corners of a shape.
int max_features(const Convex& shape, const Corners& corners);
/// How many corners the outline of a face has.
int outline_corners(const Convex& shape, const Face& face);

/// The faces that contain the corners; `towards` points to the other shape. Returns how many.
int faces_at(const Convex& shape, const Corners& corners, const Vec3d& towards, Face* faces);

/// The edges that contain the corners; `touch` is the point of the skin nearest to the other shape,
/// or deepest in it.
int edges_at(const Convex& shape, const Corners& corners, const Vec3d& touch, Edge* edges);

/// The outline of a face, clockwise seen from outside.
void outline(const Convex& shape, const Face& face, Polygon& polygon);

}  // namespace thew::collision
