#pragma once

// y <- y + s x for the short vectors of tree-structured algebra, mostly fewer than sixteen entries.
// Entries do not depend on one another, so one world can use SIMD within itself and still gives the
// bits of a lane.

#include <cstdint>
#include <type_traits>

#include "math/pack.h"

namespace thew::math {

namespace detail {

template <int n, class T>
THEW_INLINE void axpy_fixed(const T& s, const T* x, T* y) {
  if constexpr (std::is_same_v<T, double> && n >= 2) {
    // As wide as fits: entries of one world side by side.
    constexpr int w = n >= 4 ? 4 : 2;
    using Wide = Pack<double, w>;
    fma(Wide(s), Wide::load(x), Wide::load(y)).store(y);
    if constexpr (n > w) axpy_fixed<n - w>(s, x + w, y + w);
  } else {
    y[0] = fma(s, x[0], y[0]);
    if constexpr (n > 1) axpy_fixed<n - 1>(s, x + 1, y + 1);
  }
}

}  // namespace detail

/// y <- y + s x; the two must not overlap.
template <class T>
THEW_INLINE void axpy(int n, const T& s, const T* x, T* y) {
  int i = 0;
  for (; i + 4 <= n; i += 4) detail::axpy_fixed<4>(s, x + i, y + i);
  if (n & 2) {
    detail::axpy_fixed<2>(s, x + i, y + i);
    i += 2;
  }
  if (n & 1) detail::axpy_fixed<1>(s, x + i, y + i);
}

/// y <- y + s x with n entries and z <- z + t x with one more, in one pass over x.
template <class T>
THEW_INLINE void axpy_pair(int n, const T& s, const T& t, const T* x, T* y, T* z) {
  if constexpr (std::is_same_v<T, double>) {
    const auto wide = [&](auto width, int i) THEW_INLINE_LAMBDA {
      using Wide = Pack<double, decltype(width)::value>;
      const Wide xi = Wide::load(x + i);
      fma(Wide(s), xi, Wide::load(y + i)).store(y + i);
      fma(Wide(t), xi, Wide::load(z + i)).store(z + i);
    };
    int i = 0;
    for (; i + 4 <= n; i += 4) wide(std::integral_constant<int, 4>(), i);
    if (n & 2) {
      wide(std::integral_constant<int, 2>(), i);
      i += 2;
    }
    if (n & 1) {
      y[i] = fma(s, x[i], y[i]);
      z[i] = fma(t, x[i], z[i]);
    }
  } else {
    for (int i = 0; i < n; ++i) {
      y[i] = fma(s, x[i], y[i]);
      z[i] = fma(t, x[i], z[i]);
    }
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
