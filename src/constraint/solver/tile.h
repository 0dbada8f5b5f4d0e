#pragma once

// Arithmetic of 4 x 4 tiles, row by row, and of vectors cut into parts of four: one row of a tile
// is one vector register, or one for each number where worlds are in lanes.

#include <utility>

#include "constraint/solver/four.h"

namespace thew::constraint::tile {

inline constexpr int kSize = kSide * kSide;

/// One row of a tile: of one world a register.
template <class S>
using Row = std::conditional_t<kLanes<S> == 1, math::Wide<S, kSide>, Four<S>>;

/// What is done of a row at once where much else is in registers: a row of a world in lanes is four
/// of them, of which there are sixteen without AVX-512.
#if defined(__AVX512VL__)
template <class S>
using Strip = Row<S>;
template <class S>
inline constexpr int kStripRows = kSide;
#else
template <class S>
using Strip = std::conditional_t<kLanes<S> == 1, Row<S>, Several<S, 2>>;
template <class S>
inline constexpr int kStripRows = kLanes<S> == 1 ? kSide : 2;
#endif
template <class S>
inline constexpr int kStripColumns = sizeof(Strip<S>) / sizeof(S);

/// The group of a place, and where in the group it is; places are not negative.
THEW_INLINE int group_of(int place) {
  return static_cast<int>(static_cast<unsigned>(place) / kSide);
}
THEW_INLINE int within(int place) {
  return static_cast<int>(static_cast<unsigned>(place) % kSide);
}
/// n numbers fill so many of whole groups.
THEW_INLINE constexpr int whole(int n) {
  return (n + kSide - 1) / kSide * kSide;
}

/// target <- from - w' u
template <class S>
THEW_INLINE void subtract_product(const S* from, const S* w, const S* u, S* target) {
  using R = Row<S>;
  const R u0 = R::load(u), u1 = R::load(u + 4), u2 = R::load(u + 8), u3 = R::load(u + 12);
  for (int i = 0; i < kSide; ++i) {
    R sum = R::load(from + kSide * i);
    sum = fma(R(-w[i]), u0, sum);
    sum = fma(R(-w[4 + i]), u1, sum);
    sum = fma(R(-w[8 + i]), u2, sum);
    sum = fma(R(-w[12 + i]), u3, sum);
    sum.store(target + kSide * i);
  }
}

/// y += a' x
template <class S>
THEW_INLINE void add_transposed(const S* a, const S* x, S* y) {
  using R = Row<S>;
  R sum = R::load(y);
  for (int i = 0; i < kSide; ++i) sum = fma(R(x[i]), R::load(a + kSide * i), sum);
  sum.store(y);
}

template <class R>
THEW_INLINE auto sum(const R& a) {
  return (a[0] + a[1]) + (a[2] + a[3]);
}

/// The same of two halves.
template <class S>
THEW_INLINE S sum(const Several<S, 2>& a, const Several<S, 2>& b) {
  return (a[0] + a[1]) + (b[0] + b[1]);
}

/// The sums of four rows, as one vector.
template <class S>
THEW_INLINE Four<S> sums(const Four<S>* rows) {
  Four<S> result;
  for (int k = 0; k < kSide; ++k) result.set(k, sum(rows[k]));
  return result;
}
template <class S>
THEW_INLINE math::Wide<S, kSide> sums(const math::Wide<S, kSide>* rows) {
  const auto halves = [](const auto& a, const auto& b) THEW_INLINE_LAMBDA {
    return __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  };
  const auto ab = halves(rows[0].v[0], rows[1].v[0]), cd = halves(rows[2].v[0], rows[3].v[0]);
  math::Wide<S, kSide> result;
  result.v[0] =
      __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  return result;
}

/// y <- the sums of n rows, which are whole fours.
template <int n, class R, class S>
THEW_INLINE void store_sums(const R* rows, S* y) {
  for (int k = 0; k < n; k += kSide) {
    if (n - k < 3) {
      for (int i = k; i < n; ++i) y[i] = sum(rows[i]);
    } else {
      const R four = sums(rows + k);
      for (int i = k; i < n && i < k + kSide; ++i) y[i] = four[i - k];
    }
  }
}

/// Rows become columns.
template <class S>
THEW_INLINE void transpose(math::Wide<S, kSide>* rows) {
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

template <class S>
THEW_INLINE void transpose(Four<S>* rows) {
  for (int i = 1; i < kSide; ++i) {
    for (int j = 0; j < i; ++j) std::swap(rows[i].part[j], rows[j].part[i]);
  }
}

/// The inner product of vectors of so many parts, of which left(i) and right(i) are part i.
template <class S, class Left, class Right>
THEW_INLINE S dot_of(int parts, const Left& left, const Right& right) {
  using R = Row<S>;
  R even(0.0), odd(0.0);
  int i = 0;
  for (; i + 2 <= parts; i += 2) {
    even = fma(left(i), right(i), even);
    odd = fma(left(i + 1), right(i + 1), odd);
  }
  if (i < parts) even = fma(left(i), right(i), even);
  return sum(even + odd);
}

/// n inner products in one walk: pairs(i, left, right) gives part i of the vectors. Each has the
/// bits of dot_of.
template <int n, class S, class Pairs>
THEW_INLINE void dots_of(int parts, const Pairs& pairs, S* dots) {
  using R = Row<S>;
  R even[n], odd[n], left[n], right[n];
  for (int k = 0; k < n; ++k) even[k] = odd[k] = R(0.0);
  int i = 0;
  for (; i + 2 <= parts; i += 2) {
    pairs(i, left, right);
    for (int k = 0; k < n; ++k) even[k] = fma(left[k], right[k], even[k]);
    pairs(i + 1, left, right);
    for (int k = 0; k < n; ++k) odd[k] = fma(left[k], right[k], odd[k]);
  }
  if (i < parts) {
    pairs(i, left, right);
    for (int k = 0; k < n; ++k) even[k] = fma(left[k], right[k], even[k]);
  }
  for (int k = 0; k < n; ++k) dots[k] = sum(even[k] + odd[k]);
}

/// Part i of a vector, and of the difference of two.
template <class S>
THEW_INLINE auto part_of(const S* a) {
  return [=](int i) THEW_INLINE_LAMBDA { return Row<S>::load(a + kSide * i); };
}
template <class S>
THEW_INLINE auto part_of(const S* a, const S* b) {
  return [=](int i) THEW_INLINE_LAMBDA {
    return Row<S>::load(a + kSide * i) - Row<S>::load(b + kSide * i);
  };
}

template <class S>
S dot(const S* a, const S* b, int parts) {
  return dot_of<S>(parts, part_of(a), part_of(b));
}

/// difference <- a - b; returns its inner product with c - d.
template <class S>
S subtract(const S* a, const S* b, const S* c, const S* d, int parts, S* difference) {
  const auto left = [&](int i) THEW_INLINE_LAMBDA {
    const Row<S> part = part_of(a, b)(i);
    part.store(difference + kSide * i);
    return part;
  };
  return dot_of<S>(parts, left, part_of(c, d));
}

/// y += scale x
template <class S>
inline void add(const S& scale, const S* x, S* y, int parts) {
  using R = Row<S>;
  const R s(scale);
  for (int i = 0; i < parts; ++i) fma(s, R::load(x + 4 * i), R::load(y + 4 * i)).store(y + 4 * i);
}

}  // namespace thew::constraint::tile
