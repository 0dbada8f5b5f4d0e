#pragma once

#include <vector>

#include "math/vec3.h"

namespace thew::scene {

/// Points along a rope of this length that hangs between two points: two where it is taut, three
/// where it hangs almost straight down (as by a bead), else `count` along the catenary.
std::vector<math::Vec3<double>> catenary(const math::Vec3<double>& from,
                                         const math::Vec3<double>& to,
                                         const math::Vec3<double>& gravity, double length,
                                         int count);

}  // namespace thew::scene
