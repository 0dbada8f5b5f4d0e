#pragma once

// Rows of Jacobians that change with positions: of tendons along their paths, and of actuators that
// pull between sites, turn a ball or hold on to contacts.

#include <vector>

#include <thew/data.h>
#include <thew/workspace.h>

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

/// Those of the moments of all outputs of actuators.
std::vector<RowChange> moment_changes(const Model& m, const Data& d, Workspace<double>& w);

/// Adds scale d(J' J x)/dq with x as it is, where J' J has the entries of pairs of dofs that
/// couples(i, k) names.
template <class Couples>
void add_product_change(const Row& row, const RowChange& change, const double* x, double scale,
                        Couples couples, const Sum& to) {
  for (std::size_t n = 0; n < change.dofs.size() && scale != 0; ++n) {
    const int i = change.dofs[n];
    double product = 0;
    for (int r = 0; r < row.count; ++r) {
      if (couples(i, row.column[r])) product += row.entry[r] * x[row.column[r]];
    }
    for (std::size_t c = 0; c < change.dofs.size(); ++c) {
      const int k = change.dofs[c];
      const double second = scale * change.second(static_cast<int>(n), static_cast<int>(c));
      to(i, k) += second * product;
      for (int r = 0; r < row.count; ++r) {
        if (couples(row.column[r], i)) to(row.column[r], k) += second * x[i] * row.entry[r];
      }
    }
  }
}

}  // namespace thew::derivative
