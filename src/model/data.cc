#include <algorithm>
#include <new>
#include <string_view>

#include <thew/data.h>
#include <thew/error.h>

#include "model/lane_types.h"
#include "model/layout.h"
#include "model/solver_statistics.h"

namespace thew {

namespace {

constexpr std::int64_t kMaxContactsOfPair = 50;
constexpr std::int64_t kMostContacts = 1 << 24;

// Tables of constraints that no stage fills yet: the metric, and of those of the dual problem,
// which are placed apart.
consteval bool is_kept(std::string_view name) {
  for (const std::string_view start : {"efm_", "efc_Y", "efc_AR"}) {
    if (name.starts_with(start)) return false;
  }
  return true;
}

// Tables that are empty where islands are not looked for.
consteval bool is_of_islands(std::string_view name) {
  for (const std::string_view start : {"map_", "island_", "iefc_", "ifrc_", "iacc"}) {
    if (name.starts_with(start)) return true;
  }
  return name.find("_island") != name.npos;
}

// Tables of the dual problem, which are there only where a dual method runs.
consteval bool is_dual(std::string_view name) {
  return name.starts_with("efc_Y") || name.starts_with("efc_AR");
}

// Pairs of n things, within reason.
constexpr std::int64_t most_pairs(std::int64_t n) {
  return std::min<std::int64_t>(n * (n - 1) / 2, 1 << 22);
}

// Dimensions in fields.inc are expressions of sizes; here all sizes are in scope under their names.
struct Extents : ModelSizes, DataSizes, RowSizes {
  template <class T>
  std::size_t place(BasicData<T>& d, std::byte* block) const {
    model::Layout layout(block);
#define THEW_ROWS_Fixed(rows) (rows)
#define THEW_ROWS_Arena(rows) 0
#define THEW_ROWS_Shown(rows) 0
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  layout.take(d.name, THEW_ROWS_##storage(rows), columns);
#include <thew/fields.inc>
#undef THEW_ROWS_Fixed
#undef THEW_ROWS_Arena
#undef THEW_ROWS_Shown
#define THEW_SCRATCH(name, rows, columns, purpose) layout.take(d.scratch.name, rows, columns);
#include <thew/scratch.inc>
    return layout.used();
  }

  // How many rows a table of constraints has: those that nobody fills have none.
  template <bool kept, bool of_islands>
  std::int64_t used(std::int64_t rows) const {
    return !kept || nefc == 0 || (of_islands && nisland == 0) ? 0 : rows;
  }

#define THEW_USED(name, rows) (used<is_kept(#name), is_of_islands(#name)>(rows))
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
#define THEW_ROWS(type, name, rows, columns, purpose) layout.take(d.scratch.name, rows, columns);
#include <thew/scratch.inc>
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

  template <class T>
  void place_dual(BasicData<T>& d, model::Layout& layout, bool none) const {
#define THEW_TAKE_Fixed(name, rows, columns)
#define THEW_TAKE_Arena(name, rows, columns) \
  if constexpr (is_dual(#name)) layout.take(d.name, none ? 0 : (rows), columns);
#define THEW_TAKE_Shown(name, rows, columns)
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  THEW_TAKE_##storage(name, rows, columns)
#include <thew/fields.inc>
#undef THEW_TAKE_Fixed
#undef THEW_TAKE_Arena
#undef THEW_TAKE_Shown
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
  void place_work(BasicData<T>& d, model::Layout& layout) const {
#define THEW_WORK(type, name, rows, columns, purpose) layout.take(d.scratch.name, rows, columns);
#include <thew/scratch.inc>
  }
};

// Contacts beyond the capacity that a search may collect before it drops the shallow ones.
std::int64_t contact_rows(std::int64_t capacity) {
  return capacity + capacity / 4 + kMaxContactsOfPair;
}

// Room for contacts: what the file's `memory` allows, or enough for geoms in a dense pile; never
// more than all pairs of geoms can have.
template <class T>
int contact_room(const Model& m) {
  constexpr std::int64_t kPerGeom = 32, kLeast = 64;
  const std::int64_t pairs = m.ngeom * (m.ngeom - 1) / 2;
  std::int64_t room = kLeast + kPerGeom * m.ngeom;
  if (m.narena > 0) {
    std::int64_t bytes = 0;
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  bytes +=                                                           \
      columns * static_cast<std::int64_t>(sizeof(typename field::DataOne<T, field::type>::Entry));
#include <thew/fields.inc>
    room = std::max<std::int64_t>(m.narena * kLanes<T> / 2 / bytes, 1);
  }
  return static_cast<int>(std::min({room, pairs * kMaxContactsOfPair, kMostContacts}));
}

// Room for constraint rows and the solver: what all equalities, limits, friction losses and the
// contacts that fit can need, within reason; a file's `memory` is a wish for more.
template <class T>
std::size_t rows_room(const Model& m, std::int64_t contacts) {
  constexpr std::int64_t kRowsOfContact = 10, kNumbersOfRow = 64;
  constexpr std::int64_t kLeast = 1 << 20, kMost = std::int64_t{1} << 28;
  if (m.nv == 0) return 0;
  const std::int64_t rows =
      6 * m.neq + m.nv + 3 * m.ntendon + 2 * m.njnt + kRowsOfContact * contacts;
  const std::int64_t width = std::min<std::int64_t>(m.nv, 256);
  const std::int64_t numbers = rows * (kNumbersOfRow + 3 * width) + 2 * m.nv * m.nv;
  const std::int64_t bytes = std::clamp(8 * numbers, kLeast, kMost);
  return static_cast<std::size_t>(std::max(bytes, m.narena) * kLanes<T>);
}

// A caller can ask for any nuserdata or nkey; beyond this the model is a mistake.
constexpr std::size_t kMaxBytes = std::size_t{1} << 40;

}  // namespace

template <class T>
std::size_t BasicData<T>::place(std::byte* block) {
  return Extents{sizes_, *this, row_sizes}.place(*this, block);
}

template <class T>
std::size_t BasicData<T>::place_arena(std::byte* block) {
  model::Layout layout(block);
  const std::int64_t rows = contact_rows(contact_capacity_);
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  layout.take(contact.name, rows, columns);
#include <thew/fields.inc>
  Extents{sizes_, *this, row_sizes}.place_work(*this, layout);
  rows_begin_ = rows_end_ = layout.used();
  return layout.used() + row_room_;
}

template <class T>
bool BasicData<T>::place_rows() {
  model::Layout layout(arena_.data() + rows_begin_);
  Extents{sizes_, *this, row_sizes}.place_rows(*this, layout);
  rows_end_ = dual_begin_ = rows_begin_ + layout.used();
  rows_shown = shown_placed_ = false;
  const bool fits = rows_end_ <= arena_.bytes();
  if (fits) maxuse_arena = std::max(maxuse_arena, static_cast<std::int64_t>(rows_end_));
  return fits;
}

template <class T>
void BasicData<T>::drop_rows() {
  ne = nf = nl = nefc = nJ = nA = nY = nisland = nidof = 0;
  row_sizes = {};
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
Placed place_at(const Block& arena, std::size_t place, const Take& take) {
  model::Layout count(nullptr);
  take(count, false);
  const bool fits = place + count.used() <= arena.bytes();
  model::Layout layout(fits ? arena.data() + place : nullptr);
  take(layout, !fits);
  return {fits, place + layout.used()};
}

}  // namespace

template <class T>
bool BasicData<T>::place_dual() {
  const Extents extents{sizes_, *this, row_sizes};
  const Placed placed = place_at(arena_, dual_begin_, [&](model::Layout& layout, bool none) {
    extents.place_dual(*this, layout, none);
  });
  if (!placed.fits) nY = nA = 0;
  rows_end_ = placed.end;
  maxuse_arena = std::max(maxuse_arena, static_cast<std::int64_t>(rows_end_));
  return placed.fits;
}

template <class T>
bool BasicData<T>::place_shown() {
  if (shown_placed_) return true;
  const Extents extents{sizes_, *this, row_sizes};
  const Placed placed = place_at(arena_, rows_end_, [&](model::Layout& layout, bool none) {
    extents.place_shown(*this, layout, none);
  });
  rows_end_ = placed.end;
  maxuse_arena = std::max(maxuse_arena, static_cast<std::int64_t>(rows_end_));
  return shown_placed_ = placed.fits;
}

template <class T>
void BasicData<T>::trim_rows() {
  Extents{sizes_, *this, row_sizes}.trim_rows(*this);
}

// Copies what is in use.
template <class T>
void BasicData<T>::copy_arena(const BasicData& other) {
  model::copy_statistics(other.scratch, scratch);
  row_sizes = other.row_sizes;
  place_rows();
  if (nY > 0) place_dual();
#define THEW_COPY_Fixed(name)
#define THEW_COPY_Shown(name)
#define THEW_COPY_Arena(name) std::copy_n(other.name.data(), name.size(), name.data());
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  THEW_COPY_##storage(name)
#include <thew/fields.inc>
#undef THEW_COPY_Fixed
#undef THEW_COPY_Shown
#undef THEW_COPY_Arena
#define THEW_ROWS(type, name, rows, columns, purpose) \
  std::copy_n(other.scratch.name.data(), scratch.name.size(), scratch.name.data());
#include <thew/scratch.inc>
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  std::copy_n(other.contact.name.data(), std::int64_t{other.ncon} * (columns), contact.name.data());
#include <thew/fields.inc>
}

template <class T>
BasicData<T>::BasicData(const Model& model)
    : sizes_(model),
      contact_capacity_(contact_room<T>(model)),
      row_room_(rows_room<T>(model, contact_capacity_)) {
  const std::size_t bytes = place(nullptr), arena = place_arena(nullptr);
  try {
    if (bytes > kMaxBytes || arena > kMaxBytes) throw std::bad_alloc();
    block_ = Block(bytes);
    arena_ = Block(arena);
  } catch (const std::bad_alloc&) {
    throw Error({}, "not enough memory for the data: " + std::to_string(bytes >> 20) + " MiB");
  }
  nbuffer = static_cast<std::int64_t>(bytes);
  narena = static_cast<std::int64_t>(arena);
  place(block_.data());
  place_arena(arena_.data());
  if constexpr (kLanes<T> > 1) single_ = std::make_unique<Data>(model);
  reset(model, *this);
}

template <class T>
BasicData<T>::BasicData(const BasicData& other)
    : DataSizes(other),
      time(other.time),
      own(other.own),
      sizes_(other.sizes_),
      contact_capacity_(other.contact_capacity_),
      row_room_(other.row_room_),
      block_(other.block_),
      arena_(other.arena_.bytes()) {
  place(block_.data());
  place_arena(arena_.data());
  if constexpr (kLanes<T> > 1) single_ = std::make_unique<Data>(*other.single_);
  copy_arena(other);
}

template <class T>
BasicData<T>& BasicData<T>::operator=(const BasicData& other) {
  if (this == &other) return *this;
  if (block_.bytes() != other.block_.bytes() || arena_.bytes() != other.arena_.bytes()) {
    return *this = BasicData(other);
  }
  // Same layout: copy in place, so that views of this Data stay valid.
  static_cast<DataSizes&>(*this) = other;
  time = other.time;
  own = other.own;
  std::copy_n(other.block_.data(), other.block_.bytes(), block_.data());
  copy_arena(other);
  return *this;
}

#define THEW_INSTANTIATE(T) template struct BasicData<T>
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
