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
  int self;                 ///< 1 if count includes the diagonal, 0 if not
  const std::int32_t* run;  ///< the first of the consecutive ancestors that end with this row

  THEW_INLINE int ancestors(int k) const { return count[k] - self; }

  /// The first row of the run that ends with row k; a row without ancestors is a run of its own.
  THEW_INLINE int run_start(int k) const { return ancestors(k) == 0 ? k : run[k]; }

  /// Calls visit(place, first, length) for each run of consecutive ancestors of k, nearest first:
  /// places [place, place + length) of row k have the columns [first, first + length).
  template <class Visit>
  THEW_INLINE void each_run(int k, Visit visit) const {
    const std::int32_t* row = column + start[k];
    for (int place = ancestors(k); place > 0;) {
      const int last = row[place - 1], first = run[last], length = last - first + 1;
      place -= length;
      visit(place, first, length);
    }
  }
};

namespace detail {

// Raises a pivot to `floor` and gives its inverse.
template <class T>
THEW_INLINE T invert_pivot(T& pivot, const T& floor, MaskOf<T>& clamped) {
  const auto low = !(pivot >= floor);
  clamped = clamped | low;
  pivot = select(low, floor, pivot);
  return T(1) / pivot;
}

// Eliminates the column in place c from the rows [first, last], which follow one another along a
// chain: the column's own row `target` loses l x for each of them, and their entries x[c] become l.
// Gives the diagonal entry of that row if it is the next pivot. What comes next along a chain waits
// for it and for 1/D of the row before, so neither takes the way through memory.
template <bool pivot, class T>
THEW_INLINE T eliminate(TreeRows rows, int first, int last, int c, T* a, const T* inverse,
                        const T& inverse_first, T* target) {
  T diagonal = target[c];
  // That entry is left out where something else can make the rows be visited.
  update(pivot && c > 0 ? c : c + 1, target, [&](int place, auto& registers) THEW_INLINE_LAMBDA {
    T* entries = a + c;
    const auto subtract = [&](int k, const T& inv) THEW_INLINE_LAMBDA {
      const std::ptrdiff_t start = rows.start[k];
      const T entry = entries[start], l = entry * inv;
      registers.add(-l, a + start + place);
      if (place > 0) return;
      if (pivot) diagonal = fma(-l, entry, diagonal);
      entries[start] = l;
    };
    for (int k = last; k > first; --k) subtract(k, inverse[k]);
    subtract(first, inverse_first);
  });
  return diagonal;
}

}  // namespace detail

/// Factors rows [begin, end), a union of whole trees, in place: off-diagonal entries become those
/// of L, diagonal ones those of D; `inverse` gets 1/D. Pivots below `floor` are raised to it; the
/// result says in which lanes that happened.
template <class T>
MaskOf<T> factor(TreeRows rows, int begin, int end, T* a, T* inverse, const T& floor) {
  MaskOf<T> clamped = false;
  // A run of rows at a time: all of them have their ancestors above the run in common.
  for (int last = end - 1, start; last >= begin; last = start - 1) {
    start = rows.run_start(last);
    const std::int32_t* column = rows.column + rows.start[last];
    int c = rows.ancestors(last);
    T inv = detail::invert_pivot(a[rows.start[last] + c], floor, clamped);
    inverse[last] = inv;
    for (int j = last; j > start;) {
      const int first = j--;
      T* target = a + rows.start[j];
      T diagonal = detail::eliminate<true>(rows, first, last, --c, a, inverse, inv, target);
      inverse[j] = inv = detail::invert_pivot(diagonal, floor, clamped);
      target[c] = diagonal;
    }
    while (--c >= 0) {
      detail::eliminate<false>(rows, start, last, c, a, inverse, inv, a + rows.start[column[c]]);
    }
  }
  return clamped;
}

/// The same for all rows.
template <class T>
MaskOf<T> factor(TreeRows rows, T* a, T* inverse, const T& floor) {
  return factor(rows, 0, rows.n, a, inverse, floor);
}

/// The same for n rows without ancestors, whose entries are adjacent.
template <class T>
MaskOf<T> factor_diagonal(int n, T* a, T* inverse, const T& floor) {
  MaskOf<T> clamped = false;
  for (int k = 0; k < n; ++k) inverse[k] = detail::invert_pivot(a[k], floor, clamped);
  return clamped;
}

/// x <- L'^-1 x, from leaves to roots.
template <class T>
void solve_upper(TreeRows rows, int begin, int end, const T* l, T* x) {
  for (int last = end - 1, first; last >= begin; last = first - 1) {
    first = rows.run_start(last);
    const int above = rows.ancestors(first);
    // Within the run each entry waits for the one below it, which stays in a register.
    T below = x[last];
    for (int j = last - 1; j >= first; --j) {
      const T* column = l + above + (j - first);
      T sum = x[j];
      for (int k = last; k > j + 1; --k) sum = fma(-column[rows.start[k]], x[k], sum);
      x[j] = below = fma(-column[rows.start[j + 1]], below, sum);
    }
    rows.each_run(first, [&](int start, int column, int length) THEW_INLINE_LAMBDA {
      update(length, x + column, [&](int place, auto& registers) THEW_INLINE_LAMBDA {
        for (int k = last; k >= first; --k) registers.add(-x[k], l + rows.start[k] + start + place);
      });
    });
  }
}

namespace detail {

// x[k] loses the product of row k with its ancestors; with `two`, so does its child k + 1, which
// has the same ones and k itself.
template <bool two, class T>
THEW_INLINE void subtract_ancestors(TreeRows rows, int k, const T* l, T* x) {
  const T *row = l + rows.start[k], *next = two ? l + rows.start[k + 1] : row;
  const std::int32_t* column = rows.column + rows.start[k];
  const std::ptrdiff_t n = rows.ancestors(k);
  // Ancestors in ascending order: what the row before has just computed is needed last.
  T even = x[k], odd = T(0), next_even = x[k + two], next_odd = T(0);
  const auto subtract = [&](std::ptrdiff_t c, T& sum, T& next_sum) THEW_INLINE_LAMBDA {
    const T ancestor = x[column[c]];
    sum = fma(-row[c], ancestor, sum);
    if (two) next_sum = fma(-next[c], ancestor, next_sum);
  };
  if (n & 1) subtract(0, even, next_even);
  for (std::ptrdiff_t c = n & 1; c < n; c += 2) {
    subtract(c, even, next_even);
    subtract(c + 1, odd, next_odd);
  }
  x[k] = even + odd;
  if (two) x[k + 1] = fma(-next[n], x[k], next_even + next_odd);
}

}  // namespace detail

/// x <- L^-1 x, from roots to leaves.
template <class T>
void solve_lower(TreeRows rows, int begin, int end, const T* l, T* x) {
  for (int k = begin; k < end;) {
    if (k + 1 < end && rows.run_start(k + 1) <= k) {
      detail::subtract_ancestors<true>(rows, k, l, x);
      k += 2;
    } else {
      detail::subtract_ancestors<false>(rows, k, l, x);
      k += 1;
    }
  }
}

/// x <- (L' D L)^-1 x for the rows [begin, end).
template <class T>
void solve(TreeRows rows, int begin, int end, const T* l, const T* inverse, T* x) {
  solve_upper(rows, begin, end, l, x);
  for (int k = begin; k < end; ++k) x[k] = x[k] * inverse[k];
  solve_lower(rows, begin, end, l, x);
}

/// The same for all rows.
template <class T>
void solve(TreeRows rows, const T* l, const T* inverse, T* x) {
  solve(rows, 0, rows.n, l, inverse, x);
}

/// y <- A x for the symmetric matrix with these lower rows.
template <class T>
void multiply_symmetric(TreeRows rows, const T* a, const T* x, T* y) {
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
