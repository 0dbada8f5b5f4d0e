#pragma once

// Built-in shapes of meshes, from parameters that are known to be good.

#include "compile/spec_names.h"

namespace thew::compile {

// shapes.cc
/// An icosahedron, split so many times.
MeshData make_sphere(int subdivisions);
MeshData make_hemisphere(int resolution);
/// A polygon of n corners below, and one of this radius above.
MeshData make_cone(int n, double radius);
MeshData make_supersphere(int n, double east, double north);
MeshData make_supertorus(int n, double radius, double minor, double major);
/// Part of a sphere, by azimuth and elevation [degrees].
MeshData make_wedge(int columns, int rows, double wide, double high, double gamma);
MeshData make_plate(int columns, int rows);

// grid.cc
/// Counts and spacings of the shapes that are made from a grid of points.
struct GridParams {
  MeshBuiltin shape = MeshBuiltin::Grid;
  std::array<int, 3> count = {};
  Vec3 spacing = {};
  int dim = 3;
};
MeshData make_grid(const GridParams& grid);

}  // namespace thew::compile
