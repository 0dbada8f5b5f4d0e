#pragma once

// What the parts of a step cost, where a clock is set (callbacks.time). Worlds in lanes are not
// timed.

#include <thew/callback.h>

namespace thew {

namespace detail {

// Adds the time of its life to a timer of the data.
struct Timing {
  Data& data;
  int timer, count;
  double start = callbacks.time();

  ~Timing() {
    data.timer_duration[timer] += callbacks.time() - start;
    data.timer_number[timer] += count;
  }
};

template <class Work>
[[gnu::noinline]] auto time_work(Data& d, Timer timer, int count, const Work& work) {
  const Timing timing{d, static_cast<int>(timer), count};
  return work();
}

}  // namespace detail

/// Does the work of a part of the step. Where a clock is set, the part's timer adds how long that
/// takes, and `count` to how often it ran; without, this is one comparison.
template <class T, class Work>
auto timed(BasicData<T>& d, Timer timer, int count, const Work& work) {
  if constexpr (kLanes<T> == 1) {
    if (callbacks.time != nullptr) [[unlikely]]
      return detail::time_work(d, timer, count, work);
  }
  return work();
}
template <class T, class Work>
auto timed(BasicData<T>& d, Timer timer, const Work& work) {
  return timed(d, timer, 1, work);
}

}  // namespace thew
