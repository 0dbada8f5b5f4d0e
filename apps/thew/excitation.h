#pragma once

#include <cstdint>
#include <vector>

#include <thew/model.h>

namespace thew::cli {

/// Random controls, the same for every engine: uniform around the keyframe's controls (or zero), by
/// a fraction of half the control range (1 where a control has no range).
class Excitation {
 public:
  Excitation(const Model& model, int key, double noise, std::uint64_t seed);
  /// Starts the same sequence again.
  void restart();
  /// The next controls, nu of them.
  const std::vector<double>& next();

 private:
  double uniform();  // in [-1, 1)
  std::uint64_t seed_, state_;
  std::vector<double> base_, amplitude_, ctrl_;
};

}  // namespace thew::cli
