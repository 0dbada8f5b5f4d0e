#pragma once

#include "spec/flexcomp/shape.h"

namespace thew::spec {

/// Moves a point of a square onto the circle around it, scaled by its distance from the centre and
/// the half sizes.
void round_off(Vec3& p, double half_x, double half_y);

/// The surface of a box as a grid of points, numbered side by side. In 3D there is a centre before
/// them, which all tetrahedra have as a corner; in 2D it is open at the top.
void make_box(const GridShape& grid, FlexShape& shape);

}  // namespace thew::spec
