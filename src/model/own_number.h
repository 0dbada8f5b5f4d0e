#pragma once

// The numbers of a model that worlds in lanes may have of their own (BasicData::own), by their
// place in ParameterId.

#include <string_view>

#include <thew/model.h>

namespace thew {

/// A field that worlds may own, or such an option.
struct OwnNumber {
  const char* name;
  std::int64_t rows, columns;
  const double* values;  ///< the model's
  std::int64_t size() const { return rows * columns; }
};
OwnNumber own_number(const Model& model, int id);

/// Its values in the model, to be written.
double* open_own_number(Model& model, int id);

/// The number with this name; throws Error when worlds cannot have their own.
int find_own_number(const Model& model, std::string_view name);

}  // namespace thew
