#pragma once

#include <cstdint>

#include "math/scalar.h"

namespace thew::math {

/// Dense Cholesky A = L L' in place: L replaces the lower triangle, the upper one is not touched.
/// Row-major, n x n. The result says in which lanes a pivot was not positive; those lanes stopped
/// being meaningful there.
template <class T>
MaskOf<T> cholesky(std::int64_t n, T* a) {
  MaskOf<T> failed = false;
  for (std::int64_t j = 0; j < n; ++j) {
    T* row_j = a + j * n;
    T pivot = row_j[j];
    for (std::int64_t k = 0; k < j; ++k) pivot = fma(-row_j[k], row_j[k], pivot);
    const auto bad = !(pivot > T(0));
    failed = failed | bad;
    const T root = sqrt(select(bad, T(1), pivot));
    row_j[j] = root;
    const T inverse = T(1) / root;
    for (std::int64_t i = j + 1; i < n; ++i) {
      T* row_i = a + i * n;
      T sum = row_i[j];
      for (std::int64_t k = 0; k < j; ++k) sum = fma(-row_i[k], row_j[k], sum);
      row_i[j] = sum * inverse;
    }
  }
  return failed;
}

/// x <- (L L')^-1 x with the factor of cholesky().
template <class T>
void cholesky_solve(std::int64_t n, const T* l, T* x) {
  for (std::int64_t i = 0; i < n; ++i) {
    T sum = x[i];
    for (std::int64_t k = 0; k < i; ++k) sum = fma(-l[i * n + k], x[k], sum);
    x[i] = sum / l[i * n + i];
  }
  for (std::int64_t i = n - 1; i >= 0; --i) {
    T sum = x[i];
    for (std::int64_t k = i + 1; k < n; ++k) sum = fma(-l[k * n + i], x[k], sum);
    x[i] = sum / l[i * n + i];
  }
}

}  // namespace thew::math
