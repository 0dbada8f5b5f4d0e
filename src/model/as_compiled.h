#pragma once

#include <thew/data.h>

#include "math/pack.h"
#include "math/short_vector.h"

namespace thew {

/// Whether the numbers are those that the compiler saw: nobody has written them since, and no lane
/// has its own. What the compiler found out from them (marks of frames, flags) holds then.
template <class T, ParameterId... id>
bool are_as_compiled(const BasicData<T>& d, const Parameter<id>&... parameters) {
  const bool own = kLanes<T> > 1 && (... || (d.own[static_cast<int>(id)] != nullptr));
  return !own && (... && parameters.known().compiled);
}

/// Whether some number of the field is not zero in some lane.
template <class T, ParameterId id>
bool any_nonzero(const BasicData<T>& d, const Parameter<id>& parameter) {
  if constexpr (kLanes<T> > 1) {
    if (const T* own = d.own[static_cast<int>(id)]) return math::any_nonzero(parameter.size(), own);
  }
  return !parameter.known().zero && math::any_nonzero(parameter.size(), parameter.values().data());
}

/// In which lanes some number of these fields is not zero.
template <class T, ParameterId... id>
math::MaskOf<T> has_nonzero(const BasicData<T>& d, const Parameter<id>&... parameters) {
  if constexpr (kLanes<T> > 1) {
    math::MaskOf<T> found(false);
    const auto look = [&](const auto& parameter, const T* own) {
      for (std::int64_t i = 0; own && i < parameter.size(); ++i) found = found | (own[i] != T(0));
      if (!own && any_nonzero(d, parameter)) found = true;
    };
    (..., look(parameters, d.own[static_cast<int>(id)]));
    return found;
  } else {
    return (... || any_nonzero(d, parameters));
  }
}

}  // namespace thew
