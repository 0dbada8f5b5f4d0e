#pragma once

// The factorisation M = L' D L of a symmetric matrix whose sparsity is a forest: row i of the lower triangle has
// entries in the columns of i's ancestors (ascending) and last in column i, so an ancestor's row is a prefix of the
// rows of its descendants and no fill-in occurs. Cost: the sum of squared depths to factor, of depths to solve.
// Featherstone, Rigid Body Dynamics Algorithms, section 6.5.

#include <cstdint>

#include "math/scalar.h"

namespace thew::math {

/// The sparsity: row k of the lower triangle begins at start[k] and has its ancestors' columns, then its own.
struct TreeRows {
  int n;
  const std::int32_t* count;   ///< ancestors of each row, plus `self`
  const std::int32_t* start;
  const std::int32_t* column;
  int self = 1;                ///< 1 if count includes the diagonal, 0 if not

  THEW_HD THEW_INLINE int ancestors(int k) const { return count[k] - self; }
};

/// y <- y + s x
template <class T>
THEW_HD THEW_INLINE void axpy(int n, const T& s, const T* __restrict x, T* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] = fma(s, x[i], y[i]);
}

/// Factors in place: off-diagonal entries become those of L, diagonal ones those of D; `inverse` gets 1/D.
/// Pivots below `floor` are raised to it; the result says in which lanes that happened.
template <class T>
MaskOf<T> factor(const TreeRows& rows, T* a, T* inverse, const T& floor) {
  MaskOf<T> clamped = false;
  for (int k = rows.n - 1; k >= 0; --k) {
    T* row = a + rows.start[k];
    const int ancestors = rows.ancestors(k);
    const auto low = !(row[ancestors] >= floor);
    clamped = clamped | low;
    row[ancestors] = select(low, floor, row[ancestors]);
    const T inv = T(1) / row[ancestors];
    inverse[k] = inv;
    const std::int32_t* column = rows.column + rows.start[k];
    for (int c = ancestors - 1; c >= 0; --c) {
      const int i = column[c];
      axpy(rows.ancestors(i) + 1, -(row[c] * inv), row, a + rows.start[i]);
    }
    for (int c = 0; c < ancestors; ++c) row[c] = row[c] * inv;
  }
  return clamped;
}

/// x <- L'^-1 x, from leaves to roots.
template <class T>
void solve_upper(const TreeRows& rows, const T* l, T* x) {
  for (int k = rows.n - 1; k >= 0; --k) {
    const std::int32_t* column = rows.column + rows.start[k];
    const T* row = l + rows.start[k];
    const T xk = -x[k];
    for (int c = rows.ancestors(k) - 1; c >= 0; --c) x[column[c]] = fma(row[c], xk, x[column[c]]);
  }
}

/// x <- L^-1 x, from roots to leaves.
template <class T>
void solve_lower(const TreeRows& rows, const T* l, T* x) {
  for (int k = 0; k < rows.n; ++k) {
    const std::int32_t* column = rows.column + rows.start[k];
    const T* row = l + rows.start[k];
    T xk = x[k];
    for (int c = 0; c < rows.ancestors(k); ++c) xk = fma(-row[c], x[column[c]], xk);
    x[k] = xk;
  }
}

/// x <- (L' D L)^-1 x.
template <class T>
void solve(const TreeRows& rows, const T* l, const T* inverse, T* x) {
  solve_upper(rows, l, x);
  for (int k = 0; k < rows.n; ++k) x[k] = x[k] * inverse[k];
  solve_lower(rows, l, x);
}

/// y <- A x for the symmetric matrix with these lower rows.
template <class T>
void multiply_symmetric(const TreeRows& rows, const T* a, const T* x, T* y) {
  for (int k = 0; k < rows.n; ++k) y[k] = a[rows.start[k] + rows.ancestors(k)] * x[k];
  for (int k = 0; k < rows.n; ++k) {
    const std::int32_t* column = rows.column + rows.start[k];
    const T* row = a + rows.start[k];
    T sum = y[k];
    for (int c = 0; c < rows.ancestors(k); ++c) {
      sum = fma(row[c], x[column[c]], sum);
      y[column[c]] = fma(row[c], x[k], y[column[c]]);
    }
    y[k] = sum;
  }
}

}  // namespace thew::math
