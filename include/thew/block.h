#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

namespace thew {

/// Zeroed memory, aligned for every lane type; copies are deep.
class Block {
 public:
  static constexpr std::size_t kAlignment = 64;

  Block() = default;
  explicit Block(std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0) return;
    data_ = static_cast<std::byte*>(::operator new(bytes, std::align_val_t{kAlignment}));
    std::memset(data_, 0, bytes);
  }
  Block(const Block& other) : Block(other.bytes_) {
    if (bytes_ > 0) std::memcpy(data_, other.data_, bytes_);
  }
  Block(Block&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Block& operator=(Block other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Block() { ::operator delete(data_, std::align_val_t{kAlignment}); }

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace thew
