#pragma once

#include <array>
#include <type_traits>

namespace thew {

namespace math {
/// What lies side by side in a Pack: worlds, or entries of one world.
enum class Across { Worlds, Entries };
template <class S, int N, Across A = Across::Worlds>
struct Pack;
}  // namespace math

/// How many worlds a scalar type carries: 1, or N for Pack<S, N>.
template <class T>
inline constexpr int kLanes = 1;
template <class S, int N>
inline constexpr int kLanes<math::Pack<S, N>> = N;

/// A value of a plain type E for each lane of T.
template <class T, class E>
using PerLane = std::conditional_t<kLanes<T> == 1, E, std::array<E, kLanes<T>>>;

}  // namespace thew
