#pragma once

// Activations of actuators: their rates and how they advance.

#include <thew/constants.h>

#include "math/functions.h"
#include "math/pack.h"

namespace thew::element {

/// Rate of a first-order filter with time constant tau: (u - a) / tau.
template <class T>
THEW_INLINE T filter_rate(const T& u, const T& a, const T& tau) {
  return (u - a) / max(tau, T(kMinVal));
}

/// What decays with time constant tau, a step h later: rate holds now.
template <class T>
THEW_INLINE T decay(const T& x, const T& rate, const T& tau, const T& h) {
  const T safe = max(tau, T(kMinVal));
  return x + rate * safe * (T(1) - exp(-h / safe));
}

/// x within [-most, most]; `most` = 0 is no limit.
template <class T>
THEW_INLINE T bounded(const T& x, const T& most) {
  return select(most > T(0), clamp(x, -most, most), x);
}

/// The rate of an integral that may not leave [-most, most]; `most` = 0 is no limit.
template <class T>
THEW_INLINE T bounded_rate(const T& rate, const T& integral, const T& most) {
  using namespace math;
  const auto limited = most > T(0);
  const T falling = select(limited & (integral >= most), min(rate, T(0)), rate);
  return select(limited & (integral <= -most), max(rate, T(0)), falling);
}

}  // namespace thew::element
