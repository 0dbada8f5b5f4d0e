#pragma once

// The soft reaction of a row to its violation: impedance, stiffness and damping from solimp and
// solref.

#include <thew/model.h>

#include "math/functions.h"
#include "model/integrator.h"

namespace thew::constraint {

using math::MaskOf, math::select;

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
  const MaskOf<T> one = b == T(1), two = b == T(2);
  if (all(one)) return a;
  if (all(two)) return a * a;
  return select(one, a, select(two, a * a, math::pow(a, b)));
}

/// Mixed signs are replaced by the default; a time constant is at least two steps.
template <class T>
void make_reference_safe(T* ref, const T& first, const T& second, double least) {
  const MaskOf<T> mixed = (ref[0] > T(0)) ^ (ref[1] > T(0));
  ref[0] = select(mixed, first, ref[0]);
  ref[1] = select(mixed, second, ref[1]);
  ref[0] = select(ref[0] > T(0), math::max(ref[0], T(least)), ref[0]);
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
  const MaskOf<T> even = (imp[0] == imp[1]) | (imp[2] <= T(kMinVal));
  const T middle_value = T(0.5) * (imp[0] + imp[1]);
  if (all(even)) return {middle_value, T(0)};
  const T signed_x = violation / imp[2], x = math::abs(signed_x);
  const MaskOf<T> beyond = x >= T(1), at_rest = x <= T(0), rises = !(even | beyond | at_rest);
  const T flat = select(even, middle_value, select(beyond, imp[1], imp[0]));
  if (none(rises)) return {flat, T(0)};
  T y = x, slope = T(1);
  const MaskOf<T> curved = rises & (imp[4] != T(1));
  if (any(curved)) {
    const MaskOf<T> low = x <= imp[3];
    const T rest = select(low, x, T(1) - x), middle = select(low, imp[3], T(1) - imp[3]);
    const T factor = T(1) / detail::power(middle, imp[4] - T(1));
    const T curve = factor * detail::power(rest, imp[4]);
    y = select(curved, select(low, curve, T(1) - curve), y);
    slope = select(curved, imp[4] * factor * detail::power(rest, imp[4] - T(1)), slope);
  }
  const T sign = select(signed_x < T(0), T(-1), T(1)), span = imp[1] - imp[0];
  return {select(rises, imp[0] + y * span, flat),
          select(rises, slope * sign * span / imp[2], T(0))};
}

/// Stiffness of a reference: 1 / (dmax^2 tc^2 dr^2), or -ref[0] / dmax^2.
template <class T>
T stiffness(const T* ref, const T& dmax) {
  const MaskOf<T> timed = ref[0] > T(0);
  const T square = dmax * dmax;
  const T scale = select(timed, square * ref[0] * ref[0] * ref[1] * ref[1], square);
  return select(timed, T(1), -ref[0]) / math::max(T(kMinVal), scale);
}

/// Damping of a reference: 2 / (dmax tc), or -ref[1] / dmax.
template <class T>
T damping(const T* ref, const T& dmax) {
  const MaskOf<T> timed = ref[1] > T(0);
  const T scale = select(timed, dmax * ref[0], dmax);
  return select(timed, T(2), -ref[1]) / math::max(T(kMinVal), scale);
}

}  // namespace thew::constraint
