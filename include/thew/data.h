#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <thew/array.h>
#include <thew/buffer.h>
#include <thew/lanes.h>
#include <thew/model.h>

namespace thew {

/// Sizes and flags that change from step to step; the same in all lanes.
struct DataSizes {
#define THEW_SCALAR_Int(name) std::int32_t name = 0;
#define THEW_SCALAR_Long(name) std::int64_t name = 0;
#define THEW_SCALAR_Bool(name) bool name = false;
#define THEW_SCALAR_Real(name)
#define THEW_DATA_SCALAR(type, name, domain, stage, description) THEW_SCALAR_##type(name)
#include <thew/fields.inc>
#undef THEW_SCALAR_Int
#undef THEW_SCALAR_Long
#undef THEW_SCALAR_Bool
#undef THEW_SCALAR_Real
};

namespace field {
// The element of a Data array by type and lanes: Real is the lane type, others are one value or one
// per lane; times are double.
template <class T, class E>
struct DataOne {
  using Entry = E;
};
template <class T>
struct DataOne<T, double> {
  using Entry = T;
};
template <class T, class E>
struct DataEach {
  using Entry = PerLane<T, E>;
};
template <class T>
struct DataEach<T, double> {
  using Entry = T;
};
template <class T, class E>
struct DataTimes {
  using Entry = TimeOf<T>;
};
}  // namespace field

namespace detail {
namespace data_columns {
using namespace dynamic;
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  inline constexpr int name = columns;
#include <thew/fields.inc>
}  // namespace data_columns
namespace kept_columns {
using namespace dynamic;
#define THEW_KEPT(name, rows, columns, purpose) inline constexpr int name = columns;
#include <thew/kept.inc>
}  // namespace kept_columns
}  // namespace detail

/// How much constraint::assemble() keeps of its rows, as THEW_ROWS of kept.inc counts it.
struct RowSizes {
  std::int64_t nblock = 0, ncolumn = 0, nbase = 0, ntileJ = 0;
};

/// Contacts in columns; row i of all columns is contact i. There are as many rows as there is room
/// for; the first ncon are contacts.
template <class T>
struct ContactColumns {
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  Array<typename field::DataOne<T, field::type>::Entry> name;
#include <thew/fields.inc>
};

/// What stages keep for later ones (kept.inc).
template <class T>
struct KeptTables {
#define THEW_KEPT(name, rows, columns, purpose) Table<T, detail::kept_columns::name> name;
#define THEW_RECORD(type, name, rows, columns, purpose) Array<field::type> name;
#define THEW_ROWS(type, name, rows, columns, purpose) \
  Array<typename field::DataOne<T, field::type>::Entry> name;
#include <thew/kept.inc>
};

/// Where everything of a world is: counts, and tables in memory that somebody else owns. A copy
/// looks at the same world.
template <class T>
struct DataView : DataSizes {
#define THEW_SCALAR_Int(name)
#define THEW_SCALAR_Long(name)
#define THEW_SCALAR_Bool(name)
#define THEW_SCALAR_Real(name) TimeOf<T> name = TimeOf<T>(0);
#define THEW_DATA_SCALAR(type, name, domain, stage, description) THEW_SCALAR_##type(name)
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  Table<typename field::Data##lanes<T, field::type>::Entry, detail::data_columns::name> name;
#include <thew/fields.inc>
#undef THEW_SCALAR_Int
#undef THEW_SCALAR_Long
#undef THEW_SCALAR_Bool
#undef THEW_SCALAR_Real

  ContactColumns<T> contact;
  KeptTables<T> kept;
  RowSizes row_sizes;       ///< of the rows of this step
  bool rows_shown = false;  ///< the tables that only readers need are filled and up to date
  bool rows_apart = false;  ///< lanes have no rows together: each is solved as a world of its own

  /// Model fields of which each lane has its own values (nullptr: those of the Model).
  std::array<const T*, kParameters> own{};
  /// Model fields in single precision (nullptr: converted where they are read). Not for double.
  std::array<const OneOf<T>*, kParameters> converted{};
};

/// The state of one world (T = double, or float in single precision) or of several in lanes (T =
/// Pack), and everything computed from it. Allocated once; stepping never allocates. What kernels
/// need only while they work is in a Workspace (workspace.h).
template <class T>
struct BasicData : DataView<T> {
  explicit BasicData(const Model& model);
  BasicData(const BasicData& other);
  BasicData(BasicData&& other) noexcept = default;
  /// Copies in place where both were made for models of the same sizes: views stay valid.
  BasicData& operator=(const BasicData& other);
  BasicData& operator=(BasicData&& other) noexcept = default;

  /// Makes the tables of constraint rows as large as nefc, nJ, nisland, nidof and row_sizes say;
  /// false if there is no room for them.
  bool place_rows();
  /// A step without rows.
  void drop_rows();
  /// Leaves them where they are when there turn out to be fewer islands or entries of the Jacobian.
  void trim_rows();
  /// Makes the tables that only readers need as large as nefc, nJ, nY, nA... say, behind
  /// all others; false if there is no room for them. constraint::show() fills them.
  bool place_shown();

  /// Whether steps call the functions of the user (callback.h), and the clock by which their parts
  /// are timed (timer_duration), if any. Copies do not take these over.
  bool calls_user = true;
  double (*clock)() = nullptr;

  /// Whether another was made for a model with the same sizes.
  template <class U>
  bool same_sizes(const BasicData<U>& other) const {
    return sizes_ == other.sizes_;
  }

  /// The most contacts a step keeps: the deepest, if there are more.
  int contact_capacity() const { return contact_capacity_; }

 private:
  template <class U>
  friend struct BasicData;
  std::size_t place(std::byte* buffer);
  std::size_t place_arena(std::byte* buffer);
  void copy_arena(const BasicData& other);

  ModelSizes sizes_;  // of the Model it was made for, so that copies can place their views
  int contact_capacity_ = 0;
  std::size_t row_room_ = 0;                   // bytes for constraint rows
  std::size_t rows_begin_ = 0, rows_end_ = 0;  // in the arena
  bool shown_placed_ = false;
  Buffer buffer_;
  Buffer arena_;  // what differs in number from step to step; pages are used as they are needed
};

using Data = BasicData<double>;

/// A randomisable model number as the kernel's scalar type: the lane's own value where it has one.
template <class T, ParameterId id>
inline T param(const BasicData<T>& data, const Parameter<id>& values, std::int64_t i) {
  if constexpr (kLanes<T> > 1) {
    if (const T* own = data.own[static_cast<int>(id)]) return own[i];
  }
  if constexpr (std::is_same_v<OneOf<T>, float>) {
    if (const float* converted = data.converted[static_cast<int>(id)]) return T(converted[i]);
  }
  return T(values.values()[i]);
}

/// The same for an option that worlds may own: entry i of m.opt.gravity or m.opt.wind.
template <ParameterId id, class T>
inline T param(const BasicData<T>& data, const double* option, int i) {
  if constexpr (kLanes<T> > 1) {
    if (const T* own = data.own[static_cast<int>(id)]) return own[i];
  }
  return T(option[i]);
}

/// Sets the state of all lanes to the model's initial one (or keyframe `key` when >= 0) and clears
/// the rest.
template <class T>
void reset(const Model& model, BasicData<T>& data, int key = -1);

/// Number of values of the state components in the bit mask `spec` (StateBit).
std::int64_t state_size(const Model& model, unsigned spec);

/// Copies the chosen components out of / into Data, in ascending order of their bits. Throw Error
/// unless `state` has state_size() entries.
void get_state(const Model& model, const Data& data, std::span<double> state, unsigned spec);
void set_state(const Model& model, Data& data, std::span<const double> state, unsigned spec);

/// Copies one lane of a batch into an ordinary Data, or an ordinary Data into one lane (all fixed
/// fields). Throw Error unless there is such a lane and both were made for the same model.
template <class T>
void extract(const BasicData<T>& lanes, int lane, BasicData<OneOf<T>>& data);
template <class T>
void insert(const BasicData<OneOf<T>>& data, BasicData<T>& lanes, int lane);

}  // namespace thew
