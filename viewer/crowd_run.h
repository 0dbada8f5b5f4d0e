#pragma once

#include <memory>
#include <string>
#include <vector>

#include <thew/batch.h>

#include "crowd_viewer.h"
#include "pace.h"

namespace thew::viewer {

struct CrowdRunOptions {
  std::int64_t worlds = 256;
  double noise = 0.1;  ///< of starts and controls; 1: speeds of 1 m/s, the whole range
  std::string value;   ///< signal that colours the worlds; empty: distance from world 0
  int key = -1;        ///< keyframe to begin with, where no controller says so
  int threads = 0;     ///< of the batch
  std::uint64_t seed = 1;
};

/// Runs a batch by the clock and shows it: world 0 as it is, every other one with noise of its own
/// in the velocities that it begins with and in its controls. A world that fails stays as it is.
class CrowdRun {
 public:
  /// Throws Error where the value is no signal of the model.
  CrowdRun(std::shared_ptr<const Model> model, const std::string& name, CrowdRunOptions run,
           ViewerOptions options);

  /// Does what is due at a clock's time; returns the seconds until it wants to be called again.
  double tick(double now);

  Batch& batch() { return batch_; }
  Viewer& viewer() { return viewer_.passive().viewer(); }
  double time() const { return time_; }

 private:
  void begin(int key);
  void control(double seconds);
  void advance(double now);
  void show();

  std::shared_ptr<const Model> model_;
  CrowdRunOptions run_;
  Batch batch_;
  std::unique_ptr<bool[]> failed_;
  std::unique_ptr<Signal> signal_;
  World judged_;  // the world whose signal is read
  const Controller* controller_;
  int first_key_;
  std::vector<double> wander_;  // [worlds][nu]: what the noise adds to controls
  CrowdViewer viewer_;
  Pace pace_;
  double time_ = 0, shown_at_ = -1, speed_ = 0;
  int resets_ = 0, opened_ = -1;
};

}  // namespace thew::viewer
