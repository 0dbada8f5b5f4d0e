#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

namespace thew {

/// A row-major table in a block that somebody else owns; what every field of Model and Data is.
template <class T>
class Array {
 public:
  Array() = default;
  Array(T* data, std::int64_t rows, std::int64_t columns)
      : data_(data), rows_(rows), columns_(columns) {}

  T& operator[](std::int64_t i) const { return data_[i]; }
  T* data() const { return data_; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size(); }
  /// The row with this number, as a pointer to its first entry.
  T* row(std::int64_t i) const { return data_ + i * columns_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t size() const { return rows_ * columns_; }
  bool empty() const { return size() == 0; }
  operator std::span<T>() const { return {data_, static_cast<std::size_t>(size())}; }

 private:
  T* data_ = nullptr;
  std::int64_t rows_ = 0;
  std::int64_t columns_ = 1;
};

/// The same with a number of columns known when compiling, so that rows are found without a
/// multiplication.
template <class T, int C>
class Columns : public Array<T> {
 public:
  Columns() = default;
  Columns(T* data, std::int64_t rows, std::int64_t) : Array<T>(data, rows, C) {}

  T* row(std::int64_t i) const { return this->data() + i * C; }
};

/// C columns if C > 1; otherwise one column, or a number of them that depends on the model.
template <class T, int C>
using Table = std::conditional_t<(C > 1), Columns<T, C>, Array<T>>;

}  // namespace thew
