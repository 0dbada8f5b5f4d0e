#pragma once

#include <thew/data.h>

#include "math/pack.h"

namespace thew {

/// The time of each world, as a number like the others.
template <class T>
T time_of(const BasicData<T>& d) {
  if constexpr (std::is_same_v<T, TimeOf<T>>) {
    return d.time;
  } else {
    T time(0);
    for (int k = 0; k < kLanes<T>; ++k) {
      math::set_lane(time, k, static_cast<OneOf<T>>(math::lane(d.time, k)));
    }
    return time;
  }
}

}  // namespace thew
