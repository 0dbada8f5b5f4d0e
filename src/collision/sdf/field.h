#pragma once

// Shapes as signed distance fields.

#include "collision/shape.h"
#include "math/plain.h"

namespace thew::collision {

struct FieldSample {
  double distance;
  Vec3d gradient;
};

/// Signed distance of a point, in the frame of a shape, to its surface: distance fields and
/// primitives.
double field_distance(const Shape& shape, const Vec3d& p);

/// Distance and gradient.
FieldSample field_sample(const Shape& shape, const Vec3d& p);

}  // namespace thew::collision
