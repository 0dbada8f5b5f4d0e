#pragma once

#include "collision/shape.h"

namespace thew::collision {

/// The most points that a capsule and a box can give.
inline constexpr int kCapsuleBoxPoints = 2;

/// Contacts of a capsule and a box closer than `margin`; returns how many of `points`
/// (kCapsuleBoxPoints) were written. One where the capsule's axis is nearest to the box, and one
/// where an axis that lies along a face or an edge stops being over it.
int capsule_box(const Placed<double>& capsule, const Placed<double>& box, double margin,
                Point<double>* points);

}  // namespace thew::collision
