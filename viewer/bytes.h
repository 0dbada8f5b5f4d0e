#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace thew::viewer {

static_assert(std::endian::native == std::endian::little, "messages are little-endian");

/// A binary message while it is written.
class Writer {
 public:
  template <class Number>
  void put(Number value) {
    put_all(std::span<const Number>(&value, 1));
  }
  template <class Number>
  void put_all(std::span<const Number> values) {
    if (!values.empty()) {
      text_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    }
  }
  void put_text(std::string_view text) { text_ += text; }
  void pad(std::size_t multiple, char with = '\0') {
    while (text_.size() % multiple != 0) text_ += with;
  }
  /// Writes a number over what is there already.
  void set(std::size_t at, std::uint32_t value) { std::memcpy(text_.data() + at, &value, 4); }
  std::size_t size() const { return text_.size(); }
  std::string take() { return std::move(text_); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Reads a binary message from its begin; says where it ends too early.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  bool read(std::uint32_t& value) {
    std::string_view bytes;
    if (!take(4, bytes)) return false;
    std::memcpy(&value, bytes.data(), 4);
    return true;
  }
  bool take(std::size_t count, std::string_view& bytes) {
    if (count > rest_.size()) return false;
    bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return true;
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

/// 32 hexadecimal digits that stand for the content; not for secrets.
std::string content_hash(std::string_view bytes);

}  // namespace thew::viewer
