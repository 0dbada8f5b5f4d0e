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

/// Calls visit(first, end, diagonal) for the independent blocks of M: trees, or all dofs in a row
/// whose rows are diagonal.
template <class Visit>
THEW_INLINE void each_block(const Model& m, Visit visit) {
  for (int first = 0, end; first < m.nv; first = end) {
    const int tree = m.dof_treeid[first], diagonal = m.dof_simplenum[first];
    end = diagonal > 0 ? first + diagonal : m.tree_dofadr[tree] + m.tree_dofnum[tree];
    visit(first, end, diagonal > 0);
  }
}

/// Factors a matrix with the sparsity of M in place; pivots that are not positive are raised and
/// flagged.
template <class T>
void factor_like_inertia(const Model& m, BasicData<T>& d, T* matrix, T* inverse) {
  math::MaskOf<T> clamped = false;
  each_block(m, [&](int first, int end, bool diagonal) THEW_INLINE_LAMBDA {
    const T floor = T(kMinVal);
    T* entries = matrix + m.M_rowadr[first];
    clamped =
        clamped | (diagonal ? math::factor_diagonal(end - first, entries, inverse + first, floor)
                            : math::factor(inertia_rows(m), first, end, matrix, inverse, floor));
  });
  if (any(clamped)) raise(d, Warning::Inertia, 0, clamped);
}

/// x <- A^-1 x for a matrix that was factored so.
template <class T>
void solve_like_inertia(const Model& m, const T* factor, const T* inverse, T* x) {
  each_block(m, [&](int first, int end, bool diagonal) THEW_INLINE_LAMBDA {
    if (!diagonal) return math::solve(inertia_rows(m), first, end, factor, inverse, x);
    for (int i = first; i < end; ++i) x[i] = x[i] * inverse[i];
  });
}

}  // namespace thew::dynamics
