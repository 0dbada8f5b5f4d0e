#pragma once

// How far springs of joints and tendons are displaced, and how their rest follows where they yield.

#include "element/poly_force.h"
#include "math/quat.h"

namespace thew::element {

/// Force of a spring displaced by the vector x: -k(|x|) x. No force is +0, whatever x is.
template <class T>
THEW_INLINE math::Vec3<T> pull_back(const PolyForce<T>& stiffness, const math::Vec3<T>& x) {
  return math::Vec3<T>{T(0), T(0), T(0)} - spring_secant(stiffness, norm(x)) * x;
}
/// The same along one coordinate.
template <class T>
THEW_INLINE T pull_back(const PolyForce<T>& stiffness, const T& x) {
  return T(0) - x * spring_secant(stiffness, x);
}

/// Rotation vector from the rest of the spring of a ball to where it is.
template <class T>
THEW_INLINE math::Vec3<T> spring_rotation(const math::Quat<T>& now, const math::Quat<T>& rest) {
  return difference(normalized(now), rest);
}

/// How far a length is outside of a dead band.
template <class T>
THEW_INLINE T spring_stretch(const T& length, const T& low, const T& high) {
  return select(length > high, length - high, select(length < low, length - low, T(0)));
}

/// The rest of a spring at x that is displaced by `most` at most.
template <class T>
THEW_INLINE T yielded_rest(const T& x, const T& rest, const T& most) {
  const T displacement = x - rest;
  return select(abs(displacement) > most, x - select(displacement > T(0), most, -most), rest);
}

/// The same for rotations: along the one from the rest to where the joint is.
template <class T>
THEW_INLINE math::Quat<T> yielded_rest(const math::Quat<T>& now, const math::Quat<T>& rest,
                                       const T& most) {
  using math::select;
  const math::Vec3<T> turn = difference(now, rest);
  const T angle = norm(turn);
  const auto beyond = angle > most;
  const T share = T(1) - most / select(beyond, angle, T(1));
  const math::Quat<T> moved = math::integrate(rest, turn, share);
  return {select(beyond, moved.w, rest.w), select(beyond, moved.x, rest.x),
          select(beyond, moved.y, rest.y), select(beyond, moved.z, rest.z)};
}

/// A dead band moves as a whole; that of a string which only pulls (0 to L) grows instead.
template <class T>
THEW_INLINE void yield_band(const T& length, const T& most, T& low, T& high) {
  const T up = max(length - high - most, T(0)), down = min(length - low + most, T(0));
  const auto pulls_only = (low == T(0)) & (high > T(0));
  low = low + down + select(pulls_only, T(0), up);
  high = high + down + up;
}

}  // namespace thew::element
