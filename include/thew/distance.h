#pragma once

#include <thew/data.h>
#include <thew/model.h>
#include <thew/workspace.h>

namespace thew::collision {

/// Signed distance of two geoms in one world, at most `limit`; negative where they overlap.
/// `from_to`, if not null, becomes the segment from the first to the second surface (6 numbers),
/// zeros where the distance is not less than `limit`. Two of plane and height field have no
/// distance: `limit`.
template <class T>
double geom_distance(const Model& model, const BasicData<T>& data, Workspace<T>& work, int geom1,
                     int geom2, double limit, double* from_to, int lane = 0);
THEW_SIMPLE_QUERY(geom_distance)

/// Signed distance of a point of the world to the surface of a geom, negative inside, as its
/// distance field gives it: exact for planes, spheres and capsules, and everywhere at the surface.
/// A huge number for height fields and for meshes that have no distance field.
template <class T>
double point_distance(const Model& model, const BasicData<T>& data, int geom, const double* point);

/// How far a geom or site (by `type`) reaches out of a site, both compact and convex: the largest
/// signed distance of its points to the site. Negative where it is inside with room to spare.
template <class T>
double protrusion(const Model& model, const BasicData<T>& data, ObjectType type, int id, int site,
                  int lane = 0);

/// Signed distance of a point of the world to a compact convex site, negative inside.
template <class T>
double site_distance(const Model& model, const BasicData<T>& data, int site, const double* point,
                     int lane = 0);

}  // namespace thew::collision
