#pragma once

// The soft reaction of a row to its violation: impedance, stiffness and damping from solimp and
// solref.

#include <thew/model.h>

#include "math/functions.h"
#include "model/integrator.h"

namespace thew::constraint {

inline constexpr double kMinImp = 0.0001, kMaxImp = 0.9999;

/// 1 + h b + h^2 k: how much a spring and damper at the end of a step h resist more.
template <class T>
T implicit_factor(const Model& m, const T* kbip) {
  const T h = T(m.opt.timestep);
  return T(1) + h * (kbip[1] + h * (kbip[0] * kbip[2]));
}

/// Numbers of a constraint, made safe.
template <class T>
struct Softness {
  T ref[kNREF];           ///< time constant and damping ratio, or negative stiffness and damping
  T ref_friction[kNREF];  ///< likewise, for friction rows of elliptic contacts; zeros: as ref
  T imp[kNIMP];
};

namespace detail {

template <class T>
T power(const T& a, const T& b) {
  if (b == T(1)) return a;
  if (b == T(2)) return a * a;
  return math::pow(a, b);
}

/// Mixed signs are replaced by the default; a time constant is at least two steps.
template <class T>
void make_reference_safe(T* ref, const T& first, const T& second, double least) {
  if ((ref[0] > T(0)) != (ref[1] > T(0))) {
    ref[0] = first;
    ref[1] = second;
  }
  if (ref[0] > T(0)) ref[0] = math::max(ref[0], T(least));
}

}  // namespace detail

/// Bounds everything; `least` is the shortest time constant allowed.
template <class T>
void make_safe(Softness<T>& s, double least) {
  detail::make_reference_safe(s.ref, T(0.02), T(1), least);
  detail::make_reference_safe(s.ref_friction, T(0), T(0), least);
  for (const int k : {0, 1, 3}) s.imp[k] = math::clamp(s.imp[k], T(kMinImp), T(kMaxImp));
  s.imp[2] = math::max(T(0), s.imp[2]);
  s.imp[4] = math::max(T(1), s.imp[4]);
}

/// Impedance and its slope at a violation: from imp[0] at none to imp[1] at the width imp[2], by
/// two power curves of order imp[4] that meet at imp[3].
template <class T>
struct Impedance {
  T value, slope;
};
template <class T>
Impedance<T> impedance(const T* imp, const T& violation) {
  if (imp[0] == imp[1] || imp[2] <= T(kMinVal)) return {T(0.5) * (imp[0] + imp[1]), T(0)};
  const T signed_x = violation / imp[2], x = math::abs(signed_x);
  if (x >= T(1)) return {imp[1], T(0)};
  if (x <= T(0)) return {imp[0], T(0)};
  T y = x, slope = T(1);
  if (imp[4] != T(1)) {
    const bool low = x <= imp[3];
    const T rest = low ? x : T(1) - x, middle = low ? imp[3] : T(1) - imp[3];
    const T factor = T(1) / detail::power(middle, imp[4] - T(1));
    const T curve = factor * detail::power(rest, imp[4]);
    y = low ? curve : T(1) - curve;
    slope = imp[4] * factor * detail::power(rest, imp[4] - T(1));
  }
  const T sign = signed_x < T(0) ? T(-1) : T(1), span = imp[1] - imp[0];
  return {imp[0] + y * span, slope * sign * span / imp[2]};
}

/// Stiffness of a reference: 1 / (dmax^2 tc^2 dr^2), or -ref[0] / dmax^2.
template <class T>
T stiffness(const T* ref, const T& dmax) {
  if (ref[0] > T(0)) {
    return T(1) / math::max(T(kMinVal), dmax * dmax * ref[0] * ref[0] * ref[1] * ref[1]);
  }
  return -ref[0] / math::max(T(kMinVal), dmax * dmax);
}

/// Damping of a reference: 2 / (dmax tc), or -ref[1] / dmax.
template <class T>
T damping(const T* ref, const T& dmax) {
  if (ref[1] > T(0)) return T(2) / math::max(T(kMinVal), dmax * ref[0]);
  return -ref[1] / math::max(T(kMinVal), dmax);
}

}  // namespace thew::constraint
