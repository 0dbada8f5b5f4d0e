#include "model/own_number.h"

#include <algorithm>
#include <string>

#include <thew/error.h>
#include <thew/field_table.h>

namespace thew {

// In the order of ParameterId.
OwnNumber own_number(const Model& m, int id) {
  switch (static_cast<ParameterId>(id)) {
#define THEW_NUMBER_World(name) \
  case ParameterId::name:       \
    return {#name, m.name.rows(), m.name.columns(), m.name.values().data()};
#define THEW_NUMBER_Shared(name)
#define THEW_NUMBER_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_NUMBER_##world(name)
#define THEW_WORLD_OPTION(name, description) \
  case ParameterId::name:                    \
    return {#name, 1, 3, m.opt.name};
#include <thew/fields.inc>
#undef THEW_NUMBER_World
#undef THEW_NUMBER_Shared
#undef THEW_NUMBER_Structure
    case ParameterId::kCount:
      break;
  }
  return {"", 0, 0, nullptr};
}

double* open_own_number(Model& m, int id) {
  switch (static_cast<ParameterId>(id)) {
#define THEW_OPEN_World(name) \
  case ParameterId::name:     \
    return m.name.data();
#define THEW_OPEN_Shared(name)
#define THEW_OPEN_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_OPEN_##world(name)
#define THEW_WORLD_OPTION(name, description) \
  case ParameterId::name:                    \
    return m.opt.name;
#include <thew/fields.inc>
#undef THEW_OPEN_World
#undef THEW_OPEN_Shared
#undef THEW_OPEN_Structure
    case ParameterId::kCount:
      break;
  }
  return nullptr;
}

int find_own_number(const Model& m, std::string_view name) {
  for (int id = 0; id < kParameters; ++id) {
    if (name == own_number(m, id).name) return id;
  }
  const auto fields = model_fields();
  const bool known = std::ranges::any_of(fields, [&](const auto& f) { return name == f.name; });
  throw Error({}, (known ? "worlds cannot have their own \"" : "the model has no number \"") +
                      std::string(name) + "\"");
}

}  // namespace thew
