#pragma once

// Interpolated flexes: a grid of cells with nodes, each on a body, carries the vertices. Of a shell
// only the outer faces of the cells resist, and only the nodes there move by themselves: those
// within follow them by transfinite interpolation (Gordon and Hall, "Construction of curvilinear
// co-ordinate systems", 1973).

#include <cstdlib>

#include <thew/data.h>

#include "element/cell.h"

namespace thew {

/// A number of the model that counts something, or -1 where it is none that can be meant.
inline int as_index(double number) {
  constexpr double kMost = 1e9;
  return number >= 0 && number < kMost ? static_cast<int>(number) : -1;
}

/// The cells of a flex. Nodes count from its first one, z fastest.
class FlexGrid {
 public:
  FlexGrid(const Model& m, int flex)
      : order_(std::abs(m.flex_interp[flex])),
        shell_(m.flex_interp[flex] < 0),
        cells_(m.flex_cellnum.row(flex)) {}

  int order() const { return order_; }
  bool is_shell() const { return shell_; }
  int nodes_of_cell() const { return element::cell_nodes(order_); }
  int cells() const { return cells_[0] * cells_[1] * cells_[2]; }

  /// What resists: cells, or the outer faces of a shell.
  int patches() const { return shell_ ? 2 * (side(0) + side(1) + side(2)) : cells(); }
  int nodes_of_patch() const { return shell_ ? (order_ + 1) * (order_ + 1) : nodes_of_cell(); }
  void list_patch(int patch, int* node) const {
    shell_ ? list_face(patch, node) : list_nodes(patch, node);
  }

  /// The axis across which a face lies. Faces are numbered side by side: across x at its beginning
  /// and end, then y, then z. The axes of a side follow its own, the second one counts faster.
  int face_axis(int face) const {
    return face < 2 * side(0) ? 0 : face < 2 * (side(0) + side(1)) ? 1 : 2;
  }

  /// The number of a cell by its place.
  int cell_at(int x, int y, int z) const { return (x * cells_[1] + y) * cells_[2] + z; }
  bool has_cell(int x, int y, int z) const {
    return x >= 0 && x < cells_[0] && y >= 0 && y < cells_[1] && z >= 0 && z < cells_[2];
  }

  /// The nodes of a cell, by its number, z fastest.
  void list_nodes(int cell, int* node) const {
    const int z = cell % cells_[2], y = cell / cells_[2] % cells_[1];
    list_nodes(cell / cells_[2] / cells_[1], y, z, node);
  }

  /// The cell at a place of the unit cube: its nodes, and their weights there.
  template <class T>
  void find(const math::Vec3<T>& place, int* node, T* weight) const {
    const T at[3] = {place.x, place.y, place.z};
    int cell[3];
    for (int k = 0; k < 3; ++k) {
      const int last = cells_[k] - 1;
      // Points do not move in the cube, so that one world decides for all.
      const double along = math::lane(at[k] * T(cells_[k]), 0);
      cell[k] = !(along > 0) ? 0 : along >= last ? last : static_cast<int>(along);
    }
    find_in(cell_at(cell[0], cell[1], cell[2]), place, node, weight);
  }

  /// The nodes of a cell, by its number, and their weights at a place of the unit cube. A vertex
  /// whose own cell is empty is carried by another one, and then drawn up to it, as in MuJoCo.
  template <class T>
  void find_in(int cell, const math::Vec3<T>& place, int* node, T* weight) const {
    const int at[3] = {cell / cells_[2] / cells_[1], cell / cells_[2] % cells_[1],
                       cell % cells_[2]};
    constexpr double kOutside = 0.02;  // at most, in cells
    T within[3] = {place.x, place.y, place.z};
    for (int k = 0; k < 3; ++k) {
      within[k] = math::clamp(within[k] * T(cells_[k]) - T(at[k]), T(-kOutside), T(1 + kOutside));
    }
    list_nodes(at[0], at[1], at[2], node);
    element::cell_weights(order_, math::load3(within), weight);
  }

  /// Calls visit(node, weight) for what a node follows: itself, or within a shell the nodes of
  /// faces, edges and corners in line with it. Faces count by how near they are; edges have then
  /// been counted twice and are taken off, and corners come back.
  template <class Visit>
  void each_leader(int node, Visit visit) const {
    int place[3], last[3];
    bool inside = shell_;
    for (int k = 2, rest = node; k >= 0; --k) {
      last[k] = cells_[k] * order_;
      place[k] = rest % (last[k] + 1);
      rest /= last[k] + 1;
      inside = inside && place[k] > 0 && place[k] < last[k];
    }
    if (!inside) return visit(node, 1.0);
    for (int choice = 1; choice < 27; ++choice) {  // along each axis: its own place, or an end
      int at[3];
      double weight = -1;
      for (int k = 0, rest = choice; k < 3; ++k, rest /= 3) {
        const double share = static_cast<double>(place[k]) / last[k];
        at[k] = rest % 3 == 0 ? place[k] : rest % 3 == 1 ? 0 : last[k];
        if (rest % 3 != 0) weight *= rest % 3 == 1 ? share - 1 : -share;
      }
      visit((at[0] * (last[1] + 1) + at[1]) * (last[2] + 1) + at[2], weight);
    }
  }

 private:
  /// Faces on one side across an axis.
  int side(int axis) const { return cells_[(axis + 1) % 3] * cells_[(axis + 2) % 3]; }

  void list_face(int face, int* node) const {
    const int axis = face_axis(face), slow = (axis + 1) % 3, fast = (axis + 2) % 3;
    for (int k = 0; k < axis; ++k) face -= 2 * side(k);
    const bool at_end = face >= side(axis);
    if (at_end) face -= side(axis);
    int at[3];
    at[axis] = at_end ? cells_[axis] * order_ : 0;
    for (int i = 0; i <= order_; ++i) {
      at[slow] = face / cells_[fast] * order_ + i;
      for (int j = 0; j <= order_; ++j) {
        at[fast] = face % cells_[fast] * order_ + j;
        *node++ = (at[0] * (cells_[1] * order_ + 1) + at[1]) * (cells_[2] * order_ + 1) + at[2];
      }
    }
  }

  void list_nodes(int x, int y, int z, int* node) const {
    const int rows = cells_[1] * order_ + 1, columns = cells_[2] * order_ + 1;
    for (int i = x * order_; i <= (x + 1) * order_; ++i) {
      for (int j = y * order_; j <= (y + 1) * order_; ++j) {
        for (int k = z * order_; k <= (z + 1) * order_; ++k) *node++ = (i * rows + j) * columns + k;
      }
    }
  }

  int order_;
  bool shell_;
  const int* cells_;
};

}  // namespace thew
