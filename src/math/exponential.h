#pragma once

// exp, expm1, tanh, log and pow.
//
// exp x = 2^k exp r with k = round(x / ln 2), r = x - k ln 2; log x = k ln 2 + log m with x = 2^k m
// and m in [sqrt(1/2), sqrt(2)), where log m = 2 atanh s, s = (m-1)/(m+1). pow is exp(y log x) with
// log x and the product as double words, because an error of y log x is multiplied by up to 745.

#include "math/polynomial.h"

namespace thew::math {
namespace detail {

// Arguments outside [low, high] give 0 or infinity in exp, -1 in expm1.
template <class S>
struct ExpRange;
template <>
struct ExpRange<double> {
  static constexpr double low = -746, high = 710, minus_one = -40, tiny = 0x1p-54;
};
template <>
struct ExpRange<float> {
  static constexpr float low = -104, high = 89, minus_one = -20, tiny = 0x1p-25f;
};

// y 2^k for integers k as large as exp needs, in two steps, so that a subnormal result is rounded
// once.
template <class T>
THEW_INLINE T scale_by_power(const T& y, const T& k) {
  using S = Scalar<T>;
  const T magic = Format<S>::round_magic;
  const T half = fma(k, T(S(0.5)), magic);
  const T rest = (k - (half - magic)) + magic;
  return y * power_of_two<T>(to_bits(half)) * power_of_two<T>(to_bits(rest));
}

// exp(x + low) for x within ExpRange and |low| far below 1.
template <class T>
THEW_INLINE T exp_double_word(const T& x, const T& low) {
  using S = Scalar<T>;
  using K = Constants<S>;
  const T magic = Format<S>::round_magic;
  const T k = fma(x, T(K::kLog2E), magic) - magic;
  const T r = fma(-k, T(K::kLn20), x) + fma(-k, T(K::kLn21), low);
  return scale_by_power(T(1) + fma(r * r, polynomial<ExpPoly<S>>(r), r), k);
}

// exp(x) - 1 as a double word, for x below the overflow of exp.
template <class T>
THEW_INLINE DoubleWord<T> expm1_double_word(const T& x) {
  using S = Scalar<T>;
  using K = Constants<S>;
  const T magic = Format<S>::round_magic;
  const T rounded = fma(x, T(K::kLog2E), magic);
  const T k = rounded - magic;
  const T r1 = fma(-k, T(K::kLn20), x);
  const T r = fma(-k, T(K::kLn21), r1);
  const T low = fma(-k, T(K::kLn21), r1 - r);
  const T tail = fma(r * r, polynomial<ExpPoly<S>>(r), low);
  // 2^k (r + tail) + (2^k - 1), halved, so that 2^1024 does not appear
  const T half = power_of_two<T>(wrapping_add(to_bits(rounded), IntOf<T>(-1)));
  const DoubleWord<T> sum = two_sum(half - T(S(0.5)), half * r);
  const DoubleWord<T> e = fast_two_sum(sum.hi, fma(half, tail, sum.lo));
  return {T(2) * e.hi, T(2) * e.lo};
}

// x = 2^k m with sqrt(1/2) <= m < sqrt(2), for x > 0 and finite.
template <class T>
THEW_INLINE void split_exponent(const T& x, T& k, T& m) {
  using S = Scalar<T>;
  using F = Format<S>;
  using I = IntOf<T>;
  const MaskOf<T> subnormal = x < T(std::numeric_limits<S>::min());
  const T normal = select(subnormal, x * T(F::two_mantissa), x);
  const I sqrt_half = to_bits(S(0.70710678118654752));
  const I shifted = wrapping_add(to_bits(normal), I(to_bits(S(1))) - sqrt_half);
  const I mantissa_mask = (IntOf<S>(1) << F::mantissa_bits) - 1;
  m = from_bits((shifted & mantissa_mask) + sqrt_half);
  // the exponent field becomes a number by standing in the low bits of 2^mantissa_bits
  const I field = shift_right_logical(shifted, F::mantissa_bits);
  const T number = from_bits(field | I(to_bits(F::two_mantissa)));
  const T offset = T(F::two_mantissa + S(F::bias));
  k = number - select(subnormal, offset + T(S(F::mantissa_bits)), offset);
}

// log x as a double word of relative error below 2^-64 (2^-34 for float), for x > 0 and finite.
template <class T>
THEW_INLINE DoubleWord<T> log_double_word(const T& x) {
  using S = Scalar<T>;
  using K = Constants<S>;
  T k, m;
  split_exponent(x, k, m);
  const T f = m - T(1);
  const DoubleWord<T> s = divide(DoubleWord<T>{f, T(0)}, fast_two_sum(T(2), f));
  // s^2, s^3 and the coefficient 2/3 + s^2 (2/5 + ...) with their errors
  const T z = s.hi * s.hi;
  const T z_low = fma(s.hi, s.hi, -z) + T(2) * s.hi * s.lo;
  const T cube = z * s.hi;
  const T cube_low = fma(z, s.hi, -cube) + fma(z, s.lo, z_low * s.hi);
  const DoubleWord<T> c = fast_two_sum(T(K::kTwoThirds0), z * polynomial<LogTailPoly<S>>(z));
  const T c_low = c.lo + T(K::kTwoThirds1);
  const T term = cube * c.hi;
  const T term_low = fma(cube, c.hi, -term) + fma(cube, c_low, cube_low * c.hi);
  // k ln 2 + 2 s + term, largest first
  const DoubleWord<T> log_m = fast_two_sum(T(2) * s.hi, term);
  const DoubleWord<T> sum = fast_two_sum(k * T(K::kLn20), log_m.hi);
  const T low = fma(T(2), s.lo, term_low) + log_m.lo;
  return fast_two_sum(sum.hi, sum.lo + fma(k, T(K::kLn21), low));
}

}  // namespace detail

// e^x.
template <Real T>
THEW_HD inline T exp(const T& x) {
  using Range = detail::ExpRange<Scalar<T>>;
  return detail::exp_double_word(clamp(x, T(Range::low), T(Range::high)), T(0));
}

// e^x - 1, accurate near 0.
template <Real T>
THEW_HD inline T expm1(const T& x) {
  using Range = detail::ExpRange<Scalar<T>>;
  const auto e = detail::expm1_double_word(clamp(x, T(Range::minus_one), T(Range::high)));
  const T sum = e.hi + e.lo;
  const T result = select(x > T(Range::high), T(std::numeric_limits<Scalar<T>>::infinity()), sum);
  return select(abs(x) < T(Range::tiny), x, result);
}

// tanh x = -e / (2 + e) with e = exp(-2|x|) - 1, odd in x.
template <Real T>
THEW_HD inline T tanh(const T& x) {
  using Range = detail::ExpRange<Scalar<T>>;
  const T ax = abs(x);
  const auto e = detail::expm1_double_word(clamp(T(-2) * ax, T(Range::minus_one), T(0)));
  auto d = detail::fast_two_sum(T(2), e.hi);
  d.lo += e.lo;
  const auto q = detail::divide(e, d);
  return copysign(select(ax < T(Range::tiny), ax, q.hi + q.lo), x);
}

// Natural logarithm; -infinity at zeros, NaN below.
template <Real T>
THEW_HD inline T log(const T& x) {
  using S = Scalar<T>;
  using K = detail::Constants<S>;
  using L = std::numeric_limits<S>;
  T k, m;
  detail::split_exponent(x, k, m);
  // 2 atanh s = f - f^2/2 + s (f^2/2 + s^2 p(s^2)): f is exact and the rest is small
  const T f = m - T(1);
  const T s = f / (T(2) + f);
  const T z = s * s;
  const T half_square = T(S(0.5)) * f * f;
  const T series = fma(z, detail::polynomial<detail::LogPoly<S>>(z), half_square);
  const T rest = half_square - fma(s, series, k * T(K::kLn21));
  T result = fma(k, T(K::kLn20), f - rest);
  result = select(x < T(L::infinity()), result, x);
  return select(x > T(0), result, select(x == T(0), T(-L::infinity()), T(L::quiet_NaN())));
}

// x^y, with the special cases of C99.
template <Real T>
THEW_HD inline T pow(const T& x, const T& y) {
  using S = Scalar<T>;
  using L = std::numeric_limits<S>;
  using Range = detail::ExpRange<S>;
  const T zero = T(0), one = T(1), inf = T(L::infinity());
  const T ax = abs(x);
  auto log_x = detail::log_double_word(ax);
  const MaskOf<T> edge = (ax == zero) | (ax == inf);
  log_x.hi = select(edge, select(ax == zero, -inf, inf), log_x.hi);
  log_x.lo = select(edge, zero, log_x.lo);

  const T product = y * log_x.hi;
  const T product_low = fma(y, log_x.lo, fma(y, log_x.hi, -product));
  const MaskOf<T> inside = (product > T(Range::low)) & (product < T(Range::high));
  const T clamped = clamp(product, T(Range::low), T(Range::high));
  T result = detail::exp_double_word(clamped, select(inside, product_low, zero));

  // a negative base needs an integer exponent, and an odd one keeps the sign
  const MaskOf<T> integer = floor(y) == y;
  const MaskOf<T> odd = integer & (floor(T(S(0.5)) * y) != T(S(0.5)) * y);
  result = select(odd & (detail::sign_bit(x) != 0), -result, result);
  result = select((x < zero) & (ax < inf) & !integer, T(L::quiet_NaN()), result);
  result = select((x == x) & (y == y), result, x + y);
  const MaskOf<T> unit = (x == one) | (y == zero) | ((x == -one) & (abs(y) == inf));
  return select(unit, one, result);
}

}  // namespace thew::math
