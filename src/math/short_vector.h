#pragma once

// y <- y + s x for the short vectors of tree-structured algebra, mostly fewer than sixteen entries.
// Entries do not depend on one another, so one world can use SIMD within itself and still gives the
// bits of a lane.

#include <cstdint>
#include <type_traits>

#include "math/pack.h"

namespace thew::math {

namespace detail {

template <int width>
using Wide = Pack<double, width>;

// y <- y + s x for entries of one world side by side.
template <int width>
THEW_INLINE void fused_step(double s, const Wide<width>& x, double* y) {
  fma(Wide<width>(s), x, Wide<width>::load(y)).store(y);
}

}  // namespace detail

/// y <- y + s x; the two must not overlap.
template <class T>
THEW_INLINE void axpy(int n, const T& s, const T* x, T* y) {
  int i = 0;
  if constexpr (std::is_same_v<T, double>) {
    for (; i + 4 <= n; i += 4) detail::fused_step<4>(s, detail::Wide<4>::load(x + i), y + i);
    if (n & 2) {
      detail::fused_step<2>(s, detail::Wide<2>::load(x + i), y + i);
      i += 2;
    }
  }
  for (; i < n; ++i) y[i] = fma(s, x[i], y[i]);
}

/// y <- y + s x with n entries and z <- z + t x with one more, in one pass over x.
template <class T>
THEW_INLINE void axpy_pair(int n, const T& s, const T& t, const T* x, T* y, T* z) {
  int i = 0;
  if constexpr (std::is_same_v<T, double>) {
    for (; i + 4 <= n; i += 4) {
      const auto xi = detail::Wide<4>::load(x + i);
      detail::fused_step<4>(s, xi, y + i);
      detail::fused_step<4>(t, xi, z + i);
    }
    if (n & 2) {
      const auto xi = detail::Wide<2>::load(x + i);
      detail::fused_step<2>(s, xi, y + i);
      detail::fused_step<2>(t, xi, z + i);
      i += 2;
    }
  }
  for (; i < n; ++i) {
    y[i] = fma(s, x[i], y[i]);
    z[i] = fma(t, x[i], z[i]);
  }
  z[n] = fma(t, x[n], z[n]);
}

/// Sum of |x|, in four strided partial sums, (0 + 1) + (2 + 3); NaN where any entry is.
template <class T>
THEW_INLINE T sum_of_sizes(std::int64_t n, const T* x) {
  T s0 = T(0), s1 = T(0), s2 = T(0), s3 = T(0);
  std::int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 = s0 + abs(x[i]);
    s1 = s1 + abs(x[i + 1]);
    s2 = s2 + abs(x[i + 2]);
    s3 = s3 + abs(x[i + 3]);
  }
  if (i < n) s0 = s0 + abs(x[i]);
  if (i + 1 < n) s1 = s1 + abs(x[i + 1]);
  if (i + 2 < n) s2 = s2 + abs(x[i + 2]);
  return (s0 + s1) + (s2 + s3);
}

}  // namespace thew::math
