#pragma once

#include "collision/convex.h"
#include "collision/shape.h"

namespace thew::collision {

/// Contacts of a height field with a convex shape that is closer than `margin`: one for each of the
/// prisms below the triangles of the field that it reaches, row by row. Returns how many of
/// `points` (kMaxPoints) were written.
int heightfield_convex(const Shape& field, const Shape& other, double margin,
                       const ConvexOptions& options, ConvexMemory memory, Point<double>* points);

/// The same for a convex set, with its skin, that is given in the frame of the field.
int heightfield_set(const Shape& field, const Convex& set, double margin,
                    const ConvexOptions& options, ConvexMemory memory, Point<double>* points);

}  // namespace thew::collision
