#pragma once

// Muscles: active and passive force, and the dynamics of activation, as curves of normalised length
// and velocity. Forces are negative, as muscles pull.

#include <thew/constants.h>

#include "math/functions.h"
#include "math/pack.h"

namespace thew::element {

/// The parameters, in the order of gainprm and biasprm.
template <class T>
struct Muscle {
  T range[2];    ///< normalised lengths at both ends of the length range
  T force;       ///< at rest [N]; below zero it follows from `scale`
  T scale;       ///< force that accelerates by 1 at qpos0
  T lmin, lmax;  ///< normalised lengths between which it is active
  T vmax;        ///< shortening velocity without force [optimal lengths / s]
  T fpmax;       ///< passive force at lmax, relative to `force`
  T fvmax;       ///< active force at the highest lengthening velocity
};

/// A muscle at its present length and velocity.
template <class T>
struct MuscleState {
  T force;     ///< peak active force [N]
  T length;    ///< in optimal lengths
  T velocity;  ///< in shortening velocities without force
  T optimum;   ///< unit of the length [m]
  T unit;      ///< unit of the velocity [m/s]
};

template <class T>
THEW_HD inline MuscleState<T> muscle_state(const Muscle<T>& p, const T& length, const T& velocity,
                                           const T lengthrange[2], const T& acc0) {
  using namespace math;
  const T least = T(kMinVal);
  const T optimum = (lengthrange[1] - lengthrange[0]) / max(p.range[1] - p.range[0], least);
  const T unit = max(optimum * p.vmax, least);
  return {select(p.force < T(0), p.scale / max(acc0, least), p.force),
          p.range[0] + (length - lengthrange[0]) / max(optimum, least), velocity / unit,
          max(optimum, least), unit};
}

/// A value and its slope.
template <class T>
struct Curve {
  T value, slope;
};

/// Active force by length: four parabolas from 0 at lmin over 1 at 1 to 0 at lmax.
template <class T>
THEW_HD inline Curve<T> muscle_length_curve(const T& length, const T& lmin, const T& lmax) {
  using namespace math;
  const T half = T(0.5);
  const MaskOf<T> rising = length <= T(1), outside = (length < lmin) | (length > lmax);
  // Distance from the nearer foot of the hill and from its top, in half widths of that side.
  const T width = max(select(rising, half * (T(1) - lmin), half * (lmax - T(1))), T(kMinVal));
  const T foot = select(rising, length - lmin, lmax - length) / width;
  const T top = abs(T(1) - length) / width;
  const auto low = foot <= T(1);
  const T value = select(low, half * foot * foot, T(1) - half * top * top);
  const T slope = select(low, foot, top) / select(rising, width, -width);
  return {select(outside, T(0), value), select(outside, T(0), slope)};
}

/// Active force by velocity: 0 at -1, 1 at 0, fvmax from fvmax - 1 on.
template <class T>
THEW_HD inline Curve<T> muscle_velocity_curve(const T& velocity, const T& fvmax) {
  using namespace math;
  const T y = fvmax - T(1), width = max(y, T(kMinVal)), left = velocity + T(1),
          right = y - velocity;
  const auto resting = velocity <= T(-1), shortening = velocity <= T(0), rising = velocity <= y;
  const T longer = select(rising, fvmax - right * right / width, fvmax),
          steeper = select(rising, T(2) * right / width, T(0));
  return {select(resting, T(0), select(shortening, left * left, longer)),
          select(resting, T(0), select(shortening, T(2) * left, steeper))};
}

/// Passive force by length, relative to its value at lmax: nothing up to 1, a parabola to the
/// middle between 1 and lmax, then a line.
template <class T>
THEW_HD inline Curve<T> muscle_passive_curve(const T& length, const T& lmax) {
  using namespace math;
  const T half = T(0.5), middle = half * (T(1) + lmax), width = max(middle - T(1), T(kMinVal));
  const T x = (length - T(1)) / width, beyond = (length - middle) / width;
  const auto slack = length <= T(1), parabola = length <= middle;
  return {select(slack, T(0), select(parabola, half * x * x, half + beyond)),
          select(slack, T(0), select(parabola, x, T(1)) / width)};
}

/// Force at full activation.
template <class T>
THEW_HD inline T muscle_gain(const Muscle<T>& p, const MuscleState<T>& s) {
  return -s.force * muscle_length_curve(s.length, p.lmin, p.lmax).value *
         muscle_velocity_curve(s.velocity, p.fvmax).value;
}

/// Its derivatives by length and by velocity.
template <class T>
THEW_HD inline T muscle_gain_by_length(const Muscle<T>& p, const MuscleState<T>& s) {
  return -s.force * muscle_length_curve(s.length, p.lmin, p.lmax).slope *
         muscle_velocity_curve(s.velocity, p.fvmax).value / s.optimum;
}
template <class T>
THEW_HD inline T muscle_gain_by_velocity(const Muscle<T>& p, const MuscleState<T>& s) {
  return -s.force * muscle_length_curve(s.length, p.lmin, p.lmax).value *
         muscle_velocity_curve(s.velocity, p.fvmax).slope / s.unit;
}

/// Force without activation, and its derivative by length.
template <class T>
THEW_HD inline T muscle_bias(const Muscle<T>& p, const MuscleState<T>& s) {
  return -s.force * p.fpmax * muscle_passive_curve(s.length, p.lmax).value;
}
template <class T>
THEW_HD inline T muscle_bias_by_length(const Muscle<T>& p, const MuscleState<T>& s) {
  return -s.force * p.fpmax * muscle_passive_curve(s.length, p.lmax).slope / s.optimum;
}

/// A quintic from 0 at 0 to 1 at 1 with zero slope and curvature at both ends.
template <class T>
THEW_HD inline T smooth_step(const T& x) {
  using namespace math;
  const T s = clamp(x, T(0), T(1));
  return s * s * s * fma(s, fma(s, T(6), T(-15)), T(10));
}

/// Rate of the activation: (u - a) / tau, with a tau that depends on whether it rises or falls;
/// within `smooth` around no change it goes over from one to the other (Millard et al. 2013,
/// doi:10.1115/1.4023390).
template <class T>
THEW_HD inline T muscle_rate(const T& ctrl, const T& act, const T& rise, const T& fall,
                             const T& smooth) {
  using namespace math;
  const T stretch = fma(T(1.5), clamp(act, T(0), T(1)), T(0.5));
  const T tau_rise = rise * stretch, tau_fall = fall / stretch;
  const T excess = clamp(ctrl, T(0), T(1)) - act;
  const auto hard = smooth < T(kMinVal);
  const T blend =
      fma(tau_rise - tau_fall, smooth_step(excess / select(hard, T(1), smooth) + T(0.5)), tau_fall);
  const T tau = select(hard, select(excess > T(0), tau_rise, tau_fall), blend);
  return excess / max(tau, T(kMinVal));
}

}  // namespace thew::element
