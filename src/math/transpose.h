#pragma once

// Packs as the rows of a square.

#include "math/pack.h"

namespace thew::math {

namespace detail {

// Of two rows, n apart: the numbers of the first beside those of the second that stand n to the
// left of where the first has others to give, and those others beside the rest.
template <int n, class V, int... I>
THEW_INLINE void swap_corners(V& a, V& b, std::integer_sequence<int, I...>) {
  constexpr int kWidth = sizeof...(I);
  const V kept = a;
  a = __builtin_shufflevector(kept, b, ((I & n) == 0 ? I : kWidth + I - n)...);
  b = __builtin_shufflevector(kept, b, ((I & n) == 0 ? I + n : kWidth + I)...);
}

// Swaps the corners of all blocks of 2 n rows and columns, then those of blocks twice as large.
template <int n, class S, int N, Across A>
THEW_INLINE void transpose_blocks(Pack<S, N, A> (&rows)[N]) {
  for (int i = 0; i < N; ++i) {
    if ((i & n) != 0) continue;
    swap_corners<n>(rows[i].v[0], rows[i + n].v[0], std::make_integer_sequence<int, N>());
  }
  if constexpr (2 * n < N) transpose_blocks<2 * n>(rows);
}

}  // namespace detail

/// Number k of pack i becomes number i of pack k; for packs of one vector.
template <class S, int N, Across A>
THEW_INLINE void transpose(Pack<S, N, A> (&rows)[N]) {
  static_assert(Pack<S, N, A>::L::count == 1);
  detail::transpose_blocks<1>(rows);
}

}  // namespace thew::math
