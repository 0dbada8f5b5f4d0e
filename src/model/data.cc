#include <algorithm>
#include <new>

#include <thew/data.h>
#include <thew/error.h>

#include "model/lane_types.h"
#include "model/layout.h"

namespace thew {

namespace {

// Dimensions in fields.inc are expressions of sizes; here all sizes are in scope under their names.
struct Extents : ModelSizes, DataSizes {
  template <class T>
  std::size_t place(BasicData<T>& d, std::byte* block) const {
    model::Layout layout(block);
#define THEW_ROWS_Fixed(rows) (rows)
#define THEW_ROWS_Arena(rows) 0
#define THEW_DATA(type, name, rows, columns, storage, lanes, stage, unit, description) \
  layout.take(d.name, THEW_ROWS_##storage(rows), columns);
#define THEW_CONTACT(type, name, columns, unit, description) d.contact.name = {nullptr, 0, columns};
#include <thew/fields.inc>
#undef THEW_ROWS_Fixed
#undef THEW_ROWS_Arena
#define THEW_SCRATCH(name, rows, columns, purpose) layout.take(d.scratch.name, rows, columns);
#include <thew/scratch.inc>
    return layout.used();
  }
};

// A caller can ask for any nuserdata or nkey; beyond this the model is a mistake.
constexpr std::size_t kMaxBytes = std::size_t{1} << 40;

}  // namespace

template <class T>
std::size_t BasicData<T>::place(std::byte* block) {
  return Extents{sizes_, *this}.place(*this, block);
}

template <class T>
BasicData<T>::BasicData(const Model& model) : sizes_(model) {
  const std::size_t bytes = place(nullptr);
  try {
    if (bytes > kMaxBytes) throw std::bad_alloc();
    block_ = Block(bytes);
  } catch (const std::bad_alloc&) {
    throw Error({}, "not enough memory for the data: " + std::to_string(bytes >> 20) + " MiB");
  }
  nbuffer = static_cast<std::int64_t>(bytes);
  place(block_.data());
  reset(model, *this);
}

template <class T>
BasicData<T>::BasicData(const BasicData& other)
    : DataSizes(other),
      time(other.time),
      own(other.own),
      sizes_(other.sizes_),
      block_(other.block_) {
  place(block_.data());
}

template <class T>
BasicData<T>& BasicData<T>::operator=(const BasicData& other) {
  if (this == &other) return *this;
  if (block_.bytes() != other.block_.bytes()) return *this = BasicData(other);
  // Same layout: copy in place, so that views of this Data stay valid.
  static_cast<DataSizes&>(*this) = other;
  time = other.time;
  own = other.own;
  std::copy_n(other.block_.data(), other.block_.bytes(), block_.data());
  return *this;
}

#define THEW_INSTANTIATE(T) template struct BasicData<T>
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
