#pragma once

// The factorisation M = L' D L of a symmetric matrix whose sparsity is a forest: row i of the lower
// triangle has entries in the columns of i's ancestors (ascending) and last in column i, so an
// ancestor's row is a prefix of the rows of its descendants and no fill-in occurs. Cost: the sum of
// squared depths to factor, of depths to solve. Featherstone, Rigid Body Dynamics Algorithms,
// section 6.5.

#include <cstddef>
#include <cstdint>

#include "math/short_vector.h"

namespace thew::math {

/// The sparsity: row k of the lower triangle begins at start[k] and has its ancestors' columns,
/// then its own.
struct TreeRows {
  int n;
  const std::int32_t* count;  ///< ancestors of each row, plus `self`
  const std::int32_t* start;
  const std::int32_t* column;
  int self = 1;  ///< 1 if count includes the diagonal, 0 if not
  const std::int32_t* run =
      nullptr;  ///< the first of the consecutive ancestors that end with this row

  THEW_HD THEW_INLINE int ancestors(int k) const { return count[k] - self; }

  /// Calls visit(place, first, length) for each run of consecutive ancestors of k, nearest first:
  /// places [place, place + length) of row k have the columns [first, first + length).
  template <class Visit>
  THEW_HD THEW_INLINE void each_run(int k, Visit visit) const {
    const std::int32_t* row = column + start[k];
    for (int place = ancestors(k); place > 0;) {
      const int last = row[place - 1], first = run[last], length = last - first + 1;
      place -= length;
      visit(place, first, length);
    }
  }
};

/// Factors in place: off-diagonal entries become those of L, diagonal ones those of D; `inverse`
/// gets 1/D. Pivots below `floor` are raised to it; the result says in which lanes that happened.
template <class T>
MaskOf<T> factor(const TreeRows& rows, T* a, T* inverse, const T& floor) {
  MaskOf<T> clamped = false;
  for (int k = rows.n - 1; k >= 0; --k) {
    T* row = a + rows.start[k];
    const std::int32_t* column = rows.column + rows.start[k];
    const int ancestors = rows.ancestors(k);
    const auto low = !(row[ancestors] >= floor);
    clamped = clamped | low;
    row[ancestors] = select(low, floor, row[ancestors]);
    const T inv = T(1) / row[ancestors], minus = -inv;
    inverse[k] = inv;
    // The ancestor in place c has c ancestors of its own, which are the first of this row. Two at a
    // time.
    int c = ancestors - 1;
    for (; c > 0; c -= 2) {
      const T upper = row[c - 1] * minus, lower = row[c] * minus;
      axpy_pair(c, upper, lower, row, a + rows.start[column[c - 1]], a + rows.start[column[c]]);
      row[c - 1] = -upper;
      row[c] = -lower;
    }
    if (c == 0) {
      const T l = row[0] * inv;
      T& root = a[rows.start[column[0]]];
      root = fma(-l, row[0], root);
      row[0] = l;
    }
  }
  return clamped;
}

/// x <- L'^-1 x, from leaves to roots.
template <class T>
void solve_upper(const TreeRows& rows, const T* l, T* x) {
  for (int k = rows.n - 1; k >= 0; --k) {
    const T* row = l + rows.start[k];
    const std::int32_t* column = rows.column + rows.start[k];
    const T xk = -x[k];
    for (std::ptrdiff_t c = 0, n = rows.ancestors(k); c < n; ++c)
      x[column[c]] = fma(row[c], xk, x[column[c]]);
  }
}

/// x <- L^-1 x, from roots to leaves.
template <class T>
void solve_lower(const TreeRows& rows, const T* l, T* x) {
  for (int k = 0; k < rows.n; ++k) {
    const T* row = l + rows.start[k];
    const std::int32_t* column = rows.column + rows.start[k];
    // Ancestors in ascending order: what the row before has just computed is needed last.
    T even = x[k], odd = T(0);
    const std::ptrdiff_t n = rows.ancestors(k);
    std::ptrdiff_t c = n & 1;
    if (c == 1) even = fma(-row[0], x[column[0]], even);
    for (; c < n; c += 2) {
      even = fma(-row[c], x[column[c]], even);
      odd = fma(-row[c + 1], x[column[c + 1]], odd);
    }
    x[k] = even + odd;
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
