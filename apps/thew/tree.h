#pragma once

#include <string>

#include <thew/model.h>

#include "output.h"

namespace thew::cli {

/// The bodies of a model as a tree, a line for each, with joints, actuators, sensors and totals.
std::string tree_text(const Model& model);

/// The same as a list: the parent of each body, its masses and what stands in it, by name.
Json bodies_json(const Model& model);

}  // namespace thew::cli
