#pragma once

// The distance of two convex sets, or a simplex around the origin where they overlap: Gilbert,
// Johnson and Keerthi 1988.

#include "element/convex/simplex.h"

namespace thew::element::convex {

/// What GJK found.
struct Proximity {
  double distance = 0;   ///< infinite when beyond the cutoff, 0 when they surely overlap
  bool apart = false;    ///< a plane separates them
  bool nearest = false;  ///< `a` and `b` are set
  Vec3d a{}, b{};        ///< the nearest points of A and B
  Simplex simplex;       ///< of A - B, nearest to or around the origin
};

struct GjkLimits {
  double tolerance;  ///< [length] of the distance
  int iterations;
  double cutoff;  ///< distances from here on are of no interest; 0: only whether they overlap
};

THEW_HD inline Proximity beyond() {
  Proximity p;
  p.distance = kInfinity;
  p.apart = true;
  return p;
}

// Whether a plane separates sets that are nearer than the tolerance.
THEW_HD inline bool separated(Difference& set, const Vec3d& x, double norm) {
  SupportPoint s;
  set.support(x * (-1 / norm), s);
  return plain_dot(x, s.w) > 0;
}

// Minimises |x| over A - B. With s the support point in direction -x, x.s / |x| bounds the distance
// from below and x.(x - s) bounds how much |x|^2 / 2 can still fall (the duality gap of Frank and
// Wolfe). Between polytopes the minimum is reached in finitely many steps, at
// the latest when a corner comes back.
THEW_LARGE Proximity gjk(Difference& set, const GjkLimits& limits) {
  const bool finite = set.is_polytope();
  const double gap = finite ? 0 : 0.5 * limits.tolerance * limits.tolerance;
  const double smallest = finite || limits.cutoff > 0 ? kTiny : limits.tolerance;

  Proximity result;
  Simplex& simplex = result.simplex;
  Vec3d x = set.a.pos - set.b.pos;
  double norm = plain_norm(x), before = 0;
  bool converged = false;
  if (norm < kTiny) x = {1, 0, 0}, norm = 1;  // one centre: any direction will do
  for (int k = 0; k < limits.iterations; ++k) {
    if (norm < smallest || (simplex.count() > 1 && abs(before - norm) < kTiny)) break;
    SupportPoint& s = simplex.next();
    set.support(x * (-1 / norm), s);
    converged = plain_dot(x, x - s.w) < gap || (finite && simplex.has_next());
    if (converged) break;
    const double lower = plain_dot(x, s.w);
    if (lower > 0 && lower >= limits.cutoff * norm) return beyond();

    simplex.push();
    x = simplex.reduce_to_nearest();
    if (simplex.count() == 0) return beyond();
    before = norm;
    norm = plain_norm(x);
    if (simplex.count() == 4) break;
  }
  if (converged) {
    result.apart = plain_dot(x, simplex.next().w) > 0;
  } else if (norm > 0 && norm <= limits.tolerance) {
    result.apart = separated(set, x, norm);
  }
  result.nearest = true;
  result.a = set.a.pos, result.b = set.b.pos;
  if (simplex.count() > 0) simplex.nearest_points(result.a, result.b);
  result.distance = simplex.count() == 4 ? 0 : norm;
  return result;
}

}  // namespace thew::element::convex
