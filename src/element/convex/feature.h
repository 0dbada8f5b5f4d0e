#pragma once

// Faces and edges of shapes near the corners that GJK or EPA ended with.

#include "element/convex/clip.h"
#include "element/convex/support.h"
#include "math/functions.h"

namespace thew::element::convex {

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

inline constexpr double kParallel = 0.996;  // cosine of about 5 degrees

THEW_HD inline Vec3d unit(const Vec3d& v) {
  const double norm = plain_norm(v);
  return norm < kTiny ? Vec3d{1, 0, 0} : Vec3d{v.x / norm, v.y / norm, v.z / norm};
}

THEW_HD inline Edge edge_between(const Vec3d& from, const Vec3d& to) {
  return {from, to, unit(to - from)};
}

// Boxes. Corner ids have a bit per axis that is set on the positive side; the faces are numbered
// +x -x +y -y +z -z.

THEW_HD inline Face box_face(const Convex& box, int axis, bool positive) {
  const double sign = positive ? 1 : -1;
  const Vec3d local{axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
  return {plain_rotate(box.rot, local), 2 * axis + (positive ? 0 : 1)};
}

// The face that points `towards` the other shape, if one nearly does.
THEW_HD inline int box_face_towards(const Convex& box, const Vec3d& towards, Face* faces) {
  const Vec3d d = unit(plain_unrotate(box.rot, towards));
  const double along[3] = {d.x, d.y, d.z};
  for (int axis = 0; axis < 3; ++axis) {
    if (abs(along[axis]) > kParallel) {
      faces[0] = box_face(box, axis, along[axis] > 0);
      return 1;
    }
  }
  return 0;
}

THEW_HD inline int box_faces(const Convex& box, const Corners& corners, const Vec3d& towards,
                             Face* faces) {
  int all = 7, none = 7;  // axes on which all corners are positive, or negative
  for (int i = 0; i < corners.count; ++i) {
    all &= corners.id[i];
    none &= ~corners.id[i];
  }
  int count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const int bit = 1 << axis;
    if ((all | none) & bit) faces[count++] = box_face(box, axis, all & bit);
  }
  // Corners across a diagonal share fewer faces than they should.
  return count == 4 - corners.count ? count : box_face_towards(box, towards, faces);
}

THEW_HD inline Vec3d box_corner(const Convex& box, int id) {
  const Vec3d& s = box.size;
  return placed(box, {id & 1 ? s.x : -s.x, id & 2 ? s.y : -s.y, id & 4 ? s.z : -s.z});
}

THEW_HD inline int box_edges(const Convex& box, const Corners& corners, Edge* edges) {
  const Vec3d from = box_corner(box, corners.id[0]);
  if (corners.count == 2) {
    edges[0] = edge_between(from, box_corner(box, corners.id[1]));
    return 1;
  }
  for (int axis = 0; axis < 3; ++axis)
    edges[axis] = edge_between(from, box_corner(box, corners.id[0] ^ (1 << axis)));
  return 3;
}

THEW_HD inline void box_outline(const Convex& box, int face, Polygon& polygon) {
  static constexpr int kCorners[6][4] = {{7, 3, 1, 5}, {2, 6, 4, 0}, {2, 3, 7, 6},
                                         {4, 5, 1, 0}, {6, 7, 5, 4}, {3, 2, 0, 1}};
  for (int id : kCorners[face]) polygon.corner[polygon.count++] = box_corner(box, id);
}

// Meshes, by the polygons of their hull.

THEW_HD inline Face mesh_face(const Convex& shape, int id) {
  return {plain_rotate(shape.rot, math::load3(shape.mesh->poly_normal + 3 * id)), id};
}

THEW_HD inline bool has_polygon(const MeshView& mesh, int vertex, int polygon) {
  const int first = mesh.vert_poly_adr[vertex], count = mesh.vert_poly_num[vertex];
  for (int i = 0; i < count; ++i)
    if (mesh.vert_poly[first + i] == polygon) return true;
  return false;
}

THEW_HD inline int mesh_faces(const Convex& shape, const Corners& corners, Face* faces) {
  const MeshView& mesh = *shape.mesh;
  const int v = corners.id[0], first = mesh.vert_poly_adr[v];
  const int most = corners.count == 1 ? mesh.vert_poly_num[v] : 3 - corners.count + 1;
  int count = 0;
  for (int i = 0; i < mesh.vert_poly_num[v] && count < most; ++i) {
    const int polygon = mesh.vert_poly[first + i];
    bool shared = true;
    for (int k = 1; k < corners.count; ++k) shared &= has_polygon(mesh, corners.id[k], polygon);
    if (shared) faces[count++] = mesh_face(shape, polygon);
  }
  return count;
}

THEW_HD inline Vec3d mesh_corner(const Convex& shape, int vertex) {
  const float* v = shape.mesh->vert + 3 * vertex;
  return placed(shape, {double(v[0]), double(v[1]), double(v[2])});
}

// The edges at a vertex: in each polygon around it the one that arrives.
THEW_HD inline int mesh_edges(const Convex& shape, const Corners& corners, Edge* edges) {
  const MeshView& mesh = *shape.mesh;
  const int v = corners.id[0], first = mesh.vert_poly_adr[v];
  const Vec3d from = mesh_corner(shape, v);
  if (corners.count == 2) {
    edges[0] = edge_between(from, mesh_corner(shape, corners.id[1]));
    return 1;
  }
  int count = 0;
  for (int i = 0; i < mesh.vert_poly_num[v]; ++i) {
    const int polygon = mesh.vert_poly[first + i], n = mesh.poly_vert_num[polygon];
    const int* ring = mesh.poly_vert + mesh.poly_vert_adr[polygon];
    for (int j = 0; j < n; ++j) {
      if (ring[j] != v) continue;
      edges[count++] = edge_between(from, mesh_corner(shape, ring[j ? j - 1 : n - 1]));
      break;
    }
  }
  return count;
}

THEW_HD inline void mesh_outline(const Convex& shape, int face, Polygon& polygon) {
  const MeshView& mesh = *shape.mesh;
  const int* ring = mesh.poly_vert + mesh.poly_vert_adr[face];
  for (int i = mesh.poly_vert_num[face] - 1; i >= 0; --i)
    polygon.corner[polygon.count++] = mesh_corner(shape, ring[i]);
}

// Cylinders and capsules. Corner ids tell the end: 0 on the positive side of the axis, 1 on the
// negative. A cap is a polygon of kCapCorners on its rim.

inline constexpr int kCapCorners = kMostFaceCorners;

THEW_HD inline int cylinder_faces(const Convex& shape, const Corners& corners, Face* faces) {
  if (corners.count != 1) return 0;
  const Vec3d axis = shape.rot.column_z();
  faces[0] = {corners.id[0] == 0 ? axis : -axis, corners.id[0]};
  return 1;
}

// The line on the side of a cylinder through a corner of its rim.
THEW_HD inline int cylinder_edges(const Convex& shape, const Corners& corners, Edge* edges) {
  const Vec3d axis = shape.rot.column_z();
  const double half = corners.id[0] == 0 ? shape.size.y : -shape.size.y;
  const Vec3d p = corners.point[0] - shape.pos;
  const Vec3d out = unit(plain_axpy(-plain_dot(p, axis), axis, p));
  const Vec3d middle = plain_axpy(shape.size.x, out, shape.pos);
  edges[0] = {plain_axpy(half, axis, middle), plain_axpy(-half, axis, middle), axis};
  return 1;
}

// The line parallel to the axis of a capsule through the point where it touches.
THEW_HD inline int capsule_edges(const Convex& shape, const Vec3d& touch, Edge* edges) {
  const Vec3d axis = shape.rot.column_z();
  const Vec3d middle = plain_axpy(-plain_dot(touch - shape.pos, axis), axis, touch);
  edges[0] = {plain_axpy(-shape.size.y, axis, middle), plain_axpy(shape.size.y, axis, middle), axis,
              shape.skin};
  return 1;
}

THEW_HD inline void cap_outline(const Convex& shape, int face, Polygon& polygon) {
  constexpr double kStep = 6.283185307179586 / kCapCorners;
  const double z = face == 0 ? shape.size.y : -shape.size.y, turn = face == 0 ? -kStep : kStep;
  for (int i = 0; i < kCapCorners; ++i) {
    const double angle = i * turn;
    polygon.corner[polygon.count++] =
        placed(shape, {shape.size.x * cos(angle), shape.size.x * sin(angle), z});
  }
}

THEW_HD inline bool is_mesh(const Convex& shape) {
  return shape.kind == Kind::Mesh || shape.kind == Kind::Hull;
}

/// How many faces or edges can meet in the corners of a shape.
THEW_HD inline int max_features(const Convex& shape, const Corners& corners) {
  return is_mesh(shape) ? shape.mesh->vert_poly_num[corners.id[0]] : kMostFeatures;
}

/// The faces that contain the corners; `towards` points to the other shape. Returns how many.
THEW_HD inline int faces_at(const Convex& shape, const Corners& corners, const Vec3d& towards,
                            Face* faces) {
  if (shape.kind == Kind::Cylinder) return cylinder_faces(shape, corners, faces);
  if (shape.kind == Kind::Box) return box_faces(shape, corners, towards, faces);
  if (is_mesh(shape)) return mesh_faces(shape, corners, faces);
  return 0;
}

/// The edges that contain the corners; `touch` is the point of the skin nearest to the other shape,
/// or deepest in it.
THEW_HD inline int edges_at(const Convex& shape, const Corners& corners, const Vec3d& touch,
                            Edge* edges) {
  if (shape.kind == Kind::Cylinder) return cylinder_edges(shape, corners, edges);
  if (shape.kind == Kind::Capsule) return capsule_edges(shape, touch, edges);
  if (shape.kind == Kind::Box) return box_edges(shape, corners, edges);
  if (is_mesh(shape)) return mesh_edges(shape, corners, edges);
  return 0;
}

/// How many corners the outline of a face has.
THEW_HD inline int outline_corners(const Convex& shape, const Face& face) {
  if (shape.kind == Kind::Cylinder) return kCapCorners;
  return is_mesh(shape) ? shape.mesh->poly_vert_num[face.id] : 4;
}

/// The outline of a face, clockwise seen from outside.
THEW_HD inline void outline(const Convex& shape, const Face& face, Polygon& polygon) {
  polygon.count = 0;
  if (shape.kind == Kind::Cylinder) return cap_outline(shape, face.id, polygon);
  if (shape.kind == Kind::Box) return box_outline(shape, face.id, polygon);
  if (is_mesh(shape)) return mesh_outline(shape, face.id, polygon);
}

}  // namespace thew::element::convex
