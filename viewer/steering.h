#pragma once

#include <atomic>

namespace thew::viewer {

/// What pages ask of a program that steps its worlds itself. Written by the session, read by the
/// program, each on its own thread.
struct Steering {
  std::atomic<bool> paused = true;
  std::atomic<double> speed = 1;
  std::atomic<int> resets = 0;   ///< how often a reset was asked for
  std::atomic<int> key = -1;     ///< keyframe of the last one; -1: none
  std::atomic<int> opened = -1;  ///< the world that is looked at alone; -1: all
};

}  // namespace thew::viewer
