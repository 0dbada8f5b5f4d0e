#pragma once

// The depth of two overlapping convex sets: the expanding polytope algorithm of van den Bergen
// 2001.

#include "element/convex/gjk.h"
#include "element/convex/polytope.h"

namespace thew::element::convex {

/// The least translation that separates two sets that overlap.
struct Penetration {
  double depth = 0;
  Vec3d a{}, b{};          ///< the deepest points; a - b = depth times the normal from A to B
  SupportPoint corner[3];  ///< the face of A - B that they come from
};

inline constexpr int kMaxIterations = 1000;

THEW_HD inline void support_along(Difference& set, const Vec3d& d, SupportPoint& p) {
  const double norm = plain_norm(d);
  const Vec3d direction = norm > kTiny ? Vec3d{d.x / norm, d.y / norm, d.z / norm} : Vec3d{1, 0, 0};
  set.support(direction, p);
}

// Whether p and the origin are on the same side of the plane through a, b, c.
THEW_HD inline bool origin_beside(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d normal = cross(b - a, c - a);
  const double of_p = plain_dot(normal, p - a), of_origin = -plain_dot(normal, a);
  return (of_p > 0 && of_origin > 0) || (of_p < 0 && of_origin < 0);
}

THEW_HD inline bool contains_origin(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                    const Vec3d& d) {
  return origin_beside(d, a, b, c) && origin_beside(a, b, c, d) && origin_beside(b, c, d, a) &&
         origin_beside(c, d, a, b);
}

// Barycentric coordinates of a point p in the plane of a triangle.
THEW_HD inline void barycentric(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& p,
                                double* weight) {
  areas(a, b, c, p, weight);
  const double total = weight[0] + weight[1] + weight[2];
  for (int i = 0; i < 3; ++i) weight[i] /= total;
}

THEW_HD inline bool on_triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& p) {
  double w[3];
  barycentric(a, b, c, p, w);
  if (w[0] < 0 || w[1] < 0 || w[2] < 0) return false;
  return plain_norm(a * w[0] + b * w[1] + c * w[2] - p) < kTiny;
}

// Faces to begin with: corners, and the faces beyond the edges from corner to corner.
struct FirstFace {
  int corner[3], beyond[3];
};

// Adds them; false when the origin is on one, whose corners come back in `on`.
THEW_HD inline bool add_faces(Polytope& body, const FirstFace* face, int count, int* on) {
  for (int i = 0; i < count; ++i) {
    if (!(body.add_face(face[i].corner, face[i].beyond) < kTiny * kTiny)) continue;
    for (int k = 0; k < 3; ++k) on[k] = face[i].corner[k];
    return false;
  }
  return true;
}

// Two triangular pyramids on one base: vertices of the polytope.
struct Pyramids {
  int tip[2], base[3];
};

THEW_HD inline bool add_pyramids(Polytope& body, const Pyramids& p, int* on) {
  const int u = p.tip[0], v = p.tip[1], a = p.base[0], b = p.base[1], c = p.base[2];
  const FirstFace faces[6] = {{{u, a, b}, {1, 3, 2}}, {{u, c, a}, {2, 4, 0}},
                              {{u, b, c}, {0, 5, 1}}, {{v, b, a}, {5, 0, 4}},
                              {{v, a, c}, {3, 1, 5}}, {{v, c, b}, {4, 2, 3}}};
  return add_faces(body, faces, 6, on);
}

// The hull of a triangle and two points on both sides of it. Where the line between the two passes
// the triangle by, beyond one of its edges, the ends of that edge are the tips.
THEW_HD inline Pyramids pyramids_over(const Polytope& body, int under, int over) {
  const Vec3d &low = body.vertex(under).w, &high = body.vertex(over).w;
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1, rest = 3 - i - j;
    const Vec3d side = cross(body.vertex(i).w - high, body.vertex(j).w - high);
    if (plain_dot(side, low - high) > 0) return {{i, j}, {rest, under, over}};
  }
  return {{over, under}, {0, 1, 2}};
}

// Two triangular pyramids on both sides of a triangle that contains the origin, or nearly.
THEW_LARGE bool begin_with_triangle(Difference& set, const SupportPoint* p, Polytope& body) {
  const Vec3d &a = p[0].w, &b = p[1].w, &c = p[2].w;
  const Vec3d normal = cross(b - a, c - a);
  if (!(plain_norm(normal) >= kTiny)) return false;
  body.centre = (a + b + c) * (1.0 / 3.0);
  for (int i = 0; i < 3; ++i) body.add_vertex() = p[i];
  SupportPoint &under = body.add_vertex(), &over = body.add_vertex();
  support_along(set, -normal, under);
  support_along(set, normal, over);
  if (on_triangle(a, b, c, over.w) || on_triangle(a, b, c, under.w)) return false;
  int on[3];
  if (!add_pyramids(body, pyramids_over(body, 3, 4), on)) return false;
  body.make_all_candidates();
  return true;
}

// When the origin is on a face of the first polytope, that face is the triangle to begin with.
THEW_HD inline bool begin_with_face(Difference& set, const int* corner, Polytope& body) {
  const SupportPoint p[3] = {body.vertex(corner[0]), body.vertex(corner[1]),
                             body.vertex(corner[2])};
  body.clear();
  return begin_with_triangle(set, p, body);
}

// Whether the line a b passes through the triangle c d e.
THEW_HD inline bool line_through(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d,
                                 const Vec3d& e) {
  const Vec3d line = b - a, ac = c - a, ad = d - a, ae = e - a;
  const double v[3] = {plain_dot(ac, cross(ad, line)), plain_dot(ad, cross(ae, line)),
                       plain_dot(ae, cross(ac, line))};
  return (v[0] >= 0 && v[1] >= 0 && v[2] >= 0) || (v[0] <= 0 && v[1] <= 0 && v[2] <= 0);
}

// A turn by 120 degrees around an axis.
THEW_HD inline Mat3d third_of_a_turn(const Vec3d& along) {
  constexpr double kSin = 0.86602540378, kCos = -0.5, kRest = 1 - kCos;
  const double norm = plain_norm(along);
  const double x = along.x / norm, y = along.y / norm, z = along.z / norm;
  return {kCos + x * x * kRest,     x * y * kRest - z * kSin, x * z * kRest + y * kSin,
          y * x * kRest + z * kSin, kCos + y * y * kRest,     y * z * kRest - x * kSin,
          x * z * kRest - y * kSin, y * z * kRest + x * kSin, kCos + z * z * kRest};
}

// A vector across another one: its product with the axis that it is least along.
THEW_HD inline Vec3d across(const Vec3d& v) {
  const double x = abs(v.x), y = abs(v.y), z = abs(v.z);
  const Vec3d axis = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  return cross(axis, v);
}

// A segment through the origin becomes two pyramids over the triangle of three support points
// around it, 120 degrees apart, the first one along `direction`.
THEW_HD inline bool begin_around_segment(Difference& set, const SupportPoint* p, Vec3d direction,
                                         Polytope& body) {
  const Vec3d along = p[1].w - p[0].w;
  body.centre = (p[0].w + p[1].w) * 0.5;
  const Mat3d turn = third_of_a_turn(along);
  body.add_vertex() = p[0];
  body.add_vertex() = p[1];
  for (int i = 0; i < 3; ++i) {
    support_along(set, direction, body.add_vertex());
    direction = plain_rotate(turn, direction);
  }
  int on[3];
  if (!add_pyramids(body, {{0, 1}, {2, 3, 4}}, on)) return begin_with_face(set, on, body);
  if (!line_through(body.vertex(0).w, body.vertex(1).w, body.vertex(2).w, body.vertex(3).w,
                    body.vertex(4).w)) {
    return false;
  }
  body.make_all_candidates();
  return true;
}

// Where the surface is near on one side of the segment, the triangle may miss it; its mirror image
// has a corner on that side.
THEW_HD inline bool begin_with_segment(Difference& set, const SupportPoint* p, Polytope& body) {
  const Vec3d direction = across(p[1].w - p[0].w);
  if (begin_around_segment(set, p, direction, body)) return true;
  body.clear();
  return begin_around_segment(set, p, -direction, body);
}

THEW_HD inline bool begin_with_tetrahedron(Difference& set, const SupportPoint* p, Polytope& body) {
  for (int i = 0; i < 4; ++i) body.add_vertex() = p[i];
  body.centre = (p[0].w + p[1].w + p[2].w + p[3].w) * 0.25;
  static constexpr FirstFace kFaces[4] = {{{0, 1, 2}, {1, 3, 2}},
                                          {{0, 3, 1}, {2, 3, 0}},
                                          {{0, 2, 3}, {0, 3, 1}},
                                          {{3, 2, 1}, {2, 0, 1}}};
  int on[3];
  if (!add_faces(body, kFaces, 4, on)) return begin_with_face(set, on, body);
  if (!contains_origin(p[0].w, p[1].w, p[2].w, p[3].w)) return false;
  body.make_all_candidates();
  return true;
}

THEW_LARGE bool begin(Difference& set, const Proximity& start, Polytope& body) {
  const Simplex& s = start.simplex;
  const SupportPoint p[4] = {s[0], s[1], s[2], s[3]};
  switch (s.count()) {
    case 2:
      return begin_with_segment(set, p, body);
    case 3:
      return begin_with_triangle(set, p, body);
    case 4:
      return begin_with_tetrahedron(set, p, body);
    default:
      return false;
  }
}

// Whether the last vertex came before: then a polytope cannot grow any more.
THEW_HD inline bool repeated(const Polytope& body) {
  const int last = body.vertices() - 1;
  const SupportPoint& w = body.vertex(last);
  for (int i = 0; i < last; ++i) {
    const SupportPoint& v = body.vertex(i);
    if (v.corner_a == w.corner_a && v.corner_b == w.corner_b) return true;
  }
  return false;
}

// Pushes the face nearest to the origin outwards until it is on the surface of A - B: the distance
// of the nearest face bounds the depth from below, the support point beyond it from above.
THEW_HD inline Facet* expand(Difference& set, double smooth_tolerance, int iterations,
                             Polytope& body) {
  const bool finite = set.is_polytope();
  const double tolerance = finite ? kTiny : smooth_tolerance;
  double upper = kInfinity, upper2 = kInfinity;
  Facet* face = nullptr;
  for (int k = 0; k < iterations; ++k) {
    Facet* nearest = body.nearest();
    if (!nearest || nearest->distance2 > upper2) return face;
    face = nearest;
    const double lower2 = face->distance2;
    if (lower2 <= 0) return face;
    const double lower = sqrt(lower2);
    const Vec3d direction{face->foot.x / lower, face->foot.y / lower, face->foot.z / lower};
    SupportPoint& w = body.add_vertex();
    set.support(direction, w);
    const double height = plain_dot(face->foot, w.w) / lower;
    if (height < upper) {
      upper = height;
      upper2 = upper * upper;
    }
    if (height - lower < tolerance) return face;
    if (finite && repeated(body)) return face;
    switch (body.grow(*face, lower2, upper2)) {
      case Polytope::Growth::Broken:
        return nullptr;
      case Polytope::Growth::Full:
        return face;
      case Polytope::Growth::Done:
        break;
    }
    if (body.candidates() == 0) return face;
  }
  return face;
}

/// Expands from a simplex of GJK; false where no depth was found.
THEW_LARGE bool epa(Difference& set, const Proximity& start, const ConvexOptions& options,
                    ConvexMemory memory, Penetration& result) {
  int iterations = options.iterations < kMaxIterations ? options.iterations : kMaxIterations;
  while (iterations > 0 && Polytope::bytes(iterations) > memory.bytes) iterations /= 2;
  if (iterations <= 0) return false;
  Polytope body(memory, iterations);
  if (!begin(set, start, body)) return false;
  const Facet* face = expand(set, options.tolerance, iterations, body);
  if (!face) return false;
  for (int i = 0; i < 3; ++i) result.corner[i] = body.vertex(face->corner[i]);
  const SupportPoint* p = result.corner;
  double w[3];
  barycentric(p[0].w, p[1].w, p[2].w, face->foot, w);
  result.a = p[0].a * w[0] + p[1].a * w[1] + p[2].a * w[2];
  result.b = p[0].b * w[0] + p[1].b * w[1] + p[2].b * w[2];
  result.depth = sqrt(face->distance2);
  return true;
}

}  // namespace thew::element::convex
