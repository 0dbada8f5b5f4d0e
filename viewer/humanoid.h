#pragma once

#include <thew/data.h>
#include <thew/model.h>

namespace thew::viewer {

/// Whether a model is the built-in humanoid.
bool is_humanoid(const Model& model);

/// Stands on both feet and keeps its balance.
void stand_upright(const Model& model, Data& data);

/// The same, and waves with its right hand.
void wave(const Model& model, Data& data);

}  // namespace thew::viewer
