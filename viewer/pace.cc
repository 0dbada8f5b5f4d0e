#include "pace.h"

#include <algorithm>

namespace thew::viewer {

void Pace::start(double now, double time, double speed) {
  start_now_ = now;
  start_time_ = time;
  speed_ = std::clamp(speed, kSlowest, kFastest);
}

double Pace::due(double now, double time) {
  const double wanted = start_time_ + (now - start_now_) * speed_;
  if (wanted - time <= kPatience * speed_) return wanted;
  start(now, time + kPatience * speed_, speed_);
  return start_time_;
}

void Pace::advanced(double now, double simulated, std::int64_t steps) {
  const Sample last = samples_.empty() ? Sample{now, 0, 0} : samples_.back();
  if (samples_.empty()) samples_.push_back(last);
  samples_.push_back({now, last.simulated + simulated, last.steps + steps});
  while (samples_.size() > 2 && samples_[1].now < now - 1) samples_.pop_front();
}

void Pace::stop() {
  samples_.clear();
}

double Pace::factor(double now) const {
  if (samples_.size() < 2) return 0;
  const double span = now - samples_.front().now;
  return span > 0 ? (samples_.back().simulated - samples_.front().simulated) / span : 0;
}

double Pace::rate(double now) const {
  if (samples_.size() < 2) return 0;
  const double span = now - samples_.front().now;
  return span > 0 ? static_cast<double>(samples_.back().steps - samples_.front().steps) / span : 0;
}

}  // namespace thew::viewer
