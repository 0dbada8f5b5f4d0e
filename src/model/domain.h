#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <thew/domain.h>

namespace thew::domain {

// Enumerators under MuJoCo's names; those from a count (kN...) on are not for models.
template <class E>
struct Enumerators;
constexpr bool is_count(const char* name) {
  return name[0] == 'k' && name[1] == 'N';
}
struct Listed {
  Enumerator enumerator;
  bool count;
};
template <std::size_t n>
consteval std::size_t before_count(const Listed (&all)[n]) {
  std::size_t i = 0;
  while (i < n && !all[i].count) ++i;
  return i;
}
#define THEW_ENUM(name, mujoco_name) \
  template <>                        \
  struct Enumerators<name> {         \
    static constexpr Listed kListed[] = {
#define THEW_ENUMERATOR(name, mujoco_name, value) {{#mujoco_name, value}, is_count(#name)},
#define THEW_ENUM_END(name, mujoco_name) \
  }                                      \
  ;                                      \
  }                                      \
  ;
#include <thew/enums.inc>
#undef THEW_ENUM
#undef THEW_ENUMERATOR
#undef THEW_ENUM_END

template <class E>
inline constexpr auto kValues = [] {
  constexpr auto& listed = Enumerators<E>::kListed;
  std::array<Enumerator, before_count(listed)> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = listed[i].enumerator;
  return values;
}();

// How many objects there are of the sort that a kind names.
inline std::int64_t objects(const Model& m, ObjectType type) {
  return object_count(m, type);
}
inline std::int64_t objects(const Model& m, GeomType type) {
  if (type == GeomType::Hfield) return m.nhfield;
  if (type == GeomType::Mesh || type == GeomType::Sdf) return m.nmesh;
  return std::max(m.nmesh, m.nhfield);  // other shapes may keep the asset that they had
}
inline std::int64_t objects(const Model& m, WrapType type) {
  if (type == WrapType::Joint) return m.njnt;
  if (type == WrapType::Site) return m.nsite;
  return type == WrapType::Sphere || type == WrapType::Cylinder ? m.ngeom : 0;
}
// The words of the column `domain`.
using Form = Domain::Form;
using Size = Domain::Size;
inline constexpr Domain Any{};
inline constexpr Domain Natural{.form = Form::Natural};
inline constexpr Domain Positive{.form = Form::Positive};
inline constexpr Domain NotNegative{.form = Form::NotNegative};
inline constexpr Domain Condim{.form = Form::Condim};
inline constexpr Domain Rule{.form = Form::Rule};
constexpr Domain Index(Size n) {
  return {.form = Form::Index, .size = n};
}
constexpr Domain IndexOrNone(Size n) {
  return {.form = Form::IndexOrNone, .size = n};
}
constexpr Domain Count(Size n) {
  return {.form = Form::Count, .size = n};
}
constexpr Domain Begin(Size n, int count) {
  return {.form = Form::Begin, .size = n, .field = count};
}
constexpr Domain Within(int low, int high) {
  return {.form = Form::Within, .low = low, .high = high};
}
constexpr Domain Of(int kind) {
  return {.form = Form::Of, .field = kind};
}
template <class E>
inline constexpr Domain Kind = [] {
  Domain domain{.form = Form::Kind, .values = kValues<E>};
  if constexpr (requires(const Model& m, E e) { objects(m, e); }) {
    domain.objects = [](const Model& m, int kind) { return objects(m, static_cast<E>(kind)); };
  }
  return domain;
}();
template <class E>
inline constexpr Domain Flags = [] {
  Domain domain{.form = Form::Flags, .values = kValues<E>};
  for (const Enumerator& e : kValues<E>) domain.high |= e.value;
  return domain;
}();

constexpr bool is_any(const Domain& domain) {
  return domain.form == Form::Any;
}

// In the tables below, a size or a field of fields.inc is known by its name.
namespace sizes {
#define THEW_SIZE(name, description) inline constexpr Size name{.model = &ModelSizes::name};
#define THEW_COUNT_Int(name) inline constexpr Size name{.data = &DataSizes::name};
#define THEW_COUNT_Long(name)
#define THEW_COUNT_Bool(name)
#define THEW_COUNT_Real(name)
#define THEW_DATA_SCALAR(type, name, domain, stage, description) THEW_COUNT_##type(name)
#include <thew/fields.inc>
#undef THEW_COUNT_Int
#undef THEW_COUNT_Long
#undef THEW_COUNT_Bool
#undef THEW_COUNT_Real
}  // namespace sizes

}  // namespace thew::domain
