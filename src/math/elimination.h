#pragma once

#include <utility>

#include "math/functions.h"

namespace thew::math {

/// Solves a x = b for a small matrix (n x n with a stride) by elimination with the largest pivots;
/// x takes the place of b. False where the matrix is singular.
template <class T>
bool eliminate(T* a, int n, int stride, T* b) {
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i) {
      if (abs(a[i * stride + k]) > abs(a[best * stride + k])) best = i;
    }
    if (!(abs(a[best * stride + k]) > T(0))) return false;
    const T inverse = T(1) / a[best * stride + k];
    for (int j = k; j < n && best != k; ++j) std::swap(a[k * stride + j], a[best * stride + j]);
    std::swap(b[k], b[best]);
    a[k * stride + k] = inverse;
    for (int i = k + 1; i < n; ++i) {
      const T factor = -a[i * stride + k] * inverse;
      for (int j = k + 1; j < n; ++j) {
        a[i * stride + j] = fma(factor, a[k * stride + j], a[i * stride + j]);
      }
      b[i] = fma(factor, b[k], b[i]);
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[k] = fma(-a[k * stride + j], b[j], b[k]);
    b[k] = b[k] * a[k * stride + k];
  }
  return true;
}

}  // namespace thew::math
