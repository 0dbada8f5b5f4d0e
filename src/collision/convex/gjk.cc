#include "collision/convex/gjk.h"

#include <limits>
#include <utility>

namespace thew::collision {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTiny = 1e-15;
constexpr double kHuge = 1e10;

Proximity beyond() {
  Proximity p;
  p.distance = kInfinity;
  p.apart = true;
  return p;
}

// The outward distance of the plane through three points from the origin, with its normal; infinite
// when the points have no plane.
double plane_distance(const SupportPoint& a, const SupportPoint& b, const SupportPoint& c,
                      Vec3d& normal) {
  normal = math::cross(c.w - a.w, b.w - a.w);
  const double norm2 = plain_dot(normal, normal);
  if (!(norm2 > kTiny * kTiny && norm2 < kHuge * kHuge)) return kInfinity;
  normal = normal * (1 / math::sqrt(norm2));
  return plain_dot(normal, a.w);
}

enum class Overlap { No, Yes, Unknown };

// Whether the origin is inside, by walking a tetrahedron towards it: the face that the origin is
// farthest outside of loses its opposite corner to the support point beyond it. Cheaper and firmer
// than the nearest point when only the answer counts.
Overlap surround_origin(Difference& set, Simplex& simplex, int& iteration, int limit) {
  static constexpr int kFace[4][3] = {{2, 1, 3}, {0, 2, 3}, {1, 0, 3}, {0, 1, 2}};
  SupportPoint* p[4];
  SupportPoint store[4];
  for (int i = 0; i < 4; ++i) store[i] = simplex.point[i], p[i] = &store[i];

  for (; iteration < limit; ++iteration) {
    Vec3d normal[4];
    double distance[4];
    int out = 0;
    bool on_plane = false;
    for (int i = 0; i < 4; ++i) {
      const int* f = kFace[i];
      distance[i] = plane_distance(*p[f[0]], *p[f[1]], *p[f[2]], normal[i]);
      on_plane |= distance[i] == 0;
    }
    if (on_plane) return Overlap::Unknown;
    const int low = distance[0] < distance[1] ? 0 : 1, high = distance[2] < distance[3] ? 2 : 3;
    out = distance[low] < distance[high] ? low : high;
    if (distance[out] > 0) {
      for (int i = 0; i < 4; ++i) simplex.point[i] = *p[i];
      simplex.count = 4;
      return Overlap::Yes;
    }
    *p[out] = set.support(normal[out]);
    if (plain_dot(normal[out], p[out]->w) < 0) return Overlap::No;
    std::swap(p[(out + 1) & 3], p[(out + 2) & 3]);  // keeps the orientation
  }
  return Overlap::Unknown;
}

}  // namespace

// Minimises |x| over A - B. With s the support point in direction -x, x.s / |x| bounds the distance
// from below and x.(x - s) bounds how much |x|^2 / 2 can still fall (the duality gap of Frank and
// Wolfe). Between polytopes the minimum is reached in finitely many steps.
Proximity gjk(Difference& set, const GjkLimits& limits) {
  const bool finite = set.is_polytope();
  const double gap = finite ? 0 : 0.5 * limits.tolerance * limits.tolerance;
  const double smallest = finite ? kTiny : limits.tolerance;
  bool overlap_only = limits.cutoff <= 0;

  Proximity result;
  Simplex& simplex = result.simplex;
  Vec3d x = set.a.pos - set.b.pos;
  double norm = plain_norm(x), before = 0;
  for (int k = 0; k < limits.iterations; ++k) {
    if (norm < smallest || math::abs(before - norm) < kTiny) break;

    const SupportPoint s = set.support(x * (-1 / norm));
    simplex.point[simplex.count] = s;
    if (plain_dot(x, x - s.w) < gap) break;
    const double lower = plain_dot(x, s.w);
    if (lower > 0 && lower >= limits.cutoff * norm) return beyond();

    if (simplex.count == 3 && overlap_only) {
      simplex.count = 4;
      const Overlap overlap = surround_origin(set, simplex, k, limits.iterations);
      if (overlap == Overlap::No) return beyond();
      if (overlap == Overlap::Yes) return result;
      overlap_only = false;
      simplex.count = 3;
    }

    ++simplex.count;
    reduce_to_nearest(simplex);
    if (simplex.count == 0) return beyond();
    x = weighted(simplex, &SupportPoint::w);
    before = norm;
    norm = plain_norm(x);
    if (simplex.count == 4) break;
  }

  if (simplex.count > 0) {
    result.a = weighted(simplex, &SupportPoint::a);
    result.b = weighted(simplex, &SupportPoint::b);
  } else {
    result.a = set.a.pos;
    result.b = set.b.pos;
  }
  result.nearest = true;
  if (norm > 0) {
    const SupportPoint s = set.support(x * (-1 / norm));
    result.apart = plain_dot(x, s.w) > 0;
  }
  result.distance = simplex.count == 4 && !result.apart ? 0 : norm;
  return result;
}

}  // namespace thew::collision
