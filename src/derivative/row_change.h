#pragma once

// Rows of Jacobians that change with positions: of tendons along their paths, and of actuators that
// pull between sites or turn a ball.
//
// Such a row is J_i = sum S_i . w over the wrenches w on the bodies that dof i moves, so that
// dJ_i/dq_k = sum (S_k x S_i) . w, where k moves the axis S_i, + S_i . dw/dq_k. The wrenches are
// differentiated as dual numbers, four dofs at a time.

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

/// Of a tendon; constant where it is a fixed one.
RowChange tendon_change(const Model& m, const Data& d, int tendon);

/// Of the moment of an actuator with one output.
RowChange moment_change(const Model& m, const Data& d, int actuator);
/// Whether that is known: not for those that hold on to contacts.
bool covers_moment(const Model& m, int actuator);

}  // namespace thew::derivative
