#pragma once

// Clipping of a convex polygon by the sides of another one.

#include "element/convex/support.h"

namespace thew::element::convex {

/// Corners of a polygon, in order, with room for `capacity` of them.
struct Polygon {
  Vec3d* corner = nullptr;
  int count = 0;
  int capacity = 0;
};

THEW_HD inline void append(Polygon& polygon, const Vec3d& corner) {
  if (polygon.count < polygon.capacity) polygon.corner[polygon.count++] = corner;
}

// Keeps what is on the inner side of the plane through `on`.
THEW_HD inline void cut(const Polygon& from, const Vec3d& on, const Vec3d& inward, Polygon& to) {
  to.count = 0;
  for (int i = 0; i < from.count; ++i) {
    const Vec3d &p = from.corner[i], &q = from.corner[i + 1 < from.count ? i + 1 : 0];
    const double height_p = plain_dot(p - on, inward), height_q = plain_dot(q - on, inward);
    const bool p_inside = height_p > -kTiny, q_inside = height_q > -kTiny;
    if (p_inside != q_inside) {
      const double t = height_p / (height_p - height_q);
      if (t >= 0 && t <= 1) append(to, plain_axpy(t, q - p, p));
    }
    if (q_inside) append(to, q);
  }
}

THEW_HD inline double area(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return 0.5 * plain_norm(cross(c - a, d - b));
}

/// Cuts `polygon` (or a segment: two corners) by the planes through the sides of the face `frame`
/// and along its normal. The corners of the frame go clockwise, seen from where its normal points.
/// `spare` is room for intermediate results.
THEW_LARGE void clip(Polygon& polygon, Polygon& spare, const Polygon& frame, const Vec3d& normal) {
  for (int i = 0; i < frame.count; ++i) {
    const Vec3d &a = frame.corner[i], &b = frame.corner[i + 1 < frame.count ? i + 1 : 0];
    Vec3d inward = cross(b - a, normal);
    const double norm = plain_norm(inward);
    inward = norm < kTiny ? Vec3d{1, 0, 0} : inward * (1 / norm);
    cut(polygon, a, inward, spare);
    const Polygon cut_off = polygon;
    polygon = spare;
    spare = cut_off;
  }
}

/// Chooses four corners of a convex polygon whose area is large; needs at least four. Goes once
/// around with the first corner and moves the others ahead while the area grows. Each corner passes
/// the whole polygon at most twice.
THEW_LARGE void largest_quadrilateral(const Polygon& polygon, int* chosen) {
  const int n = polygon.count;
  const auto next = [n](int i) { return i + 1 < n ? i + 1 : 0; };
  int at[4] = {0, 1, 2, 3};
  const auto area_with = [&](int moved) {
    int i[4] = {at[0], at[1], at[2], at[3]};
    if (moved >= 0) i[moved] = next(i[moved]);
    const Vec3d* p = polygon.corner;
    return area(p[i[0]], p[i[1]], p[i[2]], p[i[3]]);
  };
  double best = area_with(-1);
  for (int k = 0; k < 4; ++k) chosen[k] = at[k];
  const auto advance = [&](int which) {
    const double grown = area_with(which);
    if (!(grown > best)) return false;
    best = grown;
    at[which] = next(at[which]);
    for (int k = 0; k < 4; ++k) chosen[k] = at[k];
    return true;
  };
  for (at[0] = 0; at[0] < n; ++at[0]) {
    for (int turns = 0; turns < 2 * n && advance(3); ++turns) {
      for (int i = 0; i < 2 * n && advance(2);) ++i;
      for (int i = 0; i < 2 * n && advance(1);) ++i;
    }
    for (int k = 1; k < 4 && at[k] == at[k - 1]; ++k) at[k] = next(at[k]);
  }
}

}  // namespace thew::element::convex
