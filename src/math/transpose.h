#pragma once

// Packs as the rows of a square.

#include "math/pack.h"

namespace thew::math {

namespace detail {

// a0 b0 a1 b1 ... of the lower halves of two vectors, and of the upper ones.
template <class V, int... I>
THEW_INLINE V interleave_lower(const V& a, const V& b, std::integer_sequence<int, I...>) {
  constexpr int n = sizeof...(I);
  return __builtin_shufflevector(a, b, (I / 2 + n * (I % 2))...);
}
template <class V, int... I>
THEW_INLINE V interleave_upper(const V& a, const V& b, std::integer_sequence<int, I...>) {
  constexpr int n = sizeof...(I);
  return __builtin_shufflevector(a, b, (n / 2 + I / 2 + n * (I % 2))...);
}

}  // namespace detail

/// Number k of pack i becomes number i of pack k; for packs of one vector.
template <class S, int N, Across A>
THEW_INLINE void transpose(Pack<S, N, A> (&rows)[N]) {
  static_assert(Pack<S, N, A>::L::count == 1);
  constexpr std::make_integer_sequence<int, N> lanes;
  for (int rounds = 1; rounds < N; rounds *= 2) {
    Pack<S, N, A> next[N];
    for (int i = 0; i < N / 2; ++i) {
      const auto &a = rows[i].v[0], &b = rows[i + N / 2].v[0];
      next[2 * i].v[0] = detail::interleave_lower(a, b, lanes);
      next[2 * i + 1].v[0] = detail::interleave_upper(a, b, lanes);
    }
    for (int i = 0; i < N; ++i) rows[i] = next[i];
  }
}

}  // namespace thew::math
