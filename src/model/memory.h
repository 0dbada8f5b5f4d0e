#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace thew {

/// Working memory of one stage (Workspace::solver), taken from the front.
class Memory {
 public:
  explicit Memory(std::span<std::byte> bytes) : data_(bytes.data()), bytes_(bytes.size()) {}

  /// The next n values of type E, aligned; null when there is not enough.
  template <class E>
  E* take(std::int64_t n) {
    constexpr std::size_t kAlign = 64;
    const std::size_t bytes =
        (static_cast<std::size_t>(n) * sizeof(E) + kAlign - 1) / kAlign * kAlign;
    if (bytes > bytes_) {
      full_ = true;
      return nullptr;
    }
    E* result = reinterpret_cast<E*>(data_);
    data_ += bytes;
    bytes_ -= bytes;
    return result;
  }
  bool full() const { return full_; }
  void set_full() { full_ = true; }

 private:
  std::byte* data_;
  std::size_t bytes_;
  bool full_ = false;
};

}  // namespace thew
