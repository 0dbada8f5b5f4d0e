#pragma once

// Force of one actuator: gain * input + bias, both possibly affine in length and velocity.

#include "math/pack.h"

namespace thew::actuation {

/// p0 + p1 length + p2 velocity
template <class T>
THEW_HD THEW_INLINE T affine(const T& p0, const T& p1, const T& p2, const T& length,
                             const T& velocity) {
  using math::fma;
  return fma(p2, velocity, fma(p1, length, p0));
}

/// Rate of a first-order filter with time constant tau: (u - a) / tau.
template <class T>
THEW_HD THEW_INLINE T filter_rate(const T& u, const T& a, const T& tau) {
  return (u - a) / math::max(tau, T(1e-15));
}

}  // namespace thew::actuation
