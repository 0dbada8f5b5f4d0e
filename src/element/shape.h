#pragma once

// What pair functions see: shapes with poses and sizes, and the contact points they give.

#include "math/mat3.h"
#include "math/resolution.h"

namespace thew::element {

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
inline constexpr double kAbsent = 1e30;

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

/// Appends a point that exists in the lanes of `exists`, unless there is none: returns the new
/// number of points. NaN never compares true, so a pose with NaN gives no points.
template <class T>
THEW_INLINE int put(Point<T>* points, int count, const MaskOf<T>& exists, const T& dist,
                    const Vec3<T>& pos, const Vec3<T>& normal,
                    const Vec3<T>& tangent = {T(0), T(0), T(0)}) {
  if (none(exists)) return count;
  points[count] = {select(exists, dist, T(kAbsent)), pos, normal, tangent};
  return count + 1;
}

using math::tolerance;

}  // namespace thew::element
