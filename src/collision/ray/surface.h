#pragma once

// Where rays meet surfaces that are no primitives, one world at a time.

#include "collision/ray/hit.h"

namespace thew::collision {

/// A mesh, through the tree of boxes around its triangles.
Hit<double> ray_mesh(const MeshView& mesh, const Placed<double>& at, const Ray<double>& ray);

/// A height field: its triangles, its sides below them, and the box that it stands on.
Hit<double> ray_height(const HeightView& field, const Placed<double>& at, const Ray<double>& ray);

/// A distance field, within a box of the shape's sizes.
Hit<double> ray_field(const Shape& shape, const Ray<double>& ray);

/// Triangles alone, without a tree; `vertex` is the nearest corner of the triangle that is hit.
Hit<double> ray_triangles(int faces, const int* face, const float* vert, const Ray<double>& ray,
                          int& vertex);

}  // namespace thew::collision
