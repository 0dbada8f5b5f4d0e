#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <thew/array.h>
#include <thew/buffer.h>

namespace thew::model {

/// Hands out aligned tables from a block, one after the other. With a null block it only counts
/// bytes.
class Layout {
 public:
  explicit Layout(std::byte* block) : block_(block) {}

  /// Makes `table` (an Array or something derived from it) the next rows x columns entries.
  template <class Table>
  void take(Table& table, std::int64_t rows, std::int64_t columns) {
    using Entry = std::remove_pointer_t<decltype(table.data())>;
    table = Table(block_ ? reinterpret_cast<Entry*>(block_ + used_) : nullptr, rows, columns);
    constexpr std::int64_t kFew = 1 << 20;  // whose bytes need no check
    if (((rows | columns) & -kFew) == 0) [[likely]] {
      used_ += (rows * columns * sizeof(Entry) + Buffer::kAlignment - 1) / Buffer::kAlignment *
               Buffer::kAlignment;
      return;
    }
    std::size_t bytes = 0;
    const bool wraps =
        __builtin_mul_overflow(rows, columns, &bytes) ||
        __builtin_mul_overflow(bytes, sizeof(Entry), &bytes) ||
        __builtin_add_overflow(bytes, Buffer::kAlignment - 1, &bytes) ||
        __builtin_add_overflow(bytes / Buffer::kAlignment * Buffer::kAlignment, used_, &used_);
    if (wraps) [[unlikely]]
      used_ = kTooMuch;
  }

  std::size_t used() const { return used_; }

 private:
  // What nobody can allocate: tables whose bytes cannot be counted.
  static constexpr std::size_t kTooMuch = std::numeric_limits<std::size_t>::max() / 4;

  std::byte* block_;
  std::size_t used_ = 0;
};

}  // namespace thew::model
