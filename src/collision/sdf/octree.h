#pragma once

#include "collision/shape.h"
#include "math/plain.h"

namespace thew::collision {

/// Distance to a mesh from samples at the corners of the cells of an octree, trilinear in each
/// cell. Outside the octree: the value at the nearest point of its box plus the way to that point.
double octree_distance(const FieldView& field, const Vec3d& p);

/// Its gradient; outside the octree by differences.
Vec3d octree_gradient(const FieldView& field, const Vec3d& p);

}  // namespace thew::collision
