#pragma once

// Cells of interpolated flexes, and outer faces of those that are shells.

#include "deformable/vertices.h"
#include "math/quat.h"

namespace thew::deformable {

/// The bodies that carry the nodes of a cell or face.
inline void list_bodies(const Model& m, int f, const FlexGrid& grid, int patch, int* body) {
  grid.list_patch(patch, body);
  for (int i = 0; i < grid.nodes_of_patch(); ++i) {
    body[i] = m.flex_nodebodyid[m.flex_nodeadr[f] + body[i]];
  }
}

/// The nodes of a cell or face: on which bodies they are, where now, and where at rest.
template <class T>
struct Patch {
  Patch(const Model& m, const BasicData<T>& d, int f, const FlexGrid& grid, int number)
      : count(grid.nodes_of_patch()) {
    int node[element::kCellNodes];
    grid.list_patch(number, node);
    math::Vec3<double> still[element::kCellNodes];
    for (int i = 0; i < count; ++i) {
      const int n = m.flex_nodeadr[f] + node[i];
      body[i] = m.flex_nodebodyid[n];
      const double* own = m.flex_node.row(n);
      slides[i] = m.body_dofnum[body[i]] == 3 && own[0] == 0 && own[1] == 0 && own[2] == 0;
      x[i] = carried_point(d, body[i], m.flex_node.row(n));
      still[i] = math::load3(m.flex_node0.row(n));
      rest[i] = {T(still[i].x), T(still[i].y), T(still[i].z)};
    }
    const math::Mat3<double> undo = element::inverse(gradient(grid, number, still));
    const math::Mat3<T> back = {T(undo.xx), T(undo.xy), T(undo.xz), T(undo.yx), T(undo.yy),
                                T(undo.yz), T(undo.zx), T(undo.zy), T(undo.zz)};
    quat = element::nearest_turn(gradient(grid, number, x) * back);
    turn = to_matrix(quat);
  }
  Patch(const Patch&) = delete;

  int count;
  int body[element::kCellNodes];
  bool slides[element::kCellNodes];  ///< it is a body with three slides of its own
  math::Vec3<T> x[element::kCellNodes], rest[element::kCellNodes];
  math::Quat<T> quat;  ///< how it is turned since rest
  math::Mat3<T> turn;

  /// Adds a force on a node to forces in joint space. As with MuJoCo, nodes with slides of their
  /// own push these, and not what their bodies are carried by.
  void push_node(const Model& m, const BasicData<T>& d, int i, const math::Vec3<T>& force,
                 T* result) const {
    if (!slides[i]) return push(m, d, body[i], x[i], force, result);
    const int first = m.body_dofadr[body[i]];
    for (int k = first; k < first + 3; ++k) {
      result[k] = result[k] + dot(math::load3(d.cdof.row(k) + 3), force);
    }
  }

  /// How far a node is from where the patch, turned as it is, has it at rest; in the frame of rest.
  math::Vec3<T> displacement(int i) const { return multiply_transposed(turn, x[i]) - rest[i]; }

  /// The derivative of where its middle is by where its nodes are.
  template <class S>
  static math::Mat3<S> gradient(const FlexGrid& grid, int number, const math::Vec3<S>* node) {
    return grid.is_shell() ? element::face_gradient(grid.order(), grid.face_axis(number), node)
                           : element::middle_gradient(grid.order(), node);
  }
};

/// How many numbers of flex_stiffness a patch has.
inline std::int64_t patch_numbers(const FlexGrid& grid) {
  return 9 * std::int64_t{grid.nodes_of_patch()} * grid.nodes_of_patch();
}

/// Whether nothing is in a cell; faces are never empty, though nothing resists across them.
inline bool is_empty(const FlexGrid& grid, const double* stiffness) {
  return !grid.is_shell() && stiffness[0] == 0;
}

}  // namespace thew::deformable
