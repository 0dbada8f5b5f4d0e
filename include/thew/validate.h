#pragma once

#include <span>

#include <thew/data.h>
#include <thew/field_table.h>
#include <thew/model.h>

namespace thew {

// What may be computed with: compiled models are, so nothing of this is called in a step. Each
// throws Error naming the field, the entry, its value and what is allowed.

/// Every index, address, count and kind of the model means something, and they agree with one
/// another.
void validate(const Model& model);

/// The same of those of these fields that may be written once a model is compiled.
void validate_written(const Model& model, std::span<const Field<Model>* const> fields);

/// The same of a step's own indices in a Data of this model.
void validate(const Model& model, const Data& data);

/// Whether this field may be written, but not with every value of its type.
bool is_checked(const Field<Model>& field);

/// The value of an option means something; an integer also beside the other options of the model.
void validate_option(const ScalarField<Model>& option, double value);
void validate_option(const Model& model, const ScalarField<Model>& option, std::int64_t value);

}  // namespace thew
