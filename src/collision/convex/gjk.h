#pragma once

// The distance of two convex sets, or a simplex around the origin where they overlap: Gilbert,
// Johnson and Keerthi 1988.

#include "collision/convex/simplex.h"

namespace thew::collision {

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

Proximity gjk(Difference& set, const GjkLimits& limits);

}  // namespace thew::collision
