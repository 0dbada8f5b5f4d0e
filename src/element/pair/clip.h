#pragma once

// Clipping of a convex polygon to a rectangle, line by line (Sutherland and Hodgman 1974).

#include "element/pair/quad.h"

namespace thew::element::box {

/// A convex polygon in space, of at most eight corners (a clipped rectangle has no more).
template <class S>
struct Polygon {
  static constexpr int kMost = 8;
  int count = 0;
  alignas(32) S corner[kMost + 3][4];  ///< x, y, z, nothing; the last three rows are scratch
};

/// The point of the edge from p to q where a quantity that is `here` at p and `there` at q is zero.
template <class S>
THEW_INLINE Quad<S> crossing(const Quad<S>& p, const Quad<S>& q, S here, S there) {
  return p + Quad<S>(here / (here - there)) * (q - p);
}

/// The part of the polygon where |corner[axis]| <= limit. Corners keep their order, and where an
/// edge crosses a limit its point there comes in between.
template <class S>
THEW_HD inline void clip(const Polygon<S>& in, int axis, S limit, Polygon<S>& out) {
  int count = 0;
  Quad<S> p = Quad<S>::load(in.corner[0]);
  S here = in.corner[0][axis];
  for (int k = 1; k <= in.count; ++k) {
    const S* following = in.corner[k == in.count ? 0 : k];
    const Quad<S> q = Quad<S>::load(following);
    const S there = following[axis];
    const bool stays = abs(here) <= limit, next_stays = abs(there) <= limit;
    if (stays) p.store(out.corner[count++]);
    if (stays != next_stays) {
      const S side = (stays ? there : here) > 0 ? 1 : -1;
      const S beyond = side * here - limit, next_beyond = side * there - limit;
      if (beyond * next_beyond < 0) crossing(p, q, beyond, next_beyond).store(out.corner[count++]);
    } else if (!stays && here * there < 0) {  // right through: the upper crossing decides the lower
      const Quad<S> high = crossing(p, q, here - limit, there - limit);
      const S at_high = -lane(high, axis) - limit;
      const Quad<S> low = here > 0 ? crossing(high, q, at_high, -there - limit)
                                   : crossing(p, high, -here - limit, at_high);
      (here > 0 ? high : low).store(out.corner[count++]);
      (here > 0 ? low : high).store(out.corner[count++]);
    }
    count = min(count, Polygon<S>::kMost);
    p = q;
    here = there;
  }
  out.count = count;
}

}  // namespace thew::element::box
