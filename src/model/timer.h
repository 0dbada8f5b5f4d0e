#pragma once

// What the parts of a step cost, where a clock is set (callbacks.time). Worlds in lanes are not
// timed.

#include <thew/callback.h>

namespace thew {

/// Adds the time of its life to a timer of the data, and `count` to how often it ran. Without a
/// clock it is one comparison at either end.
template <class T>
class Timing {
 public:
  Timing(BasicData<T>& data, Timer timer, int count = 1) {
    if constexpr (kLanes<T> == 1) {
      if (callbacks.time != nullptr) [[unlikely]]
        start(data, timer, count);
    }
  }
  ~Timing() {
    if constexpr (kLanes<T> == 1) {
      if (data_ != nullptr) [[unlikely]]
        stop();
    }
  }
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

 private:
  [[gnu::noinline]] void start(BasicData<T>& data, Timer timer, int count) {
    data_ = &data;
    timer_ = static_cast<int>(timer);
    count_ = count;
    start_ = callbacks.time();
  }
  [[gnu::noinline]] void stop() {
    data_->timer_duration[timer_] += callbacks.time() - start_;
    data_->timer_number[timer_] += count_;
  }

  BasicData<T>* data_ = nullptr;
  int timer_, count_;  // set with data_
  double start_;
};

}  // namespace thew
