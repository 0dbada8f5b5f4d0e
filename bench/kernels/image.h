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

  /// The model with its tables at another place.
  DeviceModel<T> model_at(const char* place) const {
    DeviceModel<T> m = model;
    const auto move = [&](auto& pointer) {
      using P = std::remove_reference_t<decltype(pointer)>;
      if (pointer != nullptr)
        pointer = reinterpret_cast<P>(place + (reinterpret_cast<std::size_t>(pointer) - kFirst));
    };
    move(m.gravity.data);
    move(m.wind.data);
#define THEW_MOVE_World(name) move(m.name.data);
#define THEW_MOVE_Shared(name) move(m.name);
#define THEW_MOVE_Structure(name) move(m.name);
#define THEW_MODEL(type_, name, rows, columns, world, domain, unit, description) \
  THEW_MOVE_##world(name)
#include <thew/fields.inc>
#undef THEW_MOVE_World
#undef THEW_MOVE_Shared
#undef THEW_MOVE_Structure
#define THEW_TABLE(name, count) move(m.tables.name);
#include "gpu/tables.inc"
    return m;
  }

  static constexpr std::size_t kFirst = 64;  ///< no pointer is null
};

}  // namespace thew::gpu
