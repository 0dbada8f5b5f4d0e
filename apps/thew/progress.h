#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace thew::cli {

/// Progress of a run on stderr: a bar that redraws itself on a terminal, a line now and then
/// elsewhere.
class Progress {
 public:
  /// `timestep` [s] turns steps into simulated time.
  Progress(std::int64_t steps, double timestep, bool silent);
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows how far it is, if enough time went by since the last time.
  void update(std::int64_t done);
  /// Removes the bar.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(std::int64_t done, double wall);

  std::int64_t steps_;
  double timestep_;
  bool silent_, terminal_, drawn_ = false;
  double next_;  // wall time of the next drawing [s]
  Clock::time_point begin_ = Clock::now();
};

}  // namespace thew::cli
