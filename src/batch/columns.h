#pragma once

// What is kept of all worlds: for each field a table with a row per world. Worlds are loaded from
// there into the Data of who steps them, and stored back.

#include <string>
#include <vector>

#include <thew/batch.h>
#include <thew/buffer.h>
#include <thew/data.h>
#include <thew/field_table.h>

namespace thew::batch {

/// One field of all worlds.
struct Column {
  const char* name;
  int field;  ///< its number in data_fields(); kTime for the time
  FieldType type;
  std::int64_t rows, columns;  ///< of one world
  bool is_state;               ///< loaded before a step, not only stored after it
  std::int64_t row_bytes;
  Buffer memory;

  static constexpr int kTime = -1;
  std::byte* row(std::int64_t world) const { return memory.data() + world * row_bytes; }
};

/// The fields of the state, then the outputs by name; as large as in the example of a world. In
/// single precision their numbers are float, but for times and what is kept with them.
std::vector<Column> make_columns(Data& example, std::int64_t worlds,
                                 const std::vector<std::string>& outputs, Precision precision);

/// Copies the rows of worlds into the lanes of a Data; worlds[k] is that of lane k. The rows have
/// numbers of type S, float or double.
template <class S, class T>
void load(const Column& column, const std::int64_t* worlds, BasicData<T>& data);
/// Copies the lanes of a Data into the rows of worlds; a lane whose world is kNobody is left out.
inline constexpr std::int64_t kNobody = -1;
template <class S, class T>
void store(const Column& column, const std::int64_t* worlds, const BasicData<T>& data);

}  // namespace thew::batch
