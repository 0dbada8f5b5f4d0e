#pragma once

// Convex sets by their farthest points: all that GJK and EPA know of a shape.

#include "element/convex/options.h"
#include "element/shape.h"
#include "math/plain.h"

namespace thew::element::convex {

/// Lengths below this count as zero.
inline constexpr double kTiny = 1e-15;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Meshes with fewer vertices are searched through.
inline constexpr int kClimbFrom = 10;

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
  THEW_INLINE bool is_polytope() const {
    return (kind == Kind::Segment || kind >= Kind::Box) && skin == 0;
  }
};

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

  THEW_INLINE bool is_polytope() const { return a.is_polytope() && b.is_polytope(); }
  /// The point farthest in `direction`, a unit vector.
  THEW_HD void support(const Vec3d& direction, SupportPoint& p);
};

inline constexpr double kCell = 0.4;  // bounds of the 3 x 3 x 3 cells of directions of `extrema`

THEW_HD inline Vec3d placed(const Convex& set, const Vec3d& local) {
  return plain_rotate(set.rot, local) + set.pos;
}

THEW_HD inline double flip(double size, double towards) {
  return towards >= 0 ? size : -size;
}

THEW_HD inline Vec3d support_capsule(Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  const double radius = set.size.x;
  set.vertex = d.z >= 0 ? 0 : 1;
  return placed(set, {d.x * radius, d.y * radius, d.z * radius + flip(set.size.y, d.z)});
}

THEW_HD inline Vec3d support_segment(Convex& set, const Vec3d& direction) {
  const Vec3d axis = set.rot.column_z();
  set.vertex = plain_dot(axis, direction) >= 0 ? 0 : 1;
  return axis * flip(set.size.y, plain_dot(axis, direction)) + set.pos;
}

// The unit sphere scaled by S has its farthest point at S S d / |S d|.
THEW_HD inline Vec3d support_ellipsoid(const Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  const Vec3d& s = set.size;
  const Vec3d scaled{d.x * s.x, d.y * s.y, d.z * s.z};
  const double norm2 = plain_dot(scaled, scaled);
  if (!(norm2 >= kTiny * kTiny)) return placed(set, {s.x, 0, 0});
  const double inverse = 1 / sqrt(norm2);
  return placed(
      set, {scaled.x * (inverse * s.x), scaled.y * (inverse * s.y), scaled.z * (inverse * s.z)});
}

THEW_HD inline Vec3d support_cylinder(Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  set.vertex = d.z >= 0 ? 0 : 1;
  const double norm2 = d.x * d.x + d.y * d.y;
  const double scale = norm2 >= kTiny * kTiny ? set.size.x / sqrt(norm2) : 0;
  return placed(set, {scale * d.x, scale * d.y, flip(set.size.y, d.z)});
}

THEW_HD inline Vec3d support_box(Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  set.vertex = (d.x >= 0 ? 1 : 0) | (d.y >= 0 ? 2 : 0) | (d.z >= 0 ? 4 : 0);
  return placed(set, {flip(set.size.x, d.x), flip(set.size.y, d.y), flip(set.size.z, d.z)});
}

THEW_HD inline Vec3d mesh_vertex(const MeshView& mesh, int i) {
  const float* v = mesh.vert + 3 * i;
  return {double(v[0]), double(v[1]), double(v[2])};
}

THEW_HD inline Vec3d support_mesh(Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  const MeshView& mesh = *set.mesh;
  int best = set.vertex >= 0 ? set.vertex : 0;
  double height = plain_dot(d, mesh_vertex(mesh, best));
  for (int i = 0; i < mesh.vertices; ++i) {
    const double h = plain_dot(d, mesh_vertex(mesh, i));
    if (h > height) {
      height = h;
      best = i;
    }
  }
  set.vertex = best;
  return placed(set, mesh_vertex(mesh, best));
}

// The graph of a hull, as the Model stores it: numbers of vertices and faces, where the neighbours
// of each vertex begin, which vertex of the mesh it is, and the neighbours, each list ended by -1.
struct Graph {
  explicit THEW_INLINE Graph(const MeshView& view)
      : mesh(view),
        first(view.graph + 2),
        id(first + view.graph[0]),
        neighbour(id + view.graph[0]) {}
  THEW_INLINE double height(const Vec3d& d, int i) const {
    return plain_dot(d, mesh_vertex(mesh, id[i]));
  }

  const MeshView& mesh;
  const int* first;
  const int* id;
  const int* neighbour;
};

THEW_HD inline int cell(double x) {
  return (x > kCell) - (x < -kCell) + 1;
}

// Asks for memory that may be read soon; graphics processors have threads enough to wait.
THEW_INLINE void fetch(const void* place) {
#if defined(__CUDA_ARCH__)
  (void)place;
#else
  __builtin_prefetch(place);
#endif
}

// Climbs along edges, from the higher of the vertex found last and the one known for this part of
// the sphere of directions. Heights only grow, so it ends at the latest after all vertices.
THEW_HD inline Vec3d support_hull(Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  const Graph graph(*set.mesh);
  int best = set.mesh->extrema[9 * cell(d.x) + 3 * cell(d.y) + cell(d.z)];
  double height = graph.height(d, best);
  if (set.climb >= 0) {
    const double last = graph.height(d, set.climb);
    if (!(height > last)) best = set.climb, height = last;
  }
  for (int from = -1; from != best;) {
    from = best;
    for (const int* n = graph.neighbour + graph.first[from]; *n >= 0; ++n) {
      const double h = graph.height(d, *n);
      if (h > height) {
        height = h;
        best = *n;
      }
      // One of them is next, and hulls of many vertices are not near.
      fetch(graph.neighbour + graph.first[*n]);
    }
  }
  set.climb = best;
  set.vertex = graph.id[best];
  return placed(set, mesh_vertex(*set.mesh, set.vertex));
}

// The highest of the corners first ... last - 1.
THEW_HD inline Vec3d highest_corner(Convex& set, const Vec3d& direction, int first, int last) {
  int best = first;
  double height = plain_dot(direction, set.corners[first]);
  for (int i = first + 1; i < last; ++i) {
    const double h = plain_dot(direction, set.corners[i]);
    if (h > height) {
      height = h;
      best = i;
    }
  }
  if (set.kind != Kind::Prism) set.vertex = best;
  return set.corners[best];
}

THEW_HD inline Convex with_corners(Kind kind, const Vec3d* corners, int count) {
  Convex set;
  set.kind = kind;
  set.rot = math::identity3<double>();
  set.corners = corners;
  set.corner_count = count;
  for (int i = 0; i < count; ++i) set.pos = set.pos + corners[i];
  set.pos = set.pos * (1.0 / count);
  return set;
}

// Inlined in both searches of a difference, but on devices, where code is to be small.
THEW_INLINE Vec3d farthest(Convex& set, const Vec3d& direction) {
  switch (set.kind) {
    case Kind::Point:
      return set.pos;
    case Kind::Segment:
      return support_segment(set, direction);
    case Kind::Sphere:
      return direction * set.size.x + set.pos;
    case Kind::Capsule:
      return support_capsule(set, direction);
    case Kind::Ellipsoid:
      return support_ellipsoid(set, direction);
    case Kind::Cylinder:
      return support_cylinder(set, direction);
    case Kind::Box:
      return support_box(set, direction);
    case Kind::Mesh:
      return support_mesh(set, direction);
    case Kind::Hull:
      return support_hull(set, direction);
    case Kind::Corners:
      return highest_corner(set, direction, 0, set.corner_count);
    case Kind::Prism:
      return highest_corner(set, direction, direction.z < 0 ? 0 : 3, direction.z < 0 ? 3 : 6);
  }
  return set.pos;
}

/// The triangle or other convex hull of `corners`.
THEW_HD inline Convex hull_of(const Vec3d* corners, int count) {
  return with_corners(Kind::Corners, corners, count);
}

/// The vertical prism over a triangle: its 3 lower corners, then its 3 upper ones.
THEW_HD inline Convex prism_of(const Vec3d* corners) {
  return with_corners(Kind::Prism, corners, 6);
}

/// The point of the set that is farthest in `direction`, a unit vector.
THEW_LARGE Vec3d support(Convex& set, const Vec3d& direction) {
  return farthest(set, direction);
}

THEW_LARGE void Difference::support(const Vec3d& direction, SupportPoint& p) {
  const Vec3d back = -direction;
#if defined(__CUDACC__)
  p.a = convex::support(a, direction);
  p.b = convex::support(b, back);
#else
  p.a = farthest(a, direction);
  p.b = farthest(b, back);
#endif
  if (a.skin > 0) p.a = plain_axpy(a.skin, direction, p.a);
  if (b.skin > 0) p.b = plain_axpy(b.skin, back, p.b);
  p.w = p.a - p.b;
  p.corner_a = a.vertex;
  p.corner_b = b.vertex;
}

}  // namespace thew::element::convex
