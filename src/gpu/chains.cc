#include "gpu/chains.h"

namespace thew::gpu {

Chains::Chains(std::shared_ptr<const Device> device, int count) : device_(std::move(device)) {
  const Driver& d = device_->driver();
  const Device::Turn turn(*device_);
  check(d, d.event_create(&parted_, CU_EVENT_DISABLE_TIMING), "make an event");
  for (int i = 0; i < count; ++i) {
    Stream stream = nullptr;
    Event done = nullptr;
    check(d, d.stream_create(&stream, CU_STREAM_NON_BLOCKING), "make a stream");
    streams_.push_back(stream);
    check(d, d.event_create(&done, CU_EVENT_DISABLE_TIMING), "make an event");
    done_.push_back(done);
  }
}

Chains::~Chains() {
  const Driver& d = device_->driver();
  const Device::Turn turn(*device_);
  for (const Stream stream : streams_) d.stream_destroy(stream);
  for (const Event event : done_) d.event_destroy(event);
  if (parted_) d.event_destroy(parted_);
}

void Chains::hand_over(Stream from, Stream to) const {
  const Driver& d = device_->driver();
  check(d, d.event_record(parted_, from), "hand over");
  check(d, d.stream_wait(to, parted_, 0), "hand over");
}

}  // namespace thew::gpu
