#include "batch/columns.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include <thew/error.h>

#include "math/transpose.h"
#include "model/lane_types.h"
#include "model/lanes.h"

namespace thew::batch {

namespace {

// How a field of Data is moved from and to rows with numbers of type S; null for those whose size
// differs from step to step. Rows are those of the worlds in the lanes; null for one that is not
// stored.
template <class T>
struct Move {
  void (*load)(const std::byte* const* rows, BasicData<T>& d);
  void (*store)(const BasicData<T>& d, std::byte* const* rows);
};

// Numbers of worlds in lanes are moved N of each world at a time, through registers.
template <class T>
inline constexpr bool kMovesBlocks = false;
template <class S, int N>
inline constexpr bool kMovesBlocks<math::Pack<S, N>> = math::Pack<S, N>::L::count == 1;

// What a value of a field is in a row: real numbers are of type S, unless the field has times.
template <class S, class Value>
struct InRow {
  using Each = Value;
  using One = Value;
  using Times = Value;
};
template <class S>
struct InRow<S, double> {
  using Each = S;
  using One = S;
  using Times = double;
};

// Of a value that all lanes share, that of the last world is taken.
template <class T, class Value, class Table>
void load_table(const std::byte* const* rows, const Table& to) {
  const auto row = [&](int k) { return reinterpret_cast<const Value*>(rows[k]); };
  using Own = decltype(lane_of(to[0], 0));
  std::int64_t i = 0;
  if constexpr (kMovesBlocks<T> && std::is_same_v<std::decay_t<decltype(to[0])>, T> &&
                std::is_same_v<Value, OneOf<T>>) {
    for (; i + kLanes<T> <= to.size(); i += kLanes<T>) {
      T block[kLanes<T>];
      for (int k = 0; k < kLanes<T>; ++k) std::memcpy(&block[k], row(k) + i, sizeof(T));
      math::transpose(block);
      std::copy_n(block, kLanes<T>, to.data() + i);
    }
  }
  for (; i < to.size(); ++i) {
    for (int k = 0; k < kLanes<T>; ++k) put_lane(to[i], k, static_cast<Own>(row(k)[i]));
  }
}
template <class T, class Value, class Table>
void store_table(const Table& from, std::byte* const* rows) {
  const auto row = [&](int k) { return reinterpret_cast<Value*>(rows[k]); };
  std::int64_t i = 0;
  if constexpr (kMovesBlocks<T> && std::is_same_v<std::decay_t<decltype(from[0])>, T> &&
                std::is_same_v<Value, OneOf<T>>) {
    for (; i + kLanes<T> <= from.size(); i += kLanes<T>) {
      T block[kLanes<T>];
      std::copy_n(from.data() + i, kLanes<T>, block);
      math::transpose(block);
      for (int k = 0; k < kLanes<T>; ++k) {
        if (row(k) != nullptr) std::memcpy(row(k) + i, &block[k], sizeof(T));
      }
    }
  }
  for (; i < from.size(); ++i) {
    for (int k = 0; k < kLanes<T>; ++k) {
      if (row(k) != nullptr) row(k)[i] = static_cast<Value>(lane_of(from[i], k));
    }
  }
}

template <class S, class T>
constexpr Move<T> kMoves[] = {
#define THEW_MOVE_Fixed(type, name, lanes)                                \
  {[](const std::byte* const* rows, BasicData<T>& d) {                    \
     load_table<T, typename InRow<S, field::type>::lanes>(rows, d.name);  \
   },                                                                     \
   [](const BasicData<T>& d, std::byte* const* rows) {                    \
     store_table<T, typename InRow<S, field::type>::lanes>(d.name, rows); \
   }},
#define THEW_MOVE_Arena(type, name, lanes) {nullptr, nullptr},
#define THEW_MOVE_Shown(type, name, lanes) {nullptr, nullptr},
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  THEW_MOVE_##storage(type, name, lanes)
#include <thew/fields.inc>
#undef THEW_MOVE_Fixed
#undef THEW_MOVE_Arena
#undef THEW_MOVE_Shown
};

// Whether a field is as wide in single precision as in double.
constexpr bool kHasTimes[] = {
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  std::is_same_v<InRow<float, field::type>::lanes, field::type>,
#include <thew/fields.inc>
};

bool is_state(const Field<Data>& field) {
  const std::string_view stage = field.stage, name = field.name;
  return stage == "state" || stage == "control" || name == "tree_asleep";
}

Column make_column(int number, Data& example, std::int64_t worlds, Precision precision) {
  const Field<Data>& field = data_fields()[static_cast<std::size_t>(number)];
  const FieldView view = field.view(example);
  const bool narrow = precision == Precision::Single && !kHasTimes[number];
  const FieldType type = narrow ? FieldType::Float : field.type;
  const std::int64_t bytes = view.rows * view.columns * field_bytes(type);
  return {field.name,   number,          type,  view.rows,
          view.columns, is_state(field), bytes, Buffer(static_cast<std::size_t>(worlds * bytes))};
}

// What lanes share depends on who is in them: the moments of actuators are stored where any world
// has one, and plugins are those of all.
bool is_of_group(std::string_view name) {
  return name.starts_with("moment_") || name == "actuator_moment" || name == "plugin" ||
         name == "plugin_data";
}

int output_number(const std::string& name) {
  const auto fields = data_fields();
  const auto found =
      std::ranges::find_if(fields, [&](const Field<Data>& f) { return name == f.name; });
  if (found == fields.end()) throw Error({}, "Data has no field \"" + name + "\"");
  if (found->world || is_of_group(name)) {
    throw Error({}, "\"" + name + "\" is not laid out alike in all worlds and cannot be an output",
                "extract a world, which has its own");
  }
  return static_cast<int>(found - fields.begin());
}

}  // namespace

std::vector<Column> make_columns(Data& example, std::int64_t worlds,
                                 const std::vector<std::string>& outputs, Precision precision) {
  constexpr std::int64_t kBytesOfTime = sizeof(double);
  std::vector<Column> columns;
  columns.push_back({"time", Column::kTime, FieldType::Real, 1, 1, true, kBytesOfTime,
                     Buffer(static_cast<std::size_t>(worlds * kBytesOfTime))});
  const auto fields = data_fields();
  for (int i = 0; i < static_cast<int>(fields.size()); ++i) {
    if (is_state(fields[static_cast<std::size_t>(i)])) {
      columns.push_back(make_column(i, example, worlds, precision));
    }
  }
  for (const std::string& name : outputs) {
    const bool known =
        std::ranges::any_of(columns, [&](const Column& c) { return name == c.name; });
    if (!known) columns.push_back(make_column(output_number(name), example, worlds, precision));
  }
  return columns;
}

template <class S, class T>
void load(const Column& column, const std::int64_t* worlds, BasicData<T>& d) {
  const std::byte* rows[kLanes<T>];
  for (int k = 0; k < kLanes<T>; ++k) rows[k] = column.row(worlds[k]);
  if (column.field == Column::kTime) {
    for (int k = 0; k < kLanes<T>; ++k) {
      put_lane(d.time, k, *reinterpret_cast<const double*>(rows[k]));
    }
  } else {
    kMoves<S, T>[column.field].load(rows, d);
  }
}

template <class S, class T>
void store(const Column& column, const std::int64_t* worlds, const BasicData<T>& d) {
  std::byte* rows[kLanes<T>];
  for (int k = 0; k < kLanes<T>; ++k) {
    rows[k] = worlds[k] == kNobody ? nullptr : column.row(worlds[k]);
  }
  if (column.field != Column::kTime) return kMoves<S, T>[column.field].store(d, rows);
  for (int k = 0; k < kLanes<T>; ++k) {
    if (rows[k] != nullptr) *reinterpret_cast<double*>(rows[k]) = lane_of(d.time, k);
  }
}

#define THEW_INSTANTIATE(S, T)                                              \
  template void load<S>(const Column&, const std::int64_t*, BasicData<T>&); \
  template void store<S>(const Column&, const std::int64_t*, const BasicData<T>&);
#define THEW_INSTANTIATE_OWN(T) THEW_INSTANTIATE(OneOf<T>, T)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE_OWN)
THEW_INSTANTIATE(float, double)

}  // namespace thew::batch
