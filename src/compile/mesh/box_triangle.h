#pragma once

// Whether a triangle meets a box.

#include <array>

#include "compile/tree/box_tree.h"

namespace thew::compile {

/// Separating planes: the sides of the box, the plane of the triangle, and, in each coordinate
/// plane, the edges of the triangle (M. Schwarz and H.-P. Seidel, Fast Parallel Surface and Solid
/// Voxelization on GPUs, 2010). What touches meets.
bool meets(const Box& box, const std::array<Vec3, 3>& triangle);

}  // namespace thew::compile
