#pragma once

#include "element/convex/support.h"

namespace thew::element {

namespace mesh_on_plane {

using convex::mesh_vertex;

inline constexpr int kMaxCorners = 4;

/// The face at a vertex whose normal is most along `down`, the first of equals; -1: none.
THEW_HD inline int lowest_face(const MeshView& mesh, int at, const Vec3d& down) {
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

  THEW_INLINE int operator[](int i) const { return corner[(first + i) % count]; }
};

THEW_HD inline Ring ring_from(const MeshView& mesh, int face, int vertex) {
  Ring ring{mesh.poly_vert + mesh.poly_vert_adr[face], mesh.poly_vert_num[face], 0};
  while (ring.first + 1 < ring.count && ring.corner[ring.first] != vertex) ++ring.first;
  return ring;
}

/// Four corners that span a large area, the first of the ring among them: the other three walk
/// around the ring from its beginning, each as long as that helps. The area of the quadrangle
/// a b c d is |(c - a) x (d - b)| / 2.
THEW_HD inline void spread(const MeshView& mesh, const Ring& ring, int (&chosen)[kMaxCorners]) {
  int at[kMaxCorners] = {0, 1, 2, 3};
  const auto corner = [&](int i) { return mesh_vertex(mesh, ring[at[i]]); };
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

}  // namespace mesh_on_plane

/// A plane and a convex mesh, placed as `set`: the lowest vertex, and of the face around it that
/// looks down most the corners that lie below the mesh's origin and within the margin, in the order
/// of the face. Of a face with more than four corners four count that span a large area. At most 4
/// points; 1 if the mesh has no faces at its lowest vertex.
THEW_HD inline int plane_mesh(const Placed<double>& plane, convex::Convex set, double margin,
                              Point<double>* points) {
  using namespace mesh_on_plane;
  const Vec3d normal = plane.rot.column_z();
  const Vec3d up = plain_unrotate(set.rot, normal);
  const double height = plain_dot(normal, set.pos - plane.pos);
  convex::support(set, -normal);
  const MeshView& view = *set.mesh;

  int corners[kMaxCorners] = {set.vertex};
  int corner_count = 1;
  if (!(height + plain_dot(up, mesh_vertex(view, set.vertex)) <= margin)) return 0;
  const int face = lowest_face(view, set.vertex, -up);
  if (face >= 0) {
    const Ring ring = ring_from(view, face, set.vertex);
    corner_count = min(ring.count, kMaxCorners);
    if (ring.count > kMaxCorners)
      spread(view, ring, corners);
    else
      for (int i = 0; i < corner_count; ++i) corners[i] = ring[i];
  }

  int count = 0;
  for (int i = 0; i < corner_count; ++i) {
    const Vec3d local = mesh_vertex(view, corners[i]);
    const double below = plain_dot(up, local);
    const double dist = height + below;
    if (i > 0 && !(below <= 0 && dist <= margin)) continue;
    const Vec3d world = plain_rotate(set.rot, local) + set.pos;
    points[count++] = {dist, plain_axpy(-0.5 * dist, normal, world), normal, {0, 0, 0}};
  }
  return count;
}

}  // namespace thew::element
