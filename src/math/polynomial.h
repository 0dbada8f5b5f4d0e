#pragma once

// What the elementary functions share: number formats, polynomials, and sums that keep their
// rounding error ("double words": a pair hi + lo with |lo| far below |hi|).

#include "math/coefficients.h"
#include "math/scalar.h"

namespace thew::math {

// float, double, or a Pack of them.
template <class T>
concept Real = requires { typename Traits<T>::Scalar; } && Floating<Scalar<T>>;

namespace detail {

// IEEE format of S. Adding `round_magic` to |x| < 2^(mantissa_bits - 2) rounds it to an integer,
// which then stands in the low bits of the sum.
template <class S>
struct Format;
template <>
struct Format<double> {
  static constexpr int mantissa_bits = 52;
  static constexpr std::int64_t bias = 1023;
  static constexpr double round_magic = 0x1.8p52;
  static constexpr double two_mantissa = 0x1p52;
};
template <>
struct Format<float> {
  static constexpr int mantissa_bits = 23;
  static constexpr std::int32_t bias = 127;
  static constexpr float round_magic = 0x1.8p23f;
  static constexpr float two_mantissa = 0x1p23f;
};

// Horner's rule on every `Step`-th coefficient from I.
template <class C, int I, int Step, class T>
THEW_INLINE T horner(const T& x) {
  constexpr int count = sizeof(C::c) / sizeof(C::c[0]);
  if constexpr (I + Step >= count)
    return T(C::c[I]);
  else
    return fma(horner<C, I + Step, Step>(x), x, T(C::c[I]));
}

// sum_i C::c[i] x^i, even and odd terms in two chains that run side by side.
template <class C, class T>
THEW_INLINE T polynomial(const T& x) {
  const T x2 = x * x;
  return fma(horner<C, 1, 2>(x2), x, horner<C, 0, 2>(x2));
}

// A number as an unevaluated sum.
template <class T>
struct DoubleWord {
  T hi, lo;
};

// a + b = hi + lo exactly, for |a| >= |b| or a = 0.
template <class T>
THEW_INLINE DoubleWord<T> fast_two_sum(const T& a, const T& b) {
  const T hi = a + b;
  return {hi, (a - hi) + b};
}

// a + b = hi + lo exactly.
template <class T>
THEW_INLINE DoubleWord<T> two_sum(const T& a, const T& b) {
  const T hi = a + b;
  const T b_part = hi - a;
  return {hi, (a - (hi - b_part)) + (b - b_part)};
}

// a b = hi + lo exactly.
template <class T>
THEW_INLINE DoubleWord<T> two_product(const T& a, const T& b) {
  const T hi = a * b;
  return {hi, fma(a, b, -hi)};
}

// n / d with the error of the first quotient still in hand: q + lo.
template <class T>
THEW_INLINE DoubleWord<T> divide(const DoubleWord<T>& n, const DoubleWord<T>& d) {
  const T inverse = T(1) / d.hi;
  const T q = n.hi * inverse;
  const T remainder = fma(-q, d.hi, n.hi) + fma(-q, d.lo, n.lo);
  return {q, remainder * inverse};
}

// a + b of the bits of numbers, which may overflow where the number is NaN.
template <class I>
THEW_INLINE I wrapping_add(const I& a, const I& b) {
  if constexpr (std::is_integral_v<I>) {
    using U = std::make_unsigned_t<I>;
    return static_cast<I>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

// 2^n, where the integer n stands in the low bits of `bits` and 2^n is a normal number.
template <class T>
THEW_INLINE T power_of_two(const IntOf<T>& bits) {
  using F = Format<Scalar<T>>;
  return from_bits(wrapping_add(bits, IntOf<T>(F::bias)) << F::mantissa_bits);
}

// x with its sign flipped where the sign bit of `sign` is set.
template <class T>
THEW_INLINE T flip_sign(const T& x, const IntOf<T>& sign) {
  return from_bits(to_bits(x) ^ sign);
}

// The sign bit of x, the other bits zero.
template <class T>
THEW_INLINE IntOf<T> sign_bit(const T& x) {
  return to_bits(x) & IntOf<T>(std::numeric_limits<IntOf<Scalar<T>>>::min());
}

}  // namespace detail
}  // namespace thew::math
