#pragma once

// Set points of controllers: which representative on a circle, how fast they may go, and what a
// controller makes of them.

#include "math/quat.h"

namespace thew::element {

/// What the controls of a servo ask for; inputs that it does not have are zero.
template <class T>
struct ServoInput {
  T position, velocity, feedforward, voltage;
};

/// The nearest whole number; halves go away from zero.
template <class T>
THEW_INLINE T nearest_whole(const T& x) {
  return copysign(floor(abs(x) + T(0.5)), x);
}

/// The representative of a periodic set point that is nearest to the length; a period of 0 is none.
template <class T>
THEW_INLINE T wrap_setpoint(const T& setpoint, const T& length, const T& period) {
  const auto periodic = period > T(0);
  const T turns = nearest_whole((setpoint - length) / select(periodic, period, T(1)));
  return select(periodic, setpoint - period * turns, setpoint);
}

/// The shortest of the rotation vectors that stand for the same orientation.
template <class T>
THEW_INLINE math::Vec3<T> shortest_turn(const math::Vec3<T>& turn) {
  constexpr double kPi = 3.14159265358979323846;
  const T angle = norm(turn);
  const auto beyond = angle > T(kPi);
  if (!any(beyond)) return turn;
  const T turns = nearest_whole(angle / T(2 * kPi));
  const T scale = (angle - T(2 * kPi) * turns) / select(beyond, angle, T(1));
  return select(beyond, turn * scale, turn);
}

/// The set point that can be reached from the previous one within a step.
template <class T>
THEW_INLINE T slew(const T& setpoint, const T& previous, const T& rate, const T& timestep) {
  const T most = rate * timestep;
  return clamp(setpoint, previous - most, previous + most);
}

/// What a pid controller with the bias p1 length + p2 velocity makes of its inputs: kp position +
/// kv velocity + feedforward, with kp = -p1 and kv = -p2.
template <class T>
THEW_INLINE T pid_force(const T& p1, const T& p2, const T& position, const ServoInput<T>& u) {
  return -p1 * position - p2 * u.velocity + u.feedforward;
}

/// Torque along the shortest way to an orientation, given as the rotation vector `now`:
/// kp log(q^-1 q_target).
template <class T>
THEW_INLINE math::Vec3<T> orientation_torque(const T& kp, const math::Quat<T>& target,
                                             const math::Vec3<T>& now) {
  return kp * difference(target, exponential(now));
}

}  // namespace thew::element
