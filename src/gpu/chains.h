#pragma once

// Streams for the chains of a batch, and events at which they part and meet.

#include <memory>
#include <vector>

#include "gpu/device.h"

namespace thew::gpu {

class Chains {
 public:
  Chains(std::shared_ptr<const Device> device, int count);
  ~Chains();
  Chains(const Chains&) = delete;
  Chains& operator=(const Chains&) = delete;

  /// A stream that may be captured.
  Stream first() const { return streams_[0]; }

  /// Calls work(chain, stream) for each chain; they begin after what `main` has, and it goes on
  /// after them.
  template <class Work>
  void run(Stream main, Work work) const {
    const Driver& d = device_->driver();
    check(d, d.event_record(parted_, main), "part its streams");
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const Stream own = i == 0 ? main : streams_[i];
      if (i > 0) check(d, d.stream_wait(own, parted_, 0), "part its streams");
      work(static_cast<int>(i), own);
      if (i > 0) check(d, d.event_record(done_[i], own), "join its streams");
    }
    for (std::size_t i = 1; i < streams_.size(); ++i) {
      check(d, d.stream_wait(main, done_[i], 0), "join its streams");
    }
  }

  /// Lets another stream wait for one.
  void hand_over(Stream from, Stream to) const;

 private:
  std::shared_ptr<const Device> device_;
  std::vector<Stream> streams_;
  std::vector<Event> done_;
  Event parted_ = nullptr;
};

}  // namespace thew::gpu
