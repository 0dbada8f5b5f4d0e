#pragma once

#include <thew/model.h>

namespace thew::model {

/// How long names_map must be for these sizes.
std::int64_t names_map_size(const ModelSizes& sizes);

/// Fills names_map from names and name_*adr.
void make_names_map(Model& model);

}  // namespace thew::model
