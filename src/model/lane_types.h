#pragma once

// The scalar types that every kernel is compiled for. A kernel file ends with
//   #define THEW_INSTANTIATE(T) template void kinematics(const Model&, BasicData<T>&);
//   THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

#include "math/pack.h"

namespace thew {
using Pack4 = math::Pack<double, 4>;
}

#define THEW_FOR_LANE_TYPES(instantiate) \
  instantiate(double);                   \
  instantiate(::thew::Pack4);
