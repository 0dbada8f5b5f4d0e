#pragma once

// The vocabulary of kernels, for `float` and `double`.
//
// A kernel is a template over T and runs on one world (T = double) or on several (T = Pack<double,
// 4>, one lane per world). It may use only words that exist for both; this file has the scalar
// half, `math/pack.h` the lane half. Each word gives the same bits for a scalar as for a lane
// (every NaN counts as one NaN: its payload is not fixed). Contraction is off in the build, so a
// fused multiply-add happens exactly where `fma` is written.

#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__SSE4_1__) && !defined(__CUDACC__)
#include <immintrin.h>
#define THEW_MATH_SSE 1
#endif

// THEW_HD: callable on host and device, as are the following two. THEW_INLINE: always inlined, for
// words that are a few instructions long. THEW_NOINLINE: a rare path, kept out of the way of its
// caller. THEW_BUILTIN: the operation of that name in C, exactly rounded, of the compiler or the
// device.
#if defined(__CUDACC__)
#define THEW_HD __host__ __device__
#define THEW_INLINE THEW_HD __forceinline__
#define THEW_INLINE_LAMBDA
#define THEW_NOINLINE THEW_HD inline __noinline__
#define THEW_BUILTIN(name) ::name
#else
#define THEW_HD
#define THEW_INLINE inline __attribute__((always_inline))
#define THEW_INLINE_LAMBDA __attribute__((always_inline))
#define THEW_NOINLINE inline __attribute__((noinline, cold))
#define THEW_BUILTIN(name) __builtin_##name
#endif

namespace thew::math {

template <class T>
concept Floating = std::same_as<T, double> || std::same_as<T, float>;

template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

// What a type of the vocabulary is made of; specialised for Pack in `math/pack.h`.
template <class T>
struct Traits;

template <>
struct Traits<double> {
  using Scalar = double;
  using Int = std::int64_t;
  using Mask = bool;
  static constexpr int lanes = 1;
};

template <>
struct Traits<float> {
  using Scalar = float;
  using Int = std::int32_t;
  using Mask = bool;
  static constexpr int lanes = 1;
};

// The number type of one lane: double for Pack<double, 4>.
template <class T>
using Scalar = typename Traits<T>::Scalar;

// The integers of the same width and lane count, which hold the bits of a T.
template <class T>
using IntOf = typename Traits<T>::Int;

// What a comparison of two T gives: bool, or one truth value per lane.
template <class T>
using MaskOf = typename Traits<T>::Mask;

// Worlds carried by one T.
template <class T>
inline constexpr int lanes_v = Traits<T>::lanes;

// The number at p.
template <class T>
THEW_INLINE T fetch(const T* p) {
  return *p;
}

// Lane access, so that irregular work can loop over lanes in scalar code whatever T is.
template <class S>
  requires std::is_arithmetic_v<S>
THEW_INLINE S lane(S x, int) {
  return x;
}
template <class S>
  requires std::is_arithmetic_v<S>
THEW_INLINE void set_lane(S& x, int, std::type_identity_t<S> value) {
  x = value;
}

// Masks.
THEW_INLINE bool any(bool m) {
  return m;
}
THEW_INLINE bool all(bool m) {
  return m;
}
THEW_INLINE bool none(bool m) {
  return !m;
}

// select(m, a, b): a where m holds, b elsewhere. Both sides are always computed.
THEW_INLINE double select(bool m, double a, double b) {
  return m ? a : b;
}
THEW_INLINE float select(bool m, float a, float b) {
  return m ? a : b;
}
template <Integer I>
THEW_INLINE I select(bool m, I a, I b) {
  return m ? a : b;
}

// The bits of a number as a signed integer, and back.
THEW_INLINE std::int64_t to_bits(double x) {
  std::int64_t i;
  std::memcpy(&i, &x, sizeof i);
  return i;
}
THEW_INLINE std::int32_t to_bits(float x) {
  std::int32_t i;
  std::memcpy(&i, &x, sizeof i);
  return i;
}
THEW_INLINE double from_bits(std::int64_t i) {
  double x;
  std::memcpy(&x, &i, sizeof x);
  return x;
}
THEW_INLINE float from_bits(std::int32_t i) {
  float x;
  std::memcpy(&x, &i, sizeof x);
  return x;
}

// Right shift that fills with zeros, of a signed integer.
template <Integer I>
THEW_INLINE I shift_right_logical(I x, int bits) {
  return static_cast<I>(static_cast<std::make_unsigned_t<I>>(x) >> bits);
}

// fma(a, b, c) = a b + c, rounded once.
THEW_INLINE double fma(double a, double b, double c) {
  return THEW_BUILTIN(fma)(a, b, c);
}
THEW_INLINE float fma(float a, float b, float c) {
  return THEW_BUILTIN(fmaf)(a, b, c);
}

THEW_INLINE double abs(double x) {
  return THEW_BUILTIN(fabs)(x);
}
THEW_INLINE float abs(float x) {
  return THEW_BUILTIN(fabsf)(x);
}

// |x| with the sign of s.
THEW_INLINE double copysign(double x, double s) {
  return THEW_BUILTIN(copysign)(x, s);
}
THEW_INLINE float copysign(float x, float s) {
  return THEW_BUILTIN(copysignf)(x, s);
}

// Square root, floor and rounding are single instructions; naming them keeps the compiler from
// adding the errno call.
#if defined(THEW_MATH_SSE)
THEW_INLINE double sqrt(double x) {
  const __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
}
THEW_INLINE float sqrt(float x) {
  return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
}
THEW_INLINE double floor(double x) {
  const __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_floor_sd(v, v));
}
THEW_INLINE float floor(float x) {
  const __m128 v = _mm_set_ss(x);
  return _mm_cvtss_f32(_mm_floor_ss(v, v));
}
THEW_INLINE double round_even(double x) {
  const __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_round_sd(v, v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
THEW_INLINE float round_even(float x) {
  const __m128 v = _mm_set_ss(x);
  return _mm_cvtss_f32(_mm_round_ss(v, v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
#else
THEW_INLINE double sqrt(double x) {
  return THEW_BUILTIN(sqrt)(x);
}
THEW_INLINE float sqrt(float x) {
  return THEW_BUILTIN(sqrtf)(x);
}
THEW_INLINE double floor(double x) {
  return THEW_BUILTIN(floor)(x);
}
THEW_INLINE float floor(float x) {
  return THEW_BUILTIN(floorf)(x);
}
// Nearest integer, ties to even.
THEW_INLINE double round_even(double x) {
  return THEW_BUILTIN(rint)(x);
}
THEW_INLINE float round_even(float x) {
  return THEW_BUILTIN(rintf)(x);
}
#endif

template <Floating S>
THEW_INLINE S ceil(S x) {
  return -floor(-x);
}

// min and max return b when either side is NaN, and b for zeros of either sign: what the SIMD
// instructions do.
THEW_INLINE double min(double a, double b) {
  return a < b ? a : b;
}
THEW_INLINE float min(float a, float b) {
  return a < b ? a : b;
}
THEW_INLINE double max(double a, double b) {
  return a > b ? a : b;
}
THEW_INLINE float max(float a, float b) {
  return a > b ? a : b;
}
template <Integer I>
THEW_INLINE I min(I a, I b) {
  return a < b ? a : b;
}
template <Integer I>
THEW_INLINE I max(I a, I b) {
  return a > b ? a : b;
}

// x limited to [lo, hi]; NaN passes through, and lo wins where lo > hi.
THEW_INLINE double clamp(double x, double lo, double hi) {
  return x < lo ? lo : (x > hi ? hi : x);
}
THEW_INLINE float clamp(float x, float lo, float hi) {
  return x < lo ? lo : (x > hi ? hi : x);
}

// False for infinities and NaN.
template <Floating S>
THEW_INLINE bool is_finite(S x) {
  return abs(x) <= std::numeric_limits<S>::max();
}

}  // namespace thew::math

// Rooms write these words unqualified. The declarations also hide the C library's functions of the
// same name, which would otherwise be found for `double` and not for `Pack`.
namespace thew {
using math::abs;
using math::all;
using math::any;
using math::ceil;
using math::clamp;
using math::copysign;
using math::floor;
using math::fma;
using math::from_bits;
using math::IntOf;
using math::is_finite;
using math::lane;
using math::lanes_v;
using math::MaskOf;
using math::max;
using math::min;
using math::none;
using math::round_even;
using math::Scalar;
using math::select;
using math::set_lane;
using math::sqrt;
using math::to_bits;
}  // namespace thew
