#pragma once

#include <string>
#include <string_view>

#include <thew/data.h>
#include <thew/model.h>

namespace thew::python {

// Byte strings for pickling: every field in the order of the field tables, behind a fingerprint of
// the tables. They are read back by the same version of Thew only.

std::string to_bytes(const Model& model);
std::string to_bytes(const Data& data);

/// Throw std::invalid_argument when the bytes are not such a string.
Model model_from_bytes(std::string_view bytes);
void data_from_bytes(std::string_view bytes, Data& data);

}  // namespace thew::python
