#include <algorithm>
#include <new>
#include <string_view>

#include <thew/data.h>
#include <thew/error.h>
#include <thew/workspace.h>

#include "model/capacity.h"
#include "model/flex_support.h"
#include "model/lane_types.h"
#include "model/layout.h"
#include "model/solver_statistics.h"

namespace thew {

namespace {

// Tables of constraints that a stage fills: not yet those of the metric.
consteval bool is_kept(std::string_view name) {
  return !name.starts_with("efm_");
}

// Tables that are empty where islands are not looked for.
consteval bool is_of_islands(std::string_view name) {
  for (const std::string_view start : {"map_", "island_", "iefc_", "ifrc_", "iacc"}) {
    if (name.starts_with(start)) return true;
  }
  return name.find("_island") != name.npos;
}

// Tables that are empty where no dual method runs.
consteval bool is_of_root(std::string_view name) {
  return name.starts_with("efc_Y");
}
consteval bool is_of_products(std::string_view name) {
  return name.starts_with("efc_AR");
}

// Dimensions in fields.inc are expressions of sizes; here all sizes are in scope under their names.
struct Extents : ModelSizes, DataSizes, RowSizes {
  template <class T>
  std::size_t place(BasicData<T>& d, std::byte* buffer) const {
    model::Layout layout(buffer);
#define THEW_ROWS_Fixed(rows) (rows)
#define THEW_ROWS_Arena(rows) 0
#define THEW_ROWS_Shown(rows) 0
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  layout.take(d.name, THEW_ROWS_##storage(rows), columns);
#include <thew/fields.inc>
#undef THEW_ROWS_Fixed
#undef THEW_ROWS_Arena
#undef THEW_ROWS_Shown
#define THEW_KEPT(name, rows, columns, purpose) layout.take(d.kept.name, rows, columns);
#include <thew/kept.inc>
    return layout.used();
  }

  // How many rows a table of constraints has: those that nobody fills have none.
  template <bool kept, bool of_islands, bool of_root, bool of_products>
  std::int64_t used(std::int64_t rows) const {
    const bool absent =
        (of_islands ? nisland : nefc) == 0 || (of_root && nY == 0) || (of_products && nA == 0);
    return !kept || absent ? 0 : rows;
  }

#define THEW_USED(name, rows) \
  (used<is_kept(#name), is_of_islands(#name), is_of_root(#name), is_of_products(#name)>(rows))
  // Tables that depend on the constraints of a step.
  template <class T>
  void place_rows(BasicData<T>& d, model::Layout& layout) const {
#define THEW_TAKE_Fixed(name, rows, columns)
#define THEW_TAKE_Arena(name, rows, columns) layout.take(d.name, THEW_USED(name, rows), columns);
#define THEW_TAKE_Shown(name, rows, columns) d.name = {};
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  THEW_TAKE_##storage(name, rows, columns)
#include <thew/fields.inc>
#undef THEW_TAKE_Fixed
#undef THEW_TAKE_Arena
#undef THEW_TAKE_Shown
#define THEW_ROWS(type, name, rows, columns, purpose) layout.take(d.kept.name, rows, columns);
#include <thew/kept.inc>
  }

  // The same tables where they are, with fewer rows.
  template <class T>
  void trim_rows(BasicData<T>& d) const {
#define THEW_TRIM_Fixed(name, rows, columns)
#define THEW_TRIM_Shown(name, rows, columns)
#define THEW_TRIM_Arena(name, rows, columns) \
  d.name = {d.name.data(), THEW_USED(name, rows), columns};
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  THEW_TRIM_##storage(name, rows, columns)
#include <thew/fields.inc>
#undef THEW_TRIM_Fixed
#undef THEW_TRIM_Shown
#undef THEW_TRIM_Arena
  }

  // Tables that only readers need.
  template <class T>
  void place_shown(BasicData<T>& d, model::Layout& layout, bool none) const {
#define THEW_TAKE_Fixed(name, rows, columns)
#define THEW_TAKE_Arena(name, rows, columns)
#define THEW_TAKE_Shown(name, rows, columns) \
  layout.take(d.name, none ? 0 : THEW_USED(name, rows), columns);
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  THEW_TAKE_##storage(name, rows, columns)
#include <thew/fields.inc>
#undef THEW_TAKE_Fixed
#undef THEW_TAKE_Arena
#undef THEW_TAKE_Shown
  }
#undef THEW_USED

  template <class T>
  void place_records(BasicData<T>& d, model::Layout& layout) const {
#define THEW_RECORD(type, name, rows, columns, purpose) layout.take(d.kept.name, rows, columns);
#include <thew/kept.inc>
  }
};

// A caller can ask for any nuserdata or nkey; beyond this the model is a mistake.
constexpr std::size_t kMaxBytes = std::size_t{1} << 40;

}  // namespace

template <class T>
std::size_t BasicData<T>::place(std::byte* buffer) {
  return Extents{sizes_, *this, this->row_sizes}.place(*this, buffer);
}

template <class T>
std::size_t BasicData<T>::place_arena(std::byte* buffer) {
  model::Layout layout(buffer);
  const std::int64_t rows = model::contact_rows(contact_capacity_);
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  layout.take(this->contact.name, rows, columns);
#include <thew/fields.inc>
  Extents{sizes_, *this, this->row_sizes}.place_records(*this, layout);
  rows_begin_ = rows_end_ = layout.used();
  return layout.used() + row_room_;
}

template <class T>
bool BasicData<T>::place_rows() {
  model::Layout layout(arena_.data() + rows_begin_);
  Extents{sizes_, *this, this->row_sizes}.place_rows(*this, layout);
  rows_end_ = rows_begin_ + layout.used();
  this->rows_shown = shown_placed_ = false;
  const bool fits = rows_end_ <= arena_.bytes();
  if (fits) this->maxuse_arena = std::max(this->maxuse_arena, static_cast<std::int64_t>(rows_end_));
  return fits;
}

template <class T>
void BasicData<T>::drop_rows() {
  DataSizes& sizes = *this;
  sizes.ne = sizes.nf = sizes.nl = sizes.nefc = sizes.nJ = sizes.nA = sizes.nY = 0;
  sizes.nisland = sizes.nidof = 0;
  this->row_sizes = {};
  place_rows();
}

namespace {

// Places tables at `place` of the arena, or empty ones if there is no room: `take(layout, none)`
// takes them all. Returns whether they fit, and where they end.
struct Placed {
  bool fits;
  std::size_t end;
};
template <class Take>
Placed place_at(const Buffer& arena, std::size_t place, const Take& take) {
  model::Layout count(nullptr);
  take(count, false);
  const bool fits = place + count.used() <= arena.bytes();
  model::Layout layout(fits ? arena.data() + place : nullptr);
  take(layout, !fits);
  return {fits, place + layout.used()};
}

}  // namespace

template <class T>
bool BasicData<T>::place_shown() {
  if (shown_placed_) return true;
  const Extents extents{sizes_, *this, this->row_sizes};
  const Placed placed = place_at(arena_, rows_end_, [&](model::Layout& layout, bool none) {
    extents.place_shown(*this, layout, none);
  });
  rows_end_ = placed.end;
  this->maxuse_arena = std::max(this->maxuse_arena, static_cast<std::int64_t>(rows_end_));
  return shown_placed_ = placed.fits;
}

template <class T>
void BasicData<T>::trim_rows() {
  Extents{sizes_, *this, this->row_sizes}.trim_rows(*this);
}

// Copies what is in use.
template <class T>
void BasicData<T>::copy_arena(const BasicData& other) {
  model::copy_statistics(other.kept, this->kept);
  this->row_sizes = other.row_sizes;
  place_rows();
#define THEW_COPY_Fixed(name)
#define THEW_COPY_Shown(name)
#define THEW_COPY_Arena(name) std::copy_n(other.name.data(), this->name.size(), this->name.data());
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  THEW_COPY_##storage(name)
#include <thew/fields.inc>
#undef THEW_COPY_Fixed
#undef THEW_COPY_Shown
#undef THEW_COPY_Arena
#define THEW_ROWS(type, name, rows, columns, purpose) \
  std::copy_n(other.kept.name.data(), this->kept.name.size(), this->kept.name.data());
#include <thew/kept.inc>
#define THEW_CONTACT(type, name, columns, domain, unit, description)           \
  std::copy_n(other.contact.name.data(), std::int64_t{other.ncon} * (columns), \
              this->contact.name.data());
#include <thew/fields.inc>
}

template <class T>
BasicData<T>::BasicData(const Model& model)
    : sizes_(model),
      contact_capacity_(model::contact_room<T>(model)),
      row_room_(model::rows_room<T>(model, contact_capacity_)) {
  kLanes<T> > 1 ? model::refuse_flexes_in_lanes(model) : model::refuse_unsupported_flexes(model);
  const std::size_t bytes = place(nullptr), arena = place_arena(nullptr);
  try {
    if (bytes > kMaxBytes || arena > kMaxBytes) throw std::bad_alloc();
    buffer_ = Buffer(bytes);
    arena_ = Buffer(arena);
  } catch (const std::bad_alloc&) {
    throw Error(
        {}, "not enough memory for the data: " + std::to_string((bytes + arena) >> 20) + " MiB");
  }
  this->nbuffer = static_cast<std::int64_t>(bytes);
  this->narena = static_cast<std::int64_t>(arena);
  place(buffer_.data());
  place_arena(arena_.data());
  reset(model, *this);
  const Borrowed<T> warm(model);  // stepping on this thread need not allocate
}

template <class T>
BasicData<T>::BasicData(const BasicData& other)
    : DataView<T>(other),
      sizes_(other.sizes_),
      contact_capacity_(other.contact_capacity_),
      row_room_(other.row_room_),
      buffer_(other.buffer_),
      arena_(other.arena_.bytes()) {
  place(buffer_.data());
  place_arena(arena_.data());
  copy_arena(other);
}

template <class T>
BasicData<T>& BasicData<T>::operator=(const BasicData& other) {
  if (this == &other) return *this;
  if (sizes_ != other.sizes_) return *this = BasicData(other);
  static_cast<DataSizes&>(*this) = other;
  this->time = other.time;
  this->own = other.own;
  this->converted = other.converted;
  std::copy_n(other.buffer_.data(), other.buffer_.bytes(), buffer_.data());
  copy_arena(other);
  return *this;
}

#define THEW_INSTANTIATE(T) template struct BasicData<T>
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
