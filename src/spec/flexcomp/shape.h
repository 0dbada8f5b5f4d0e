#pragma once

// Points and simplices of deformable bodies, before they have bodies of their own: made from a
// grid, or taken from a mesh.

#include <thew/limits.h>
#include <thew/spec.h>

namespace thew::spec {

struct FlexShape {
  int dim = 2;                    ///< of its elements: segments, triangles or tetrahedra
  std::vector<double> point;      ///< 3 per point
  std::vector<int> elem;          ///< dim + 1 points per element
  std::vector<float> texcoord;    ///< 2 per point, or as elemtexcoord says; may be empty
  std::vector<int> elemtexcoord;  ///< per corner of the elements; may be empty
};

/// What is made from a grid of points.
struct GridShape {
  FlexcompType type = FlexcompType::Grid;  ///< none of Mesh, Gmsh and Direct
  int dim = 3;
  std::array<int, 3> count = {};
  Vec3 spacing = {};      ///< [m]
  bool textured = false;  ///< points get texture positions
  std::int64_t most = Limits{}.points;
};

/// A grid, the surface of a box that may be rounded to a cylinder or an ellipsoid (with tetrahedra
/// to its centre in 3D, open at the top in 2D), a disc or a circle. Throws Fault, a Refusal where
/// there are more points than `most`.
FlexShape make_shape(const GridShape& grid);

/// The points of a mesh with its tetrahedra, or its triangles: as they are in 2D, as segments in 1D
/// (a face without area is one), or with tetrahedra to `origin` in 3D.
FlexShape make_shape(const MeshData& mesh, int dim, const Vec3& origin);

}  // namespace thew::spec
