#pragma once

// A model and states of worlds in one file, as kernels see them: to measure kernels where there is
// a GPU and nothing else.

#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu/device_worlds.h"

namespace thew::gpu {

template <class T>
struct Image {
  DeviceModel<T> model;       ///< its pointers count from the beginning of `numbers`
  std::vector<char> numbers;  ///< all tables of the model
  int worlds = 0;
  std::vector<std::vector<char>> state;  ///< the rows of the state, in the order of RowId

  void write(const std::string& path) const {
    std::ofstream file(path, std::ios::binary);
    const auto put = [&](const void* data, std::size_t bytes) {
      file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
    };
    const auto put_list = [&](const std::vector<char>& list) {
      const std::size_t size = list.size();
      put(&size, sizeof size);
      put(list.data(), size);
    };
    put(&model, sizeof model);
    put_list(numbers);
    put(&worlds, sizeof worlds);
    for (const auto& row : state) put_list(row);
  }

  void read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const auto get = [&](void* data, std::size_t bytes) {
      if (!file.read(static_cast<char*>(data), static_cast<std::streamsize>(bytes)))
        throw std::runtime_error(path + " is not an image of this build");
    };
    const auto get_list = [&](std::vector<char>& list) {
      std::size_t size = 0;
      get(&size, sizeof size);
      list.resize(size);
      get(list.data(), size);
    };
    get(&model, sizeof model);
    get_list(numbers);
    get(&worlds, sizeof worlds);
    state.resize(kRows);
    for (auto& row : state) get_list(row);
  }

  /// Calls visit(pointer) for all pointers of the model.
  template <class Visit>
  static void each_pointer(DeviceModel<T>& m, Visit visit) {
    visit(m.gravity.data);
    visit(m.wind.data);
    visit(m.polygon_normal);
    visit(m.sensor_time);
#define THEW_VISIT_World(name) visit(m.name.data);
#define THEW_VISIT_Shared(name) visit(m.name);
#define THEW_VISIT_Structure(name) visit(m.name);
#define THEW_MODEL(type_, name, rows, columns, world, domain, unit, description) \
  THEW_VISIT_##world(name)
#include <thew/fields.inc>
#undef THEW_VISIT_World
#undef THEW_VISIT_Shared
#undef THEW_VISIT_Structure
#define THEW_TABLE(name, count) visit(m.tables.name);
#include "gpu/tables.inc"
  }

  /// The model with its tables at another place.
  DeviceModel<T> model_at(const char* place) const {
    DeviceModel<T> m = model;
    each_pointer(m, [&](auto& pointer) {
      using P = std::remove_reference_t<decltype(pointer)>;
      if (pointer != nullptr)
        pointer = reinterpret_cast<P>(place + (reinterpret_cast<std::size_t>(pointer) - kFirst));
    });
    return m;
  }

  static constexpr std::size_t kFirst = 64;  ///< no pointer is null
};

}  // namespace thew::gpu
