#include "collision/pair/plane_mesh.h"

#include "collision/convex/support.h"

namespace thew::collision {
namespace {

constexpr int kMaxCorners = 4;

Vec3d vertex(const MeshView& mesh, int i) {
  const float* v = mesh.vert + 3 * i;
  return {double(v[0]), double(v[1]), double(v[2])};
}

/// The face at a vertex whose normal is most along `down`, the first of equals; -1: none.
int lowest_face(const MeshView& mesh, int at, const Vec3d& down) {
  if (mesh.polygons == 0) return -1;
  int best = -1;
  double most = -2;
  const int* faces = mesh.vert_poly + mesh.vert_poly_adr[at];
  for (int i = 0; i < mesh.vert_poly_num[at]; ++i) {
    const double cosine = plain_dot(math::load3(mesh.poly_normal + 3 * faces[i]), down);
    if (cosine > most) {
      most = cosine;
      best = faces[i];
    }
  }
  return best;
}

/// The corners of a face, counted from one of them.
struct Ring {
  const int* corner;
  int count;
  int first;

  int operator[](int i) const { return corner[(first + i) % count]; }
};

Ring ring_from(const MeshView& mesh, int face, int vertex) {
  Ring ring{mesh.poly_vert + mesh.poly_vert_adr[face], mesh.poly_vert_num[face], 0};
  while (ring.first + 1 < ring.count && ring.corner[ring.first] != vertex) ++ring.first;
  return ring;
}

/// Four corners that span a large area, the first of the ring among them: the other three walk
/// around the ring from its beginning, each as long as that helps. The area of the quadrangle
/// a b c d is |(c - a) x (d - b)| / 2.
void spread(const MeshView& mesh, const Ring& ring, int (&chosen)[kMaxCorners]) {
  int at[kMaxCorners] = {0, 1, 2, 3};
  const auto corner = [&](int i) { return vertex(mesh, ring[at[i]]); };
  const auto area = [&] {
    return plain_norm(cross(corner(2) - corner(0), corner(3) - corner(1))) / 2;
  };
  double largest = area();
  const auto advance = [&](int i) {
    const int before = at[i];
    at[i] = (before + 1) % ring.count;
    const double larger = area();
    const bool helps = larger > largest;
    if (helps)
      largest = larger;
    else
      at[i] = before;
    return helps;
  };
  while (advance(3)) {
    while (advance(2)) {
    }
    while (advance(1)) {
    }
  }
  for (int i = 0; i < kMaxCorners; ++i) chosen[i] = ring[at[i]];
}

}  // namespace

int plane_mesh(const Placed<double>& plane, const Shape& mesh, double margin,
               Point<double>* points) {
  const Vec3d normal = plane.rot.column_z();
  const Vec3d up = plain_unrotate(mesh.at.rot, normal);
  const double height = plain_dot(normal, mesh.at.pos - plane.pos);
  Convex set = convex_of(mesh);
  support(set, -normal);
  const MeshView& view = *mesh.mesh;

  int corners[kMaxCorners] = {set.vertex};
  int corner_count = 1;
  if (!(height + plain_dot(up, vertex(view, set.vertex)) <= margin)) return 0;
  const int face = lowest_face(view, set.vertex, -up);
  if (face >= 0) {
    const Ring ring = ring_from(view, face, set.vertex);
    corner_count = math::min(ring.count, kMaxCorners);
    if (ring.count > kMaxCorners)
      spread(view, ring, corners);
    else
      for (int i = 0; i < corner_count; ++i) corners[i] = ring[i];
  }

  int count = 0;
  for (int i = 0; i < corner_count; ++i) {
    const Vec3d local = vertex(view, corners[i]);
    const double below = plain_dot(up, local);
    const double dist = height + below;
    if (i > 0 && !(below <= 0 && dist <= margin)) continue;
    const Vec3d world = plain_rotate(mesh.at.rot, local) + mesh.at.pos;
    points[count++] = {dist, plain_axpy(-0.5 * dist, normal, world), normal, {0, 0, 0}};
  }
  return count;
}

}  // namespace thew::collision
