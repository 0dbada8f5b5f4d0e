#pragma once

// Contacts with several points: where faces or edges of two shapes nearly lie on each other, the
// overlap of the two is their contact.

#include "element/convex/feature.h"
#include "element/convex/options.h"

namespace thew::element::convex {

/// Where two shapes are nearest or deepest.
struct Touch {
  Vec3d a, b;    ///< points of their surfaces
  Vec3d normal;  ///< from A to B
};

inline constexpr double kPerpendicular =
    0.0888;                            // cosine of the angle of an edge and a normal: 5 degrees
inline constexpr int kFaceOnFace = 4;  // most points of a face on a face

// Hands out pieces of the caller's memory; null when it is used up.
class Arena {
 public:
  explicit THEW_INLINE Arena(ConvexMemory memory)
      : at_(memory.data), end_(memory.data + memory.bytes) {}
  template <class T>
  THEW_INLINE T* take(int count) {
    const std::size_t bytes = (sizeof(T) * std::size_t(count) + 7) / 8 * 8;
    if (bytes > std::size_t(end_ - at_)) return nullptr;
    T* array = reinterpret_cast<T*>(at_);
    at_ += bytes;
    return array;
  }

 private:
  std::byte *at_, *end_;
};

THEW_HD inline Corners corners_of(const SupportPoint* simplex, int count, int SupportPoint::* id,
                                  Vec3d SupportPoint::* point) {
  Corners c;
  for (int i = 0; i < count; ++i) {
    bool known = false;
    for (int k = 0; k < c.count; ++k) known |= c.id[k] == simplex[i].*id;
    if (known) continue;
    c.id[c.count] = simplex[i].*id;
    c.point[c.count++] = simplex[i].*point;
  }
  return c;
}

// The two faces that lie most nearly on each other.
THEW_HD inline bool facing(const Face* first, int n, const Face* second, int m, int& best_i,
                           int& best_j) {
  double best = -kParallel;
  bool found = false;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const double cosine = plain_dot(first[i].normal, second[j].normal);
      if (cosine < best) best = cosine, best_i = i, best_j = j, found = true;
    }
  }
  return found;
}

// An edge and a face that nearly lie on each other; the face looks `towards` the other shape.
THEW_HD inline bool lying_on(const Edge* edge, int n, const Face* face, int m, const Vec3d& towards,
                             int& i, int& j) {
  for (j = 0; j < m; ++j) {
    if (!(plain_dot(face[j].normal, towards) > 0)) continue;
    for (i = 0; i < n; ++i)
      if (abs(plain_dot(edge[i].direction, face[j].normal)) < kPerpendicular) return true;
  }
  return false;
}

// Room for a polygon and its frame. Clipping by a side of a convex frame adds one corner at most,
// two where rounding bends a side.
struct Workspace {
  Polygon frame, polygon, spare;
  THEW_INLINE bool reserve(Arena& arena, int frame_corners, int corners) {
    const int most = 2 * (frame_corners + corners);
    frame = {arena.take<Vec3d>(frame_corners), 0, frame_corners};
    polygon = {arena.take<Vec3d>(most), 0, most};
    spare = {arena.take<Vec3d>(most), 0, most};
    return frame.corner && polygon.corner && spare.corner;
  }
};

// Corners farther than `margin` outside the face are no contacts.
THEW_HD inline void drop_apart(Polygon& polygon, const Vec3d& on, const Vec3d& normal,
                               double margin) {
  int kept = 0;
  for (int i = 0; i < polygon.count; ++i)
    if (plain_dot(polygon.corner[i] - on, normal) <= margin)
      polygon.corner[kept++] = polygon.corner[i];
  polygon.count = kept;
}

// A clipped segment has its ends several times.
THEW_HD inline void keep_farthest_two(Polygon& polygon) {
  int first = 0, second = 1;
  double most = 0;
  for (int i = 0; i < polygon.count; ++i) {
    for (int j = i + 1; j < polygon.count; ++j) {
      const Vec3d d = polygon.corner[j] - polygon.corner[i];
      const double length2 = plain_dot(d, d);
      if (length2 > most) most = length2, first = i, second = j;
    }
  }
  const Vec3d a = polygon.corner[first], b = polygon.corner[second];
  polygon.corner[0] = a;
  polygon.corner[1] = b;
  polygon.count = 2;
}

THEW_HD inline void keep_four(Polygon& polygon) {
  int chosen[4];
  largest_quadrilateral(polygon, chosen);
  const Vec3d c[4] = {polygon.corner[chosen[0]], polygon.corner[chosen[1]],
                      polygon.corner[chosen[2]], polygon.corner[chosen[3]]};
  for (int i = 0; i < 4; ++i) polygon.corner[i] = c[i];
  polygon.count = 4;
}

// Clips work.polygon by work.frame. The corners that are left fall on the frame along its normal,
// and from there back to the plane of the polygon along `across`, the normal of the contact out of
// the frame.
THEW_LARGE int contact_points(Workspace& work, const Vec3d& normal, const Vec3d& across,
                              bool frame_of_a, double margin, Point<double>* out) {
  const bool segment = work.polygon.count == 2;
  const Vec3d origin = work.frame.corner[0];
  clip(work.polygon, work.spare, work.frame, normal);
  Polygon& polygon = work.polygon;
  drop_apart(polygon, origin, normal, margin);
  if (polygon.count > kFaceOnFace) {
    keep_four(polygon);
  } else if (segment && polygon.count > 2) {
    keep_farthest_two(polygon);
  }
  for (int i = 0; i < polygon.count; ++i) {
    const Vec3d& p = polygon.corner[i];
    const Vec3d q = plain_axpy(-plain_dot(p - origin, normal), normal, p);
    const double distance = plain_dot(p - q, across);
    out[i] = {
        distance, (q + plain_axpy(distance, across, q)) * 0.5, frame_of_a ? across : -across, {}};
  }
  return polygon.count;
}

THEW_HD inline bool is_round(const Convex& shape) {
  return shape.kind == Kind::Cylinder || shape.kind == Kind::Capsule;
}

THEW_HD inline bool has_features(const Convex& shape) {
  if (shape.kind == Kind::Mesh || shape.kind == Kind::Hull) return shape.mesh->polygons > 0;
  return shape.kind == Kind::Box || is_round(shape);
}

// An edge of one shape on a face of the other.
THEW_HD inline int edge_on_face(const Edge& edge, const Convex& shape, const Face& face,
                                bool face_of_a, double margin, Arena& arena, Point<double>* out) {
  Workspace work;
  if (!work.reserve(arena, outline_corners(shape, face), 2)) return 0;
  outline(shape, face, work.frame);
  work.polygon.corner[0] = plain_axpy(edge.skin, face.normal, edge.from);
  work.polygon.corner[1] = plain_axpy(edge.skin, face.normal, edge.to);
  work.polygon.count = 2;
  return contact_points(work, face.normal, face.normal, face_of_a, margin, out);
}

// The line of a cylinder or capsule that lies along a plane, if one does. That of a capsule is
// found on a layer of thickness `skin` and comes back along the normal.
THEW_HD inline bool line_along(const Convex& shape, const Corners& corners, const Vec3d& normal,
                               double skin, Polygon& line) {
  const Vec3d axis = shape.rot.column_z();
  const double slope = plain_dot(axis, normal);
  if (!is_round(shape) || !(abs(slope) < kPerpendicular)) return false;
  Edge edge;
  edges_at(shape, corners, shape.pos, &edge);
  Vec3d down{};
  if (shape.kind == Kind::Capsule) {
    down = plain_axpy(slope * (shape.size.x + skin), axis, normal * -shape.size.x);
  }
  line.corner[0] = edge.from + down;
  line.corner[1] = edge.to + down;
  line.count = 2;
  return true;
}

// The face at a corner that looks against the normal most.
THEW_HD inline bool face_against(const Convex& shape, const Corners& corners, const Vec3d& normal,
                                 Face* faces, Face& best) {
  const int count = faces_at(shape, corners, -normal, faces);
  for (int i = 0; i < count; ++i)
    if (i == 0 || plain_dot(faces[i].normal, normal) < plain_dot(best.normal, normal))
      best = faces[i];
  return count > 0;
}

/// Bytes that `manifold` needs for faces of at most `corners` corners and at most `degree` faces
/// around a vertex.
THEW_HD inline std::size_t manifold_memory(int corners, int degree) {
  const auto c = std::size_t(corners > kMostFaceCorners ? corners : kMostFaceCorners);
  const auto d = std::size_t(degree > kMostFeatures ? degree : kMostFeatures);
  return d * (2 * sizeof(Face) + sizeof(Edge)) + 9 * c * sizeof(Vec3d) + 64;
}

/// Finds the touching features of two shapes (without skins) at a simplex of 1 to 3 points of A - B
/// where they touch, with points at most `margin` apart. Returns how many of `out`
/// (kMaxPoints) were written; 0 when the shapes touch in a point only.
THEW_LARGE int manifold(const Convex& a, const Convex& b, const SupportPoint* simplex, int count,
                        const Touch& touch, double margin, ConvexMemory memory,
                        Point<double>* out) {
  if (!has_features(a) || !has_features(b)) return 0;
  Arena arena(memory);
  const Corners ca = corners_of(simplex, count, &SupportPoint::corner_a, &SupportPoint::a);
  const Corners cb = corners_of(simplex, count, &SupportPoint::corner_b, &SupportPoint::b);
  const int features_a = max_features(a, ca), features_b = max_features(b, cb);
  Face* face_a = arena.take<Face>(features_a);
  Face* face_b = arena.take<Face>(features_b);
  Edge* edge = arena.take<Edge>(features_a > features_b ? features_a : features_b);
  if (!face_a || !face_b || !edge) return 0;
  const int faces_a = faces_at(a, ca, touch.normal, face_a);
  const int faces_b = faces_at(b, cb, -touch.normal, face_b);

  int i, j;
  if (facing(face_a, faces_a, face_b, faces_b, i, j)) {
    Workspace work;
    if (!work.reserve(arena, outline_corners(a, face_a[i]), outline_corners(b, face_b[j])))
      return 0;
    outline(a, face_a[i], work.frame);
    outline(b, face_b[j], work.polygon);
    return contact_points(work, face_a[i].normal, -face_b[j].normal, true, margin, out);
  }
  // Of two polytopes, the one with the lesser feature has the edge.
  if (ca.count < 3 && (is_round(a) || ca.count <= cb.count)) {
    const int edges = edges_at(a, ca, touch.a, edge);
    if (lying_on(edge, edges, face_b, faces_b, -touch.normal, i, j))
      return edge_on_face(edge[i], b, face_b[j], false, margin, arena, out);
  }
  if (cb.count < 3) {
    const int edges = edges_at(b, cb, touch.b, edge);
    if (lying_on(edge, edges, face_a, faces_a, touch.normal, i, j))
      return edge_on_face(edge[i], a, face_a[j], true, margin, arena, out);
  }
  return 0;
}

/// The points of a shape that face a plane, given by a point on it and its normal, and are at most
/// `margin` above it: of the line of a cylinder or capsule along the plane, or else of the face at
/// the lowest corner that looks down most. Returns how many of `out` (4) were written.
THEW_LARGE int plane_manifold(const Vec3d& on, const Vec3d& normal, const Convex& b, double margin,
                              ConvexMemory memory, Point<double>* out) {
  if (!has_features(b)) return 0;
  Arena arena(memory);
  Convex shape = b;
  Corners corners;
  corners.count = 1;
  corners.point[0] = support(shape, -normal);
  corners.id[0] = shape.vertex;
  Face* faces = arena.take<Face>(max_features(b, corners));
  Polygon polygon = {arena.take<Vec3d>(2), 0, 2};
  if (!faces || !polygon.corner) return 0;
  if (!line_along(b, corners, normal, 0.5 * margin, polygon)) {
    Face face;
    if (!face_against(b, corners, normal, faces, face)) return 0;
    const int count = outline_corners(b, face);
    polygon = {arena.take<Vec3d>(count), 0, count};
    if (!polygon.corner) return 0;
    outline(b, face, polygon);
  }
  drop_apart(polygon, on, normal, margin);
  if (polygon.count > kFaceOnFace) keep_four(polygon);
  for (int i = 0; i < polygon.count; ++i) {
    const Vec3d& p = polygon.corner[i];
    const double distance = plain_dot(p - on, normal);
    out[i] = {distance, plain_axpy(-0.5 * distance, normal, p), normal, {}};
  }
  return polygon.count;
}

}  // namespace thew::element::convex
