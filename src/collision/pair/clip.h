#pragma once

// Clipping of a convex polygon to a rectangle, line by line (Sutherland and Hodgman 1974).

#include "collision/pair/quad.h"

namespace thew::collision {

/// A convex polygon in space, of at most eight corners (a clipped rectangle has no more).
struct Polygon {
  static constexpr int kMost = 8;
  int count = 0;
  alignas(32) double corner[kMost + 3][4];  ///< x, y, z, nothing; the last three rows are scratch
};

/// The point of the edge from p to q where a quantity that is `here` at p and `there` at q is zero.
THEW_INLINE Quad crossing(const Quad& p, const Quad& q, double here, double there) {
  return p + Quad(here / (here - there)) * (q - p);
}

/// The part of the polygon where |corner[axis]| <= limit. Corners keep their order, and where an
/// edge crosses a limit its point there comes in between.
inline void clip(const Polygon& in, int axis, double limit, Polygon& out) {
  int count = 0;
  Quad p = Quad::load(in.corner[0]);
  double here = in.corner[0][axis];
  for (int k = 1; k <= in.count; ++k) {
    const double* following = in.corner[k == in.count ? 0 : k];
    const Quad q = Quad::load(following);
    const double there = following[axis];
    const bool stays = abs(here) <= limit, next_stays = abs(there) <= limit;
    if (stays) p.store(out.corner[count++]);
    if (stays != next_stays) {
      const double side = (stays ? there : here) > 0 ? 1 : -1;
      const double beyond = side * here - limit, next_beyond = side * there - limit;
      if (beyond * next_beyond < 0) crossing(p, q, beyond, next_beyond).store(out.corner[count++]);
    } else if (!stays && here * there < 0) {  // right through: the upper crossing decides the lower
      const Quad high = crossing(p, q, here - limit, there - limit);
      const double at_high = -lane(high, axis) - limit;
      const Quad low = here > 0 ? crossing(high, q, at_high, -there - limit)
                                : crossing(p, high, -here - limit, at_high);
      (here > 0 ? high : low).store(out.corner[count++]);
      (here > 0 ? low : high).store(out.corner[count++]);
    }
    count = min(count, Polygon::kMost);
    p = q;
    here = there;
  }
  out.count = count;
}

}  // namespace thew::collision
