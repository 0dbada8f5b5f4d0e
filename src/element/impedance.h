#pragma once

// The soft reaction of a row to its violation: impedance, stiffness and damping from solimp and
// solref.

#include <thew/constants.h>

#include "math/functions.h"
#include "math/pack.h"

namespace thew::element {

inline constexpr double kMinImp = 0.0001, kMaxImp = 0.9999;

/// Numbers of a constraint, made safe.
template <class T>
struct Softness {
  T ref[kNREF];           ///< time constant and damping ratio, or negative stiffness and damping
  T ref_friction[kNREF];  ///< likewise, for friction rows of elliptic contacts; zeros: as ref
  T imp[kNIMP];
};

namespace detail {

template <class T>
THEW_HD inline T power(const T& a, const T& b) {
  const MaskOf<T> one = b == T(1), two = b == T(2);
  if (all(one)) return a;
  if (all(two)) return a * a;
  return select(one, a, select(two, a * a, pow(a, b)));
}

/// Mixed signs are replaced by the default; a time constant is at least two steps.
template <class T>
THEW_HD inline void make_reference_safe(T* ref, const T& first, const T& second,
                                        math::Scalar<T> least) {
  const MaskOf<T> mixed = (ref[0] > T(0)) ^ (ref[1] > T(0));
  ref[0] = select(mixed, first, ref[0]);
  ref[1] = select(mixed, second, ref[1]);
  ref[0] = select(ref[0] > T(0), max(ref[0], T(least)), ref[0]);
}

}  // namespace detail

/// Bounds everything; `least` is the shortest time constant allowed.
template <class T>
THEW_HD inline void make_safe(Softness<T>& s, math::Scalar<T> least) {
  detail::make_reference_safe(s.ref, T(0.02), T(1), least);
  detail::make_reference_safe(s.ref_friction, T(0), T(0), least);
  for (int k = 0; k < kNIMP - 1; ++k) {
    if (k != 2) s.imp[k] = clamp(s.imp[k], T(kMinImp), T(kMaxImp));
  }
  s.imp[2] = max(T(0), s.imp[2]);
  s.imp[4] = max(T(1), s.imp[4]);
}

/// Impedance and its slope at a violation: from imp[0] at none to imp[1] at the width imp[2], by
/// two power curves of order imp[4] that meet at imp[3].
template <class T>
struct Impedance {
  T value, slope;
};
template <class T>
THEW_HD inline Impedance<T> impedance(const T* imp, const T& violation) {
  const MaskOf<T> even = (imp[0] == imp[1]) | (imp[2] <= T(kMinVal));
  const T middle_value = T(0.5) * (imp[0] + imp[1]);
  if (all(even)) return {middle_value, T(0)};
  const T signed_x = violation / imp[2], x = abs(signed_x);
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
THEW_HD inline T stiffness(const T* ref, const T& dmax) {
  const MaskOf<T> timed = ref[0] > T(0);
  const T square = dmax * dmax;
  const T scale = select(timed, square * ref[0] * ref[0] * ref[1] * ref[1], square);
  return select(timed, T(1), -ref[0]) / max(T(kMinVal), scale);
}

/// Damping of a reference: 2 / (dmax tc), or -ref[1] / dmax.
template <class T>
THEW_HD inline T damping(const T* ref, const T& dmax) {
  const MaskOf<T> timed = ref[1] > T(0);
  const T scale = select(timed, dmax * ref[0], dmax);
  return select(timed, T(2), -ref[1]) / max(T(kMinVal), scale);
}

/// The spring and damper of a row, and its impedance at the violation with its slope: stiffness k,
/// damping b, impedance and slope, in the order of efc_KBIP.
template <class T>
THEW_HD inline void spring_of(const Softness<T>& s, const T& violation, T* kbip) {
  const Impedance<T> imp = impedance(s.imp, violation);
  kbip[0] = stiffness(s.ref, s.imp[1]);
  kbip[1] = damping(s.ref, s.imp[1]);
  kbip[2] = imp.value;
  kbip[3] = imp.slope;
}

/// Damping of the sliding rows of a cone: of their own reference where there is one.
template <class T>
THEW_HD inline T sliding_damping(const Softness<T>& s) {
  const MaskOf<T> own = (s.ref_friction[0] != T(0)) | (s.ref_friction[1] != T(0));
  T ref[kNREF];
  for (int k = 0; k < kNREF; ++k) ref[k] = select(own, s.ref_friction[k], s.ref[k]);
  return damping(ref, s.imp[1]);
}

/// A spring that is too stiff for the time step h becomes the stiffest one that does not bounce:
/// K imp = 1/h^2, with its damping ratio as it was. Direct references are taken as they are.
template <class T>
THEW_HD inline void make_resolvable(const Softness<T>& s, const T& h, T* kbip) {
  const MaskOf<T> fast = (!(kbip[0] * kbip[2] * (h * h) <= T(1))) & (s.ref[0] > T(0));
  if (none(fast)) return;
  kbip[0] = select(fast, T(1) / (h * h * kbip[2]), kbip[0]);
  kbip[1] = select(fast, T(2) * s.ref[1] / (h * sqrt(kbip[2])), kbip[1]);
}

/// 1 + h b + h^2 k: how much a spring and damper at the end of a step h resist more.
template <class T>
THEW_INLINE T implicit_factor(const T& h, const T* kbip) {
  return T(1) + h * (kbip[1] + h * (kbip[0] * kbip[2]));
}

/// (1 - imp)/imp, what R is in units of the inverse inertia.
template <class T>
THEW_INLINE T softness(const T* kbip) {
  return (T(1) - kbip[2]) / kbip[2];
}
/// The same of a spring and damper that act at the end of a step h, which hardens them.
template <class T>
THEW_INLINE T softness_at_end(const T& h, const T* kbip) {
  return max(softness(kbip) / implicit_factor(h, kbip), T((1 - kMaxImp) / kMaxImp));
}

/// The acceleration that spring and damper of a row ask for: -b v - k imp (pos - margin).
template <class T>
THEW_INLINE T reference_acceleration(const T* kbip, const T& velocity, const T& violation) {
  const T spring = kbip[0] * kbip[2] * violation;
  return -kbip[1] * velocity - spring;
}
/// The same of a row without a spring.
template <class T>
THEW_INLINE T reference_acceleration(const T* kbip, const T& velocity) {
  return -kbip[1] * velocity - T(0);
}

/// Moved to the end of a step h: (aref - h k v) / (1 + h b + h^2 k).
template <class T>
THEW_INLINE T reference_at_end(const T& h, const T* kbip, const T& velocity, const T& aref) {
  const T ahead = h * (kbip[0] * kbip[2]) * velocity;
  return (aref - ahead) / implicit_factor(h, kbip);
}

}  // namespace thew::element
