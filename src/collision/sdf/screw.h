#pragma once

#include "math/plain.h"

namespace thew::collision {

/// Bolt of unit length with a hexagonal head, hanging down from the origin along z; `number` is
/// the radius of its thread.
double bolt(const Vec3d& p, const double* number);

/// The nut for a bolt.
double nut(const Vec3d& p, const double* number);

}  // namespace thew::collision
