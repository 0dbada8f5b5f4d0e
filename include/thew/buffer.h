#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace thew {

/// Zeroed memory, aligned for every lane type; copies are deep.
class Buffer {
 public:
  static constexpr std::size_t kAlignment = 64;

  /// The next multiple of the alignment.
  static constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  Buffer() = default;
  explicit Buffer(std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0) return;
    // calloc leaves the zeroes of large blocks to the pages that are touched.
    if (bytes > SIZE_MAX - kAlignment) throw std::bad_alloc();
    memory_ = std::calloc(bytes + kAlignment, 1);
    if (!memory_) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::uintptr_t>(memory_);
    data_ = static_cast<std::byte*>(memory_) + (kAlignment - address % kAlignment) % kAlignment;
  }
  Buffer(const Buffer& other) : Buffer(other.bytes_) {
    if (bytes_ > 0) std::memcpy(data_, other.data_, bytes_);
  }
  Buffer(Buffer&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)),
        data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Buffer() { std::free(memory_); }

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* memory_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace thew
