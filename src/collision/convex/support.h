#pragma once

// Convex sets by their farthest points: all that GJK and EPA know of a shape.

#include "collision/convex/plain.h"
#include "collision/shape.h"

namespace thew::collision {

/// Kinds of convex sets, by how their farthest point in a direction is found.
enum class Kind {
  Point,      ///< a sphere without its radius
  Segment,    ///< a capsule without its radius: the axis, half length size.y
  Sphere,     ///< radius size.x
  Capsule,    ///< radius size.x, half length size.y
  Ellipsoid,  ///< radii
  Cylinder,   ///< radius size.x, half length size.y
  Box,        ///< half sizes
  Mesh,       ///< all vertices of `mesh`
  Hull,       ///< the vertices of the hull of `mesh`, by climbing its graph
  Corners,    ///< `corners`, in the world
  Prism,  ///< 6 `corners`, in the world: the lower 3 and above them, in the same order, the upper 3
};

/// A convex set placed in the world.
struct Convex {
  Kind kind = Kind::Point;
  Vec3d pos{};
  Mat3d rot{};
  Vec3d size{};
  const MeshView* mesh = nullptr;
  const Vec3d* corners = nullptr;
  int corner_count = 0;
  double skin = 0;  ///< thickness of a layer around the set

  int vertex = -1;  ///< the corner found last: of a box the signs of its coordinates as bits 0-2
  int climb = -1;   ///< where it is in the graph of the hull, to start the next search from

  /// Whether the set has finitely many corners.
  bool is_polytope() const { return (kind == Kind::Segment || kind >= Kind::Box) && skin == 0; }
};

/// The triangle or other convex hull of `corners`.
Convex hull_of(const Vec3d* corners, int count);

/// The vertical prism over a triangle: its 3 lower corners, then its 3 upper ones.
Convex prism_of(const Vec3d* corners);

/// The set of a shape: anything but planes, height fields and distance fields.
Convex convex_of(const Shape& shape);

/// The point of the set that is farthest in `direction`, a unit vector.
Vec3d support(Convex& set, const Vec3d& direction);

/// A point of the difference of two sets, A - B.
struct SupportPoint {
  Vec3d w;       ///< a - b
  Vec3d a, b;    ///< the points of A and B
  int corner_a;  ///< which corners they are, where the sets have corners
  int corner_b;
};

/// The difference A - B of two convex sets. It contains the origin where they overlap, and its
/// distance to the origin is theirs.
struct Difference {
  Convex a, b;

  bool is_polytope() const { return a.is_polytope() && b.is_polytope(); }
  /// The point farthest in `direction`, a unit vector.
  void support(const Vec3d& direction, SupportPoint& p);
};

}  // namespace thew::collision
