#pragma once

// Arithmetic of 4 x 4 tiles, row by row, and of vectors cut into parts of four: one row of a tile
// is one vector register.

#include "math/pack.h"

namespace thew::constraint::tile {

inline constexpr int kSide = 4;
inline constexpr int kSize = kSide * kSide;

using Row = math::Pack<double, kSide>;

/// The group of a place, and where in the group it is; places are not negative.
THEW_INLINE int group_of(int place) {
  return static_cast<int>(static_cast<unsigned>(place) / kSide);
}
THEW_INLINE int within(int place) {
  return static_cast<int>(static_cast<unsigned>(place) % kSide);
}

/// target -= w' u
THEW_INLINE void subtract_product(double* target, const double* w, const double* u) {
  const Row u0 = Row::load(u), u1 = Row::load(u + 4), u2 = Row::load(u + 8), u3 = Row::load(u + 12);
  for (int i = 0; i < kSide; ++i) {
    Row sum = Row::load(target + kSide * i);
    sum = fma(Row(-w[i]), u0, sum);
    sum = fma(Row(-w[4 + i]), u1, sum);
    sum = fma(Row(-w[8 + i]), u2, sum);
    sum = fma(Row(-w[12 + i]), u3, sum);
    sum.store(target + kSide * i);
  }
}

/// y += a' x
THEW_INLINE void add_transposed(const double* a, const double* x, double* y) {
  Row sum = Row::load(y);
  for (int i = 0; i < kSide; ++i) sum = fma(Row(x[i]), Row::load(a + kSide * i), sum);
  sum.store(y);
}

/// The sums of the four rows, as one vector.
THEW_INLINE Row sums(const Row& a, const Row& b, const Row& c, const Row& d) {
  Row result;
  result.set(0, (a[0] + a[1]) + (a[2] + a[3]));
  result.set(1, (b[0] + b[1]) + (b[2] + b[3]));
  result.set(2, (c[0] + c[1]) + (c[2] + c[3]));
  result.set(3, (d[0] + d[1]) + (d[2] + d[3]));
  return result;
}

/// Rows become columns.
THEW_INLINE void transpose(Row* rows) {
  const auto &a = rows[0].v[0], &b = rows[1].v[0], &c = rows[2].v[0], &d = rows[3].v[0];
  const auto ab0 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const auto ab1 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const auto cd0 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const auto cd1 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  rows[0].v[0] = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
  rows[1].v[0] = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
  rows[2].v[0] = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
  rows[3].v[0] = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}

THEW_INLINE double sum(const Row& a) {
  return (a[0] + a[1]) + (a[2] + a[3]);
}

/// The inner product of vectors of so many parts.
inline double dot(const double* a, const double* b, int parts) {
  Row even(0.0), odd(0.0);
  int i = 0;
  for (; i + 2 <= parts; i += 2) {
    even = fma(Row::load(a + 4 * i), Row::load(b + 4 * i), even);
    odd = fma(Row::load(a + 4 * i + 4), Row::load(b + 4 * i + 4), odd);
  }
  if (i < parts) even = fma(Row::load(a + 4 * i), Row::load(b + 4 * i), even);
  return sum(even + odd);
}

/// y += scale x
inline void add(double scale, const double* x, double* y, int parts) {
  const Row s(scale);
  for (int i = 0; i < parts; ++i) {
    fma(s, Row::load(x + 4 * i), Row::load(y + 4 * i)).store(y + 4 * i);
  }
}

}  // namespace thew::constraint::tile
