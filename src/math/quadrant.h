#pragma once

// Argument reduction of the circular functions: x = q pi/2 + r with |r| <= pi/4.
//
// Up to `kReduceLimit` the multiple of pi/2 is subtracted in three parts (Cody and Waite). With a
// fused multiply-add the first subtraction is exact, because x and q times the first part are
// multiples of one power of two and their difference fits a word; the second then rounds relative
// to r itself, so r is right even beside a zero of sin. Beyond, x times the bits of 2/pi is formed
// in integers (Payne and Hanek), lane by lane.

#include "math/polynomial.h"

namespace thew::math::detail {

template <class S>
inline constexpr S kReduceLimit = 0;
template <>
inline constexpr double kReduceLimit<double> = 0x1p30;
template <>
inline constexpr float kReduceLimit<float> = 0x1p13f;

// The quadrant is q mod 4: the higher bits of q are arbitrary. `low` is the rounding error of r.
template <class T>
struct Quadrant {
  IntOf<T> q;
  T r, low;
};

__extension__ typedef unsigned __int128 Unsigned128;
__extension__ typedef __int128 Signed128;

// Reduction of one number x >= 2^13; NaN for infinity.
THEW_NOINLINE Quadrant<double> reduce_large(double x) {
  const std::int64_t bits = to_bits(x);
  const int exponent = int(bits >> 52) - 1075;  // x = m 2^exponent, m an integer of 53 bits
  if (exponent > 971) return {0, x - x, x - x};
  const std::uint64_t m = (std::uint64_t(bits) & 0xfffffffffffff) | 0x10000000000000;

  // Bits of 2/pi whose product with x is a multiple of 4 do not matter: take 192 bits after them
  // (the table begins with 64 zeros for small exponents), so that m times these, mod 2^192, is x
  // 2/pi mod 4 in units of 2^-190.
  const int start = exponent - 2 + 64;
  const int word = start / 64, shift = start % 64;
  std::uint64_t a[3];
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t high = TwoOverPiBits::word(word + i),
                        low = TwoOverPiBits::word(word + i + 1);
    a[i] = shift == 0 ? high : (high << shift) | (low >> (64 - shift));
  }
  const Unsigned128 p1 = Unsigned128(m) * a[1] + (Unsigned128(m) * a[2] >> 64);
  const std::uint64_t top = m * a[0] + std::uint64_t(p1 >> 64);

  // Nearest quadrant, then the signed rest in units of 2^-126.
  const std::uint64_t q = (top + (std::uint64_t(1) << 61)) >> 62;
  const Signed128 rest = Signed128((Unsigned128(top - (q << 62)) << 64) | std::uint64_t(p1));
  const double hi = double(rest);
  const double lo = double(rest - Signed128(hi));
  using K = Constants<double>;
  const double unit = 0x1p-126;
  const DoubleWord<double> p = two_product(hi * unit, double(K::kHalfPi0));
  const double p_low = p.lo + fma(hi * unit, K::kHalfPi1, lo * unit * K::kHalfPi0);
  const DoubleWord<double> r = fast_two_sum(p.hi, p_low);
  return {std::int64_t(q), r.hi, r.lo};
}

// Replaces the lanes beyond the limit.
template <class T>
THEW_NOINLINE void reduce_large_lanes(const T& x, Quadrant<T>& out) {
  using S = Scalar<T>;
  for (int i = 0; i < lanes_v<T>; ++i) {
    if (!(lane(x, i) > kReduceLimit<S>)) continue;
    const Quadrant<double> large = reduce_large(double(lane(x, i)));
    const S r = S(large.r);
    set_lane(out.q, i, IntOf<S>(large.q));
    set_lane(out.r, i, r);
    set_lane(out.low, i, S((large.r - double(r)) + large.low));
  }
}

// Reduction of x >= 0. `low` is filled only if asked for.
template <bool kWithLow, class T>
THEW_INLINE Quadrant<T> reduce_quadrant(const T& x) {
  using S = Scalar<T>;
  using K = Constants<S>;
  const T rounded = fma(x, T(K::kTwoOverPi), T(Format<S>::round_magic));
  const T k = rounded - T(Format<S>::round_magic);
  const T r1 = fma(-k, T(K::kHalfPi0), x);
  Quadrant<T> out;
  out.q = to_bits(rounded);
  if constexpr (kWithLow) {
    const DoubleWord<T> p = two_product(k, T(K::kHalfPi1));
    const DoubleWord<T> sum = two_sum(r1, -p.hi);
    out.r = sum.hi;
    out.low = fma(-k, T(K::kHalfPi2), sum.lo - p.lo);
  } else {
    out.r = fma(-k, T(K::kHalfPi2), fma(-k, T(K::kHalfPi1), r1));
    out.low = T(0);
  }
  if (any(x > T(kReduceLimit<S>))) reduce_large_lanes(x, out);
  return out;
}

}  // namespace thew::math::detail
