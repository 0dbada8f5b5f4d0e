#pragma once

namespace thew {

#define THEW_ENUM(name, mujoco_name) enum class name : int {
#define THEW_ENUMERATOR(name, mujoco_name, value) name = value,
#define THEW_ENUM_END(name, mujoco_name) \
  }                                      \
  ;
#include <thew/enums.inc>
#undef THEW_ENUM
#undef THEW_ENUMERATOR
#undef THEW_ENUM_END

/// True if the bit of a flag enumeration is set in an option's integer.
template <class Bit>
constexpr bool has(int flags, Bit bit) {
  return (flags & static_cast<int>(bit)) != 0;
}

}  // namespace thew
