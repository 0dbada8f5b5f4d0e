#pragma once

// Gains and biases that are affine in length and velocity.

#include "math/pack.h"
#include "math/scalar.h"

namespace thew::element {

/// p0 + p1 length + p2 velocity
template <class T>
THEW_INLINE T affine(const T& p0, const T& p1, const T& p2, const T& length, const T& velocity) {
  using math::fma;
  return fma(p2, velocity, fma(p1, length, p0));
}

}  // namespace thew::element
