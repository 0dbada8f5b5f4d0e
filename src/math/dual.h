#pragma once

// Dual numbers: a value and its derivative along one direction, carried through every operation
// (forward-mode differentiation). A kernel or element that is a template over the scalar gives its
// derivative when it runs on them; where it chooses, the derivative is that of the side taken.

#include "math/functions.h"

namespace thew::math {

template <class S>
struct Dual {
  S value{}, slope{};

  Dual() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  THEW_INLINE Dual(U number) : value(static_cast<S>(number)) {}
  THEW_INLINE Dual(const S& v, const S& s) : value(v), slope(s) {}

  THEW_INLINE Dual operator-() const { return {-value, -slope}; }
  THEW_INLINE Dual& operator+=(const Dual& b) { return *this = *this + b; }
  THEW_INLINE Dual& operator-=(const Dual& b) { return *this = *this - b; }
  THEW_INLINE Dual& operator*=(const Dual& b) { return *this = *this * b; }
  THEW_INLINE Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend THEW_INLINE Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  friend THEW_INLINE Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  friend THEW_INLINE Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, math::fma(a.value, b.slope, a.slope * b.value)};
  }
  friend THEW_INLINE Dual operator/(const Dual& a, const Dual& b) {
    const S quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }

  friend THEW_INLINE auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend THEW_INLINE auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend THEW_INLINE auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend THEW_INLINE auto operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend THEW_INLINE auto operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend THEW_INLINE auto operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }
};

template <class S>
struct Traits<Dual<S>> {
  using Scalar = math::Scalar<S>;
  using Int = IntOf<S>;
  using Mask = MaskOf<S>;
  static constexpr int lanes = lanes_v<S>;
};

template <class S>
THEW_INLINE Dual<S> select(const MaskOf<S>& m, const Dual<S>& a, const Dual<S>& b) {
  return {select(m, a.value, b.value), select(m, a.slope, b.slope)};
}

template <class S>
THEW_INLINE Dual<S> fma(const Dual<S>& a, const Dual<S>& b, const Dual<S>& c) {
  return {fma(a.value, b.value, c.value), fma(a.value, b.slope, fma(a.slope, b.value, c.slope))};
}
template <class S>
THEW_INLINE Dual<S> sqrt(const Dual<S>& x) {
  const S root = sqrt(x.value);
  return {root, x.slope / (root + root)};
}
template <class S>
THEW_INLINE Dual<S> abs(const Dual<S>& x) {
  return {abs(x.value), x.slope * copysign(S(1), x.value)};
}
template <class S>
THEW_INLINE Dual<S> copysign(const Dual<S>& x, const Dual<S>& s) {
  return {copysign(x.value, s.value), x.slope * copysign(S(1), x.value) * copysign(S(1), s.value)};
}
template <class S>
THEW_INLINE Dual<S> floor(const Dual<S>& x) {
  return {floor(x.value), S(0)};
}
template <class S>
THEW_INLINE Dual<S> ceil(const Dual<S>& x) {
  return {ceil(x.value), S(0)};
}
template <class S>
THEW_INLINE Dual<S> round_even(const Dual<S>& x) {
  return {round_even(x.value), S(0)};
}

template <class S>
THEW_INLINE Dual<S> min(const Dual<S>& a, const Dual<S>& b) {
  return select(a < b, a, b);
}
template <class S>
THEW_INLINE Dual<S> max(const Dual<S>& a, const Dual<S>& b) {
  return select(a > b, a, b);
}
template <class S>
THEW_INLINE Dual<S> clamp(const Dual<S>& x, const Dual<S>& lo, const Dual<S>& hi) {
  return select(x < lo, lo, select(x > hi, hi, x));
}

template <class S>
THEW_HD inline Dual<S> exp(const Dual<S>& x) {
  const S e = exp(x.value);
  return {e, x.slope * e};
}
template <class S>
THEW_HD inline Dual<S> expm1(const Dual<S>& x) {
  return {expm1(x.value), x.slope * exp(x.value)};
}
template <class S>
THEW_HD inline Dual<S> tanh(const Dual<S>& x) {
  const S t = tanh(x.value);
  return {t, x.slope * (S(1) - t * t)};
}
template <class S>
THEW_HD inline Dual<S> log(const Dual<S>& x) {
  return {log(x.value), x.slope / x.value};
}
// A constant exponent has no part in the derivative, so that a base of zero or below has one too.
template <class S>
THEW_HD inline Dual<S> pow(const Dual<S>& x, const Dual<S>& y) {
  const S power = pow(x.value, y.value);
  const S by_base = y.value * pow(x.value, y.value - S(1)) * x.slope;
  return {power, by_base + select(y.slope == S(0), S(0), power * log(x.value) * y.slope)};
}

template <class S>
THEW_HD inline void sincos(const Dual<S>& x, Dual<S>& s, Dual<S>& c) {
  S sine, cosine;
  sincos(x.value, sine, cosine);
  s = {sine, cosine * x.slope};
  c = {cosine, -sine * x.slope};
}
template <class S>
THEW_HD inline Dual<S> sin(const Dual<S>& x) {
  Dual<S> s, c;
  sincos(x, s, c);
  return s;
}
template <class S>
THEW_HD inline Dual<S> cos(const Dual<S>& x) {
  Dual<S> s, c;
  sincos(x, s, c);
  return c;
}
template <class S>
THEW_HD inline Dual<S> tan(const Dual<S>& x) {
  const S t = tan(x.value);
  return {t, x.slope * fma(t, t, S(1))};
}
template <class S>
THEW_HD inline Dual<S> asin(const Dual<S>& x) {
  return {asin(x.value), x.slope / sqrt(S(1) - x.value * x.value)};
}
template <class S>
THEW_HD inline Dual<S> acos(const Dual<S>& x) {
  return {acos(x.value), -x.slope / sqrt(S(1) - x.value * x.value)};
}
template <class S>
THEW_HD inline Dual<S> atan2(const Dual<S>& y, const Dual<S>& x) {
  const S square = fma(x.value, x.value, y.value * y.value);
  return {atan2(y.value, x.value), (x.value * y.slope - y.value * x.slope) / square};
}
template <class S>
THEW_HD inline Dual<S> atan(const Dual<S>& x) {
  return {atan(x.value), x.slope / fma(x.value, x.value, S(1))};
}

template <class S>
THEW_INLINE auto is_finite(const Dual<S>& x) {
  return is_finite(x.value);
}

}  // namespace thew::math
