#pragma once

// Simplices of the difference set, and their points nearest to the origin.

#include "element/convex/support.h"

namespace thew::element::convex {

/// One to four points of A - B; the newest is the last.
class Simplex {
 public:
  THEW_INLINE int count() const { return count_; }
  THEW_INLINE const SupportPoint& operator[](int i) const { return slot_[order_ >> 4 * i & 3]; }

  /// Room for one more point, which `push` takes in.
  THEW_INLINE SupportPoint& next() { return slot_[order_ >> 4 * count_ & 3]; }
  THEW_INLINE void push() { ++count_; }
  /// Whether the next point is there already.
  THEW_INLINE bool has_next() const {
    const Vec3d& w = slot_[order_ >> 4 * count_ & 3].w;
    for (int i = 0; i < count_; ++i) {
      const Vec3d& v = (*this)[i].w;
      if (v.x == w.x && v.y == w.y && v.z == w.z) return true;
    }
    return false;
  }

  /// Finds the point of the simplex that is nearest to the origin, and drops the points that do not
  /// carry it; none are left where they are not finite.
  ///
  /// The method is that of signed volumes: Montanari, Petrinic and Barbieri, "Improving the GJK
  /// algorithm for faster and more reliable distance queries", ACM Trans. Graph. 36 (2017).
  THEW_HD Vec3d reduce_to_nearest();

  /// The points of A and B that make up the nearest point.
  THEW_HD inline void nearest_points(Vec3d& a, Vec3d& b) const;

 private:
  SupportPoint slot_[4];
  unsigned order_ = 0x3210;  ///< slots of the points, then the free ones: four bits each
  int count_ = 0;
};

// The point of a simplex nearest to the origin, and which of its points carry it, as bits.
struct Nearest {
  Vec3d point;
  unsigned carriers;
};

THEW_INLINE bool same_sign(double a, double b) {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

THEW_INLINE double volume(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
         a.z * (b.x * c.y - b.y * c.x);
}

// The coordinate in which a segment is longest.
THEW_INLINE double Vec3d::* longest(const Vec3d& edge) {
  const double x = abs(edge.x), y = abs(edge.y), z = abs(edge.z);
  if (z >= x && z >= y) return &Vec3d::z;
  return y >= x ? &Vec3d::y : &Vec3d::x;
}

THEW_INLINE Vec3d foot_on_line(const Vec3d& a, const Vec3d& b) {
  const Vec3d edge = b - a;
  return plain_axpy(-(plain_dot(b, edge) / plain_dot(edge, edge)), edge, b);
}

// On a segment: the foot of the origin on its line, or its newer end b.
THEW_HD inline Nearest nearest_on_segment(const Vec3d& a, const Vec3d& b) {
  const Vec3d foot = foot_on_line(a, b);
  double Vec3d::* const axis = longest(b - a);
  const double length = a.*axis - b.*axis;
  if (same_sign(length, foot.*axis - b.*axis) && same_sign(length, a.*axis - foot.*axis)) {
    return {foot, 3};
  }
  return {b, 2};
}

THEW_INLINE Vec3d edge_cross(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return cross(c - b, b - a);
}

// Signed areas of the triangles of p with the sides, in the plane of coordinates u and v.
template <double Vec3d::* u, double Vec3d::* v>
THEW_INLINE void shadow_areas(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& p,
                              double* area) {
  const double au = a.*u - p.*u, av = a.*v - p.*v, bu = b.*u - p.*u, bv = b.*v - p.*v;
  const double cu = c.*u - p.*u, cv = c.*v - p.*v;
  area[0] = bu * cv - bv * cu;
  area[1] = cu * av - cv * au;
  area[2] = au * bv - av * bu;
}

THEW_INLINE void areas_along(const Vec3d& normal, const Vec3d& a, const Vec3d& b, const Vec3d& c,
                             const Vec3d& p, double* area) {
  const double x = abs(normal.x), y = abs(normal.y), z = abs(normal.z);
  if (x >= y && x >= z) return shadow_areas<&Vec3d::y, &Vec3d::z>(a, b, c, p, area);
  if (y >= z) return shadow_areas<&Vec3d::x, &Vec3d::z>(a, b, c, p, area);
  shadow_areas<&Vec3d::x, &Vec3d::y>(a, b, c, p, area);
}

// The normal of a sliver is too short to trust: the other pairs of edges are tried.
THEW_HD inline bool foot_on_sliver(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& foot) {
  const Vec3d ab = b - a, ac = c - a, bc = c - b;
  const Vec3d normal[3] = {cross(bc, ab), cross(ab, ac), cross(ac, bc)};
  const Vec3d* at[3] = {&b, &a, &c};
  for (int i = 0; i < 3; ++i) {
    const double height = plain_dot(normal[i], *at[i]), norm2 = plain_dot(normal[i], normal[i]);
    if (norm2 == 0) return false;
    if (i == 2 || (height != 0 && norm2 > kTiny)) {
      foot = normal[i] * (height / norm2);
      return true;
    }
  }
  return false;
}

THEW_INLINE bool foot_along(const Vec3d& normal, const Vec3d& a, const Vec3d& b, const Vec3d& c,
                            Vec3d& foot) {
  const double height = plain_dot(normal, b), norm2 = plain_dot(normal, normal);
  if (!(height != 0 && norm2 > kTiny)) return foot_on_sliver(a, b, c, foot);
  foot = normal * (height / norm2);
  return true;
}

// On a triangle: the foot of the origin on its plane if that is inside; else on one of the sides
// that it is beyond.
THEW_HD inline Nearest nearest_on_triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d normal = edge_cross(a, b, c);
  Vec3d foot;
  if (!foot_along(normal, a, b, c, foot)) return nearest_on_segment(a, b);
  double area[3];
  areas_along(normal, a, b, c, foot, area);
  const double total = area[0] + area[1] + area[2];
  bool inside[3];
  for (int i = 0; i < 3; ++i) inside[i] = same_sign(area[i], total);
  if (inside[0] && inside[1] && inside[2]) return {foot, 7};

  const Vec3d* point[3] = {&a, &b, &c};
  static constexpr unsigned kCarriers[3][4] = {{0, 2, 4, 6}, {0, 1, 4, 5}, {0, 1, 2, 3}};
  Nearest nearest{{}, 0};
  double best = kInfinity;
  for (int skip = 0; skip < 3; ++skip) {
    if (inside[skip]) continue;
    const Nearest side = nearest_on_segment(*point[skip == 0], *point[skip == 2 ? 1 : 2]);
    const double distance2 = plain_dot(side.point, side.point);
    if (distance2 < best) {
      best = distance2;
      nearest = {side.point, kCarriers[skip][side.carriers]};
    }
  }
  return nearest;
}

THEW_HD inline void volumes(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d,
                            double* part) {
  part[0] = -volume(b, c, d);
  part[1] = volume(a, c, d);
  part[2] = -volume(a, b, d);
  part[3] = volume(a, b, c);
}

// On a tetrahedron: the origin if it is inside, else on one of the faces that it is beyond.
THEW_HD inline Nearest nearest_on_tetrahedron(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                              const Vec3d& d) {
  double part[4];
  volumes(a, b, c, d, part);
  const double total = part[0] + part[1] + part[2] + part[3];
  bool inside[4];
  for (int i = 0; i < 4; ++i) inside[i] = same_sign(part[i], total);
  if (inside[0] && inside[1] && inside[2] && inside[3]) return {{0, 0, 0}, 15};

  const Vec3d* point[4] = {&a, &b, &c, &d};
  static constexpr int kFace[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  Nearest nearest{{}, 0};
  double best = kInfinity;
  for (int skip = 0; skip < 4; ++skip) {
    if (inside[skip]) continue;
    const int* f = kFace[skip];
    const Nearest face = nearest_on_triangle(*point[f[0]], *point[f[1]], *point[f[2]]);
    const double distance2 = plain_dot(face.point, face.point);
    if (distance2 < best) {
      best = distance2;
      nearest.point = face.point;
      nearest.carriers = (face.carriers & 1) << f[0] | (face.carriers >> 1 & 1) << f[1] |
                         (face.carriers >> 2 & 1) << f[2];
    }
  }
  return nearest;
}

/// The foot of the origin on the plane through a, b, c; false where there is no plane.
THEW_HD inline bool foot_on_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& foot) {
  return foot_along(edge_cross(a, b, c), a, b, c, foot);
}

/// Barycentric coordinates of a point p in the plane of a triangle, not normalised: signed areas,
/// seen along the coordinate axis on which the triangle looks largest.
THEW_HD inline void areas(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& p,
                          double* area) {
  areas_along(edge_cross(a, b, c), a, b, c, p, area);
}

THEW_LARGE Vec3d Simplex::reduce_to_nearest() {
  const Simplex& s = *this;
  Nearest nearest{s[0].w, 1};
  if (count_ == 2) nearest = nearest_on_segment(s[0].w, s[1].w);
  if (count_ == 3) nearest = nearest_on_triangle(s[0].w, s[1].w, s[2].w);
  if (count_ == 4) nearest = nearest_on_tetrahedron(s[0].w, s[1].w, s[2].w, s[3].w);

  // Points that stay keep their order; the slots of the others come behind them.
  const unsigned free = order_ >> 4 * count_ << 4 * count_;
  unsigned stay = 0, dropped = 0;
  int kept = 0, gone = 0;
  for (int i = 0; i < count_; ++i) {
    const unsigned slot = order_ >> 4 * i & 3;
    if (nearest.carriers >> i & 1) {
      stay |= slot << 4 * kept++;
    } else {
      dropped |= slot << 4 * gone++;
    }
  }
  order_ = free | dropped << 4 * kept | stay;
  count_ = kept;
  return nearest.point;
}

THEW_HD inline void Simplex::nearest_points(Vec3d& a, Vec3d& b) const {
  const Simplex& s = *this;
  double weight[4] = {1, 0, 0, 0};
  if (count_ == 2) {
    const Vec3d &p = s[0].w, &q = s[1].w, foot = foot_on_line(p, q);
    double Vec3d::* const axis = longest(q - p);
    weight[0] = (foot.*axis - q.*axis) / (p.*axis - q.*axis);
    weight[1] = (p.*axis - foot.*axis) / (p.*axis - q.*axis);
  } else if (count_ > 2) {
    double part[4] = {0, 0, 0, 0};
    Vec3d foot{};
    if (count_ == 4) {
      volumes(s[0].w, s[1].w, s[2].w, s[3].w, part);
    } else if (foot_on_plane(s[0].w, s[1].w, s[2].w, foot)) {
      areas(s[0].w, s[1].w, s[2].w, foot, part);
    }
    const double total = part[0] + part[1] + part[2] + part[3];
    for (int i = 0; i < count_; ++i) weight[i] = part[i] / total;
  }
  a = s[0].a * weight[0];
  b = s[0].b * weight[0];
  for (int i = 1; i < count_; ++i) {
    a = a + s[i].a * weight[i];
    b = b + s[i].b * weight[i];
  }
}

}  // namespace thew::element::convex
