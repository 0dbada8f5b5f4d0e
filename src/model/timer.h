#pragma once

// What the parts of a step cost, where a clock is set (callbacks.time). Worlds in lanes are not
// timed.

#include <thew/callback.h>

namespace thew {

/// Adds the time of its life to a timer of the data, and `count` to how often it ran.
template <class T>
class Timing {
 public:
  Timing(BasicData<T>& data, Timer timer, int count = 1)
      : data_(data), timer_(static_cast<int>(timer)), count_(count) {
    if constexpr (kLanes<T> == 1) {
      clock_ = callbacks.time;
      if (clock_ != nullptr) start_ = clock_();
    }
  }
  ~Timing() {
    if constexpr (kLanes<T> == 1) {
      if (clock_ == nullptr) return;
      data_.timer_duration[timer_] += clock_() - start_;
      data_.timer_number[timer_] += count_;
    }
  }
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

 private:
  BasicData<T>& data_;
  int timer_, count_;
  double (*clock_)() = nullptr;
  double start_ = 0;
};

}  // namespace thew
