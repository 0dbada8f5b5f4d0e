#pragma once

// Gaussian elimination for a matrix that need not be symmetric but has the symmetric forest
// sparsity of tree_ldl.h. Entry (k, ancestor) is in `lower`, entry (ancestor, k) at the same
// address in `upper`; diagonals are in `lower`. Leaves are eliminated first, so there is no
// fill-in; there is no pivoting, because the matrix is an inertia plus a step times a bounded
// matrix, dominated by its symmetric positive part.

#include "math/tree_ldl.h"

namespace thew::math {

/// Factors rows [begin, end), a union of whole trees, in place; `inverse` gets the inverse pivots.
/// Pivots closer to zero than `floor` are set to it; the result says in which lanes.
template <class T>
MaskOf<T> factor_lu(TreeRows rows, int begin, int end, T* lower, T* upper, T* inverse,
                    const T& floor) {
  MaskOf<T> clamped = false;
  for (int k = end - 1; k >= begin; --k) {
    T* low = lower + rows.start[k];
    T* up = upper + rows.start[k];
    const int ancestors = rows.ancestors(k);
    const auto small = !(abs(low[ancestors]) >= floor);
    clamped = clamped | small;
    low[ancestors] = select(small, floor, low[ancestors]);
    const T inv = T(1) / low[ancestors];
    inverse[k] = inv;
    const std::int32_t* column = rows.column + rows.start[k];
    for (int c = ancestors - 1; c >= 0; --c) {
      const int first = rows.start[column[c]];
      axpy(c + 1, -(up[c] * inv), low, lower + first);
      axpy(c, -(low[c] * inv), up, upper + first);
    }
  }
  return clamped;
}

/// x <- A^-1 x for the factored rows.
template <class T>
void solve_lu(TreeRows rows, int begin, int end, const T* lower, const T* upper, const T* inverse,
              T* x) {
  for (int k = end - 1; k >= begin; --k) {
    const T* up = upper + rows.start[k];
    const T scaled = -(x[k] * inverse[k]);
    const std::int32_t* column = rows.column + rows.start[k];
    for (int c = rows.ancestors(k) - 1; c >= 0; --c)
      x[column[c]] = fma(up[c], scaled, x[column[c]]);
  }
  for (int k = begin; k < end; ++k) {
    const T* low = lower + rows.start[k];
    const std::int32_t* column = rows.column + rows.start[k];
    T sum = x[k];
    for (int c = 0, n = rows.ancestors(k); c < n; ++c) sum = fma(-low[c], x[column[c]], sum);
    x[k] = sum * inverse[k];
  }
}

}  // namespace thew::math
