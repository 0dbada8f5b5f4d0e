#pragma once

// General convex shapes, by their support points: GJK for the distance, EPA for the depth, and
// clipping of faces for contacts with several points.

#include <cstddef>

#include "collision/convex/support.h"
#include "collision/shape.h"

namespace thew::collision {

struct ConvexOptions {
  double tolerance = 1e-6;     ///< opt.ccd_tolerance
  int iterations = 35;         ///< opt.ccd_iterations
  bool several_points = true;  ///< unless the flag multiccd is disabled
};

/// Memory of the algorithms, given by the caller: stepping does not allocate.
struct ConvexMemory {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};

/// How much memory meshes need whose polygons have at most `corners` corners and whose vertices
/// belong to at most `degree` polygons, at this number of iterations.
std::size_t convex_memory(int corners, int degree, int iterations);

/// Contacts of two convex shapes (anything but planes, height fields and distance fields) that are
/// closer than `margin`; returns how many of `points` (kMaxPoints) were written.
int convex_convex(const Shape& a, const Shape& b, double margin, const ConvexOptions& options,
                  ConvexMemory memory, Point<double>* points);

/// The one point where two convex sets (without skins) that are closer than `margin` are nearest or
/// deepest; false where they are not.
bool convex_point(Convex a, Convex b, double margin, const ConvexOptions& options,
                  ConvexMemory memory, Point<double>& point);

/// Signed distance of two convex shapes, at most `cutoff`, with the nearest (or, when they overlap,
/// the most penetrating) points of both where it is less than `cutoff`.
double convex_distance(const Shape& a, const Shape& b, double cutoff, const ConvexOptions& options,
                       ConvexMemory memory, Vec3<double>& on_a, Vec3<double>& on_b);

}  // namespace thew::collision
