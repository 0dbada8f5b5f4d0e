#include <atomic>

#include <thew/model.h>

#include "base/large_pages.h"
#include "math/short_vector.h"
#include "model/layout.h"

namespace thew {

void Model::place(std::byte* buffer) {
  model::Layout layout(buffer);
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  layout.take(name, rows, columns);
#include <thew/fields.inc>
  nbuffer = static_cast<std::int64_t>(layout.used());
}

void Model::allocate(std::size_t most) {
  place(nullptr);
  if (static_cast<std::size_t>(nbuffer) > most) throw std::bad_alloc();
  buffer_ = Buffer(static_cast<std::size_t>(nbuffer));
  base::ask_for_large_pages(buffer_.data(), buffer_.bytes());
  place(buffer_.data());
  static std::atomic<std::uint64_t> layouts = 0;
  layout_ = ++layouts;
}

// Copies everything but the views, which must point into the new buffer.
Model::Model(const Model& other)
    : ModelView(other),
      modelname(other.modelname),
      warnings(other.warnings),
      layout_(other.layout_),
      buffer_(other.buffer_) {
  place(buffer_.data());
#define THEW_MARK_World(name) name.set_known(other.name.known());
#define THEW_MARK_Shared(name)
#define THEW_MARK_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_MARK_##world(name)
#include <thew/fields.inc>
#undef THEW_MARK_World
}

namespace {
bool is_zero(const Array<double>& numbers) {
  return !math::any_nonzero(numbers.size(), numbers.data());
}
}  // namespace

void Model::set_compiled() {
#define THEW_MARK_World(name) name.set_known({true, is_zero(name.values())});
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_MARK_##world(name)
#include <thew/fields.inc>
#undef THEW_MARK_World
}

bool Model::is_as_compiled() const {
  bool compiled = true;
#define THEW_MARK_World(name) compiled &= name.known().compiled;
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_MARK_##world(name)
#include <thew/fields.inc>
#undef THEW_MARK_World
#undef THEW_MARK_Shared
#undef THEW_MARK_Structure
  return compiled;
}

Model& Model::operator=(const Model& other) {
  if (this != &other) *this = Model(other);
  return *this;
}

}  // namespace thew
