#include <cstring>
#include <type_traits>

#include <thew/field_table.h>

#include "model/domain.h"

namespace thew {

namespace {

template <class E>
FieldView view_of(const Array<E>& table) {
  return {const_cast<std::remove_const_t<E>*>(table.data()), table.rows(), table.columns()};
}

template <ParameterId id>
FieldView view_of(const Parameter<id>& parameter) {
  return view_of(parameter.values());
}

template <class Table>
void open(Table& table) {
  if constexpr (requires { table.set_known({}); }) table.set_known({});
}

enum World { kWorld, kShared, kStructure };
enum Storage { kFixed, kArena, kShown };

namespace model_table {

using namespace domain;
using namespace domain::sizes;
enum {
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) name,
#include <thew/fields.inc>
};
constexpr Field<Model> kFields[] = {
#define THEW_ROW(type, name, rows, columns, world, domain, unit, description, extra) \
  {#name,                                                                            \
   FieldType::type,                                                                  \
   #rows,                                                                            \
   #columns,                                                                         \
   "",                                                                               \
   unit,                                                                             \
   description,                                                                      \
   k##world == kWorld,                                                               \
   [](Model& m) { return view_of(m.name); },                                         \
   domain,                                                                           \
   k##world == kStructure,                                                           \
   false,                                                                            \
   [](Model& m) { open(m.name); },                                                   \
   extra},
#define THEW_MODEL(...) THEW_ROW(__VA_ARGS__, false)
#define THEW_EXTRA_MODEL(...) THEW_ROW(__VA_ARGS__, true)
#include <thew/fields.inc>
};

}  // namespace model_table

template <class E>
constexpr int count_of() {
  return static_cast<int>(std::is_array_v<E> ? std::extent_v<E> : 1);
}

using namespace domain;

constexpr ScalarField<Model> kModelScalars[] = {
#define THEW_COUNT(name, description, extra)                                         \
  {"",   #name, FieldType::Long, 1, description, [](Model& m) -> void* { return &m.name; }, Natural, \
   true, extra},
#define THEW_SIZE(...) THEW_COUNT(__VA_ARGS__, false)
#define THEW_EXTRA_SIZE(...) THEW_COUNT(__VA_ARGS__, true)
#define THEW_FLAG(name, description)                                       \
  {"",  #name, FieldType::Bool, 1, description, [](Model& m) -> void* { return &m.name; }, \
   Any, false},
#define THEW_CHOICE(type, name, count, domain, description, extra) \
  {"opt",  #name,       FieldType::type,                           \
   count,  description, [](Model& m) -> void* { return &m.opt.name; },                 \
   domain, false,       extra},
#define THEW_OPTION(...) THEW_CHOICE(__VA_ARGS__, false)
#define THEW_EXTRA_OPTION(...) THEW_CHOICE(__VA_ARGS__, true)
#define THEW_STATISTIC(type, name, count, description) \
  {"stat", #name,       FieldType::type,               \
   count,  description, [](Model& m) -> void* { return &m.stat.name; },     \
   Any,    false},
#define THEW_VISUAL(group, type, name, count, description) \
  {"vis." #group, #name,       FieldType::type,            \
   count,         description, [](Model& m) -> void* { return &m.vis.group.name; },  \
   Any,           false},
#include <thew/fields.inc>
};

namespace data_table {

using namespace domain;
using namespace domain::sizes;
enum {
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) name,
#include <thew/fields.inc>
};
constexpr Field<Data> kFields[] = {
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  {#name,                                                                                      \
   FieldType::type,                                                                            \
   #rows,                                                                                      \
   #columns,                                                                                   \
   stage,                                                                                      \
   unit,                                                                                       \
   description,                                                                                \
   k##storage != kFixed,                                                                       \
   [](Data& d) { return view_of(d.name); },                                                    \
   domain,                                                                                     \
   !is_any(domain),                                                                            \
   k##storage == kShown},
#include <thew/fields.inc>
};

constexpr ScalarField<Data> kScalars[] = {
#define THEW_DATA_SCALAR(type, name, domain, stage, description) \
  {"",     #name,          FieldType::type,                      \
   1,      description,    [](Data& d) -> void* { return &d.name; },             \
   domain, !is_any(domain)},
#include <thew/fields.inc>
};

constexpr Field<ContactColumns<double>> kContactFields[] = {
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  {#name,                                                            \
   FieldType::type,                                                  \
   "ncon",                                                           \
   #columns,                                                         \
   "collision",                                                      \
   unit,                                                             \
   description,                                                      \
   true,                                                             \
   [](ContactColumns<double>& c) { return view_of(c.name); },        \
   domain,                                                           \
   !is_any(domain)},
#include <thew/fields.inc>
};

}  // namespace data_table

constexpr auto& kModelFields = model_table::kFields;
constexpr auto& kDataFields = data_table::kFields;
constexpr auto& kDataScalars = data_table::kScalars;
constexpr auto& kContactFields = data_table::kContactFields;

template <class Owner>
const char* first_difference(std::span<const Field<Owner>> fields,
                             std::span<const ScalarField<Owner>> scalars, Owner& a, Owner& b) {
  for (const ScalarField<Owner>& f : scalars) {
    if (std::strncmp(f.name, "maxuse", 6) == 0) continue;  // how much memory was used is no result
    const auto bytes = static_cast<std::size_t>(f.count * field_bytes(f.type));
    if (std::memcmp(f.address(a), f.address(b), bytes) != 0) return f.name;
  }
  for (const Field<Owner>& f : fields) {
    if (f.shown) continue;  // follows from the others
    const FieldView x = f.view(a), y = f.view(b);
    if (x.rows != y.rows || x.columns != y.columns) return f.name;
    const auto bytes = static_cast<std::size_t>(x.rows * x.columns * field_bytes(f.type));
    if (bytes > 0 && std::memcmp(x.data, y.data, bytes) != 0) return f.name;
  }
  return nullptr;
}

}  // namespace

int field_bytes(FieldType type) {
  switch (type) {
    case FieldType::Real:
    case FieldType::Long:
      return 8;
    case FieldType::Float:
    case FieldType::Int:
      return 4;
    case FieldType::Byte:
    case FieldType::Bool:
    case FieldType::Char:
      return 1;
  }
  return 0;
}

std::span<const Field<Model>> model_fields() {
  return kModelFields;
}
std::span<const ScalarField<Model>> model_scalars() {
  return kModelScalars;
}
std::span<const Field<Data>> data_fields() {
  return kDataFields;
}
std::span<const ScalarField<Data>> data_scalars() {
  return kDataScalars;
}
std::span<const Field<ContactColumns<double>>> contact_fields() {
  return kContactFields;
}

// The tables hand out mutable addresses; comparison only reads through them.
const char* first_difference(const Model& a, const Model& b) {
  return first_difference<Model>(kModelFields, kModelScalars, const_cast<Model&>(a),
                                 const_cast<Model&>(b));
}

const char* first_difference(const Data& a, const Data& b) {
  const char* name =
      first_difference<Data>(kDataFields, kDataScalars, const_cast<Data&>(a), const_cast<Data&>(b));
  if (name) return name;
  // There is room for more contacts than there are.
  for (const Field<ContactColumns<double>>& f : kContactFields) {
    const FieldView x = f.view(const_cast<Data&>(a).contact);
    const FieldView y = f.view(const_cast<Data&>(b).contact);
    const auto bytes = static_cast<std::size_t>(a.ncon * x.columns * field_bytes(f.type));
    if (bytes > 0 && std::memcmp(x.data, y.data, bytes) != 0) return f.name;
  }
  return nullptr;
}

}  // namespace thew
