#pragma once

#include <thew/data.h>

#include "math/pack.h"

namespace thew {

/// Whether the numbers are those that the compiler saw: nobody has written them since, and no lane
/// has its own. What the compiler found out from them (marks of frames, flags) holds then.
template <class T, ParameterId... id>
bool are_as_compiled(const BasicData<T>& d, const Parameter<id>&... parameters) {
  const bool own = kLanes<T> > 1 && (... || (d.own[static_cast<int>(id)] != nullptr));
  return !own && !(... || parameters.written());
}

}  // namespace thew
