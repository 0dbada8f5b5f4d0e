#pragma once

#include "collision/shape.h"

namespace thew::collision {

/// A plane and a convex mesh: the lowest vertex, and of the face around it that looks down most the
/// corners that lie below the mesh's origin and within the margin, in the order of the face. Of a
/// face with more than four corners four count that span a large area. At most 4 points; 1 if the
/// mesh has no faces at its lowest vertex.
int plane_mesh(const Placed<double>& plane, const Shape& mesh, double margin,
               Point<double>* points);

}  // namespace thew::collision
