#pragma once

// Models and worlds in the memory of a device, or of the host for emulation: the one walk along all
// fields, for whoever has memory to give.

#include <string_view>
#include <type_traits>
#include <vector>

#include "gpu/device_worlds.h"
#include "gpu/memory.h"
#include "gpu/tables.h"

namespace thew::gpu {

/// Whether kernels may read a field of the Model: names, pictures, skins and keyframes stay at
/// home.
constexpr bool is_for_kernels(std::string_view name) {
  constexpr std::string_view kOthers[] = {"tex_",  "mat_",   "skin_", "name",   "paths",
                                          "text_", "tuple_", "key_",  "light_", "flex",
                                          "efm",   "plugin", "bvh_"};
  if (name == "mat_rgba") return true;  // what is not opaque is not seen by rays
  for (const std::string_view prefix : kOthers) {
    if (name.substr(0, prefix.size()) == prefix) return false;
  }
  return true;
}

/// Lays out the model in memory that place(values, count) copies values into: E* place(const E*,
/// std::size_t), null for none. Worlds share all numbers; who lets them have their own changes the
/// Own<T> afterwards.
template <class T, class Place>
DeviceModel<T> upload_model(const Model& m, const Tables& tables, Place place) {
  DeviceModel<T> to;
  static_cast<DeviceSizes&>(to) = device_sizes(m);
  to.opt = device_options<T>(m);
  to.timestep = m.opt.timestep;
  static_cast<TableSizes&>(to.tables) = tables;
  to.tables.solve = lay_out_solve<T>(to, tables);
#define THEW_TABLE(name, count) to.tables.name = place(tables.name.data(), tables.name.size());
#include "gpu/tables.inc"
  std::vector<T> converted;
  const auto numbers = [&](const double* from, std::int64_t count) -> const T* {
    converted.assign(from, from + count);
    return place(converted.data(), converted.size());
  };
  to.gravity.data = numbers(m.opt.gravity, 3);
  to.wind.data = numbers(m.opt.wind, 3);
  to.ccd_tolerance = m.opt.ccd_tolerance;
  to.polygon_normal =
      place(m.mesh_polynormal.data(), static_cast<std::size_t>(m.mesh_polynormal.size()));
  std::vector<double> times;
  for (int i = 0; i < m.nsensor; ++i)
    times.insert(times.end(), {m.sensor_delay[i], m.sensor_interval[2 * i]});
  to.sensor_time = place(times.data(), times.size());
  const auto shared = [&](const auto& table) {
    using E = std::remove_cvref_t<decltype(table[0])>;
    if constexpr (std::is_same_v<E, double>) {
      return numbers(table.data(), table.size());
    } else {
      return static_cast<const E*>(place(table.data(), static_cast<std::size_t>(table.size())));
    }
  };
#define THEW_UPLOAD_World(name) to.name.data = shared(m.name.values());
#define THEW_UPLOAD_Shared(name) to.name = shared(m.name);
#define THEW_UPLOAD_Structure(name) to.name = shared(m.name);
#define THEW_MODEL(type_, name, rows, columns, world, domain, unit, description) \
  if constexpr (is_for_kernels(#name)) {                                         \
    THEW_UPLOAD_##world(name)                                                    \
  }
#include <thew/fields.inc>
#undef THEW_UPLOAD_World
#undef THEW_UPLOAD_Shared
#undef THEW_UPLOAD_Structure
  return to;
}

/// Lays out the rows of so many worlds: those that kernels need, and those that wants(name) asks
/// for. place(bytes) gives memory, filled with zeros.
template <class T, class Wants, class Place>
DeviceWorlds<T> place_worlds(const RowShapes& shapes, std::int64_t worlds, Wants wants,
                             Place place) {
  DeviceWorlds<T> to;
  const auto lay_out = [&]<class E>(Rows<E>& rows, const RowShape& shape) {
    if (shape.count == 0 || !(shape.needed || wants(shape.name))) return;
    rows.stride = static_cast<std::uint32_t>(shape.count);
    rows.data = static_cast<E*>(place(static_cast<std::size_t>(worlds * shape.count) * sizeof(E)));
  };
#define THEW_ROW(kind, type, name, count, needed) \
  lay_out(to.name, shapes.row[static_cast<int>(RowId::name)]);
#include "gpu/worlds.inc"
  return to;
}

/// Bytes that the rows of one world take.
template <class Wants>
std::int64_t bytes_of_world(const RowShapes& shapes, std::int64_t real, Wants wants) {
  std::int64_t bytes = 0;
  for (const RowShape& row : shapes.row) {
    if (row.needed || wants(row.name)) bytes += row.count * bytes_of(row.type, real);
  }
  return bytes;
}

}  // namespace thew::gpu
