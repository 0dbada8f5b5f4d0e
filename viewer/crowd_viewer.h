#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <thew/batch.h>

#include "crowd.h"
#include "passive.h"

namespace thew::viewer {

/// A viewer of a batch that a program steps. Pages show all worlds, or one of them alone.
class CrowdViewer {
 public:
  /// `plan` says what the values are; worlds and bodies are filled in here.
  CrowdViewer(std::shared_ptr<const Model> model, const Batch& batch, const std::string& name,
              CrowdPlan plan, ViewerOptions options);

  /// Shows the worlds as they are now; `values` and `failed` have one entry each, or none. Where
  /// somebody pulls at a body of the world that is open, its xfrc_applied is written.
  void sync(Batch& batch, std::span<const float> values, std::span<const bool> failed);
  /// The same with distances_from_first() as values.
  void sync_by_distance(Batch& batch, std::span<const bool> failed);

  Passive& passive() { return passive_; }
  const Steering& steering() const { return passive_.steering(); }

 private:
  void show(Batch& batch, std::shared_ptr<Crowd> crowd, std::span<const bool> failed);
  void write_force(Batch& batch, int world);

  std::shared_ptr<const Model> model_;
  CrowdReader reader_;
  Data shown_, state_;
  Passive passive_;
  int pulled_world_ = -1, pulled_body_ = 0;
};

}  // namespace thew::viewer
