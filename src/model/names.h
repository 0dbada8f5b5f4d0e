#pragma once

#include <thew/model.h>

namespace thew::model {

/// How long names_map must be for these sizes.
std::int64_t names_map_size(const ModelSizes& sizes);

/// Fills names_map from names and name_*adr.
void make_names_map(Model& model);

/// Throws Error unless every slot of names_map is empty or has an object, and searches end.
void check_names_map(const Model& model);

}  // namespace thew::model
