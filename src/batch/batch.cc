#include <thew/batch.h>
#include <thew/error.h>

#include "batch/worlds.h"
#include "model/own_number.h"

namespace thew {

namespace {

std::int64_t check_count(std::int64_t worlds) {
  if (worlds < 1) throw Error({}, "a batch of " + std::to_string(worlds) + " worlds is none");
  return worlds;
}

}  // namespace

Batch::Batch(const Model& model, std::int64_t worlds, const BatchOptions& options)
    : worlds_(options.device == "cpu"
                  ? batch::make_host_worlds(model, check_count(worlds), options)
                  : batch::make_device_worlds(model, check_count(worlds), options)) {
  reset();
}
Batch::Batch(Batch&& other) noexcept = default;
Batch& Batch::operator=(Batch&& other) noexcept = default;
Batch::~Batch() = default;

const Model& Batch::model() const {
  return worlds_->model();
}
std::int64_t Batch::size() const {
  return worlds_->count();
}
int Batch::threads() const {
  return worlds_->threads();
}
int Batch::lanes() const {
  return worlds_->lanes();
}
Precision Batch::precision() const {
  return worlds_->precision();
}
std::int64_t Batch::world_bytes() const {
  return worlds_->world_bytes();
}

BatchTable Batch::field(std::string_view name) const {
  return worlds_->field(name);
}

void Batch::check_type(std::string_view name, FieldType type, std::size_t bytes, bool floating) {
  const bool is_floating = type == FieldType::Real || type == FieldType::Float;
  if (static_cast<std::size_t>(field_bytes(type)) == bytes && floating == is_floating) return;
  throw Error({}, "\"" + std::string(name) + "\" has values of another type");
}

std::vector<std::string> Batch::fields() const {
  return worlds_->fields();
}

BatchTable Batch::own(std::string_view name) {
  return worlds_->own(find_own_number(model(), name));
}

std::vector<std::string> Batch::owned() const {
  std::vector<std::string> names;
  for (int id = 0; id < kParameters; ++id) {
    if (worlds_->is_owned(id)) names.emplace_back(own_number(model(), id).name);
  }
  return names;
}

void Batch::refresh(Mask mask) {
  worlds_->refresh(mask, go_on);
}

void Batch::step(int steps, Mask mask, Stage stage) {
  if (steps > 0) worlds_->step(steps, mask, stage, go_on);
}

void Batch::forward(Mask mask, Stage stage) {
  worlds_->forward(mask, stage, go_on);
}

void Batch::reset(Mask mask, int key) {
  if (key >= model().nkey) {
    throw Error(
        {}, "there is no keyframe " + std::to_string(key) + " of " + std::to_string(model().nkey));
  }
  worlds_->reset(mask, key);
}

namespace {

template <class E>
std::span<E> each(E* values, std::int64_t count) {
  return {values, static_cast<std::size_t>(count)};
}

}  // namespace

std::span<const std::int32_t> Batch::errors() const {
  return each(worlds_->errors(), size());
}
std::span<double> Batch::rewards() const {
  return each(worlds_->rewards(), size());
}
std::span<bool> Batch::terminated() const {
  return each(worlds_->terminated(), size());
}
std::span<bool> Batch::truncated() const {
  return each(worlds_->truncated(), size());
}
std::span<const std::int32_t> Batch::warnings() const {
  return each(worlds_->warnings(), size() * kNWARNING);
}

void Batch::draw(std::int64_t count, double* numbers, Mask mask) {
  worlds_->draw(count, numbers, mask);
}

void Batch::extract(std::int64_t world, Data& data) const {
  worlds_->extract(world, data);
}
void Batch::insert(const Data& data, std::int64_t world) {
  worlds_->insert(data, world);
}

BatchDevice Batch::device() const {
  return worlds_->device();
}
std::span<bool> Batch::began() const {
  return each(worlds_->began(), worlds_->began() ? size() : 0);
}
void Batch::upload() {
  worlds_->upload();
}
void Batch::use_stream(void* stream) {
  worlds_->use_stream(stream);
}
void Batch::hand_over(void* stream) const {
  worlds_->hand_over(stream);
}
void Batch::copy(void* to, const void* from, std::size_t bytes) const {
  worlds_->copy(to, from, bytes);
}
void Batch::finish() const {
  worlds_->finish();
}

}  // namespace thew
