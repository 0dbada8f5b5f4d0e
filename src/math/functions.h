#pragma once

// The elementary functions of kernels, one implementation for float, double and packs of them.
//
// They replace the C library's in everything that is stepped, for three reasons: the result is
// bit-equal between one world and a lane of a batch, and the same on every machine; they vectorise;
// they run on the device. Each is within 2 ulp over its whole domain and keeps C99's special cases.
// No path branches on a value except sin, cos and tan beyond |x| = 2^30 (2^13 for float), which
// reduce their argument lane by lane.

#include "math/exponential.h"
#include "math/trigonometric.h"

namespace thew {
using math::acos;
using math::asin;
using math::atan;
using math::atan2;
using math::cos;
using math::exp;
using math::expm1;
using math::log;
using math::pow;
using math::sin;
using math::sincos;
using math::tan;
using math::tanh;
}  // namespace thew
