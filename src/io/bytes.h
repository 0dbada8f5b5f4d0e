#pragma once

// Numbers of binary files, least significant byte first, whatever their alignment.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace thew::io {

static_assert(std::endian::native == std::endian::little);

/// Takes a number off the front; the caller has checked that there are enough bytes.
template <class T>
T take(std::string_view& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  bytes.remove_prefix(sizeof(T));
  return value;
}

}  // namespace thew::io
