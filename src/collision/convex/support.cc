#include "collision/convex/support.h"

namespace thew::collision {
namespace {

constexpr double kTiny = 1e-15;  // directions shorter than this are none
constexpr int kClimbFrom = 10;   // meshes with fewer vertices are searched through
constexpr double kCell = 0.4;    // bounds of the 3 x 3 x 3 cells of directions of `extrema`

Vec3d placed(const Convex& set, const Vec3d& local) {
  return plain_rotate(set.rot, local) + set.pos;
}

double flip(double size, double towards) {
  return towards >= 0 ? size : -size;
}

Vec3d support_capsule(Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  const double radius = set.size.x;
  set.vertex = d.z >= 0 ? 0 : 1;
  return placed(set, {d.x * radius, d.y * radius, d.z * radius + flip(set.size.y, d.z)});
}

Vec3d support_segment(Convex& set, const Vec3d& direction) {
  const Vec3d axis = set.rot.column_z();
  set.vertex = plain_dot(axis, direction) >= 0 ? 0 : 1;
  return axis * flip(set.size.y, plain_dot(axis, direction)) + set.pos;
}

// The unit sphere scaled by S has its farthest point at S S d / |S d|.
Vec3d support_ellipsoid(const Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  const Vec3d& s = set.size;
  const Vec3d scaled{d.x * s.x, d.y * s.y, d.z * s.z};
  const double norm2 = plain_dot(scaled, scaled);
  if (!(norm2 >= kTiny * kTiny)) return placed(set, {s.x, 0, 0});
  const double inverse = 1 / math::sqrt(norm2);
  return placed(
      set, {scaled.x * (inverse * s.x), scaled.y * (inverse * s.y), scaled.z * (inverse * s.z)});
}

Vec3d support_cylinder(Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  set.vertex = d.z >= 0 ? 0 : 1;
  const double norm2 = d.x * d.x + d.y * d.y;
  const double scale = norm2 >= kTiny * kTiny ? set.size.x / math::sqrt(norm2) : 0;
  return placed(set, {scale * d.x, scale * d.y, flip(set.size.y, d.z)});
}

Vec3d support_box(Convex& set, const Vec3d& direction) {
  const Vec3d d = plain_unrotate(set.rot, direction);
  set.vertex = (d.x >= 0 ? 1 : 0) | (d.y >= 0 ? 2 : 0) | (d.z >= 0 ? 4 : 0);
  return placed(set, {flip(set.size.x, d.x), flip(set.size.y, d.y), flip(set.size.z, d.z)});
}

Vec3d mesh_vertex(const MeshView& mesh, int i) {
  const float* v = mesh.vert + 3 * i;
  return {double(v[0]), double(v[1]), double(v[2])};
}

Vec3d support_mesh(Convex& set, const Vec3d& direction) {
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
  explicit Graph(const MeshView& view)
      : mesh(view),
        first(view.graph + 2),
        id(first + view.graph[0]),
        neighbour(id + view.graph[0]) {}
  double height(const Vec3d& d, int i) const { return plain_dot(d, mesh_vertex(mesh, id[i])); }

  const MeshView& mesh;
  const int* first;
  const int* id;
  const int* neighbour;
};

int cell(double x) {
  return (x > kCell) - (x < -kCell) + 1;
}

// Climbs along edges, from the higher of the vertex found last and the one known for this part of
// the sphere of directions. Heights only grow, so it ends at the latest after all vertices.
Vec3d support_hull(Convex& set, const Vec3d& direction) {
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
    }
  }
  set.climb = best;
  set.vertex = graph.id[best];
  return placed(set, mesh_vertex(*set.mesh, set.vertex));
}

// The highest of the corners first ... last - 1.
Vec3d highest_corner(Convex& set, const Vec3d& direction, int first, int last) {
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

Convex with_corners(Kind kind, const Vec3d* corners, int count) {
  Convex set;
  set.kind = kind;
  set.rot = math::identity3<double>();
  set.corners = corners;
  set.corner_count = count;
  for (int i = 0; i < count; ++i) set.pos = set.pos + corners[i];
  set.pos = set.pos * (1.0 / count);
  return set;
}

Kind kind_of(const Shape& shape) {
  switch (shape.type) {
    case GeomType::Capsule:
      return Kind::Capsule;
    case GeomType::Ellipsoid:
      return Kind::Ellipsoid;
    case GeomType::Cylinder:
      return Kind::Cylinder;
    case GeomType::Box:
      return Kind::Box;
    case GeomType::Mesh:
    case GeomType::Sdf:
      return shape.mesh->graph && shape.mesh->vertices >= kClimbFrom ? Kind::Hull : Kind::Mesh;
    default:
      return Kind::Sphere;
  }
}

// Inlined in both searches of a difference.
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

}  // namespace

Convex hull_of(const Vec3d* corners, int count) {
  return with_corners(Kind::Corners, corners, count);
}

Convex prism_of(const Vec3d* corners) {
  return with_corners(Kind::Prism, corners, 6);
}

Convex convex_of(const Shape& shape) {
  Convex set;
  set.kind = kind_of(shape);
  set.pos = shape.at.pos;
  set.rot = shape.at.rot;
  set.size = shape.at.size;
  set.mesh = shape.mesh;
  return set;
}

Vec3d support(Convex& set, const Vec3d& direction) {
  return farthest(set, direction);
}

void Difference::support(const Vec3d& direction, SupportPoint& p) {
  const Vec3d back = -direction;
  p.a = farthest(a, direction);
  p.b = farthest(b, back);
  if (a.skin > 0) p.a = plain_axpy(a.skin, direction, p.a);
  if (b.skin > 0) p.b = plain_axpy(b.skin, back, p.b);
  p.w = p.a - p.b;
  p.corner_a = a.vertex;
  p.corner_b = b.vertex;
}

}  // namespace thew::collision
