#pragma once

// Friction within its bound: minimise 1/2 x' A x + b' x where sum (x_i / d_i)^2 <= r^2.

#include <type_traits>

#include "math/loops.h"
#include "math/resolution.h"
#include "math/scalar.h"

namespace thew::element {

inline constexpr int kMostFriction = 5;

namespace detail {

/// A small symmetric matrix, as its Cholesky factor.
template <class S>
struct SmallCholesky {
  S l[kMostFriction][kMostFriction];
  S determinant = 1, least = 0;  ///< of the matrix, and of the squared pivots
  int n;

  /// Of a + shift.
  THEW_HD SmallCholesky(const S (&a)[kMostFriction][kMostFriction], int size, S shift) : n(size) {
    THEW_ROLLED
    for (int i = 0; i < n; ++i) {
      THEW_ROLLED
      for (int j = 0; j <= i; ++j) {
        S sum = a[i][j] + (i == j ? shift : 0);
        THEW_ROLLED
        for (int k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
        if (i == j) {
          determinant *= sum;
          least = i == 0 || sum < least ? sum : least;
          l[i][i] = sum > 0 ? math::sqrt(sum) : 0;
        } else {
          l[i][j] = l[j][j] > 0 ? sum / l[j][j] : 0;
        }
      }
    }
  }

  /// x <- inv(L) x
  THEW_HD void solve_lower(S* x) const {
    THEW_ROLLED
    for (int i = 0; i < n; ++i) {
      THEW_ROLLED
      for (int k = 0; k < i; ++k) x[i] -= l[i][k] * x[k];
      x[i] /= l[i][i];
    }
  }
  /// x <- inv(L') x
  THEW_HD void solve_upper(S* x) const {
    THEW_ROLLED
    for (int i = n; i-- > 0;) {
      THEW_ROLLED
      for (int k = i + 1; k < n; ++k) x[i] -= l[k][i] * x[k];
      x[i] /= l[i][i];
    }
  }
};

template <class S>
THEW_HD inline S square(const S* x, int n) {
  S sum = 0;
  THEW_ROLLED
  for (int i = 0; i < n; ++i) sum += x[i] * x[i];
  return sum;
}

}  // namespace detail

/// x <- the minimum; false where A is not definite enough, and then x is zero. `a` is row-major
/// with stride n. On the bound the multiplier is found by Newton's method on 1/|x| - 1/r, which
/// converges from below without safeguards.
template <class S>
THEW_HD inline bool solve_qcqp(int n, const S* a, const S* b, const S* d, std::type_identity_t<S> r,
                               std::type_identity_t<S> least_determinant, S* x) {
  S scaled[kMostFriction][kMostFriction];
  THEW_ROLLED
  for (int i = 0; i < n; ++i) {
    THEW_ROLLED
    for (int j = 0; j < n; ++j) scaled[i][j] = a[i * n + j] * d[i] * d[j];
  }
  S multiplier = 0;
  THEW_ROLLED
  for (int iteration = 0; iteration < 50; ++iteration) {
    const detail::SmallCholesky factor(scaled, n, multiplier);
    const bool definite =
        factor.least > 0 && (n <= 3 ? factor.determinant : factor.least) >= least_determinant;
    if (!definite) {
      THEW_ROLLED
      for (int i = 0; i < n; ++i) x[i] = 0;
      return false;
    }
    THEW_ROLLED
    for (int i = 0; i < n; ++i) x[i] = -b[i] * d[i];
    factor.solve_lower(x);
    factor.solve_upper(x);
    const S length = math::sqrt(detail::square(x, n));
    if (length <= r * (S(1) + S(10) * math::kRounding<S>)) break;
    S y[kMostFriction];
    THEW_ROLLED
    for (int i = 0; i < n; ++i) y[i] = x[i];
    factor.solve_lower(y);
    const S change = length * length / detail::square(y, n) * (length - r) / r;
    if (!(change > math::kRounding<S> * multiplier)) break;
    multiplier += change;
  }
  const S length = math::sqrt(detail::square(x, n));
  const S shrink = multiplier > 0 && length > 0 ? r / length : 1;
  THEW_ROLLED
  for (int i = 0; i < n; ++i) x[i] *= d[i] * shrink;
  return true;
}

}  // namespace thew::element
