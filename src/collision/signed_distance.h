#pragma once

// Exact signed distances of points to convex solids.

#include "collision/shape.h"
#include "math/plain.h"

namespace thew::collision {

struct SurfaceDistance {
  double distance;  ///< negative inside
  Vec3d normal;     ///< unit, away from the solid: the gradient of the distance
};

/// Of a point in the frame of a sphere, capsule, ellipsoid, cylinder, box or convex mesh.
SurfaceDistance signed_distance(const Shape& solid, const Vec3d& p);

}  // namespace thew::collision
