#pragma once

#include <thew/data.h>

#include "math/pack.h"

namespace thew {

/// Counts a warning in one lane and notes what it is about; the only way in which a step complains.
template <class T>
void raise_in_lane(BasicData<T>& d, Warning warning, int info, int lane) {
  const int i = static_cast<int>(warning);
  if constexpr (kLanes<T> == 1) {
    ++d.warning_number[i];
    d.warning_lastinfo[i] = info;
  } else {
    ++d.warning_number[i][static_cast<std::size_t>(lane)];
    d.warning_lastinfo[i][static_cast<std::size_t>(lane)] = info;
  }
}

/// The same in all lanes of the mask.
template <class T>
void raise(BasicData<T>& d, Warning warning, int info, const math::MaskOf<T>& where) {
  for (int k = 0; k < kLanes<T>; ++k) {
    if (lane(where, k)) raise_in_lane(d, warning, info, k);
  }
}

}  // namespace thew
