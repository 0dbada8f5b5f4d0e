#pragma once

#include "math/plain.h"

namespace thew::collision {

/// A spur gear about z with involute teeth: angle [rad], pitch diameter, teeth, thickness along z,
/// diameter of the hole (negative: from the other numbers).
double gear(const Vec3d& p, const double* number);

}  // namespace thew::collision
