#pragma once

#include <memory>
#include <vector>

#include "engine.h"

namespace thew::cli {

struct MeasureOptions {
  double seconds = 0.5;  ///< CPU time of one round of one engine [s]
  int rounds = 7;
  double noise = 0.1;  ///< of the controls, as a fraction of half their range
};

/// What the rounds gave for one engine.
struct Measured {
  std::vector<double> rates;  ///< world-steps or calls per second of CPU time, one per round
  double median = 0;
  std::vector<int> contacts;  ///< at moments of an episode; none when not counted
};

/// Measures all engines on the same episodes (1000 steps from keyframe 0 or the initial state, the
/// same random controls, new ones every chunk of steps), taking turns in every round.
std::vector<Measured> measure(const Model& model, const std::vector<Engine*>& engines,
                              const MeasureOptions& options, bool count_contacts);

/// Measures the collision stage alone, in turns as above. The states are 20 moments of an episode
/// of the last engine, the same for all; a stage is called again and again at each of them, and
/// what comes before it is not timed.
std::vector<Measured> measure_collision(const Model& model, const std::vector<Engine*>& engines,
                                        const MeasureOptions& options);

/// Measures the parts of steps [s], the median over chunks of the same episodes, engine by engine.
std::vector<PartTimes> measure_parts(const Model& model, const std::vector<Engine*>& engines,
                                     const MeasureOptions& options);

/// Largest difference of positions between two engines after `steps` steps with the same controls.
double disagreement(const Model& model, Engine& a, Engine& b, double noise, int steps);

/// The middle value, or the mean of the two middle ones.
double median(std::vector<double> values);

/// NaN when there are none.
double mean(const std::vector<int>& values);

}  // namespace thew::cli
