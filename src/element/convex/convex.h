#pragma once

// General convex sets, by their support points: GJK for the distance, EPA for the depth, and
// clipping of faces for contacts with several points. Memory is the caller's.

#include "element/convex/epa.h"
#include "element/convex/gjk.h"
#include "element/convex/manifold.h"

namespace thew::element::convex {

inline constexpr double kNudge = 1e-8;  // relative to the shapes

// A set without its skin, and without the radius of spheres and capsules: the shape is everything
// within `radius` of it. GJK finds shallow contacts of cores exactly, where EPA on round surfaces
// would only approach them.
struct Core {
  Convex set;
  double radius;
};

THEW_HD inline Core core_of(const Convex& set) {
  Core core{set, set.skin};
  core.set.skin = 0;
  if (set.kind == Kind::Sphere || set.kind == Kind::Capsule) {
    core.set.kind = set.kind == Kind::Sphere ? Kind::Point : Kind::Segment;
    core.radius += set.size.x;
  }
  return core;
}

THEW_HD inline Vec3d unit_or_x(const Vec3d& v) {
  const double norm = plain_norm(v);
  return norm < 1e-15 ? Vec3d{1, 0, 0} : v * (1 / norm);
}

// The nearest or deepest points of two shapes with their skins.
struct Gap {
  double distance = kInfinity;  ///< negative when they overlap
  bool found = false;           ///< a and b are set
  Vec3d a{}, b{};
  int count = 0;  ///< points of A - B that they come from
  SupportPoint simplex[3];
};

// The gap of two shapes whose cores are apart.
THEW_HD inline Gap gap_of_cores(const Core& a, const Core& b, const Proximity& cores,
                                double cutoff) {
  Gap gap;
  gap.distance = cores.distance - (a.radius + b.radius);
  if (!cores.nearest || gap.distance > cutoff) return Gap{};
  const Vec3d n = unit_or_x(cores.b - cores.a);
  gap.a = plain_axpy(a.radius, n, cores.a);
  gap.b = plain_axpy(-b.radius, n, cores.b);
  gap.found = true;
  gap.count = cores.simplex.count() < 3 ? cores.simplex.count() : 3;
  for (int i = 0; i < gap.count; ++i) gap.simplex[i] = cores.simplex[i];
  return gap;
}

// Where the first polytope of EPA misses the origin. GJK stops within the tolerance of the origin,
// and a segment that passes it there can leave it outside; a search that goes on ends with a
// simplex around it. Shapes that are mirrored at the origin can leave it on edges of each polytope;
// moving one of them helps, but shapes that only touch must not overlap by being moved.
THEW_HD inline bool search_on(Difference set, double nudge, const ConvexOptions& options,
                              ConvexMemory memory, Penetration& deep) {
  set.b.pos = plain_axpy(nudge, {0.48, 0.6, 0.64}, set.b.pos);
  const Proximity near = gjk(set, {options.tolerance, options.iterations, options.tolerance});
  if (near.apart || !epa(set, near, options, memory, deep)) return false;
  return deep.depth >= nudge + options.tolerance;
}

// The gap of two shapes that are apart or overlap: GJK, and EPA where they overlap.
THEW_LARGE Gap gap_of_shapes(const Convex& a, const Convex& b, double cutoff,
                             const ConvexOptions& options, ConvexMemory memory) {
  Difference set{a, b};
  const Proximity near = gjk(set, {options.tolerance, options.iterations, cutoff});
  Gap gap;
  gap.distance = near.distance;
  gap.found = near.nearest;
  gap.a = near.a, gap.b = near.b;
  if (near.distance > options.tolerance || near.simplex.count() < 2 || near.apart) return gap;
  Penetration deep;
  gap.distance = 0;
  const double nudge = kNudge * plain_norm(near.simplex[0].w);
  if (!epa(set, near, options, memory, deep) && !search_on(set, 0, options, memory, deep) &&
      !search_on(set, nudge, options, memory, deep)) {
    return gap;
  }
  gap.distance = -deep.depth;
  gap.found = true;
  gap.a = deep.a, gap.b = deep.b;
  gap.count = 3;
  for (int i = 0; i < 3; ++i) gap.simplex[i] = deep.corner[i];
  return gap;
}

// The gap of shapes whose cores overlap, by way of the cores: a layer of the radii is added to
// their depth.
THEW_HD inline Gap gap_around_cores(const Core& a, const Core& b, const ConvexOptions& options,
                                    ConvexMemory memory) {
  Gap gap = gap_of_shapes(a.set, b.set, 0, options, memory);
  if (!gap.found || !(gap.distance < 0)) return Gap{};
  const Vec3d n = unit_or_x(gap.a - gap.b);
  gap.distance -= a.radius + b.radius;
  gap.a = plain_axpy(a.radius, n, gap.a);
  gap.b = plain_axpy(-b.radius, n, gap.b);
  return gap;
}

THEW_LARGE Gap find_gap(const Convex& a, const Convex& b, double cutoff,
                        const ConvexOptions& options, ConvexMemory memory) {
  const Core core_a = core_of(a), core_b = core_of(b);
  const double radius = core_a.radius + core_b.radius;
  if (radius > 0) {
    Difference cores{core_a.set, core_b.set};
    const Proximity near = gjk(cores, {options.tolerance, options.iterations, cutoff + radius});
    if (near.distance > options.tolerance) return gap_of_cores(core_a, core_b, near, cutoff);
  }
  const Gap gap = gap_of_shapes(a, b, cutoff, options, memory);
  // Where cores only just overlap, no polytope may be found inside of the shapes.
  const bool lost = gap.distance == 0 && radius > 0;
  return lost ? gap_around_cores(core_a, core_b, options, memory) : gap;
}

THEW_LARGE int contacts(const Convex& a, const Convex& b, double margin,
                        const ConvexOptions& options, ConvexMemory memory, Point<double>* points) {
  const Gap gap = find_gap(a, b, 0, options, memory);
  if (!(gap.distance < 0) || !gap.found) return 0;
  const Vec3d normal = unit_or_x(gap.a - gap.b);
  if (options.several_points && gap.count > 0) {
    const int count =
        manifold(a, b, gap.simplex, gap.count, {gap.a, gap.b, normal}, margin, memory, points);
    if (count > 0) return count;
  }
  points[0] = {margin + gap.distance, (gap.a + gap.b) * 0.5, normal, Vec3d{0, 0, 0}};
  return 1;
}

/// How much memory meshes need whose polygons have at most `corners` corners and whose vertices
/// belong to at most `degree` polygons, at this number of iterations.
THEW_HD inline std::size_t convex_memory(int corners, int degree, int iterations) {
  const std::size_t polytope = Polytope::bytes(iterations);
  const std::size_t features = manifold_memory(corners, degree);
  return polytope > features ? polytope : features;
}

/// Contacts of two convex sets that are closer than `margin`; returns how many of `points`
/// (kMaxPoints) were written.
THEW_HD inline int convex_convex(Convex a, Convex b, double margin, const ConvexOptions& options,
                                 ConvexMemory memory, Point<double>* points) {
  if (margin > 0) a.skin += 0.5 * margin, b.skin += 0.5 * margin;
  return contacts(a, b, margin, options, memory, points);
}

/// The one point where two convex sets that are closer than `margin` are nearest or deepest; false
/// where they are not.
THEW_HD inline bool convex_point(const Convex& a, const Convex& b, double margin,
                                 const ConvexOptions& options, ConvexMemory memory,
                                 Point<double>& point) {
  return convex_convex(a, b, margin, {options.tolerance, options.iterations, false}, memory,
                       &point) > 0;
}

/// The same for sets that are a radius around something with corners, found without the layers:
/// exact, where EPA on round surfaces only comes close.
THEW_HD inline bool core_point(const Convex& a, const Convex& b, double margin,
                               const ConvexOptions& options, ConvexMemory memory,
                               Point<double>& point) {
  Core core_a = core_of(a), core_b = core_of(b);
  Difference cores{core_a.set, core_b.set};
  const double reach = core_a.radius + core_b.radius + margin;
  const Proximity near = gjk(cores, {options.tolerance, options.iterations, reach});
  const bool apart = near.simplex.count() < 4 && near.distance > kTiny;
  const Gap gap = apart ? gap_of_cores(core_a, core_b, near, margin)
                        : gap_around_cores(core_a, core_b, options, memory);
  if (!gap.found || !(gap.distance < margin)) return false;
  const Vec3d normal = apart ? unit_or_x(near.b - near.a) : unit_or_x(gap.a - gap.b);
  point = {gap.distance, (gap.a + gap.b) * 0.5, normal, Vec3d{0, 0, 0}};
  return true;
}

/// Signed distance of two convex sets, at most `cutoff`, with the nearest (or, when they overlap,
/// the most penetrating) points of both where it is less than `cutoff`.
THEW_HD inline double convex_distance(const Convex& a, const Convex& b, double cutoff,
                                      const ConvexOptions& options, ConvexMemory memory,
                                      Vec3d& on_a, Vec3d& on_b) {
  const Gap gap = find_gap(a, b, cutoff, options, memory);
  if (gap.found && gap.distance < cutoff) on_a = gap.a, on_b = gap.b;
  return gap.distance < cutoff ? gap.distance : cutoff;
}

}  // namespace thew::element::convex
