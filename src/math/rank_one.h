#pragma once

// Symmetric matrices as sums of terms of rank one.

#include "math/resolution.h"
#include "math/scalar.h"

namespace thew::math {

/// Takes a symmetric matrix of n x n apart into terms weight * row' row, the largest pivot first,
/// and calls visit(weight, row) for each. What is left at the end is rounding: matrices that are
/// singular have as few terms as their rank. Overwrites the matrix.
template <class T, class Visit>
void peel(int n, T* a, Visit visit) {
  const T small = T(tolerance<Scalar<T>>(1e-14, 1e-6));
  T least(0);
  for (int term = 0; term < n; ++term) {
    int at = 0;
    for (int i = 1; i < n; ++i) {
      if (abs(a[i * n + i]) > abs(a[at * n + at])) at = i;
    }
    const T pivot = a[at * n + at];
    if (term == 0) least = small * abs(pivot);
    if (!(abs(pivot) > least)) return;
    T* row = a + at * n;
    const T scale = T(1) / pivot;
    for (int i = 0; i < n; ++i) row[i] = row[i] * scale;
    for (int i = 0; i < n; ++i) {
      if (i == at || row[i] == T(0)) continue;
      const T factor = -pivot * row[i];
      for (int j = 0; j < n; ++j) a[i * n + j] = fma(factor, row[j], a[i * n + j]);
    }
    visit(pivot, static_cast<const T*>(row));
    for (int i = 0; i < n; ++i) row[i] = a[i * n + at] = T(0);
  }
}

}  // namespace thew::math
