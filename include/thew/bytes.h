#pragma once

#include <span>
#include <string>
#include <string_view>

#include <thew/model.h>

namespace thew {

template <class T>
struct BasicData;
using Data = BasicData<double>;

// Models and data as bytes: every field in the order of the field tables, behind a fingerprint of
// the tables. They are read back by a version of Thew with the same fields only. A model in bytes
// is what a .thew file holds.

std::string to_bytes(const Model& model);
std::string to_bytes(const Data& data);

/// Whether these are the bytes of a model, by how they begin.
bool is_model_bytes(std::string_view bytes);

/// The inverse of to_bytes; throws Error unless the bytes are a whole model in which every index,
/// address and kind means something (validate.h). Takes no more memory than the bytes justify.
Model model_from_bytes(std::string_view bytes);

/// The same for a Data that was made for the model.
Data data_from_bytes(const Model& model, std::string_view bytes);

}  // namespace thew
