#pragma once

// Interpolated flexes: a grid of cells with nodes, each on a body, carries the vertices.

#include <cstdlib>

#include <thew/data.h>

#include "element/cell.h"

namespace thew {

/// The cells of a flex. Nodes count from its first one, z fastest.
class FlexGrid {
 public:
  FlexGrid(const Model& m, int flex)
      : order_(std::abs(m.flex_interp[flex])), cells_(m.flex_cellnum.row(flex)) {}

  int order() const { return order_; }
  int nodes_of_cell() const { return element::cell_nodes(order_); }
  int cells() const { return cells_[0] * cells_[1] * cells_[2]; }

  /// The nodes of a cell, by its number, z fastest.
  void list_nodes(int cell, int* node) const {
    const int z = cell % cells_[2], y = cell / cells_[2] % cells_[1];
    list_nodes(cell / cells_[2] / cells_[1], y, z, node);
  }

  /// The cell at a place of the unit cube: its nodes, and their weights there.
  template <class T>
  void find(const math::Vec3<T>& place, int* node, T* weight) const {
    int cell[3];
    T within[3] = {place.x, place.y, place.z};
    for (int k = 0; k < 3; ++k) {
      within[k] = within[k] * T(cells_[k]);
      const int last = cells_[k] - 1;
      // Vertices do not move in the cube, so that one world decides for all.
      const double at = math::lane(within[k], 0);
      cell[k] = !(at > 0) ? 0 : at >= last ? last : static_cast<int>(at);
      within[k] = within[k] - T(cell[k]);
    }
    list_nodes(cell[0], cell[1], cell[2], node);
    element::cell_weights(order_, math::load3(within), weight);
  }

 private:
  void list_nodes(int x, int y, int z, int* node) const {
    const int rows = cells_[1] * order_ + 1, columns = cells_[2] * order_ + 1;
    for (int i = x * order_; i <= (x + 1) * order_; ++i) {
      for (int j = y * order_; j <= (y + 1) * order_; ++j) {
        for (int k = z * order_; k <= (z + 1) * order_; ++k) *node++ = (i * rows + j) * columns + k;
      }
    }
  }

  int order_;
  const int* cells_;
};

}  // namespace thew
