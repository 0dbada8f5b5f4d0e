#pragma once

#include <cstdint>
#include <deque>

namespace thew::viewer {

/// Keeps simulated time in step with a clock, and says how well that goes. Times in seconds.
class Pace {
 public:
  static constexpr double kSlowest = 1.0 / 16, kFastest = 16;

  /// From now on simulated time `time` runs `speed` times as fast as the clock.
  void start(double now, double time, double speed);
  double speed() const { return speed_; }

  /// How far simulated time should be. Who is more than `kPatience` behind is given up on: time
  /// that was lost is not made up for by a leap.
  double due(double now, double time);
  static constexpr double kPatience = 0.1;

  /// Counts what was simulated.
  void advanced(double now, double simulated, std::int64_t steps);
  /// Nothing is simulated while paused: the record ends.
  void stop();
  /// Simulated seconds per second, and steps per second, over the last second.
  double factor(double now) const;
  double rate(double now) const;

 private:
  struct Sample {
    double now, simulated;
    std::int64_t steps;
  };
  double start_now_ = 0, start_time_ = 0, speed_ = 1;
  std::deque<Sample> samples_;  // sums since the start, oldest first
};

}  // namespace thew::viewer
