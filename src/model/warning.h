#pragma once

#include <thew/data.h>

#include "math/pack.h"

namespace thew {

/// Counts a warning in the lanes of the mask and notes what it is about; the only way in which a
/// step complains.
template <class T>
void raise(BasicData<T>& d, Warning warning, int info, const math::MaskOf<T>& where) {
  const int i = static_cast<int>(warning);
  if constexpr (kLanes<T> == 1) {
    if (!where) return;
    ++d.warning_number[i];
    d.warning_lastinfo[i] = info;
  } else {
    for (int k = 0; k < kLanes<T>; ++k) {
      if (!where[k]) continue;
      ++d.warning_number[i][static_cast<std::size_t>(k)];
      d.warning_lastinfo[i][static_cast<std::size_t>(k)] = info;
    }
  }
}

}  // namespace thew
