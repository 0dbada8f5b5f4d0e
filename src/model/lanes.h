#pragma once

#include <thew/data.h>

#include "math/pack.h"

namespace thew {

/// One lane of an entry of Data; what all lanes share is itself.
template <class E>
E lane_of(const E& x, int) {
  return x;
}
template <class S, int N>
S lane_of(const math::Pack<S, N>& x, int lane) {
  return x[lane];
}
template <class E, std::size_t N>
E lane_of(const std::array<E, N>& x, int lane) {
  return x[static_cast<std::size_t>(lane)];
}

/// Sets one lane of an entry of Data.
template <class E>
void put_lane(E& x, int, const E& value) {
  x = value;
}
template <class S, int N>
void put_lane(math::Pack<S, N>& x, int lane, S value) {
  x.set(lane, value);
}
template <class E, std::size_t N>
void put_lane(std::array<E, N>& x, int lane, const E& value) {
  x[static_cast<std::size_t>(lane)] = value;
}

/// Contacts of one lane, without those that only other lanes have.
template <class T>
void extract_contacts(const BasicData<T>& lanes, int lane, BasicData<OneOf<T>>& data);

}  // namespace thew
