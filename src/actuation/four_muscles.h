#pragma once

// Four actuators that follow one another, side by side in one register, where one world has
// muscles: their curves are a chain of divisions each, and none waits for another one. Every entry
// has the bits that it has alone.

#include "actuation/parameters.h"

namespace thew::actuation {

inline constexpr int kFour = 4;

/// Whether `test` holds for the actuators i ... i + 3.
template <class Test>
bool all_four(const Model& m, int i, const Test& test) {
  if (i + kFour > m.nactuator) return false;
  for (int k = 0; k < kFour; ++k) {
    if (!test(i + k)) return false;
  }
  return true;
}

/// value(actuator) of four actuators from i on.
template <class T, class Value>
THEW_INLINE math::Wide<T, kFour> of_four(int i, const Value& value) {
  math::Wide<T, kFour> four;
  for (int k = 0; k < kFour; ++k) four.set(k, value(i + k));
  return four;
}

/// Nine parameters of each of them, `stride` apart.
template <class T, class Parameters>
THEW_INLINE Muscle<math::Wide<T, kFour>> four_muscles(const BasicData<T>& d, const Parameters& prm,
                                                      int stride, int i) {
  const auto p = [&](int k) THEW_INLINE_LAMBDA {
    return of_four<T>(i, [&](int a) { return param(d, prm, stride * a + k); });
  };
  return {{p(0), p(1)}, p(2), p(3), p(4), p(5), p(6), p(7), p(8)};
}

/// muscle_at() of them.
template <class T>
THEW_INLINE MuscleState<math::Wide<T, kFour>> four_muscles_at(
    const Model& m, const BasicData<T>& d, int i, const Muscle<math::Wide<T, kFour>>& muscle) {
  const auto with = [&](const auto& value) THEW_INLINE_LAMBDA {
    return of_four<T>(i, [&](int a) { return value(m.actuator_outadr[a]); });
  };
  const math::Wide<T, kFour> range[2] = {
      with([&](int out) { return param(d, m.actuator_lengthrange, 2 * out); }),
      with([&](int out) { return param(d, m.actuator_lengthrange, 2 * out + 1); })};
  return muscle_state(muscle, with([&](int out) { return d.actuator_length[out]; }),
                      with([&](int out) { return d.actuator_velocity[out]; }), range,
                      with([&](int out) { return param(d, m.actuator_acc0, out); }));
}

}  // namespace thew::actuation
