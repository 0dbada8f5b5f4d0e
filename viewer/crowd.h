#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <thew/batch.h>

#include "json.h"

namespace thew::viewer {

/// Many worlds of one model at a moment, as pages have them (PROTOCOL.md, section 10).
struct Crowd {
  std::uint32_t worlds = 0, bodies = 0;
  std::vector<float> poses;          ///< [worlds][bodies][7]: position, orientation
  std::vector<float> values;         ///< what worlds are coloured by: one each, or none at all
  std::vector<std::uint8_t> failed;  ///< one each
};

/// What stays the same of a crowd.
struct CrowdPlan {
  std::int64_t worlds = 0;
  std::vector<int> bodies;                         ///< those that move
  std::string label = "value";                     ///< what the values are, with their unit
  std::optional<std::pair<double, double>> range;  ///< of the colours; as the values are if none
};

/// Bodies that are not fixed to the world, in order.
std::vector<int> moving_bodies(const Model& model);

/// Reads where bodies are from the states of a batch, whatever its outputs and precision are.
class CrowdReader {
 public:
  explicit CrowdReader(const Model& model);
  /// Writes `poses` of the crowd, and its numbers of worlds and bodies.
  void read(const Batch& batch, Crowd& crowd);

 private:
  const Model& model_;
  std::vector<int> bodies_;
  Data data_;
};

/// Root of the mean squared distance of each world's bodies from those of world 0 [m].
std::vector<float> distances_from_first(const Crowd& crowd);

}  // namespace thew::viewer
