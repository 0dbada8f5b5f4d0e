#include "collision/convex/convex.h"

#include <limits>

#include "collision/convex/epa.h"
#include "collision/convex/gjk.h"
#include "collision/convex/manifold.h"

namespace thew::collision {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A point or segment inside a rounded shape, which is everything within `radius` of it.
struct Core {
  Convex set;
  double radius = 0;
};

Core core_of(Convex set) {
  Core core{set, set.skin};
  core.set.skin = 0;
  if (set.kind == Kind::Sphere || set.kind == Kind::Capsule) {
    core.set.kind = set.kind == Kind::Sphere ? Kind::Point : Kind::Segment;
    core.radius += set.size.x;
  }
  return core;
}

// Nearest or deepest points of two shapes.
struct Gap {
  double distance = kInfinity;  ///< of the shapes with their skins; negative when they overlap
  bool found = false;           ///< a and b are set
  Vec3d a{}, b{};
  int simplex = 0;  ///< points of A - B that they come from
  SupportPoint point[3];
};

// Points of the shapes themselves from those of their cores.
void put_on_surface(const Core& a, const Core& b, Gap& gap) {
  Vec3d n = gap.b - gap.a;
  const double norm = plain_norm(n);
  n = norm < 1e-15 ? Vec3d{1, 0, 0} : n * (1 / norm);
  gap.a = plain_axpy(a.radius, n, gap.a);
  gap.b = plain_axpy(-b.radius, n, gap.b);
  gap.distance -= a.radius + b.radius;
}

Gap find_gap(const Convex& a, const Convex& b, double cutoff, const ConvexOptions& options,
             ConvexMemory memory) {
  Gap gap;
  const Core core_a = core_of(a), core_b = core_of(b);
  const double rounding = core_a.radius + core_b.radius;
  if (rounding > 0) {
    Difference cores{core_a.set, core_b.set};
    const Proximity near = gjk(cores, {options.tolerance, options.iterations, cutoff + rounding});
    if (near.distance > options.tolerance) {
      if (!near.nearest) return gap;
      gap.distance = near.distance;
      gap.found = true;
      gap.a = near.a, gap.b = near.b;
      gap.simplex = near.simplex.count < 3 ? near.simplex.count : 3;
      for (int i = 0; i < gap.simplex; ++i) gap.point[i] = near.simplex.point[i];
      put_on_surface(core_a, core_b, gap);
      if (gap.distance > cutoff) gap = Gap{};
      return gap;
    }
  }
  Difference shapes{a, b};
  const Proximity near = gjk(shapes, {options.tolerance, options.iterations, cutoff});
  gap.distance = near.distance;
  gap.found = near.nearest;
  gap.a = near.a, gap.b = near.b;
  if (near.distance > options.tolerance || near.simplex.count < 2 || near.apart) return gap;
  Penetration deep;
  if (epa(shapes, near, options, memory, deep)) {
    gap.distance = -deep.depth;
    gap.found = true;
    gap.a = deep.a, gap.b = deep.b;
    gap.simplex = 3;
    for (int i = 0; i < 3; ++i) gap.point[i] = deep.corner[i];
    return gap;
  }
  gap.distance = 0;
  return gap;
}

// The direction from A to B in which overlapping shapes touch.
Vec3d normal_of(const Gap& gap) {
  const Vec3d apart = gap.a - gap.b;
  const double norm = plain_norm(apart);
  return norm < 1e-15 ? Vec3d{1, 0, 0} : apart * (1 / norm);
}

}  // namespace

std::size_t convex_memory(int corners, int degree, int iterations) {
  (void)corners;
  (void)degree;
  return Polytope::bytes(iterations);
}

int convex_convex(const Shape& a, const Shape& b, double margin, const ConvexOptions& options,
                  ConvexMemory memory, Point<double>* points) {
  Convex first = convex_of(a), second = convex_of(b);
  if (margin > 0) first.skin = second.skin = 0.5 * margin;
  const Gap gap = find_gap(first, second, 0, options, memory);
  if (!(gap.distance < 0) || !gap.found) return 0;
  const Vec3d normal = normal_of(gap);
  if (options.several_points && gap.simplex > 0) {
    const int count = manifold(first, second, gap.point, gap.simplex, {gap.a, gap.b, normal},
                               {margin, 4}, memory, points);
    if (count > 0) return count;
  }
  points[0] = {margin + gap.distance, (gap.a + gap.b) * 0.5, normal, Vec3d{0, 0, 0}};
  return 1;
}

bool convex_point(Convex a, Convex b, double margin, const ConvexOptions& options,
                  ConvexMemory memory, Point<double>& point) {
  if (margin > 0) a.skin = b.skin = 0.5 * margin;
  const Gap gap = find_gap(a, b, 0, options, memory);
  if (!(gap.distance < 0) || !gap.found) return false;
  point = {margin + gap.distance, (gap.a + gap.b) * 0.5, normal_of(gap), Vec3d{0, 0, 0}};
  return true;
}

double convex_distance(const Shape& a, const Shape& b, double cutoff, const ConvexOptions& options,
                       ConvexMemory memory, Vec3<double>& on_a, Vec3<double>& on_b) {
  const Gap gap = find_gap(convex_of(a), convex_of(b), cutoff, options, memory);
  if (gap.found) on_a = gap.a, on_b = gap.b;
  return gap.distance < cutoff ? gap.distance : cutoff;
}

}  // namespace thew::collision
