#include "fields.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include <thew/error.h>
#include <thew/validate.h>

namespace thew::viewer {

namespace {

template <class Number>
Number& entry_of(void* data, std::int64_t i) {
  return static_cast<Number*>(data)[i];
}

double load(FieldType type, void* data, std::int64_t i) {
  switch (type) {
    case FieldType::Real:
      return entry_of<double>(data, i);
    case FieldType::Float:
      return static_cast<double>(entry_of<float>(data, i));
    case FieldType::Int:
      return entry_of<std::int32_t>(data, i);
    case FieldType::Long:
      return static_cast<double>(entry_of<std::int64_t>(data, i));
    case FieldType::Byte:
      return entry_of<std::uint8_t>(data, i);
    case FieldType::Bool:
      return entry_of<bool>(data, i) ? 1 : 0;
    case FieldType::Char:
      return entry_of<char>(data, i);
  }
  return 0;
}

void store(FieldType type, void* data, std::int64_t i, double value) {
  switch (type) {
    case FieldType::Real:
      entry_of<double>(data, i) = value;
      return;
    case FieldType::Float:
      entry_of<float>(data, i) = static_cast<float>(value);
      return;
    case FieldType::Int:
      entry_of<std::int32_t>(data, i) = static_cast<std::int32_t>(value);
      return;
    case FieldType::Long:
      entry_of<std::int64_t>(data, i) = static_cast<std::int64_t>(value);
      return;
    case FieldType::Byte:
      entry_of<std::uint8_t>(data, i) = static_cast<std::uint8_t>(value);
      return;
    case FieldType::Bool:
      entry_of<bool>(data, i) = value != 0;
      return;
    case FieldType::Char:
      return;
  }
}

// Whole numbers that the type holds, or Error.
void check_number(const FieldRef& field, double value) {
  const auto refuse = [&](const char* why) {
    throw Error({}, field.full_name() + ": " + std::to_string(value) + " " + why);
  };
  if (!std::isfinite(value)) refuse("is not a finite number");
  const FieldType type = field.type();
  if (type == FieldType::Real || type == FieldType::Float) return;
  if (value != std::floor(value)) refuse("is not a whole number");
  const double high = type == FieldType::Byte ? 255 : type == FieldType::Bool ? 1 : 2147483647;
  const double low = type == FieldType::Int || type == FieldType::Long ? -2147483648.0 : 0;
  if (value < low || value > high) refuse("is out of range");
}

template <class Owner>
std::string name_of(const ScalarField<Owner>& scalar) {
  return scalar.group[0] == '\0' ? scalar.name : std::string(scalar.group) + "." + scalar.name;
}

}  // namespace

FieldView FieldRef::view(const Model& model, const Data& data) const {
  // The tables give views that may be written; whether this one may is the caller's promise.
  Model& m = const_cast<Model&>(model);
  Data& d = const_cast<Data&>(data);
  if (model_field_ != nullptr) return model_field_->view(m);
  if (data_field_ != nullptr) return data_field_->view(d);
  if (model_scalar_ != nullptr) return {model_scalar_->address(m), 1, model_scalar_->count};
  return {data_scalar_->address(d), 1, data_scalar_->count};
}

double FieldRef::read(const FieldView& view, std::int64_t entry) const {
  return load(type_, view.data, entry);
}

void FieldRef::write(Model& model, Data& data, std::int64_t first,
                     std::span<const double> values) const {
  if (!writable_) throw Error({}, full_name_ + " may not be written");
  const FieldView where = view(model, data);
  const std::int64_t size = where.rows * where.columns;
  const auto count = static_cast<std::int64_t>(values.size());
  if (first < 0 || count > size || first > size - count) {
    throw Error({}, full_name_ + " has " + std::to_string(size) + " entries");
  }
  for (const double value : values) check_number(*this, value);
  if (full_name_ == "opt.timestep" && !(values[0] >= 1e-6 && values[0] <= 1)) {
    throw Error({}, "opt.timestep is between 1e-6 and 1 s");
  }
  if (model_scalar_ != nullptr) {
    for (const double value : values) {
      if (type_ == FieldType::Int) {
        validate_option(model, *model_scalar_, static_cast<std::int64_t>(value));
      } else {
        validate_option(*model_scalar_, value);
      }
    }
  }
  if (model_field_ != nullptr && model_field_->open != nullptr) model_field_->open(model);
  std::vector<double> before;
  for (std::int64_t i = 0; i < count; ++i) before.push_back(load(type_, where.data, first + i));
  for (std::int64_t i = 0; i < count; ++i) {
    store(type_, where.data, first + i, values[static_cast<std::size_t>(i)]);
  }
  if (model_field_ == nullptr || !is_checked(*model_field_)) return;
  try {
    const Field<Model>* const written[] = {model_field_};
    validate_written(model, written);
  } catch (const Error&) {
    for (std::int64_t i = 0; i < count; ++i) {
      store(type_, where.data, first + i, before[static_cast<std::size_t>(i)]);
    }
    throw;
  }
}

std::vector<FieldRef> make_fields() {
  std::vector<FieldRef> all;
  const auto add = [&](FieldRef::Owner owner, std::string full_name, const auto& row) -> FieldRef& {
    FieldRef& field = all.emplace_back();
    field.owner_ = owner;
    field.name_ = row.name;
    field.full_name_ = std::move(full_name);
    field.type_ = row.type;
    field.description_ = row.description;
    field.domain_ = row.domain;
    field.writable_ = !row.read_only && row.type != FieldType::Char;
    return field;
  };
  for (const Field<Data>& row : data_fields()) {
    FieldRef& field = add(FieldRef::Owner::Data, row.name, row);
    field.unit_ = row.unit;
    field.rows_ = row.rows;
    field.data_field_ = &row;
    // What is computed anew in every step is not worth writing.
    const std::string_view stage = row.stage;
    field.writable_ = field.writable_ && (stage == "state" || stage == "control");
  }
  for (const ScalarField<Data>& row : data_scalars()) {
    FieldRef& field = add(FieldRef::Owner::Data, row.name, row);
    field.data_scalar_ = &row;
    field.writable_ = false;
  }
  for (const Field<Model>& row : model_fields()) {
    FieldRef& field = add(FieldRef::Owner::Model, row.name, row);
    field.unit_ = row.unit;
    field.rows_ = row.rows;
    field.model_field_ = &row;
  }
  for (const ScalarField<Model>& row : model_scalars()) {
    FieldRef& field = add(FieldRef::Owner::Model, name_of(row), row);
    field.model_scalar_ = &row;
    field.writable_ = !row.read_only && row.group[0] != '\0';
  }
  return all;
}

std::span<const FieldRef> fields() {
  static const std::vector<FieldRef> all = make_fields();
  return all;
}

const FieldRef* find_field(std::string_view name) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const FieldRef*> made;
    for (const FieldRef& field : fields()) made.emplace(field.full_name(), &field);
    return made;
  }();
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

Json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return value;
}

Json to_json(const FieldRef& field, const FieldView& view, std::int64_t first_row,
             std::int64_t rows) {
  const bool whole = field.type() != FieldType::Real && field.type() != FieldType::Float;
  const auto one = [&](std::int64_t i) -> Json {
    const double value = field.read(view, i);
    if (whole) return static_cast<std::int64_t>(value);
    return number(value);
  };
  Json all = Json::array();
  for (std::int64_t r = first_row; r < first_row + rows; ++r) {
    Json row = Json::array();
    for (std::int64_t c = 0; c < view.columns; ++c) row.push_back(one(r * view.columns + c));
    all.push_back(view.columns == 1 ? row[0] : row);
  }
  return rows == 1 ? all[0] : all;
}

}  // namespace thew::viewer
