#include <thew/model.h>

#include "model/layout.h"

namespace thew {

void Model::place(std::byte* block) {
  model::Layout layout(block);
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  layout.take(name, rows, columns);
#include <thew/fields.inc>
  nbuffer = static_cast<std::int64_t>(layout.used());
}

void Model::allocate() {
  place(nullptr);
  block_ = Block(static_cast<std::size_t>(nbuffer));
  place(block_.data());
}

// Copies everything but the views, which must point into the new block.
Model::Model(const Model& other)
    : ModelSizes(other),
      modelname(other.modelname),
      warnings(other.warnings),
#define THEW_FLAG(name, description) name(other.name),
#include <thew/fields.inc>
      opt(other.opt),
      vis(other.vis),
      stat(other.stat),
      block_(other.block_) {
  place(block_.data());
}

Model& Model::operator=(const Model& other) {
  if (this != &other) *this = Model(other);
  return *this;
}

}  // namespace thew
