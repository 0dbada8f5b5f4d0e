#pragma once

// What pair functions see: shapes with poses and sizes, and the contact points they give. Nothing
// here knows a Model.

#include <thew/collision.h>
#include <thew/enums.h>

#include "math/mat3.h"
#include "math/quat.h"
#include "model/contact_slot.h"

namespace thew::collision {

using math::Mat3;
using math::Vec3;

/// Where a primitive is and how large: sizes mean what geom_size means for its type.
template <class T>
struct Placed {
  Vec3<T> pos;
  Mat3<T> rot;  ///< columns are its axes in the world
  Vec3<T> size;
};

/// One contact point.
template <class T>
struct Point {
  T dist;           ///< gap between the surfaces, negative when they overlap
  Vec3<T> pos;      ///< halfway between the surfaces
  Vec3<T> normal;   ///< unit, from the first shape to the second
  Vec3<T> tangent;  ///< where the first tangent shall point; zero: no preference
};

/// In lanes a slot is a point in some lanes only; in the others its distance is this.
inline constexpr double kAbsent = model::kAbsentDistance;

/// The most points that one pair can give.
inline constexpr int kMaxPoints = 50;

/// A mesh: vertices, its triangles, and, where there are any, its hull as a graph and as polygons.
/// Arrays as in the Model, beginning at this mesh.
struct MeshView {
  bool convex = true;  ///< the hull counts, not the triangles
  int vertices = 0;
  const float* vert = nullptr;   ///< 3 per vertex
  const int* graph = nullptr;    ///< hull; null: none, all vertices count
  const int* extrema = nullptr;  ///< 27 vertices to start a search from
  int polygons = 0;
  const double* poly_normal = nullptr;  ///< 3 per polygon
  const int* poly_vert_adr = nullptr;   ///< first corner of each polygon in poly_vert
  const int* poly_vert_num = nullptr;
  const int* poly_vert = nullptr;
  const int* vert_poly_adr = nullptr;  ///< first polygon of each vertex in vert_poly
  const int* vert_poly_num = nullptr;
  const int* vert_poly = nullptr;
  int faces = 0;
  const int* face = nullptr;        ///< 3 vertices per triangle
  const int* bvh_child = nullptr;   ///< tree of boxes around the triangles: 2 children per node
  const int* bvh_node = nullptr;    ///< triangle of a leaf, -1 at inner nodes
  const double* bvh_box = nullptr;  ///< centre and half sizes
};

/// Heights over a grid in the x-y plane, as geoms of type hfield use them.
struct HeightView {
  int rows = 0;
  int columns = 0;
  const float* height = nullptr;  ///< row by row (along y), scaled 0 to 1
  Vec3<double> radius;            ///< half sizes along x and y, and the height of 1
  double base = 0;                ///< how deep the solid below the surface reaches
};

/// A signed distance field: a formula (sdf/formula.h), or samples in an octree over a mesh.
struct FieldView {
  int formula = -1;                ///< -1: the octree
  double number[5] = {};           ///< parameters of the formula
  const int* child = nullptr;      ///< octree: 8 per node, x alternates fastest; leaves have -1
  const double* box = nullptr;     ///< centre and half sizes of each node
  const double* corner = nullptr;  ///< distances at the 8 corners of each node
};

/// Any shape, for algorithms that work on one world at a time.
struct Shape {
  GeomType type = GeomType::Sphere;
  Placed<double> at;
  const MeshView* mesh = nullptr;      ///< for meshes and distance fields
  const HeightView* height = nullptr;  ///< for height fields
  const FieldView* field = nullptr;    ///< for distance fields
  Vec3<double> box_centre{};           ///< of a box around the shape, in its frame
  Vec3<double> box_half{};
  math::Quat<double> quat{1, 0, 0, 0};  ///< the rotation once more, for distance fields
};

}  // namespace thew::collision
