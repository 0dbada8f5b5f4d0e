#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thew/field_table.h>

#include "json.h"

namespace thew::viewer {

/// A field of the model or of the world, found by its name, with values as numbers. Options are
/// `opt.NAME`, visual settings `vis.GROUP.NAME`.
class FieldRef {
 public:
  enum class Owner { Model, Data };

  Owner owner() const { return owner_; }
  const char* name() const { return name_; }
  const std::string& full_name() const { return full_name_; }
  FieldType type() const { return type_; }
  const char* unit() const { return unit_; }
  const char* description() const { return description_; }
  /// The symbol of its rows, as "nbody"; "" for scalars.
  const char* rows() const { return rows_; }
  bool writable() const { return writable_; }
  const Domain& domain() const { return domain_; }

  FieldView view(const Model& model, const Data& data) const;
  double read(const FieldView& view, std::int64_t entry) const;
  /// Writes numbers from entry `first` on. Throws Error where they do not fit or mean nothing.
  void write(Model& model, Data& data, std::int64_t first, std::span<const double> values) const;

 private:
  friend std::vector<FieldRef> make_fields();

  Owner owner_ = Owner::Data;
  const char* name_ = "";
  std::string full_name_;
  FieldType type_ = FieldType::Real;
  const char* unit_ = "";
  const char* description_ = "";
  const char* rows_ = "";
  bool writable_ = false;
  Domain domain_;
  const Field<Model>* model_field_ = nullptr;
  const Field<Data>* data_field_ = nullptr;
  const ScalarField<Model>* model_scalar_ = nullptr;
  const ScalarField<Data>* data_scalar_ = nullptr;
};

/// Every field there is.
std::span<const FieldRef> fields();

/// The field with this name, or nullptr.
const FieldRef* find_field(std::string_view name);

/// Values as JSON: a number, a list, or a list of rows.
Json to_json(const FieldRef& field, const FieldView& view, std::int64_t first_row,
             std::int64_t rows);

/// Numbers as JSON, which has none for what is not finite: null.
Json number(double value);

}  // namespace thew::viewer
