// The tables of fields and enumerations, for the Python half of the package and its tools.
#include <nanobind/nanobind.h>

#include <thew/enums.h>
#include <thew/field_table.h>

#include "bind.h"

namespace thew::python {

namespace nb = nanobind;

namespace {

struct Enumerator {
  const char* type;  // MuJoCo's name of the enumeration
  const char* name;
  int value;
};

constexpr Enumerator kEnumerators[] = {
#define THEW_ENUM(name, mujoco_name)
#define THEW_ENUM_END(name, mujoco_name) {#mujoco_name, nullptr, 0},
#define THEW_ENUMERATOR(name, mujoco_name, value) {nullptr, #mujoco_name, value},
#include <thew/enums.inc>
#include <thew/enums_view.inc>
#undef THEW_ENUM
#undef THEW_ENUMERATOR
#undef THEW_ENUM_END
};

// {enumeration: {enumerator: value}}
nb::dict enumerations() {
  nb::dict all, members;
  for (const Enumerator& e : kEnumerators) {
    if (e.name) {
      members[e.name] = e.value;
    } else {
      all[e.type] = members;
      members = nb::dict();
    }
  }
  return all;
}

// The compiler warns of an enumerator without a name.
const char* type_name(FieldType type) {
  switch (type) {
    case FieldType::Real:
      return "Real";
    case FieldType::Float:
      return "Float";
    case FieldType::Int:
      return "Int";
    case FieldType::Long:
      return "Long";
    case FieldType::Byte:
      return "Byte";
    case FieldType::Bool:
      return "Bool";
    case FieldType::Char:
      return "Char";
  }
  return "";
}

const char* form_name(const Domain& domain) {
  switch (domain.form) {
    case Domain::Form::Any:
      return "Any";
    case Domain::Form::Index:
      return "Index";
    case Domain::Form::IndexOrNone:
      return "IndexOrNone";
    case Domain::Form::Begin:
      return "Begin";
    case Domain::Form::Count:
      return "Count";
    case Domain::Form::Natural:
      return "Natural";
    case Domain::Form::Within:
      return "Within";
    case Domain::Form::Positive:
      return "Positive";
    case Domain::Form::NotNegative:
      return "NotNegative";
    case Domain::Form::Condim:
      return "Condim";
    case Domain::Form::Kind:
      return "Kind";
    case Domain::Form::Flags:
      return "Flags";
    case Domain::Form::Of:
      return "Of";
    case Domain::Form::Rule:
      return "Rule";
  }
  return "";
}

template <class Owner>
nb::list field_rows(std::span<const Field<Owner>> fields) {
  nb::list rows;
  for (const auto& f : fields) {
    rows.append(nb::make_tuple(f.name, type_name(f.type), f.rows, f.columns, f.stage, f.unit,
                               f.description, f.world, f.read_only, form_name(f.domain)));
  }
  return rows;
}

template <class Owner>
nb::list scalar_rows(std::span<const ScalarField<Owner>> fields) {
  nb::list rows;
  for (const auto& f : fields) {
    rows.append(nb::make_tuple(f.group, f.name, type_name(f.type), f.count, f.description,
                               f.read_only, form_name(f.domain)));
  }
  return rows;
}

}  // namespace

void bind_tables(nb::module_& m) {
  m.def("enumerations", enumerations, "MuJoCo's enumerations: {name: {member: value}}.");
  m.def(
      "model_fields", [] { return field_rows(model_fields()); },
      "Arrays of MjModel: (name, type, rows, columns, stage, unit, description, per world, "
      "read-only, domain).");
  m.def(
      "data_fields", [] { return field_rows(data_fields()); },
      "Arrays of MjData; instead of per world: whether it lives in the arena.");
  m.def("contact_fields", [] { return field_rows(contact_fields()); }, "Columns of contacts.");
  m.def(
      "model_scalars", [] { return scalar_rows(model_scalars()); },
      "Numbers of MjModel and its structures: (group, name, type, count, description, "
      "read-only, domain).");
  m.def("data_scalars", [] { return scalar_rows(data_scalars()); }, "Numbers of MjData.");
}

}  // namespace thew::python
