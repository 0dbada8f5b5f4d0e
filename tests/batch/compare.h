#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <thew/batch.h>

namespace thew {

/// Points of tendons beyond those in use have no meaning.
template <class S>
std::int64_t used_points(const BasicData<S>& d) {
  std::int64_t points = 0;
  for (const std::int32_t number : d.ten_wrapnum) points += number;
  return points;
}

/// Where a field of one world is.
template <class S>
const void* find_field(const BasicData<S>& d, std::string_view name) {
#define THEW_DATA(type, field, rows, columns, storage, lanes, domain, stage, unit, description) \
  if (name == #field) return d.field.data();
#include <thew/fields.inc>
  return &d.time;
}

/// The first kept field in which a world of the batch differs from one alone.
template <class S>
std::string first_difference(const Batch& batch, std::int64_t world, const BasicData<S>& alone) {
  for (const std::string& name : batch.fields()) {
    const BatchTable table = batch.field(name);
    const std::int64_t bytes = table.rows * table.columns * field_bytes(table.type);
    const std::int64_t compared = name.starts_with("wrap_") && bytes > 0
                                      ? used_points(alone) * (bytes / table.rows / 2)
                                      : bytes;
    if (compared > 0 && std::memcmp(table.data + world * bytes, find_field(alone, name),
                                    static_cast<std::size_t>(compared)) != 0) {
      return name;
    }
  }
  return "";
}

/// Every field that has a fixed size but what tells of the computation, not of the world.
inline std::vector<std::string> all_outputs() {
  std::vector<std::string> names;
  for (const Field<Data>& f : data_fields()) {
    const std::string_view name = f.name;
    const bool about_work = name.starts_with("warning_") || name.starts_with("timer_") ||
                            name.starts_with("solver_") || name.starts_with("bvh_");
    const bool shared =
        name.starts_with("moment_") || name == "actuator_moment" || name.starts_with("plugin");
    if (!f.world && !about_work && !shared) names.emplace_back(name);
  }
  return names;
}

}  // namespace thew
