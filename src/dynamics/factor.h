#pragma once

#include <thew/data.h>

#include "math/tree_ldl.h"
#include "model/warning.h"

namespace thew::dynamics {

/// The sparsity of M, and of everything that has it.
inline math::TreeRows inertia_rows(const Model& m) {
  return {static_cast<int>(m.nv), m.M_rownnz.data(), m.M_rowadr.data(), m.M_colind.data(), 1,
          m.dof_run.data()};
}

/// Factors a matrix with the sparsity of M in place; pivots that are not positive are raised and
/// flagged.
template <class T>
void factor_like_inertia(const Model& m, BasicData<T>& d, T* matrix, T* inverse) {
  const auto clamped = math::factor(inertia_rows(m), matrix, inverse, T(kMinVal));
  if (any(clamped)) raise(d, Warning::Inertia, 0, clamped);
}

}  // namespace thew::dynamics
