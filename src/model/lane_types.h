#pragma once

// The scalar types that kernels are compiled for. The file of a kernel that works on lanes ends
// with
//   #define THEW_INSTANTIATE(T) template void kinematics(const Model&, BasicData<T>&);
//   THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)
// and that of a kernel which works on one world at a time with THEW_FOR_WORLD_TYPES.

#include "math/pack.h"

namespace thew {
using Pack4 = math::Pack<double, 4>;
using Pack8f = math::Pack<float, 8>;
}  // namespace thew

// Files that have lanes are compiled a second time, for the wider registers of AVX-512
// (cmake/ThewWideLanes.cmake). One world is not compiled again.
#if defined(THEW_WIDE_LANES)
namespace thew {
using Pack8 = math::Pack<double, 8>;
using Pack16f = math::Pack<float, 16>;
}  // namespace thew
#define THEW_FOR_WORLD_TYPES(instantiate)
#define THEW_FOR_PACK_TYPES(instantiate) \
  instantiate(::thew::Pack8);            \
  instantiate(::thew::Pack16f);
#else

/// One world, in double and in single precision.
#define THEW_FOR_WORLD_TYPES(instantiate) \
  instantiate(double);                    \
  instantiate(float);

/// Worlds in lanes.
#define THEW_FOR_PACK_TYPES(instantiate) \
  instantiate(::thew::Pack4);            \
  instantiate(::thew::Pack8f);

#endif

#define THEW_FOR_LANE_TYPES(instantiate) \
  THEW_FOR_WORLD_TYPES(instantiate)      \
  THEW_FOR_PACK_TYPES(instantiate)
