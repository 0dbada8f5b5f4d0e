#pragma once

// Rows of Jacobians that change with positions: of tendons along their paths, and of actuators that
// pull between sites or turn a ball.

#include <vector>

#include <thew/data.h>

#include "derivative/dense.h"

namespace thew::derivative {

struct RowChange {
  std::vector<int> dofs;       ///< none: the row is the same at all positions
  Matrix second;               ///< dJ_i/dq_k, i and k among the dofs
  std::vector<double> length;  ///< d length / dq_k, which may differ from J_k

  bool constant() const { return dofs.empty(); }
  /// How J w changes with the k-th of the dofs.
  double along(std::size_t k, const double* w) const;
  /// Calls visit(dof i, dof k, dJ_i/dq_k).
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < dofs.size(); ++i) {
      for (std::size_t k = 0; k < dofs.size(); ++k)
        visit(dofs[i], dofs[k], second(static_cast<int>(i), static_cast<int>(k)));
    }
  }
};

/// A sparse row: the moment of an actuator's output, or the Jacobian of a tendon.
struct Row {
  int count;
  const int* column;
  const double* entry;
};
inline Row moment_row(const Data& d, int out) {
  const int at = d.moment_rowadr[out];
  return {d.moment_rownnz[out], d.moment_colind.data() + at, d.actuator_moment.data() + at};
}
inline Row tendon_row(const Model& m, const Data& d, int t) {
  const int at = m.ten_J_rowadr[t];
  return {m.ten_J_rownnz[t], m.ten_J_colind.data() + at, d.ten_J.data() + at};
}

/// Of a tendon; constant where it is a fixed one.
RowChange tendon_change(const Model& m, const Data& d, int tendon);

/// Of the moment of an actuator with one output.
RowChange moment_change(const Model& m, const Data& d, int actuator);
/// Whether that is known: not for those that hold on to contacts.
bool covers_moment(const Model& m, int actuator);
/// Those of all actuators; constant where it is not known.
std::vector<RowChange> moment_changes(const Model& m, const Data& d);

}  // namespace thew::derivative
