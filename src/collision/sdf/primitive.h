#pragma once

// Distances to primitives: exact outside, and inside with gradients that lead out smoothly.

#include "collision/shape.h"
#include "math/plain.h"

namespace thew::collision {

/// Signed distance of a point, in the frame of the shape, to a primitive.
double primitive_distance(GeomType type, const Vec3d& size, const Vec3d& p);

/// Direction in which the distance grows fastest.
Vec3d primitive_gradient(GeomType type, const Vec3d& size, const Vec3d& p);

}  // namespace thew::collision
