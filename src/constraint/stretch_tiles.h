#pragma once

// The stiffness of a stretched triangle or tetrahedron, corner by corner as tiles: what
// element::add_stretch_tangent says, a row of a tile at a time.

#include "constraint/solver/tile.h"
#include "element/flex.h"

namespace thew::constraint {

template <int dim, class T>
class StretchTiles {
 public:
  /// `scale` times the stiffness at these corners.
  StretchTiles(const math::Vec3<T>* corner, const T* change, const double* k, const T& scale) {
    element::edge_tension<dim>(change, k, pull_);
    for (int e = 0; e < kEdges; ++e) {
      pull_[e] = scale * math::max(pull_[e], T(0));
      way_[e] = corner[Edges::end(e, 0)] - corner[Edges::end(e, 1)];
      along_[e] = row_of(way_[e].x, way_[e].y, way_[e].z);
      for (Row& tension : tension_[e]) tension = Row(T(0));
    }
    for (int e = 0; e < kEdges; ++e) {
      for (int f = e; f < kEdges; ++f, ++k) {
        const Row weight(T(2) * scale * T(*k));
        add_tension(e, f, weight);
        if (f != e) add_tension(f, e, weight);
      }
    }
  }

  /// Adds the rows of corner a and the columns of corner b to a tile.
  THEW_INLINE void add(int a, int b, T* tile) const {
    Row row[3];
    for (int k = 0; k < 3; ++k) row[k] = Row::load(tile + tile::kSide * k);
    T across(0);
    for (int e = 0; e < kEdges; ++e) {
      const int side = side_of(e, a);
      if (side == 0) continue;
      const Row& tension = tension_[e][b];
      const T way[3] = {way_[e].x, way_[e].y, way_[e].z};
      for (int k = 0; k < 3; ++k) row[k] = fma(Row(side > 0 ? way[k] : -way[k]), tension, row[k]);
      across = across + T(side * side_of(e, b)) * pull_[e];
    }
    const Row unit[3] = {row_of(across, T(0), T(0)), row_of(T(0), across, T(0)),
                         row_of(T(0), T(0), across)};
    for (int k = 0; k < 3; ++k) (row[k] + unit[k]).store(tile + tile::kSide * k);
  }

 private:
  using Row = tile::Row<T>;
  using Edges = element::SimplexEdges<dim>;
  static constexpr int kEdges = Edges::kCount;

  static THEW_INLINE Row row_of(const T& x, const T& y, const T& z) {
    Row row(T(0));
    row.set(0, x);
    row.set(1, y);
    row.set(2, z);
    return row;
  }
  // 1 at the end that an edge comes from, -1 at the other one.
  static THEW_INLINE int side_of(int edge, int corner) {
    return Edges::end(edge, 0) == corner ? 1 : Edges::end(edge, 1) == corner ? -1 : 0;
  }
  THEW_INLINE void add_tension(int e, int f, const Row& weight) {
    Row &from = tension_[e][Edges::end(f, 0)], &to = tension_[e][Edges::end(f, 1)];
    from = fma(weight, along_[f], from);
    to = fma(-weight, along_[f], to);
  }

  math::Vec3<T> way_[kEdges];
  Row along_[kEdges];
  Row tension_[kEdges][dim + 1];  // of edges, by displacements of corners
  T pull_[kEdges];                // across edges
};

}  // namespace thew::constraint
