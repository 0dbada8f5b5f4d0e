#pragma once

// What the parts of a step cost, where a clock is set (Data::clock, callbacks.time). Worlds in
// lanes or in single precision are not timed.

#include <thew/callback.h>

#include "math/scalar.h"

namespace thew {

namespace detail {

using Clock = double (*)();

inline Clock clock_of(const Data& d) {
  const Clock of_all = callback(callbacks.time, d);
  return of_all != nullptr ? of_all : d.clock;
}

// Adds the time of its life to a timer of the data.
struct Timing {
  Data& data;
  Clock clock;
  int timer, count;
  double start = clock();

  ~Timing() {
    data.timer_duration[timer] += clock() - start;
    data.timer_number[timer] += count;
  }
};

template <class Work>
[[gnu::noinline]] auto time_work(Data& d, Clock clock, Timer timer, int count, const Work& work) {
  const Timing timing{d, clock, static_cast<int>(timer), count};
  return work();
}

}  // namespace detail

/// Does the work of a part of the step. Where a clock is set, the part's timer adds how long that
/// takes, and `count` to how often it ran; without, this is two comparisons.
template <class T, class Work>
THEW_INLINE auto timed(BasicData<T>& d, Timer timer, int count, const Work& work) {
  if constexpr (kCallsUser<T>) {
    if (const detail::Clock clock = detail::clock_of(d); clock != nullptr) [[unlikely]]
      return detail::time_work(d, clock, timer, count, work);
  }
  return work();
}
template <class T, class Work>
THEW_INLINE auto timed(BasicData<T>& d, Timer timer, const Work& work) {
  return timed(d, timer, 1, work);
}

}  // namespace thew
