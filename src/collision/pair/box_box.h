#pragma once

#include "collision/shape.h"

namespace thew::collision {

/// The most points that two boxes can give: a rectangle clipped by four lines has eight corners.
inline constexpr int kBoxBoxPoints = 8;

/// Contacts of two boxes closer than `margin`; returns how many of `points` (kBoxBoxPoints) were
/// written. Either a face of one box and the corners of the other's face within it, or one point
/// between two edges.
int box_box(const Placed<double>& a, const Placed<double>& b, double margin, Point<double>* points);

}  // namespace thew::collision
