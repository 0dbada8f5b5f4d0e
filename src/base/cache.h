#pragma once

// Results that took long to make, kept by what they were made from: the least recently used ones
// are forgotten when there is too much of them. Safe to use from several threads.

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/digest.h"

namespace thew::base {

class Cache {
 public:
  explicit Cache(std::size_t capacity) : capacity_(capacity) {}

  /// What was kept under this key, or null. Keys of different kinds of results must differ.
  template <class T>
  std::shared_ptr<const T> find(const Digest& key) {
    return std::static_pointer_cast<const T>(find_any(key));
  }

  /// Keeps a result that takes this much memory.
  void put(const Digest& key, std::shared_ptr<const void> result, std::size_t bytes);

  std::size_t bytes() const;
  std::size_t capacity() const;
  void set_capacity(std::size_t bytes);
  void clear();

 private:
  struct Entry {
    Digest key;
    std::shared_ptr<const void> result;
    std::size_t bytes;
  };
  struct Hash {
    std::size_t operator()(const Digest& key) const { return key[0]; }
  };

  std::shared_ptr<const void> find_any(const Digest& key);
  void shrink_to(std::size_t bytes);

  mutable std::mutex mutex_;
  std::list<Entry> entries_;  ///< the most recently used one first
  std::unordered_map<Digest, std::list<Entry>::iterator, Hash> places_;
  std::size_t bytes_ = 0, capacity_;
};

/// Meshes and images of the models of this process.
Cache& asset_cache();

}  // namespace thew::base
