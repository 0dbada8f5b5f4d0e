#pragma once

// Shapes as convex sets. The algorithms are those of element/convex.

#include "collision/shape.h"
#include "element/convex/options.h"
#include "element/convex/support.h"

namespace thew::collision {

using element::convex::Convex, element::convex::ConvexMemory, element::convex::ConvexOptions;
using element::convex::hull_of, element::convex::Kind, element::convex::prism_of;

/// The set of a shape: anything but planes, height fields and distance fields.
Convex convex_of(const Shape& shape);

/// How much memory meshes need whose polygons have at most `corners` corners and whose vertices
/// belong to at most `degree` polygons, at this number of iterations.
std::size_t convex_memory(int corners, int degree, int iterations);

/// Contacts of two convex shapes (anything but planes, height fields and distance fields) that are
/// closer than `margin`; returns how many of `points` (kMaxPoints) were written.
int convex_convex(const Shape& a, const Shape& b, double margin, const ConvexOptions& options,
                  ConvexMemory memory, Point<double>* points);

/// The one point where two convex sets that are closer than `margin` are nearest or deepest; false
/// where they are not.
bool convex_point(const Convex& a, const Convex& b, double margin, const ConvexOptions& options,
                  ConvexMemory memory, Point<double>& point);

/// The same, exact, for sets that are a radius around something with corners.
bool core_point(const Convex& a, const Convex& b, double margin, const ConvexOptions& options,
                ConvexMemory memory, Point<double>& point);

/// Signed distance of two convex shapes, at most `cutoff`, with the nearest (or, when they overlap,
/// the most penetrating) points of both where it is less than `cutoff`.
double convex_distance(const Shape& a, const Shape& b, double cutoff, const ConvexOptions& options,
                       ConvexMemory memory, Vec3<double>& on_a, Vec3<double>& on_b);

/// The points of a shape that face a plane, as element/convex/manifold.h finds them; at most 4.
int plane_manifold(const Vec3<double>& on, const Vec3<double>& normal, const Convex& shape,
                   double margin, ConvexMemory memory, Point<double>* out);

}  // namespace thew::collision
