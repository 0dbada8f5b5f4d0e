#pragma once

// Friction within its bound: minimise 1/2 x' A x + b' x where sum (x_i / d_i)^2 <= r^2. By one
// thread; the decisions are those of the processor's.

#include "gpu/world.h"
#include "math/resolution.h"

namespace thew::gpu::detail {

inline constexpr int kMostFriction = 5;

/// Solves (D A D + shift) x = -D b for n numbers, by Cholesky's factor. `bend` is set to x' inv x
/// for the inverse of the same matrix. False where the matrix is not definite enough.
template <class T>
THEW_STAGE bool solve_shifted(int n, const T* a, const T* b, const T* d, const T& shift, T* x,
                              T& bend) {
  constexpr int kMost = kMostFriction;
  constexpr double kLeast = 1e-10;
  T l[kMost * kMost];
  T determinant = T(1), least = T(0);
  THEW_ROLLED
  for (int i = 0; i < n; ++i) {
    T right = -b[i] * d[i];
    THEW_ROLLED
    for (int j = 0; j <= i; ++j) {
      T sum = a[i * n + j] * d[i] * d[j];
      if (i == j) sum = sum + shift;
      THEW_ROLLED
      for (int k = 0; k < j; ++k) sum = sum - l[i * kMost + k] * l[j * kMost + k];
      if (i == j) {
        determinant = determinant * sum;
        least = i == 0 || sum < least ? sum : least;
        l[i * kMost + i] = sum > T(0) ? sqrt(sum) : T(0);
      } else {
        const T pivot = l[j * kMost + j];
        l[i * kMost + j] = pivot > T(0) ? sum / pivot : T(0);
        right = right - l[i * kMost + j] * x[j];
      }
    }
    x[i] = right / l[i * kMost + i];
  }
  if (!(least > T(0) && (n <= 3 ? determinant : least) >= T(kLeast))) return false;
  THEW_ROLLED
  for (int i = n - 1; i >= 0; --i) {
    THEW_ROLLED
    for (int k = i + 1; k < n; ++k) x[i] = x[i] - l[k * kMost + i] * x[k];
    x[i] = x[i] / l[i * kMost + i];
  }
  T y[kMost];
  bend = T(0);
  THEW_ROLLED
  for (int i = 0; i < n; ++i) {
    T value = x[i];
    THEW_ROLLED
    for (int k = 0; k < i; ++k) value = value - l[i * kMost + k] * y[k];
    y[i] = value / l[i * kMost + i];
    bend = bend + y[i] * y[i];
  }
  return true;
}

/// x <- the minimum, or zero where A is not definite enough. `a` is row-major with stride n. On the
/// bound the multiplier is found by Newton's method on 1/|x| - 1/r, which converges from below.
template <class T>
THEW_CALL void solve_qcqp(int n, const T* a, const T* b, const T* d, const T r, T* x) {
  T multiplier = T(0), length = T(0);
  THEW_ROLLED
  for (int iteration = 0; iteration < 50; ++iteration) {
    T bend;
    if (!solve_shifted(n, a, b, d, multiplier, x, bend)) {
      for (int i = 0; i < kMostFriction; ++i) {
        if (i < n) x[i] = T(0);
      }
      return;
    }
    T square = T(0);
    THEW_ROLLED
    for (int i = 0; i < n; ++i) square = square + x[i] * x[i];
    length = sqrt(square);
    if (length <= r * (T(1) + T(10) * math::kRounding<T>)) break;
    const T change = square / bend * (length - r) / r;
    if (!(change > math::kRounding<T> * multiplier)) break;
    multiplier = multiplier + change;
  }
  const T shrink = multiplier > T(0) && length > T(0) ? r / length : T(1);
  THEW_ROLLED
  for (int i = 0; i < n; ++i) x[i] = x[i] * d[i] * shrink;
}

}  // namespace thew::gpu::detail
