#include "base/cache.h"

#include <random>

namespace thew::base {

namespace {

std::uint64_t draw() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace

Digest digest(std::string_view bytes) {
  static const DigestKey kKey = {draw(), draw(), draw(), draw()};
  return digest(bytes, kKey);
}

std::shared_ptr<const void> Cache::find_any(const Digest& key) {
  const std::lock_guard lock(mutex_);
  const auto place = places_.find(key);
  if (place == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, place->second);
  return place->second->result;
}

void Cache::put(const Digest& key, std::shared_ptr<const void> result, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > capacity_ || places_.contains(key)) return;
  shrink_to(capacity_ - bytes);
  entries_.push_front({key, std::move(result), bytes});
  places_[key] = entries_.begin();
  bytes_ += bytes;
}

void Cache::shrink_to(std::size_t bytes) {
  while (bytes_ > bytes) {
    bytes_ -= entries_.back().bytes;
    places_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

std::size_t Cache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

std::size_t Cache::capacity() const {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

void Cache::set_capacity(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  capacity_ = bytes;
  shrink_to(bytes);
}

void Cache::clear() {
  const std::lock_guard lock(mutex_);
  shrink_to(0);
}

Cache& asset_cache() {
  static Cache cache(std::size_t{500} << 20);
  return cache;
}

}  // namespace thew::base
