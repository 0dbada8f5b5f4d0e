#include "model/validate.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>

#include <thew/error.h>
#include <thew/validate.h>

#include "model/formulation.h"

namespace thew {

namespace {

using Form = Domain::Form;

// The sizes by which entries are limited; `data` is null where no field has one of its sizes.
struct Sizes {
  const Model& model;
  const Data* data = nullptr;

  std::int64_t operator()(const Domain::Size& size) const {
    return size.model ? model.*size.model : data->*size.data;
  }
};

std::int64_t read(FieldType type, const void* values, std::int64_t i) {
  const auto at = [&](auto zero) {
    decltype(zero) value;
    std::memcpy(&value, static_cast<const char*>(values) + i * std::int64_t{sizeof value},
                sizeof value);
    return static_cast<std::int64_t>(value);
  };
  switch (type) {
    case FieldType::Int:
      return at(std::int32_t{});
    case FieldType::Long:
      return at(std::int64_t{});
    case FieldType::Byte:
    case FieldType::Bool:
      return at(std::uint8_t{});
    default:
      return 0;
  }
}

bool is_value(std::span<const Enumerator> values, std::int64_t value) {
  for (const Enumerator& e : values) {
    if (e.value == value) return true;
  }
  return false;
}

// Whether the value alone means something; `n` is the size that limits it.
bool allows(const Domain& domain, std::int64_t n, std::int64_t value) {
  switch (domain.form) {
    case Form::Any:
    case Form::Rule:
    case Form::Of:
    case Form::Positive:
    case Form::NotNegative:
      return true;
    case Form::Index:
      return value >= 0 && value < n;
    case Form::IndexOrNone:
      return value >= -1 && value < n;
    case Form::Begin:
      return value >= -1 && value <= n;
    case Form::Count:
      return value >= 0 && value <= n;
    case Form::Natural:
      return value >= 0;
    case Form::Within:
      return value >= domain.low && value <= domain.high;
    case Form::Condim:
      return value == 1 || value == 3 || value == 4 || value == 6;
    case Form::Kind:
      return is_value(domain.values, value);
    case Form::Flags:
      return (value & ~std::int64_t{domain.high}) == 0;
  }
  return false;
}

struct Range {
  std::int32_t low = 1, high = 0;  // nothing
};

// What a mark allows, where that is one range whatever other fields say.
Range range_of(const Domain& domain, std::int64_t n) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  const auto size = static_cast<std::int32_t>(std::min<std::int64_t>(n, kMost));
  switch (domain.form) {
    case Form::Index:
      return {0, size - 1};
    case Form::IndexOrNone:
      return {-1, size - 1};
    case Form::Count:
      return {0, size};
    case Form::Natural:
      return {0, kMost};
    case Form::Within:
      return {domain.low, domain.high};
    default:
      return {};
  }
}

// Lists of millions are quickly seen to be good; which entry is bad may take longer.
bool all_within(const void* values, std::int64_t count, const Range& range) {
  const auto* const list = static_cast<const std::int32_t*>(values);
  int bad = 0;
  for (std::int64_t i = 0; i < count; ++i) bad |= (list[i] < range.low) | (list[i] > range.high);
  return bad == 0;
}

std::string names_of(std::span<const Enumerator> values) {
  std::string text;
  for (const Enumerator& e : values) {
    if (!text.empty()) text += ", ";
    text += std::string(e.name) + " (" + std::to_string(e.value) + ")";
  }
  return text;
}

std::string describe(const Domain& domain, std::int64_t n) {
  const std::string last = std::to_string(n - 1);
  switch (domain.form) {
    case Form::Index:
      return "0 to " + last;
    case Form::IndexOrNone:
      return "0 to " + last + ", or -1 for none";
    case Form::Begin:
      return "the first of entries that lie in 0 to " + last;
    case Form::Count:
      return "0 to " + std::to_string(n);
    case Form::Natural:
      return "0 or more";
    case Form::Within:
      return std::to_string(domain.low) + " to " + std::to_string(domain.high);
    case Form::Positive:
      return "above 0 and at most 1e10";
    case Form::NotNegative:
      return "0 to 1e10";
    case Form::Condim:
      return "1, 3, 4 or 6";
    case Form::Kind:
      return names_of(domain.values);
    case Form::Flags:
      return "a sum of " + names_of(domain.values);
    default:
      return "something else";
  }
}

std::int64_t limit(const Domain& domain, const Sizes& sizes) {
  const bool sized = domain.size.model || domain.size.data;
  return sized ? sizes(domain.size) : 0;
}

// All entries of one field, beside the others of its owner.
template <class Owner>
class FieldCheck {
 public:
  FieldCheck(std::span<const Field<Owner>> fields, Owner& owner, const Sizes& sizes)
      : fields_(fields), owner_(owner), sizes_(sizes) {}

  void check(const Field<Owner>& field) const {
    const FieldView view = field.view(owner_);
    const std::int64_t n = limit(field.domain, sizes_), count = view.rows * view.columns;
    if (field.type == FieldType::Bool) return check_truth(field, view.data, count);
    if (field.domain.form == Form::Any || field.domain.form == Form::Rule) return;
    if (field.type == FieldType::Int && all_within(view.data, count, range_of(field.domain, n))) {
      return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t value = read(field.type, view.data, i);
      if (allows(field.domain, n, value) && agrees(field, i / view.columns, n, value)) continue;
      model::refuse(field.name, i, value, describe(field.domain, n).c_str());
    }
  }

 private:
  static void check_truth(const Field<Owner>& field, const void* values, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t value = read(field.type, values, i);
      model::require(value <= 1, field.name, i, value, "0 or 1");
    }
  }

  std::int64_t other(const Field<Owner>& field, std::int64_t row) const {
    const Field<Owner>& named = fields_[static_cast<std::size_t>(field.domain.field)];
    return read(named.type, named.view(owner_).data, row);
  }

  // Whether the value fits the entry of the field that the mark names.
  bool agrees(const Field<Owner>& field, std::int64_t row, std::int64_t n,
              std::int64_t value) const {
    if (field.domain.form == Form::Begin) {
      const std::int64_t count = other(field, row);
      return count == 0 || (value >= 0 && count > 0 && count <= n - value);
    }
    if (field.domain.form == Form::Of) {
      const Domain& kind = fields_[static_cast<std::size_t>(field.domain.field)].domain;
      const std::int64_t named = other(field, row);
      if (!is_value(kind.values, named)) return false;
      return value >= -1 && value < kind.objects(sizes_.model, static_cast<int>(named));
    }
    return true;
  }

  std::span<const Field<Owner>> fields_;
  Owner& owner_;
  Sizes sizes_;
};

bool allows(const Domain& domain, double value) {
  if (domain.form == Form::Positive) return value > 0 && value <= kMaxVal;
  return domain.form != Form::NotNegative || (value >= 0 && value <= kMaxVal);
}

[[noreturn]] void refuse(const ScalarField<Model>& option, const std::string& value) {
  throw Error({}, std::string(option.name) + " cannot be " + value + ": it should be " +
                      describe(option.domain, 0));
}

std::string show(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

void validate_options(Model& m) {
  for (const ScalarField<Model>& f : model_scalars()) {
    if (std::strcmp(f.group, "opt") != 0) continue;
    if (f.type == FieldType::Int) validate_option(m, f, read(f.type, f.address(m), 0));
    if (f.type == FieldType::Real) validate_option(f, *static_cast<double*>(f.address(m)));
  }
}

// Numbers of every object fit an int; there is a world.
void validate_sizes(Model& m) {
  for (const ScalarField<Model>& f : model_scalars()) {
    if (f.group[0] != '\0' || f.type != FieldType::Long) continue;
    const std::int64_t n = read(f.type, f.address(m), 0);
    if (f.address(m) == &m.njmax || f.address(m) == &m.nconmax) continue;  // wishes of old files
    const bool memory =
        f.address(m) == &m.narena || f.address(m) == &m.nbuffer || f.address(m) == &m.ntexdata;
    const std::int64_t most = memory ? std::int64_t{1} << 40 : std::int64_t{1} << 25;
    model::require(n >= 0 && n <= most, f.name, 0, n, memory ? "0 to 2^40" : "0 to 2^25");
  }
  model::require(m.nbody >= 1, "nbody", 0, m.nbody, "1 or more");
}

}  // namespace

void model::refuse(const char* field, std::int64_t i, std::int64_t value, const char* allowed) {
  throw Error({}, std::string(field) + "[" + std::to_string(i) + "] is " + std::to_string(value) +
                      ", which means nothing: it should be " + allowed);
}

bool is_checked(const Field<Model>& field) {
  return !field.read_only && field.domain.form != Form::Any;
}

void validate_option(const ScalarField<Model>& option, double value) {
  if (!allows(option.domain, value)) refuse(option, show(value));
}

void validate_option(const Model& constant, const ScalarField<Model>& option, std::int64_t value) {
  if (!allows(option.domain, 0, value)) refuse(option, std::to_string(value));
  if (std::strcmp(option.group, "opt") != 0) return;
  auto& m = const_cast<Model&>(constant);
  Options changed = m.opt;
  const auto place = static_cast<char*>(option.address(m)) - reinterpret_cast<char*>(&m.opt);
  const auto number = static_cast<std::int32_t>(value);
  std::memcpy(reinterpret_cast<char*>(&changed) + place, &number, sizeof number);
  if (const char* const why = conflict(changed)) throw Error({}, why);
}

// The table hands out mutable addresses; validation only reads through them.
void model::validate_shared(const Model& constant) {
  auto& m = const_cast<Model&>(constant);
  validate_sizes(m);
  validate_options(m);
  const FieldCheck<Model> fields(model_fields(), m, Sizes{m});
  for (const Field<Model>& f : model_fields()) {
    if (!f.extra) fields.check(f);
  }
  validate_tree(m);
  validate_assets(m);
  validate_flexes(m);
  validate_objects(m);
  validate_choices(m);
}

void validate(const Model& constant) {
  model::validate_shared(constant);
  auto& m = const_cast<Model&>(constant);
  const FieldCheck<Model> fields(model_fields(), m, Sizes{m});
  for (const Field<Model>& f : model_fields()) {
    if (f.extra) fields.check(f);
  }
  model::validate_extra(m);
}

void validate_written(const Model& constant, std::span<const Field<Model>* const> fields) {
  auto& m = const_cast<Model&>(constant);
  const FieldCheck<Model> check(model_fields(), m, Sizes{m});
  for (const Field<Model>* f : fields) check.check(*f);
  model::validate_choices(m);
}

void validate(const Model& m, const Data& constant) {
  auto& d = const_cast<Data&>(constant);
  const FieldCheck<Data> fields(data_fields(), d, Sizes{m, &d});
  for (const Field<Data>& f : data_fields()) {
    if (!f.shown) fields.check(f);
  }
  for (const Field<ContactColumns<double>>& f : contact_fields()) {
    const FieldView view = f.view(d.contact);
    const std::int64_t n = limit(f.domain, Sizes{m, &d});
    for (std::int64_t i = 0; i < d.ncon * view.columns; ++i) {
      const std::int64_t value = read(f.type, view.data, i);
      if (!allows(f.domain, n, value)) {
        model::refuse(f.name, i, value, describe(f.domain, n).c_str());
      }
    }
  }
}

}  // namespace thew
