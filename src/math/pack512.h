#pragma once

// Packs in the registers of AVX-512: eight doubles or sixteen floats in one vector. pack.h includes
// this first, where the compiler may use them.

#include <cstdint>

#include <thew/lanes.h>

#include "math/scalar.h"

namespace thew::math {

template <class S, int N, Across A>
struct Mask;

namespace detail {

template <class S, int N>
struct Layout;

// One vector of 64 bytes.
template <class S, class I>
struct Layout512 {
  static constexpr int bytes = 64;
  static constexpr int width = bytes / int(sizeof(S));
  static constexpr int count = 1;
  typedef S Vector __attribute__((vector_size(bytes)));
  typedef I IntVector __attribute__((vector_size(bytes)));
};
template <>
struct Layout<double, 8> : Layout512<double, std::int64_t> {};
template <>
struct Layout<float, 16> : Layout512<float, std::int32_t> {};
template <>
struct Layout<std::int64_t, 8> : Layout512<std::int64_t, std::int64_t> {};
template <>
struct Layout<std::int32_t, 16> : Layout512<std::int32_t, std::int32_t> {};

using Doubles512 = Layout<double, 8>::Vector;
using Floats512 = Layout<float, 16>::Vector;
using Longs512 = Layout<std::int64_t, 8>::Vector;
using Ints512 = Layout<std::int32_t, 16>::Vector;

THEW_INLINE bool any_vector(const Longs512& m) {
  return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
}
THEW_INLINE bool any_vector(const Ints512& m) {
  return _mm512_test_epi32_mask((__m512i)m, (__m512i)m) != 0;
}

THEW_INLINE Doubles512 fma_vector(const Doubles512& a, const Doubles512& b, const Doubles512& c) {
  return (Doubles512)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
THEW_INLINE Floats512 fma_vector(const Floats512& a, const Floats512& b, const Floats512& c) {
  return (Floats512)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
}

THEW_INLINE Doubles512 sqrt_vector(const Doubles512& x) {
  return (Doubles512)_mm512_sqrt_pd((__m512d)x);
}
THEW_INLINE Floats512 sqrt_vector(const Floats512& x) {
  return (Floats512)_mm512_sqrt_ps((__m512)x);
}

inline constexpr int kRoundDown = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
inline constexpr int kRoundEven = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

THEW_INLINE Doubles512 floor_vector(const Doubles512& x) {
  return (Doubles512)_mm512_roundscale_pd((__m512d)x, kRoundDown);
}
THEW_INLINE Floats512 floor_vector(const Floats512& x) {
  return (Floats512)_mm512_roundscale_ps((__m512)x, kRoundDown);
}
THEW_INLINE Doubles512 round_even_vector(const Doubles512& x) {
  return (Doubles512)_mm512_roundscale_pd((__m512d)x, kRoundEven);
}
THEW_INLINE Floats512 round_even_vector(const Floats512& x) {
  return (Floats512)_mm512_roundscale_ps((__m512)x, kRoundEven);
}

}  // namespace detail

// The lanes in which a mask holds, as bits.
template <Across A>
THEW_INLINE unsigned bits(const Mask<double, 8, A>& m) {
  return _mm512_movepi64_mask((__m512i)m.v[0]);
}
template <Across A>
THEW_INLINE unsigned bits(const Mask<float, 16, A>& m) {
  return _mm512_movepi32_mask((__m512i)m.v[0]);
}

}  // namespace thew::math
