#pragma once

// MuJoCo's binary form of models (.mjb), of the version whose interface Thew has.

#include <string>
#include <string_view>

#include <thew/model.h>

namespace thew::model {

bool is_mjb(std::string_view bytes);

/// A model in which only the fields that MuJoCo's models have are filled (compile::complete makes
/// the others). Throws Error unless the bytes are a whole model in which every index, address and
/// kind means something. Takes no more memory than they justify.
Model read_mjb(std::string_view bytes);

/// Throws Error where the model has what MuJoCo lacks.
std::string write_mjb(const Model& model);

}  // namespace thew::model
