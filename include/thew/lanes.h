#pragma once

#include <array>
#include <type_traits>

namespace thew {

namespace math {
template <class S, int N>
struct Pack;
}

/// How many worlds a scalar type carries: 1, or N for Pack<S, N>.
template <class T>
inline constexpr int kLanes = 1;
template <class S, int N>
inline constexpr int kLanes<math::Pack<S, N>> = N;

/// A value of a plain type E for each lane of T.
template <class T, class E>
using PerLane = std::conditional_t<kLanes<T> == 1, E, std::array<E, kLanes<T>>>;

}  // namespace thew
