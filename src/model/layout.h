#pragma once

#include <cstddef>
#include <cstdint>
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
    const std::size_t bytes = static_cast<std::size_t>(rows * columns) * sizeof(Entry);
    used_ += (bytes + Buffer::kAlignment - 1) / Buffer::kAlignment * Buffer::kAlignment;
  }

  std::size_t used() const { return used_; }

 private:
  std::byte* block_;
  std::size_t used_ = 0;
};

}  // namespace thew::model
