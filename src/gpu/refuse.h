#pragma once

// What of a model the kernels for devices do not have yet.

#include <span>
#include <string>
#include <vector>

#include <thew/model.h>

#include "gpu/device_model.h"

namespace thew::gpu {

/// NotSensed: missing where somebody asks what sensors measure, and nowhere else.
enum class Support { Yes, No, NotSensed };

/// One thing that a model may have, and where a model has it.
struct Feature {
  const char* name;  ///< for docs/gpu.md
  Support support;
  /// A word for the first element of the model that needs it, as "sensor \"touch\""; empty where
  /// there is none.
  std::string (*find)(const Model& model);
};

/// All of them.
std::span<const Feature> features();

/// They as a table of Markdown, for docs/gpu.md.
std::string feature_table();

/// What the model and these outputs of worlds ask for: kMeasurements, kForcesAfter.
std::int32_t senses_of(const Model& model, const std::vector<std::string>& outputs);

/// Throws Error that names the first element that is not supported for these outputs.
void refuse(const Model& model, const std::vector<std::string>& outputs = {});

/// Throws Error where worlds would have by this number of their own what is not supported.
void refuse_number(const Model& model, ParameterId id);

}  // namespace thew::gpu
