#pragma once

// What a batch on a device needs to know of a model before it has any memory: tables, the rows of
// worlds, and how much memory all of it takes.

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thew/error.h>

#include "gpu/runtime.h"
#include "gpu/upload.h"

namespace thew::gpu {

inline constexpr std::size_t kAlignment = 256;  ///< of tables in memory, as the driver's own

inline std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

template <class E>
E* pointer(Address address) {
  return reinterpret_cast<E*>(address);
}
inline Address address_of(const void* memory) {
  return reinterpret_cast<Address>(memory);
}

/// The field of Data with this name; null if there is none.
const Field<Data>* find_field(std::string_view name);

struct Layout {
  Tables tables;
  RowShapes shapes;
  std::vector<std::string> outputs;
  std::int64_t world_bytes = 0;

  /// Rows to be kept although no kernel needs them.
  auto wanted() const {
    return [this](std::string_view name) {
      return name == "wanted" || std::ranges::find(outputs, name) != outputs.end();
    };
  }

  /// `real` is the size of a number, `shared` how much shared memory a block of threads may have.
  Layout(const Model& m, std::int64_t real, std::size_t shared, const RuntimeOptions& options);

 private:
  void check_state(const Model& m) const;
  void check_output(const std::string& name) const;
};

/// Bytes of the model.
template <class T>
std::size_t model_bytes(const Model& m, const Tables& tables) {
  std::size_t bytes = 0;
  upload_model<T>(m, tables, [&]<class E>(const E*, std::size_t count) -> const E* {
    bytes += aligned(count * sizeof(E));
    return nullptr;
  });
  return bytes;
}

/// The table of a number that worlds may own.
template <class T>
Own<T>& own_of(DeviceModel<T>& m, int id) {
  switch (static_cast<ParameterId>(id)) {
#define THEW_OWN_World(name) \
  case ParameterId::name:    \
    return m.name;
#define THEW_OWN_Shared(name)
#define THEW_OWN_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_OWN_##world(name)
#define THEW_WORLD_OPTION(name, description) \
  case ParameterId::name:                    \
    return m.name;
#include <thew/fields.inc>
#undef THEW_OWN_World
#undef THEW_OWN_Shared
#undef THEW_OWN_Structure
    case ParameterId::kCount:
      break;
  }
  throw Error({}, "there is no such number");
}

/// The model's own values of such a number.
std::span<const double> values_of(const Model& m, int id);

}  // namespace thew::gpu
