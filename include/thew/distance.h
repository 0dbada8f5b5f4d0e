#pragma once

#include <thew/data.h>
#include <thew/model.h>

namespace thew::collision {

/// Signed distance of two geoms in one world, at most `limit`; negative where they overlap.
/// `from_to`, if not null, becomes the segment from the first to the second surface (6 numbers),
/// zeros where the distance is not less than `limit`. Two of plane and height field have no
/// distance: `limit`.
template <class T>
double geom_distance(const Model& model, const BasicData<T>& data, int geom1, int geom2,
                     double limit, double* from_to, int lane = 0);

}  // namespace thew::collision
