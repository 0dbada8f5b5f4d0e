#pragma once

// Sixteen doubles in two vectors of AVX-512. Include this before anything uses such a pack.

#include "math/pack.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__)

namespace thew::math::detail {

template <class S, class I>
struct PairLayout512 : Layout512<S, I> {
  static constexpr int count = 2;
};
template <>
struct Layout<double, 16> : PairLayout512<double, std::int64_t> {};
template <>
struct Layout<std::int64_t, 16> : PairLayout512<std::int64_t, std::int64_t> {};

}  // namespace thew::math::detail

#endif
