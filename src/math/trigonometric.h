#pragma once

// sin, cos, tan and their inverses. Errors stay below 1 ulp or a little above
// (tests/math/functions_test.cc prints and bounds them). Every function is odd or even in bits, and
// passes NaN, infinities and signed zeros as C99 asks.

#include "math/quadrant.h"

namespace thew::math {
namespace detail {

// sin r and cos r on |r| <= pi/4.
template <class T>
THEW_INLINE void sincos_reduced(const T& r, T& s, T& c) {
  using S = Scalar<T>;
  const T z = r * r;
  s = fma(r * z, polynomial<SinPoly<S>>(z), r);
  // 1 - z/2 loses bits that the tail brings back
  const T half = T(S(0.5)) * z;
  const T head = T(1) - half;
  c = head + fma(z * z, polynomial<CosPoly<S>>(z), (T(1) - head) - half);
}

template <class S>
inline constexpr int kSignOfBit1 = 8 * int(sizeof(S)) - 2;  // shift that brings bit 1 to the sign

}  // namespace detail

// s = sin x and c = cos x [rad].
template <Real T>
THEW_HD inline void sincos(const T& x, T& s, T& c) {
  const auto reduced = detail::reduce_quadrant<false>(abs(x));
  T sin_r, cos_r;
  detail::sincos_reduced(reduced.r, sin_r, cos_r);
  constexpr int shift = detail::kSignOfBit1<Scalar<T>>;
  const MaskOf<T> even = (reduced.q & 1) == 0;
  const IntOf<T> sin_sign = ((reduced.q & 2) << shift) ^ detail::sign_bit(x);
  const IntOf<T> cos_sign = (detail::wrapping_add(reduced.q, IntOf<T>(1)) & 2) << shift;
  s = detail::flip_sign(select(even, sin_r, cos_r), sin_sign);
  c = detail::flip_sign(select(even, cos_r, sin_r), cos_sign);
}

// sin x [rad].
template <Real T>
THEW_HD inline T sin(const T& x) {
  T s, c;
  sincos(x, s, c);
  return s;
}

// cos x [rad].
template <Real T>
THEW_HD inline T cos(const T& x) {
  T s, c;
  sincos(x, s, c);
  return c;
}

// tan x [rad]: sin and cos of r as double words, then their quotient.
template <Real T>
THEW_HD inline T tan(const T& x) {
  using S = Scalar<T>;
  using detail::DoubleWord;
  const auto reduced = detail::reduce_quadrant<true>(abs(x));
  const T r = reduced.r, low = reduced.low;
  const DoubleWord<T> z = detail::two_product(r, r);
  const T half = T(S(0.5)) * z.hi;
  const DoubleWord<T> head = detail::fast_two_sum(T(1), -half);
  const T cos_tail = fma(z.hi * z.hi, detail::polynomial<detail::CosPoly<S>>(z.hi),
                         head.lo - fma(T(S(0.5)), z.lo, low * r));
  const T sin_tail = fma(r * z.hi, detail::polynomial<detail::SinPoly<S>>(z.hi), low * head.hi);
  const DoubleWord<T> sin_r = detail::fast_two_sum(r, sin_tail);
  const DoubleWord<T> cos_r = detail::fast_two_sum(head.hi, cos_tail);

  const MaskOf<T> even = (reduced.q & 1) == 0;
  const DoubleWord<T> n{select(even, sin_r.hi, cos_r.hi), select(even, sin_r.lo, cos_r.lo)};
  const DoubleWord<T> d{select(even, cos_r.hi, sin_r.hi), select(even, cos_r.lo, sin_r.lo)};
  const DoubleWord<T> q = detail::divide(n, d);
  const IntOf<T> odd_sign = (reduced.q & 1) << (detail::kSignOfBit1<S> + 1);
  return detail::flip_sign(q.hi + q.lo, odd_sign ^ detail::sign_bit(x));
}

namespace detail {

// j pi/4 + t, where |t| <= j pi/4 or j = 0, and t comes as a head and a tail.
template <class T>
THEW_INLINE T add_quarters(const T& j, const T& t, const T& tail) {
  using K = Constants<Scalar<T>>;
  const DoubleWord<T> sum = fast_two_sum(j * T(K::kQuarterPi0), t);
  return sum.hi + (sum.lo + fma(j, T(K::kQuarterPi1), tail));
}

// asin on [0, 1/2] of x, or of sqrt((1-|x|)/2) where |x| > 1/2, as value + tail. There,
// asin |x| = pi/2 - 2 asin sqrt((1-|x|)/2). NaN for |x| > 1.
template <class T>
THEW_INLINE MaskOf<T> asin_folded(const T& ax, T& value, T& tail) {
  using S = Scalar<T>;
  const MaskOf<T> big = ax > T(S(0.5));
  const T z = select(big, (T(1) - ax) * T(S(0.5)), ax * ax);
  value = select(big, sqrt(z), ax);
  tail = value * z * polynomial<AsinPoly<S>>(z);
  return big;
}

}  // namespace detail

// asin x in [-pi/2, pi/2] [rad]; NaN outside [-1, 1].
template <Real T>
THEW_HD inline T asin(const T& x) {
  T value, tail;
  const MaskOf<T> big = detail::asin_folded(abs(x), value, tail);
  const T factor = select(big, T(-2), T(1));
  const T result = detail::add_quarters(select(big, T(2), T(0)), factor * value, factor * tail);
  return copysign(result, x);
}

// acos x in [0, pi] [rad]; NaN outside [-1, 1].
template <Real T>
THEW_HD inline T acos(const T& x) {
  T value, tail;
  const MaskOf<T> big = detail::asin_folded(abs(x), value, tail);
  const MaskOf<T> negative = x < T(0);
  const T quarters = select(big, select(negative, T(4), T(0)), T(2));
  const T factor = select(big, T(2), T(1)) * select(big ^ negative, T(1), T(-1));
  return detail::add_quarters(quarters, factor * value, factor * tail);
}

// The angle of the point (x, y), in [-pi, pi] [rad].
template <Real T>
THEW_HD inline T atan2(const T& y, const T& x) {
  using S = Scalar<T>;
  using L = std::numeric_limits<S>;
  // |y| and |x|; where one is infinite only which one matters
  const T inf = L::infinity();
  T ay = abs(y), ax = abs(x);
  const MaskOf<T> infinite = (ay == inf) | (ax == inf);
  ay = select(infinite, select(ay == inf, T(1), T(0)), ay);
  ax = select(infinite, select(ax == inf, T(1), T(0)), ax);
  const MaskOf<T> steep = ay > ax;
  const T small = select(steep, ax, ay), large = select(steep, ay, ax);

  // scale by a power of two so that 2 <= large < 4: no product below overflows or loses bits
  const IntOf<T> field = to_bits(max(large, T(L::min()))) & IntOf<T>(to_bits(L::infinity()));
  const T scale = from_bits(IntOf<T>(to_bits(L::infinity())) - field);
  const T n = small * scale, d = max(large * scale, T(L::min()));

  // atan(n/d), or pi/4 + atan((n-d)/(n+d)) above tan(pi/8)
  const MaskOf<T> upper = n > T(S(0.41421356237309503)) * d;
  const T zero = T(0);
  const auto up = detail::fast_two_sum(d, n), down = detail::fast_two_sum(d, -n);
  const detail::DoubleWord<T> numerator{select(upper, -down.hi, n), select(upper, -down.lo, zero)};
  const detail::DoubleWord<T> denominator{select(upper, up.hi, d), select(upper, up.lo, zero)};
  const detail::DoubleWord<T> t = detail::divide(numerator, denominator);
  const T z = t.hi * t.hi;
  const T tail = fma(t.hi * z, detail::polynomial<detail::AtanPoly<S>>(z), t.lo);

  // fold out: pi/2 - a where |y| > |x|, pi - a where x is negative
  const MaskOf<T> left = (detail::sign_bit(x) != 0);
  T quarters = select(upper, T(1), T(0));
  quarters = select(steep, T(2) - quarters, quarters);
  quarters = select(left, T(4) - quarters, quarters);
  const T factor = select(steep ^ left, T(-1), T(1));
  const T angle = detail::add_quarters(quarters, factor * t.hi, factor * tail);
  const MaskOf<T> ordered = (x == x) & (y == y);
  return select(ordered, copysign(angle, y), x + y);
}

// atan x in [-pi/2, pi/2] [rad].
template <Real T>
THEW_HD inline T atan(const T& x) {
  return atan2(x, T(1));
}

}  // namespace thew::math
