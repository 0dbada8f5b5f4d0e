#pragma once

#include <string_view>
#include <vector>

#include <thew/data.h>
#include <thew/model.h>

namespace thew::viewer {

/// Writes the controls before each step. It reads time, qpos and qvel and remembers nothing, so
/// that a run can be made again.
struct Controller {
  const char* name;
  const char* description;
  bool (*fits)(const Model& model);
  void (*control)(const Model& model, Data& data);
};

/// Those that fit the model, the one to begin with first.
std::vector<const Controller*> controllers_for(const Model& model);

/// The one with this name that fits the model, or nullptr.
const Controller* find_controller(const Model& model, std::string_view name);

}  // namespace thew::viewer
