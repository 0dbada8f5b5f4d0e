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

namespace detail {
template <class T>
struct LanesOf {
  using One = T;
  using Time = double;
};
template <class S, int N>
struct LanesOf<math::Pack<S, N>> {
  using One = S;
  using Time = math::Pack<double, N>;
};
}  // namespace detail

/// The scalar type of one of the worlds alone: double or float.
template <class T>
using OneOf = typename detail::LanesOf<T>::One;

/// A time of each world, in double whatever the precision: steps add up.
template <class T>
using TimeOf = typename detail::LanesOf<T>::Time;

/// A value of a plain type E for each lane of T.
template <class T, class E>
using PerLane = std::conditional_t<kLanes<T> == 1, E, std::array<E, kLanes<T>>>;

}  // namespace thew
