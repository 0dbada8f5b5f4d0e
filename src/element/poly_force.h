#pragma once

// Springs and dampers whose force grows with a polynomial of the displacement or velocity.

#include <thew/constants.h>

#include "math/pack.h"

namespace thew::element {

/// Coefficients of a force that grows with a polynomial of x: -(linear + poly[0] |x| + poly[1] x^2)
/// x for dampers, the same without the absolute value for springs.
template <class T>
struct PolyForce {
  T linear;
  T poly[kNPOLY];
};

/// True if the force vanishes in all lanes, whatever x is.
template <class T>
THEW_INLINE bool is_zero(const PolyForce<T>& f) {
  return all((f.linear == T(0)) & (f.poly[0] == T(0)) & (f.poly[1] == T(0)));
}

/// Stiffness at x: force = -x * secant(x).
template <class T>
THEW_INLINE T spring_secant(const PolyForce<T>& f, const T& x) {
  return fma(x * x, f.poly[1], fma(x, f.poly[0], f.linear));
}
/// d(x * spring_secant(x))/dx
template <class T>
THEW_INLINE T spring_slope(const PolyForce<T>& f, const T& x) {
  return fma(T(3) * x * x, f.poly[1], fma(T(2) * x, f.poly[0], f.linear));
}
/// Potential energy at displacement x.
template <class T>
THEW_INLINE T spring_energy(const PolyForce<T>& f, const T& x) {
  const T x2 = x * x;
  return x2 * fma(x2 * T(0.25), f.poly[1], fma(x * T(1.0 / 3), f.poly[0], T(0.5) * f.linear));
}

/// Damping at v: force = -v * secant(v); even in v.
template <class T>
THEW_INLINE T damper_secant(const PolyForce<T>& f, const T& v) {
  return spring_secant(f, abs(v));
}
/// Force of a damper at v; no force is +0, whatever v is.
template <class T>
THEW_INLINE T brake(const PolyForce<T>& damping, const T& v) {
  return T(0) - v * damper_secant(damping, v);
}
/// d(v * damper_secant(v))/dv = linear + 2 poly0 |v| + 3 poly1 v^2.
template <class T>
THEW_INLINE T damper_slope(const PolyForce<T>& f, const T& v) {
  return spring_slope(f, abs(v));
}

}  // namespace thew::element
